//! Positions of self-play and of game files with the results of their games.

use crate::board::Colour;
use crate::movegen::legal_moves;
use crate::pgn::{Ending, Game};
use crate::position::{Move, Position, SplitMix, Status};
use crate::search::{Control, Limits, Score, SearchResult, Searcher};
use crate::variant::{Outcome, Rules};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Random half-moves at the start of a game, at least; as many again at most.
const RANDOM_PLIES: usize = 6;
/// A side so far ahead, in centipawns, for so many plies wins.
const WON: i32 = 1500;
const WON_PLIES: u32 = 6;
/// A game of so many plies is broken off, and the last score says how it stands: with so many centipawns a side wins
/// three games of four.
const MOST_PLIES: usize = 400;
const LIKELY_WIN: f64 = 400.0;
/// Of the quiet positions of a game one in so many is taken.
const TAKE_ONE_IN: u64 = 3;

/// A quiet position of a game.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The position.
    pub fen: String,
    /// White's score by the search that chose the move, in centipawns, if it is known.
    pub score: Option<i32>,
    /// White's points in the game: 0, 0.5 or 1, or what is to be expected if it was broken off.
    pub result: f64,
}

/// Samples as lines of text: `FEN;SCORE;RESULT`, where an unknown score is left out.
#[must_use]
pub fn write_samples(samples: &[Sample]) -> String {
    let line = |sample: &Sample| {
        let score = sample.score.map_or(String::new(), |score| score.to_string());
        format!("{};{score};{}\n", sample.fen, sample.result)
    };
    samples.iter().map(line).collect()
}

/// Reads what [`write_samples`] wrote.
///
/// # Errors
/// The number of a line that is none of them.
pub fn read_samples(text: &str) -> Result<Vec<Sample>, String> {
    let lines = text.lines().enumerate();
    lines
        .map(|(number, line)| {
            read_sample(line).ok_or_else(|| format!("line {} is no FEN;SCORE;RESULT", number + 1))
        })
        .collect()
}

fn read_sample(line: &str) -> Option<Sample> {
    let mut parts = line.rsplitn(3, ';');
    let result = parts.next()?.parse::<f64>().ok()?;
    let score = match parts.next()? {
        "" => None,
        score => Some(score.parse::<i32>().ok()?),
    };
    let fen = parts.next()?.to_string();
    (0.0..=1.0)
        .contains(&result)
        .then_some(Sample { fen, score, result })
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
    let mut random = SplitMix::numbered(play.seed, number as u64);
    let Some(mut position) = opening(&play.rules, &mut random) else {
        return Vec::new();
    };
    searcher.clear();
    let mut taken: Vec<(String, i32)> = Vec::new();
    let result = play_out(
        &mut position,
        play.nodes,
        |_, position, limits| search(searcher, position, limits),
        |position, mv, score| {
            let open = is_quiet(position, mv) && score.abs() < WON;
            if open && random.draw().is_multiple_of(TAKE_ONE_IN) {
                taken.push((position.fen(), score));
            }
        },
    );
    let Some(result) = result else {
        return Vec::new();
    };
    let sample = |(fen, score)| Sample {
        fen,
        score: Some(score),
        result,
    };
    taken.into_iter().map(sample).collect()
}

/// The quiet positions of a game that was played to its end. Its first plies, where all is open, are left out.
#[must_use]
pub fn samples_of(game: &Game) -> Vec<Sample> {
    let result = match game.ending {
        Ending::WhiteWins => 1.0,
        Ending::Draw => 0.5,
        Ending::BlackWins => 0.0,
        Ending::Unknown => return Vec::new(),
    };
    let mut position = game.start.clone();
    let mut samples = Vec::new();
    for (number, ply) in game.line.plies.iter().enumerate() {
        if number >= RANDOM_PLIES && is_quiet(&position, ply.mv) {
            samples.push(Sample {
                fen: position.fen(),
                score: None,
                result,
            });
        }
        position.make(ply.mv);
    }
    samples
}

/// Whether the evaluation alone should know what a position is worth in which this move was played.
fn is_quiet(position: &Position, mv: Move) -> bool {
    !position.in_check() && !mv.is_tactical()
}

/// A position after some random moves from the start. None if the game ended on the way.
pub(super) fn opening(rules: &Arc<Rules>, random: &mut SplitMix) -> Option<Position> {
    let mut position = Position::random_start(rules, random);
    for _ in 0..RANDOM_PLIES + random.draw() as usize % (RANDOM_PLIES + 1) {
        position.make(*random.pick(&legal_moves(&position))?);
    }
    Some(position)
}

/// Plays a game to its end, or until it is clear who wins: White's points. `search` finds a colour's move, with so
/// many nodes; `seen` is told every position before the move, the move and White's score in centipawns. None if
/// a search found no move.
pub(super) fn play_out(
    position: &mut Position,
    nodes: u64,
    mut search: impl FnMut(Colour, &Position, &Limits) -> SearchResult,
    mut seen: impl FnMut(&Position, Move, i32),
) -> Option<f64> {
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    let (mut won, mut leader) = (0u32, 0);
    loop {
        if let Status::Over(outcome, _) = position.status() {
            return Some(points(outcome, position.side()));
        }
        let found = search(position.side(), position, &limits);
        let mv = found.best?;
        let score = position.side().as_white_sees(match found.score {
            Score::Centipawns(score) => score,
            Score::Mate(moves) if moves > 0 => 2 * WON,
            Score::Mate(_) => -2 * WON,
        });
        won = if score.abs() < WON {
            0
        } else if score.signum() == leader {
            won + 1
        } else {
            1
        };
        leader = score.signum();
        if won >= WON_PLIES {
            return Some(if leader > 0 { 1.0 } else { 0.0 });
        }
        if position.plies_made() >= MOST_PLIES {
            return Some(1.0 / (1.0 + (-f64::from(score) / LIKELY_WIN).exp()));
        }
        seen(position, mv, score);
        position.make(mv);
    }
}

/// A search that nobody watches or stops.
pub(super) fn search(searcher: &mut Searcher, position: &Position, limits: &Limits) -> SearchResult {
    searcher.search(position, limits, &Control::default(), &mut |_| ())
}

/// White's points for an outcome of the side to move.
fn points(outcome: Outcome, side: Colour) -> f64 {
    match (outcome, side) {
        (Outcome::Draw, _) => 0.5,
        (Outcome::Win, Colour::White) | (Outcome::Loss, Colour::Black) => 1.0,
        _ => 0.0,
    }
}
