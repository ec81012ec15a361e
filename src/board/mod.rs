//! The board without pieces: squares, sets of squares, lines and the shape of a variant's board.
//!
//! Every board lives in a 16x16 grid: a square's index is `rank * 16 + file`, so that a rank is one 16-bit lane
//! of the 256-bit [`Bitboard`]. Boards smaller than that, and boards with holes, are the [`Geometry`]'s business.

mod bitboard;
mod geometry;
mod line;
mod square;

pub use bitboard::{Bitboard, Squares};
pub use geometry::Geometry;
pub use line::{Blockers, Line, LineTable};
pub use square::{ParseSquareError, Square};

/// One of the two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Colour {
    /// The side whose forward is up the board (towards higher ranks).
    White,
    /// The side whose forward is down the board.
    Black,
}

impl Colour {
    /// Both sides, White first.
    pub const BOTH: [Colour; 2] = [Colour::White, Colour::Black];

    /// 0 for White, 1 for Black.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// `White` or `Black`, as people write it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Colour::White => "White",
            Colour::Black => "Black",
        }
    }

    /// White's score, from this side's; and the other way round, as both turn the sign for Black.
    #[must_use]
    #[inline]
    pub const fn as_white_sees(self, score: i32) -> i32 {
        match self {
            Colour::White => score,
            Colour::Black => -score,
        }
    }
}

impl std::ops::Not for Colour {
    type Output = Colour;

    #[inline]
    fn not(self) -> Colour {
        match self {
            Colour::White => Colour::Black,
            Colour::Black => Colour::White,
        }
    }
}

/// A pair of values, one a side, indexed by [`Colour`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ByColour<T>(pub [T; 2]);

impl<T> ByColour<T> {
    /// Builds both values from their colour.
    pub fn from_fn(mut f: impl FnMut(Colour) -> T) -> Self {
        ByColour([f(Colour::White), f(Colour::Black)])
    }
}

impl<T> std::ops::Index<Colour> for ByColour<T> {
    type Output = T;

    #[inline]
    fn index(&self, colour: Colour) -> &T {
        &self.0[colour.index()]
    }
}

impl<T> std::ops::IndexMut<Colour> for ByColour<T> {
    #[inline]
    fn index_mut(&mut self, colour: Colour) -> &mut T {
        &mut self.0[colour.index()]
    }
}
