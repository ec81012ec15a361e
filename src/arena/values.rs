//! Games at material odds, which show what pieces are worth.
//!
//! In each game one side lacks a piece, or has another one in its place, and the other side lacks pieces that are
//! worth about as much by the evaluation's own guess. Results near one half are the most telling; where they are not
//! near one half, the guess was wrong, and the fit says by how much.

use super::selfplay::{Bout, Scheme};
use crate::board::{Colour, Square};
use crate::position::{Position, SplitMix};
use crate::variant::{Piece, PieceType, Rules};
use std::sync::Arc;

/// The compensation misses the guessed value by up to so many centipawns, so that the results do not all come from
/// the same material.
const SPREAD: i32 = 100;

/// Sides are taken to be equal up to so many centipawns.
const TOLERANCE: i32 = 50;

/// Pieces taken off in compensation at most.
const MOST_REMOVED: usize = 12;

/// Draws of odds until a playable one is found.
const ATTEMPTS: usize = 50;

/// Games at odds of certain piece types.
#[derive(Clone, Debug)]
pub struct Values {
    start: Position,
    kinds: Vec<PieceType>,
    seed: u64,
}

impl Values {
    /// Games about some piece types; an empty list stands for all but the royal one.
    #[must_use]
    pub fn new(rules: &Arc<Rules>, kinds: &[PieceType], seed: u64) -> Values {
        let all = || rules.kinds().filter(|&kind| kind != rules.royal).collect();
        Values {
            start: Position::start(rules),
            kinds: if kinds.is_empty() { all() } else { kinds.to_vec() },
            seed,
        }
    }

    /// A start position at odds of a type; none if no playable one was found.
    fn odds(&self, kind: PieceType, random: &mut SplitMix) -> Option<Position> {
        (0..ATTEMPTS).find_map(|_| {
            let mut odds = Odds::new(&self.start, random);
            odds.change(kind)?;
            odds.compensate();
            self.start.with_changes(&odds.changes).ok()
        })
    }
}

impl Scheme for Values {
    fn contestants(&self) -> Vec<String> {
        Colour::BOTH.map(|side| side.name().to_string()).to_vec()
    }

    fn cycle(&self, number: usize) -> Vec<Bout> {
        let mut random = SplitMix::numbered(self.seed, number as u64);
        let odds = |&kind: &PieceType| {
            // A type that never gives playable odds (there is nothing to compensate it) makes an even game, so that
            // all cycles are equally long.
            let start = self.odds(kind, &mut random);
            Bout {
                white: 0,
                black: 1,
                start: start.unwrap_or_else(|| self.start.clone()),
            }
        };
        self.kinds.iter().map(odds).collect()
    }
}

/// Changes to a start position, while they are being chosen.
struct Odds<'a> {
    rules: &'a Rules,
    /// All pieces but the royal ones, with their squares.
    pieces: Vec<(Square, Piece)>,
    changes: Vec<(Square, Option<Piece>)>,
    /// White's material less Black's, by the evaluation's guess, in centipawns.
    balance: i32,
    random: &'a mut SplitMix,
}

impl<'a> Odds<'a> {
    fn new(start: &'a Position, random: &'a mut SplitMix) -> Odds<'a> {
        let rules: &Rules = start.rules();
        let piece = |square| start.piece_at(square).map(|piece| (square, piece));
        let pieces = start.occupied().iter().filter_map(piece);
        Odds {
            rules,
            pieces: pieces.filter(|(_, piece)| piece.kind() != rules.royal).collect(),
            changes: Vec::new(),
            // A miss on purpose. The start's own imbalance, where the sides differ, is not made up for.
            balance: (random.draw() % (2 * SPREAD as u64 + 1)) as i32 - SPREAD,
            random,
        }
    }

    fn value(&self, piece: Piece) -> i32 {
        let value = self.rules.weights.value(piece.kind());
        piece.colour().as_white_sees(value)
    }

    /// A random one of the pieces that fulfil a condition, taken out of the list.
    fn draw(&mut self, condition: impl Fn(Piece) -> bool) -> Option<(Square, Piece)> {
        let fitting: Vec<usize> = (0..self.pieces.len())
            .filter(|&index| condition(self.pieces[index].1))
            .collect();
        let choice = self.random.draw() % fitting.len().max(1) as u64;
        let index = *fitting.get(choice as usize)?;
        Some(self.pieces.swap_remove(index))
    }

    fn remove(&mut self, (square, piece): (Square, Piece)) {
        self.balance -= self.value(piece);
        self.changes.push((square, None));
    }

    /// Takes a piece of a type from a random side; puts one in place of another if the side has none.
    fn change(&mut self, kind: PieceType) -> Option<()> {
        let side = if self.random.draw() & 1 == 0 {
            Colour::White
        } else {
            Colour::Black
        };
        let piece = Piece::new(side, kind);
        if let Some(found) = self.draw(|other| other == piece) {
            self.remove(found);
            return Some(());
        }
        let worth = self.rules.weights.value(kind);
        let distance = |other: Piece| (self.rules.weights.value(other.kind()) - worth).abs();
        let is_pawn = |kind| self.rules.pawns.contains(&kind);
        // Pawns stand where other pieces are not at home, and the other way round.
        let replaced = self
            .pieces
            .iter()
            .map(|&(_, other)| other)
            .filter(|other| other.colour() == side && is_pawn(other.kind()) == is_pawn(kind))
            .min_by_key(|&other| distance(other))?;
        let (square, old) = self.draw(|other| other == replaced)?;
        self.balance += self.value(piece) - self.value(old);
        self.changes.push((square, Some(piece)));
        Some(())
    }

    /// Takes pieces from the side that is better off until the sides are about equal.
    fn compensate(&mut self) {
        for _ in 0..MOST_REMOVED {
            let surplus = self.balance.abs();
            let side = if self.balance > 0 {
                Colour::White
            } else {
                Colour::Black
            };
            if surplus <= TOLERANCE {
                return;
            }
            let rules = self.rules;
            let fits = |piece: Piece| {
                let value = rules.weights.value(piece.kind());
                piece.colour() == side && value > 0 && value <= surplus + TOLERANCE
            };
            match self.draw(fits) {
                Some(found) => self.remove(found),
                None => return,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::Library;

    fn values(variant: &str) -> Values {
        let rules = Library::built_in().rules(variant).expect("it is built in");
        Values::new(&rules, &[], 3)
    }

    #[test]
    fn every_type_gets_its_odds() {
        for variant in ["chess", "short-sliders", "feudal", "treeleaders", "tree-garden"] {
            let values = values(variant);
            let games = values.cycle(0);
            assert_eq!(games.len(), values.kinds.len(), "{variant}");
            let even = games
                .iter()
                .filter(|game| game.start.fen() == values.start.fen())
                .count();
            assert!(
                even * 4 <= games.len(),
                "{variant}: {even} of {} are even",
                games.len()
            );
        }
    }

    #[test]
    fn cycles_follow_from_the_seed() {
        let fens = |cycle| -> Vec<_> {
            let games = values("chess").cycle(cycle);
            games.iter().map(|game| game.start.fen()).collect()
        };
        assert_eq!(fens(2), fens(2));
        assert_ne!(fens(2), fens(3));
    }
}
