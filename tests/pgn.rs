//! Game files: what XBoard saved, what people write, and what is wrong with files.

use crate::cli::birnam;
use crate::common::files;
use birnam::pgn::{self, Ending, Game, Notation};
use birnam::position::{Position, SplitMix};
use birnam::variant::{Library, Rules};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pgn").join(name)
}

fn read_all(rules: &Arc<Rules>, text: &str) -> Vec<Game> {
    let games: Result<Vec<_>, _> = pgn::read(rules, text).collect();
    games.unwrap_or_else(|error| panic!("{}: {error}", rules.name))
}

fn write_all(games: &[Game], notation: Notation) -> String {
    games.iter().map(|game| game.pgn(notation)).collect()
}

#[test]
fn games_that_xboard_saved_are_read_and_end_as_the_rules_say() {
    let library = Library::built_in();
    let mut count = 0;
    for path in files("pgn", "pgn") {
        let name = path.file_stem().expect("it has a name").to_string_lossy();
        let Some(variant) = name.strip_prefix("xboard-") else {
            continue;
        };
        let rules = library.rules(variant).expect("the file names a variant");
        let text = fs::read_to_string(&path).expect("the file can be read");
        for game in read_all(&rules, &text) {
            let by_rules = Ending::of(&game.last_position());
            assert!(
                by_rules == game.ending || by_rules == Ending::Unknown,
                "{name}: {} but {by_rules}",
                game.ending
            );
            for notation in [Notation::San, Notation::Text] {
                let again = read_all(&rules, &game.pgn(notation));
                assert!(again[0].line == game.line, "{name}: the moves have changed");
                assert_eq!(
                    again[0].last_position().fen(),
                    game.last_position().fen(),
                    "{name}"
                );
            }
            count += 1;
        }
    }
    assert_eq!(count, 13);
}

#[test]
fn a_messy_file_comes_out_in_one_form() {
    let library = Library::built_in();
    let rules = library.rules("chess").expect("chess is built in");
    let text = fs::read_to_string(data("messy.pgn")).expect("the file can be read");
    let games = read_all(&rules, &text);
    for (name, notation) in [
        ("messy.san.pgn", Notation::San),
        ("messy.text.pgn", Notation::Text),
    ] {
        let expected = fs::read_to_string(data(name)).expect("the file can be read");
        assert_eq!(write_all(&games, notation), expected);
        assert_eq!(write_all(&read_all(&rules, &expected), notation), expected);
    }
}

#[test]
fn errors_name_the_place_and_what_was_legal() {
    let library = Library::built_in();
    let text = fs::read_to_string(data("errors.txt")).expect("the file can be read");
    for block in text.split("=== ").skip(1) {
        let (head, file) = block.split_once('\n').expect("a file follows");
        let (variant, message) = head.split_once(": ").expect("variant and message");
        let rules = library.rules(variant).expect("the variant exists");
        let errors: Vec<_> = pgn::read(&rules, file).filter_map(Result::err).collect();
        let found = errors.first().map(ToString::to_string).unwrap_or_default();
        assert!(found.starts_with(message), "{head}\nbut: {found}");
    }
}

#[test]
fn nothing_in_a_file_makes_the_reader_panic() {
    let library = Library::built_in();
    let rules = library.rules("tree-garden").expect("it is built in");
    let nested = "1. a3 ".to_string() + &"(1. a3 ".repeat(10_000);
    assert!(pgn::read(&rules, &nested).all(|game| game.is_err()));
    let pieces = [
        "1.", "a3", "(", ")", "{", "}", "[", "]", "\"", "$", "é", "O-O", "*", "\n", ";", "%", "N", "x", "+",
        "=", "!", "'", "99", " ", "[FEN \"", "a", "-", "Kxi0-g0", "1-0",
    ];
    let mut random = SplitMix(1);
    for _ in 0..3000 {
        let text: String = (0..random.draw() % 20)
            .map(|_| pieces[(random.draw() % pieces.len() as u64) as usize])
            .collect();
        let _ = pgn::read(&rules, &text).count();
    }
}

#[test]
fn a_start_position_of_its_own_and_odd_tags_are_kept() {
    let library = Library::built_in();
    let rules = library.rules("feudal").expect("it is built in");
    let fen = Position::start(&rules)
        .fen()
        .replace("rcnbfqkdbnar", "rcnbfqklbnar")
        .replace("RCNBFQKDBNAR", "RCNBFQKLBNAR")
        + " armies=Honours/Honours";
    let start = Position::from_fen(&rules, &fen).expect("a position");
    let mut game = Game::new(start);
    game.tags.set("Annotator", "back\\slash \"quoted\"");
    game.tags.set("FEN", "nonsense");
    let again = &read_all(&rules, &game.pgn(Notation::San))[0];
    assert_eq!(again.start.fen(), game.start.fen());
    assert_eq!(again.tags.get("Annotator"), Some("back\\slash \"quoted\""));
}

#[test]
fn the_program_checks_a_file_that_it_played_itself() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("games.pgn");
    let path = file.to_str().expect("a path in UTF-8");
    for seed in ["1", "2"] {
        birnam(&[
            "play",
            "feudal",
            "--depth",
            "1",
            "--random-plies",
            "40",
            "--plies",
            "60",
            "--seed",
            seed,
            "--pgn",
            path,
        ])
        .assert()
        .success();
    }
    let assert = birnam(&["pgn", "feudal", path]).assert().success();
    let written = String::from_utf8_lossy(&assert.get_output().stdout).into_owned();
    assert_eq!(written, fs::read_to_string(&file).expect("the games"));
    birnam(&["pgn", "chess", path]).assert().failure();
}
