//! A move in 32 bits.

use crate::board::Square;
use crate::variant::PieceType;
use std::fmt;
use std::num::NonZeroU32;
use std::ops::{Deref, DerefMut};

/// A move: from, to, the square of the captured piece or castling partner, and the type promoted to by choice.
///
/// This is a move's identity: two ways of doing the same thing are one move. Promotions that are not a choice are
/// not part of it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(NonZeroU32);

// Bits 0-7 from, 8-15 to, 16-23 victim or partner (`from` itself: no capture), 24-30 promotion plus one, 31 castling.
// All zero would be a1 to a1 without victim, which is no move.
const CASTLING: u32 = 1 << 31;

impl Move {
    fn build(from: Square, to: Square, third: Square, high: u32) -> Move {
        let bits = from.index() as u32 | (to.index() as u32) << 8 | (third.index() as u32) << 16 | high;
        debug_assert_ne!(bits, 0, "a move has to do something");
        // `| 1 << 31` in place of a panic: the case cannot arise.
        Move(NonZeroU32::new(bits).unwrap_or(NonZeroU32::MAX))
    }

    /// A move without capture.
    #[must_use]
    #[inline]
    pub fn quiet(from: Square, to: Square) -> Move {
        Move::build(from, to, from, 0)
    }

    /// A move that captures on the square where it ends.
    #[must_use]
    #[inline]
    pub fn capture(from: Square, to: Square) -> Move {
        Move::build(from, to, to, 0)
    }

    /// A move that captures on a square other than the one where it ends (en passant, rifle).
    #[must_use]
    #[inline]
    pub fn remote_capture(from: Square, to: Square, victim: Square) -> Move {
        Move::build(from, to, victim, 0)
    }

    /// The royal piece castles with the partner on a square.
    #[must_use]
    #[inline]
    pub fn castling(from: Square, to: Square, partner: Square) -> Move {
        Move::build(from, to, partner, CASTLING)
    }

    /// The same move, promoting to a type by choice.
    #[must_use]
    #[inline]
    pub fn promoting_to(self, kind: PieceType) -> Move {
        Move(self.0 | (kind.index() as u32 + 1) << 24)
    }

    /// Where the moving piece comes from.
    #[must_use]
    #[inline]
    pub fn from(self) -> Square {
        Square::from_index(self.0.get() as u8)
    }

    /// Where the moving piece ends; its own square if it captures without moving.
    #[must_use]
    #[inline]
    pub fn to(self) -> Square {
        Square::from_index((self.0.get() >> 8) as u8)
    }

    /// The square of the captured piece.
    #[must_use]
    #[inline]
    pub fn victim(self) -> Option<Square> {
        let third = (self.0.get() >> 16) as u8;
        (self.0.get() & CASTLING == 0 && third != self.0.get() as u8).then_some(Square::from_index(third))
    }

    /// The square of the castling partner.
    #[must_use]
    #[inline]
    pub fn partner(self) -> Option<Square> {
        (self.0.get() & CASTLING != 0).then_some(Square::from_index((self.0.get() >> 16) as u8))
    }

    /// The type promoted to by choice.
    #[must_use]
    #[inline]
    pub fn promotion(self) -> Option<PieceType> {
        let code = (self.0.get() >> 24 & 0x7F) as usize;
        (code != 0).then(|| PieceType::new(code - 1))
    }

    /// Whether the move captures something.
    #[must_use]
    #[inline]
    pub fn is_capture(self) -> bool {
        self.victim().is_some()
    }

    /// Whether the move captures or promotes by choice.
    #[must_use]
    #[inline]
    pub fn is_tactical(self) -> bool {
        self.is_capture() || self.0.get() >> 24 & 0x7F != 0
    }

    /// The move as a number that is never 0, for the transposition table.
    #[must_use]
    #[inline]
    pub const fn bits(self) -> u32 {
        self.0.get()
    }

    /// The move with a number from [`Move::bits`]; none for 0. Any other number gives some move, possibly an
    /// illegal one.
    #[must_use]
    #[inline]
    pub const fn from_bits(bits: u32) -> Option<Move> {
        match NonZeroU32::new(bits) {
            Some(bits) => Some(Move(bits)),
            None => None,
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from(), self.to())?;
        if let Some(victim) = self.victim() {
            write!(f, "x{victim}")?;
        }
        if let Some(partner) = self.partner() {
            write!(f, "+{partner}")?;
        }
        if let Some(kind) = self.promotion() {
            write!(f, "={}", kind.index())?;
        }
        Ok(())
    }
}

/// A list of moves. Its memory can be reused; there is no limit to its length, as large boards full of riders have
/// thousands of moves.
#[derive(Clone, Debug, Default)]
pub struct MoveList(Vec<Move>);

impl MoveList {
    /// An empty list with room for the moves of an ordinary position.
    #[must_use]
    pub fn new() -> MoveList {
        MoveList(Vec::with_capacity(256))
    }

    /// Adds a move.
    #[inline]
    pub fn push(&mut self, mv: Move) {
        self.0.push(mv);
    }

    /// Takes all moves out and keeps the memory.
    #[inline]
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Keeps only some of the moves, in their order.
    pub fn retain(&mut self, mut keep: impl FnMut(Move) -> bool) {
        self.0.retain(|&mv| keep(mv));
    }

    /// Takes out the move at an index, in constant time: the last move takes its place.
    pub fn swap_remove(&mut self, index: usize) -> Move {
        self.0.swap_remove(index)
    }
}

impl Deref for MoveList {
    type Target = [Move];

    #[inline]
    fn deref(&self) -> &[Move] {
        &self.0
    }
}

impl DerefMut for MoveList {
    #[inline]
    fn deref_mut(&mut self) -> &mut [Move] {
        &mut self.0
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = &'a Move;
    type IntoIter = std::slice::Iter<'a, Move>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}
