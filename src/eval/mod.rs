//! Evaluation, derived from the rules of a variant.

use crate::board::Square;
use crate::position::Position;
use crate::variant::{Piece, PieceType};

/// Two scores in centipawns in one word, for the middle game and the end game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tapered(pub i32);

/// Evaluation weights of a variant.
#[derive(Debug, Default)]
pub struct Weights {}

impl Weights {
    /// What a piece on a square adds to [`Position::piece_square_sum`] (negative for Black).
    #[must_use]
    #[inline]
    pub fn piece_square(&self, piece: Piece, square: Square) -> Tapered {
        todo!("{piece:?} {square}")
    }

    /// What a piece adds to [`Position::phase`].
    #[must_use]
    #[inline]
    pub fn phase(&self, kind: PieceType) -> i32 {
        todo!("{kind:?}")
    }

    /// A type's material value in centipawns.
    #[must_use]
    #[inline]
    pub fn value(&self, kind: PieceType) -> i32 {
        todo!("{kind:?}")
    }
}

/// Evaluates a position in centipawns from the side to move's point of view.
#[must_use]
pub fn evaluate(position: &Position) -> i32 {
    todo!("{position}")
}
