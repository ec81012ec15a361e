//! Openings of random moves, and books of them.

use super::Opening;
use crate::movegen::legal_moves;
use crate::position::{Position, SplitMix, Status};
use crate::search::{Control, Limits, Score, Searcher};
use std::collections::HashSet;

/// Random legal moves from a position, chosen so that neither side stands much better than before them.
#[derive(Clone, Debug)]
pub struct RandomOpenings {
    start: Position,
    plies: usize,
    seed: u64,
    /// Nodes of the search that judges an opening.
    pub nodes: u64,
    /// How far White's score may be from that at the start for an opening to be taken at once, in centipawns. What
    /// counts is the change: in games of unequal sides the score of the start itself says little.
    pub balance: i32,
}

/// An opening, judged.
#[derive(Clone, Debug)]
pub struct Judged {
    /// The opening.
    pub opening: Opening,
    /// Its score for the side to move, in centipawns.
    pub score: i32,
    /// How far White's score is from that at the start.
    pub change: i32,
}

/// Openings drawn until one is balanced; then the best of them has to do.
const ATTEMPTS: usize = 40;

impl RandomOpenings {
    /// Openings of so many half-moves.
    #[must_use]
    pub fn new(start: Position, plies: usize, seed: u64) -> RandomOpenings {
        RandomOpenings {
            start,
            plies,
            seed,
            nodes: 3000,
            balance: 60,
        }
    }

    /// The opening with a number.
    #[must_use]
    pub fn get(&self, number: usize) -> Opening {
        self.judged(number).opening
    }

    /// The opening with a number, and what was thought of it.
    #[must_use]
    pub fn judged(&self, number: usize) -> Judged {
        // Numbers far apart, so that neighbouring seeds and openings have nothing in common.
        let mut random = SplitMix::numbered(self.seed, number as u64);
        let mut searcher = Searcher::new(1, 1);
        let start = Opening {
            start: self.start.clone(),
            moves: Vec::new(),
        };
        let level = self
            .judge(&mut searcher, &start)
            .map_or(0, |score| self.start.side().as_white_sees(score));
        let mut best: Option<Judged> = None;
        for _ in 0..ATTEMPTS {
            let Some(opening) = self.attempt(&mut random) else {
                continue;
            };
            let Some(score) = self.judge(&mut searcher, &opening) else {
                continue;
            };
            let change = (opening.end().side().as_white_sees(score) - level).abs();
            if best.as_ref().is_none_or(|other| change < other.change) {
                best = Some(Judged {
                    opening,
                    score,
                    change,
                });
            }
            if change <= self.balance {
                break;
            }
        }
        // Games that are always over so soon are played from the start.
        best.unwrap_or(Judged {
            opening: start,
            score: 0,
            change: 0,
        })
    }

    /// Random moves; none if the game is over after them.
    fn attempt(&self, random: &mut SplitMix) -> Option<Opening> {
        let mut position = self.start.clone();
        let mut moves = Vec::with_capacity(self.plies);
        for _ in 0..self.plies {
            let mv = *random.pick(&legal_moves(&position))?;
            position.make(mv);
            moves.push(mv);
        }
        let is_over = matches!(position.status(), Status::Over(..));
        (!is_over).then(|| Opening {
            start: self.start.clone(),
            moves,
        })
    }

    /// The score of a short search; none if it is a forced win.
    fn judge(&self, searcher: &mut Searcher, opening: &Opening) -> Option<i32> {
        // What is known of other openings must not matter.
        searcher.clear();
        let limits = Limits {
            nodes: Some(self.nodes),
            ..Limits::default()
        };
        let result = searcher.search(&opening.end(), &limits, &Control::default(), &mut |_| ());
        match result.score {
            Score::Centipawns(score) => Some(score),
            Score::Mate(_) => None,
        }
    }
}

/// A book: so many different balanced positions, each with its score for the side to move in centipawns. There are
/// fewer if the variant does not have as many so near the start.
#[must_use]
pub fn make_book(openings: &RandomOpenings, count: usize) -> Vec<(Position, i32)> {
    let mut seen = HashSet::new();
    (0..count * 4)
        .map(|number| openings.judged(number))
        .filter(|judged| judged.change <= openings.balance)
        .map(|judged| (judged.opening.end(), judged.score))
        .filter(|(position, _)| seen.insert(position.hash()))
        .take(count)
        .collect()
}
