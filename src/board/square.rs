//! A square of the 16x16 grid and its text.

use std::fmt;
use std::str::FromStr;

/// A square of the 16x16 grid: `rank * 16 + file`, both from 0. Whether it exists on a board is for its
/// [`Geometry`](super::Geometry) to say.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// The square on a file and a rank, both from 0 to 15.
    #[must_use]
    #[inline]
    pub const fn new(file: u8, rank: u8) -> Square {
        debug_assert!(file < 16 && rank < 16);
        Square(rank << 4 | file)
    }

    /// The square with an index from 0 (a1) to 255 (p16).
    #[must_use]
    #[inline]
    pub const fn from_index(index: u8) -> Square {
        Square(index)
    }

    /// The index, 0 (a1) to 255 (p16).
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The index as a byte.
    #[must_use]
    #[inline]
    pub const fn byte(self) -> u8 {
        self.0
    }

    /// The file, 0 (a) to 15 (p).
    #[must_use]
    #[inline]
    pub const fn file(self) -> u8 {
        self.0 & 15
    }

    /// The rank, 0 (the first) to 15 (the sixteenth).
    #[must_use]
    #[inline]
    pub const fn rank(self) -> u8 {
        self.0 >> 4
    }

    /// The square `dx` files to the right and `dy` ranks up, if that is inside the 16x16 grid.
    #[must_use]
    pub const fn offset(self, dx: i8, dy: i8) -> Option<Square> {
        let file = self.file() as i8 + dx;
        let rank = self.rank() as i8 + dy;
        if file < 0 || file > 15 || rank < 0 || rank > 15 {
            None
        } else {
            Some(Square::new(file as u8, rank as u8))
        }
    }

    /// Files to the right and ranks up from here to `other`.
    #[must_use]
    pub const fn delta(self, other: Square) -> (i8, i8) {
        (
            other.file() as i8 - self.file() as i8,
            other.rank() as i8 - self.rank() as i8,
        )
    }

    /// Steps of a king from here to `other` on an empty board without holes.
    #[must_use]
    pub fn steps(self, other: Square) -> i32 {
        let (dx, dy) = self.delta(other);
        dx.abs().max(dy.abs()).into()
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.file()) as char, self.rank() + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is not a square from `a1` to `p16`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseSquareError(pub String);

impl fmt::Display for ParseSquareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "\"{}\" is not a square (a file letter and a rank number, such as e4)",
            self.0
        )
    }
}

impl std::error::Error for ParseSquareError {}

impl FromStr for Square {
    type Err = ParseSquareError;

    fn from_str(text: &str) -> Result<Square, ParseSquareError> {
        let error = || ParseSquareError(text.to_string());
        let (&file, digits) = text.as_bytes().split_first().ok_or_else(error)?;
        let plain =
            (1..=2).contains(&digits.len()) && digits.iter().all(u8::is_ascii_digit) && digits[0] != b'0';
        if !plain || !(b'a'..=b'p').contains(&file) {
            return Err(error());
        }
        match text[1..].parse::<u8>() {
            Ok(rank @ 1..=16) => Ok(Square::new(file - b'a', rank - 1)),
            _ => Err(error()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_round_trips_for_every_square() {
        for index in 0..=255 {
            let square = Square::from_index(index);
            assert_eq!(square.to_string().parse(), Ok(square));
        }
    }

    #[test]
    fn broken_texts_are_refused() {
        for text in ["", "a", "a0", "a01", "q1", "a17", "A1", "a1x", "é1", "a-1", "a+1"] {
            assert!(text.parse::<Square>().is_err(), "{text}");
        }
    }
}
