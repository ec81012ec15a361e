//! Positions of self-play with the results of their games.

use crate::board::Colour;
use crate::movegen::legal_moves;
use crate::position::{Position, SplitMix, Status};
use crate::search::{Control, Limits, Score, Searcher};
use crate::variant::{Outcome, Rules};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Random half-moves at the start of a game, at least; as many again at most.
const RANDOM_PLIES: usize = 6;
/// A side so far ahead, in centipawns, for so many plies wins.
const WON: i32 = 1500;
const WON_PLIES: u32 = 6;
/// A game of so many plies has got nowhere: it is a draw.
const MOST_PLIES: usize = 400;
/// Of the quiet positions of a game one in so many is taken.
const TAKE_ONE_IN: u64 = 3;

/// A quiet position of a game.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The position.
    pub fen: String,
    /// White's score by the search that chose the move, in centipawns.
    pub score: i32,
    /// White's points in the game: 0, 0.5 or 1.
    pub result: f64,
}

/// What to play.
#[derive(Clone, Debug)]
pub struct Play {
    /// The variant.
    pub rules: Arc<Rules>,
    /// Number of games.
    pub games: usize,
    /// Nodes a move.
    pub nodes: u64,
    /// Number that all random choices follow from.
    pub seed: u64,
    /// Games at the same time.
    pub threads: usize,
}

/// Plays games and takes samples of them. `progress` is called after each game, from any thread.
#[must_use]
pub fn play(play: &Play, progress: &(dyn Fn() + Sync)) -> Vec<Sample> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut searcher = Searcher::new(4, 1);
        let mut samples = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= play.games {
                return samples;
            }
            samples.extend(play_game(play, number, &mut searcher));
            progress();
        }
    };
    thread::scope(|scope| {
        let threads: Vec<_> = (0..play.threads.max(1)).map(|_| scope.spawn(work)).collect();
        let finished = threads.into_iter().filter_map(|thread| thread.join().ok());
        finished.flatten().collect()
    })
}

fn play_game(play: &Play, number: usize, searcher: &mut Searcher) -> Vec<Sample> {
    let mut random = SplitMix(SplitMix(play.seed).draw() ^ SplitMix(number as u64).draw());
    let mut position = start(&play.rules, &mut random);
    for _ in 0..RANDOM_PLIES + random.draw() as usize % (RANDOM_PLIES + 1) {
        let legal = legal_moves(&position);
        if legal.is_empty() {
            return Vec::new();
        }
        position.make(legal[random.draw() as usize % legal.len()]);
    }
    searcher.clear();
    let limits = Limits {
        nodes: Some(play.nodes),
        ..Limits::default()
    };
    let mut taken: Vec<(String, i32)> = Vec::new();
    let mut won = 0u32;
    let mut leader = 0;
    let result = loop {
        if let Status::Over(outcome, _) = position.status() {
            break points(outcome, position.side());
        }
        let found = searcher.search(&position, &limits, &Control::default(), &mut |_| ());
        let Some(mv) = found.best else {
            return Vec::new();
        };
        let white = if position.side() == Colour::White { 1 } else { -1 };
        let score = white
            * match found.score {
                Score::Centipawns(score) => score,
                Score::Mate(moves) if moves > 0 => 2 * WON,
                Score::Mate(_) => -2 * WON,
            };
        won = if score.abs() < WON {
            0
        } else if score.signum() == leader {
            won + 1
        } else {
            1
        };
        leader = score.signum();
        if won >= WON_PLIES {
            break if leader > 0 { 1.0 } else { 0.0 };
        }
        if position.plies_made() >= MOST_PLIES {
            break 0.5;
        }
        let quiet = !position.in_check() && !mv.is_tactical() && score.abs() < WON;
        if quiet && random.draw().is_multiple_of(TAKE_ONE_IN) {
            taken.push((position.fen(), score));
        }
        position.make(mv);
    };
    let sample = |(fen, score)| Sample { fen, score, result };
    taken.into_iter().map(sample).collect()
}

/// The start position, with armies drawn at random where there are some.
fn start(rules: &Arc<Rules>, random: &mut SplitMix) -> Position {
    if rules.armies.is_empty() {
        return Position::start(rules);
    }
    let mut draw = || random.draw() as usize % rules.armies.len();
    Position::start_with_armies(rules, [draw(), draw()]).unwrap_or_else(|_| Position::start(rules))
}

/// White's points for an outcome of the side to move.
fn points(outcome: Outcome, side: Colour) -> f64 {
    match (outcome, side) {
        (Outcome::Draw, _) => 0.5,
        (Outcome::Win, Colour::White) | (Outcome::Loss, Colour::Black) => 1.0,
        _ => 0.0,
    }
}
