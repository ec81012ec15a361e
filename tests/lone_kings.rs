//! Endings against a lone royal piece (`tests/positions/lone-kings.epd`): the engine plays both sides, and the one with
//! the material wins before the move rule makes a draw.

use birnam::epd::{self, Record};
use birnam::movegen::is_legal;
use birnam::position::{Position, move_text};
use birnam::search::{Control, Limits, Searcher};
use birnam::tools::verdict::Verdict;
use birnam::variant::Library;

const ROWS: &str = include_str!("positions/lone-kings.epd");

/// Nodes a move.
const NODES: u64 = 20_000;

/// In builds with debug assertions, which are slow, one row in so many is enough.
const STEP: usize = if cfg!(debug_assertions) { 8 } else { 1 };

fn position(library: &Library, record: &Record) -> Position {
    let operations = record
        .operations()
        .unwrap_or_else(|error| panic!("{record:?}: {error}"));
    let variant = operations
        .iter()
        .find(|operation| operation.opcode == "variant")
        .unwrap_or_else(|| panic!("{record:?}: it names no variant"));
    let rules = library
        .rules(&variant.operands.join(" "))
        .unwrap_or_else(|error| panic!("{record:?}: {error}"));
    Position::from_fen(&rules, &record.fen).unwrap_or_else(|error| panic!("{record:?}: {error}"))
}

#[test]
fn a_lone_king_is_mated() {
    let library = Library::built_in();
    let mut searcher = Searcher::new(16, 1);
    let limits = Limits {
        nodes: Some(NODES),
        ..Limits::default()
    };
    let mut failures = Vec::new();
    for record in epd::records(ROWS).step_by(STEP) {
        let mut position = position(&library, &record);
        let stronger = position.side();
        searcher.clear();
        let mut moves = Vec::new();
        let verdict = loop {
            if let Some(verdict) = Verdict::of(&position) {
                break verdict;
            }
            let found = searcher.search(&position, &limits, &Control::default(), &mut |_| ());
            let mv = found.best.expect("the game goes on");
            assert!(is_legal(&position, mv), "{record:?}: {mv:?}");
            moves.push(move_text(&position, mv));
            position.make(mv);
        };
        if verdict.winner != Some(stronger) {
            failures.push(format!(
                "lone-kings.epd:{}: {verdict} after {}",
                record.line,
                moves.join(" ")
            ));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn every_variant_has_a_row() {
    let library = Library::built_in();
    let names: Vec<String> = epd::records(ROWS)
        .map(|record| position(&library, &record).rules().name.clone())
        .collect();
    for name in library.names() {
        assert!(names.iter().any(|known| known == name), "{name}");
    }
}
