//! Mate problems of every variant (`tests/positions/mates/VARIANT.epd`), made by `birnam mates`: the search solves all of
//! them in limited nodes, and trying all moves proves that they are right.

use crate::common;
use birnam::position::Move;
use birnam::search::{Control, Limits, Score, Searcher};
use birnam::tools::mate::Prover;
use birnam::tools::problem::{self, Problem};
use birnam::variant::Library;
use std::collections::{BTreeSet, HashSet};
use std::fs;

/// Problems of each variant.
const COUNT: usize = 20;

/// Nodes in which each problem has to be solved.
const NODES: u64 = 4_000_000;

/// In builds with debug assertions, which are slow, one problem in so many is enough.
const STEP: usize = if cfg!(debug_assertions) { 10 } else { 1 };

/// More than the proof of any problem takes.
const BUDGET: u64 = 10_000_000_000;

/// Name of the variant and problems of each file.
fn files() -> Vec<(String, Vec<Problem>)> {
    let library = Library::built_in();
    let read = |path: std::path::PathBuf| {
        let stem = path
            .file_stem()
            .expect("a file has a name")
            .to_string_lossy()
            .into_owned();
        let text = fs::read_to_string(&path).expect("the file can be read");
        let problems = problem::read(&format!("{stem}.epd"), &text, &library, &stem);
        (stem, problems.unwrap_or_else(|error| panic!("{error}")))
    };
    common::files("positions/mates", "epd")
        .into_iter()
        .map(read)
        .collect()
}

fn moves(problem: &Problem) -> i32 {
    i32::from(problem.goal.mate.expect("all are mates"))
}

#[test]
fn every_variant_has_its_problems() {
    let files = files();
    let of_file: BTreeSet<_> = files.iter().map(|(name, _)| name.as_str()).collect();
    let library = Library::built_in();
    assert_eq!(of_file, library.names().collect());
    for (name, problems) in files {
        let different: HashSet<u64> = problems.iter().map(|problem| problem.position.hash()).collect();
        assert_eq!(different.len(), COUNT, "{name}");
        let lengths: HashSet<i32> = problems.iter().map(moves).collect();
        assert!(
            (2..=4).all(|length| lengths.contains(&length)),
            "{name}: {lengths:?}"
        );
        for problem in problems {
            assert_eq!(problem.position.rules().name, name);
            assert!(!problem.goal.best.is_empty(), "{name}:{}", problem.line);
        }
    }
}

#[test]
fn the_search_solves_all() {
    let mut searcher = Searcher::new(16, 1);
    for (name, problems) in files() {
        for problem in problems.iter().step_by(STEP) {
            let limits = problem.limits(&Limits {
                nodes: Some(NODES),
                ..Limits::default()
            });
            searcher.clear();
            let found = searcher.search(&problem.position, &limits, &Control::default(), &mut |_| ());
            let place = format!("{name}:{}: {found:?}", problem.line);
            assert_eq!(found.score, Score::Mate(moves(problem)), "{place}");
            assert!(problem.is_solved_by(&found), "{place}");
        }
    }
}

#[test]
fn mates_in_two_are_proved() {
    prove(2..=2, STEP);
}

#[test]
#[ignore = "takes minutes: cargo test --release mates -- --ignored"]
fn all_mates_are_proved() {
    prove(2..=4, 1);
}

/// Proves one problem in so many of those that have a mate in so many moves.
fn prove(lengths: std::ops::RangeInclusive<i32>, step: usize) {
    for (name, problems) in files() {
        let wanted = problems
            .iter()
            .filter(|problem| lengths.contains(&moves(problem)));
        for problem in wanted.step_by(step) {
            let place = format!("{name}:{}", problem.line);
            let position = &problem.position;
            let mate = Prover::new(BUDGET)
                .shortest(position, moves(problem) as u32)
                .expect("the budget suffices")
                .unwrap_or_else(|| panic!("{place}: no mate"));
            assert_eq!(mate.moves as i32, moves(problem), "{place}");
            let set = |moves: &[Move]| moves.iter().copied().collect::<HashSet<_>>();
            assert_eq!(set(&mate.keys), set(&problem.goal.best), "{place}");
        }
    }
}
