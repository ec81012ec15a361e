//! Evaluation, derived from the rules of a variant.

use crate::board::{Geometry, Square};
use crate::position::Position;
use crate::variant::{Piece, PieceRules, PieceType};
use std::ops::{AddAssign, SubAssign};

/// Two scores in centipawns in one word, for the middle game and the end game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tapered(pub i32);

impl AddAssign for Tapered {
    #[inline]
    fn add_assign(&mut self, other: Tapered) {
        self.0 += other.0;
    }
}

impl SubAssign for Tapered {
    #[inline]
    fn sub_assign(&mut self, other: Tapered) {
        self.0 -= other.0;
    }
}

/// Evaluation weights of a variant.
#[derive(Debug, Default)]
pub struct Weights {}

impl Weights {
    /// Derives the weights from the rules.
    #[must_use]
    pub fn derive(_geometry: &Geometry, _pieces: &[PieceRules]) -> Weights {
        Weights::default()
    }

    /// What a piece on a square adds to [`Position::piece_square_sum`] (negative for Black).
    #[must_use]
    #[inline]
    pub fn piece_square(&self, _piece: Piece, _square: Square) -> Tapered {
        Tapered(0)
    }

    /// What a piece adds to [`Position::phase`].
    #[must_use]
    #[inline]
    pub fn phase(&self, _kind: PieceType) -> i32 {
        0
    }
}

/// Evaluates a position in centipawns from the side to move's point of view.
#[must_use]
pub fn evaluate(_position: &Position) -> i32 {
    0
}
