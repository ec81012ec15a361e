//! What becomes of generated moves: a list, a count, or just whether there is one.

use crate::board::{Bitboard, Square};
use crate::position::{Move, MoveList};

/// Receives legal moves. Sets of targets arrive whole, so that counting needs no list.
pub(super) trait Sink {
    /// Whether quiet moves are wanted.
    const QUIET: bool;
    /// Whether captures and promotions are wanted.
    const TACTICAL: bool;

    /// Displacement moves of one piece, without promotions; those to enemy squares are captures.
    fn targets(&mut self, from: Square, targets: Bitboard, enemy: Bitboard);

    /// A single move.
    fn one(&mut self, mv: Move);

    /// Whether enough is known, so that generation can end early.
    #[inline]
    fn satisfied(&self) -> bool {
        false
    }
}

/// Lists moves.
pub(super) struct Lister<'a, const QUIET: bool, const TACTICAL: bool>(pub &'a mut MoveList);

impl<const QUIET: bool, const TACTICAL: bool> Sink for Lister<'_, QUIET, TACTICAL> {
    const QUIET: bool = QUIET;
    const TACTICAL: bool = TACTICAL;

    #[inline]
    fn targets(&mut self, from: Square, targets: Bitboard, enemy: Bitboard) {
        if TACTICAL {
            (targets & enemy).each(|to| self.0.push(Move::capture(from, to)));
        }
        if QUIET {
            targets
                .and_not(enemy)
                .each(|to| self.0.push(Move::quiet(from, to)));
        }
    }

    #[inline]
    fn one(&mut self, mv: Move) {
        self.0.push(mv);
    }
}

/// Counts moves: sets of targets are added up in bit planes, whose bits are counted once at the end. On processors
/// without a population count (the x86-64 baseline) this is faster than counting each set.
#[derive(Default)]
pub(super) struct Counter {
    planes: [Bitboard; 8],
    singles: u64,
}

impl Counter {
    /// The number of moves received.
    pub fn total(&self) -> u64 {
        let planes = self.planes.iter().enumerate().filter(|(_, plane)| plane.any());
        self.singles
            + planes
                .map(|(power, plane)| u64::from(plane.len()) << power)
                .sum::<u64>()
    }
}

impl Sink for Counter {
    const QUIET: bool = true;
    const TACTICAL: bool = true;

    // Inlined by force: 5 % of perft.
    #[allow(clippy::inline_always)]
    #[inline(always)]
    fn targets(&mut self, _from: Square, targets: Bitboard, _enemy: Bitboard) {
        let mut carry = targets;
        // Fewer than 256 pieces can go to one square, so that eight planes suffice.
        for plane in &mut self.planes {
            let both = *plane & carry;
            *plane ^= carry;
            carry = both;
            if carry.is_empty() {
                break;
            }
        }
    }

    #[inline]
    fn one(&mut self, _mv: Move) {
        self.singles += 1;
    }
}

/// Looks for any move at all.
#[derive(Default)]
pub(super) struct Finder(pub bool);

impl Sink for Finder {
    const QUIET: bool = true;
    const TACTICAL: bool = true;

    #[inline]
    fn targets(&mut self, _from: Square, targets: Bitboard, _enemy: Bitboard) {
        self.0 |= targets.any();
    }

    #[inline]
    fn one(&mut self, _mv: Move) {
        self.0 = true;
    }

    #[inline]
    fn satisfied(&self) -> bool {
        self.0
    }
}

/// Looks for one move.
pub(super) struct Seeker<const QUIET: bool, const TACTICAL: bool> {
    wanted: Move,
    pub found: bool,
}

impl<const QUIET: bool, const TACTICAL: bool> Seeker<QUIET, TACTICAL> {
    pub fn new(wanted: Move) -> Self {
        Seeker { wanted, found: false }
    }
}

impl<const QUIET: bool, const TACTICAL: bool> Sink for Seeker<QUIET, TACTICAL> {
    const QUIET: bool = QUIET;
    const TACTICAL: bool = TACTICAL;

    #[inline]
    fn targets(&mut self, from: Square, targets: Bitboard, _enemy: Bitboard) {
        let to = self.wanted.to();
        if targets.has(to) {
            let displacement = if TACTICAL {
                Move::capture(from, to)
            } else {
                Move::quiet(from, to)
            };
            self.found |= self.wanted == displacement;
        }
    }

    #[inline]
    fn one(&mut self, mv: Move) {
        self.found |= self.wanted == mv;
    }

    #[inline]
    fn satisfied(&self) -> bool {
        self.found
    }
}
