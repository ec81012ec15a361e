//! Counts of move sequences from `tests/perft/*.perft`: blocks of `variant NAME`, `id WORDS`, `fen FEN` and
//! `DEPTH COUNT` lines. Builds with debug assertions check all incremental state at every node, so they stop earlier.

use crate::common;
use birnam::tools::perft;
use birnam::variant::Library;

/// Whether a row belongs to the ordinary run.
const fn is_ordinary(depth: u32, count: u64) -> bool {
    if cfg!(debug_assertions) {
        depth <= 3 || count <= 300_000
    } else {
        count <= 5_000_000
    }
}

#[test]
fn counts_hold() {
    check(is_ordinary);
}

#[test]
#[ignore = "takes minutes: cargo test --release perft -- --ignored"]
fn large_counts_hold() {
    check(|depth, count| !is_ordinary(depth, count));
}

/// Checks the rows that are selected by depth and count.
fn check(selected: impl Fn(u32, u64) -> bool) {
    let library = Library::built_in();
    let mut failures = Vec::new();
    for block in common::blocks("perft", "perft") {
        let fen = block.get("fen");
        let place = format!("{} {} \"{}\"", block.place, block.get("variant"), block.get("id"));
        let mut position = common::position(&library, &block);
        for (key, value) in &block.lines {
            let (Ok(depth), Ok(expected)) = (key.parse(), value.parse()) else {
                continue;
            };
            if !selected(depth, expected) {
                continue;
            }
            let counted = perft::count(&mut position, depth);
            if counted != expected {
                failures.push(format!(
                    "{place} depth {depth}: expected {expected}, counted {counted}: {fen}"
                ));
            }
        }
    }
    assert!(
        failures.is_empty(),
        "{} rows fail:\n{}",
        failures.len(),
        failures.join("\n")
    );
}
