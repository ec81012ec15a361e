//! Whole games of the engine against itself: every move is legal, and every game comes to a proper end.

use birnam::movegen::legal_moves;
use birnam::position::{Position, SplitMix};
use birnam::search::{Control, Limits, Searcher};
use birnam::tools::verdict::Verdict;
use birnam::variant::{Library, Rules};
use std::sync::Arc;

/// Half-moves chosen at random before the engine plays, so that no two games are alike.
const RANDOM_PLIES: usize = 10;
/// Nodes for each move.
const NODES: u64 = 200;
/// Far more half-moves than the rules of any built-in variant let a game go on for.
const MOST_PLIES: usize = 5000;

#[test]
fn games_come_to_an_end() {
    play_all(if cfg!(debug_assertions) { 1 } else { 20 });
}

#[test]
#[ignore = "takes minutes: cargo test --release games -- --ignored"]
fn many_games_come_to_an_end() {
    play_all(200);
}

fn play_all(games: u64) {
    let library = Library::built_in();
    let mut searcher = Searcher::new(1, 1);
    for name in library.names() {
        let rules = library.rules(name).expect("a listed variant exists");
        for seed in 0..games {
            play(&rules, &mut searcher, seed);
        }
    }
}

/// Plays a game that follows from a seed.
fn play(rules: &Arc<Rules>, searcher: &mut Searcher, seed: u64) {
    let limits = Limits {
        nodes: Some(NODES),
        ..Limits::default()
    };
    let mut random = SplitMix(seed);
    let mut position = start(rules, &mut random);
    let opening = position.fen();
    searcher.clear();
    while Verdict::of(&position).is_none() {
        let moves = legal_moves(&position);
        let mv = if position.plies_made() < RANDOM_PLIES {
            moves[(random.draw() % moves.len() as u64) as usize]
        } else {
            let result = searcher.search(&position, &limits, &Control::default(), &mut |_| ());
            result.best.expect("there is a legal move while the game goes on")
        };
        assert!(
            moves.contains(&mv),
            "{}: {mv:?} in {}",
            rules.name,
            position.fen()
        );
        position.make(mv);
        assert!(
            position.plies_made() < MOST_PLIES,
            "{}: the game from {opening} with seed {seed} does not end",
            rules.name
        );
    }
}

/// The start position, with armies drawn at random where there are any.
fn start(rules: &Arc<Rules>, random: &mut SplitMix) -> Position {
    let armies = rules.armies.len() as u64;
    if armies == 0 {
        return Position::start(rules);
    }
    let mut draw = || (random.draw() % armies) as usize;
    Position::start_with_armies(rules, [draw(), draw()]).expect("every pair of armies can be set up")
}
