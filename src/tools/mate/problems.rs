//! Mate problems from games of the engine against itself.

use super::{Mate, Prover};
use crate::movegen::legal_moves;
use crate::position::{Position, SplitMix, Status, san};
use crate::search::{Control, Limits, Score, Searcher};
use crate::variant::Rules;
use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;

/// Half-moves chosen at random before the engine plays, so that no two games are alike.
const RANDOM_PLIES: usize = 10;
/// One move in so many is chosen at random later on: who errs is mated sooner, on a fuller board.
const ERROR_RATE: u64 = 6;
/// A longer game is given up.
const MOST_PLIES: usize = 600;
/// Where more moves lead to the mate, finding one is no problem.
const MOST_KEYS: usize = 4;
/// Size of the hash table in mebibytes; the searches are short.
const HASH_MB: usize = 1;

/// A mate problem.
#[derive(Clone, Debug)]
pub struct Composed {
    /// The position.
    pub position: Position,
    /// The solution.
    pub mate: Mate,
}

/// The problem as a line of an EPD file.
impl fmt::Display for Composed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Composed { position, mate } = self;
        write!(f, "{} dm {}; bm", position.fen(), mate.moves)?;
        for &key in &mate.keys {
            write!(f, " {}", san(position, key))?;
        }
        write!(f, "; variant \"{}\";", position.rules().name)
    }
}

/// Makes mate problems, one a game: positions in which a short search sees a mate, and trying all moves proves it.
/// It is an iterator, which ends when all that is wanted was found, or after a number of games.
pub struct Composer {
    rules: Arc<Rules>,
    searcher: Searcher,
    limits: Limits,
    /// How many problems are wanted; by number of moves, from one.
    wanted: Vec<usize>,
    /// Moves that a proof may make.
    budget: u64,
    /// Numbers of the next game and of the last one.
    games: std::ops::Range<u64>,
    /// Hashes of the positions found.
    seen: HashSet<u64>,
}

impl Composer {
    /// A composer that plays at most so many games with so many nodes a move. `wanted` says how many problems shall
    /// have mates in one, in two and so on.
    #[must_use]
    pub fn new(
        rules: &Arc<Rules>,
        wanted: &[usize],
        nodes: u64,
        budget: u64,
        games: std::ops::Range<u64>,
    ) -> Composer {
        Composer {
            rules: rules.clone(),
            searcher: Searcher::new(HASH_MB, 1),
            limits: Limits {
                nodes: Some(nodes),
                ..Limits::default()
            },
            wanted: wanted.to_vec(),
            budget,
            games,
            seen: HashSet::new(),
        }
    }

    /// Plays the game with a number until it comes by a problem that is wanted, or to an end.
    fn play(&mut self, game: u64) -> Option<Composed> {
        let mut random = SplitMix(SplitMix(game).draw());
        let mut position = Position::random_start(&self.rules, &mut random);
        self.searcher.clear();
        while position.plies_made() < MOST_PLIES && !matches!(position.status(), Status::Over(..)) {
            let opening = position.plies_made() < RANDOM_PLIES;
            let mv = if opening || random.draw().is_multiple_of(ERROR_RATE) {
                *random.pick(&legal_moves(&position))?
            } else {
                let found = self
                    .searcher
                    .search(&position, &self.limits, &Control::default(), &mut |_| ());
                if let Score::Mate(moves) = found.score
                    && let Some(problem) = self.compose(&position, moves)
                {
                    return Some(problem);
                }
                found.best?
            };
            position.make(mv);
        }
        None
    }

    /// The problem that a position makes, in which a mate in so many moves was seen.
    fn compose(&mut self, position: &Position, moves: i32) -> Option<Composed> {
        let moves = u32::try_from(moves).ok()?;
        self.slot(moves)?;
        // Without the moves that led to it, as its line in a file has it.
        let position = Position::from_fen(&self.rules, &position.fen()).ok()?;
        let mate = Prover::new(self.budget).shortest(&position, moves).ok()??;
        if mate.keys.len() > MOST_KEYS || !self.seen.insert(position.hash()) {
            return None;
        }
        *self.slot(mate.moves)? -= 1;
        Some(Composed { position, mate })
    }

    /// How many mates in so many moves are wanted, if any are.
    fn slot(&mut self, moves: u32) -> Option<&mut usize> {
        let slot = self.wanted.get_mut(moves.checked_sub(1)? as usize)?;
        (*slot > 0).then_some(slot)
    }
}

impl Iterator for Composer {
    type Item = Composed;

    fn next(&mut self) -> Option<Composed> {
        while self.wanted.iter().any(|&count| count > 0) {
            let game = self.games.next()?;
            if let Some(problem) = self.play(game) {
                return Some(problem);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::problem;
    use crate::variant::Library;

    #[test]
    fn problems_are_as_wanted_and_can_be_read_back() {
        let library = Library::built_in();
        let rules = library.rules("chess").expect("known");
        let composer = Composer::new(&rules, &[1, 2], 100, 1_000_000, 1..200);
        let problems: Vec<_> = composer.collect();
        let mut lengths: Vec<_> = problems.iter().map(|problem| problem.mate.moves).collect();
        lengths.sort_unstable();
        assert_eq!(lengths, [1, 2, 2]);
        for composed in problems {
            let read = problem::read("x.epd", &composed.to_string(), &library, "chess");
            let problem = &read.expect("it is right")[0];
            assert_eq!(problem.position.hash(), composed.position.hash());
            assert_eq!(problem.goal.best, composed.mate.keys);
        }
    }

    #[test]
    fn the_games_come_to_an_end() {
        let rules = Library::built_in().rules("feudal").expect("known");
        assert!(
            Composer::new(&rules, &[0, 0, 0, 1], 10, 10, 0..1)
                .next()
                .is_none()
        );
    }
}
