//! The board as text.

use super::Position;
use crate::board::Square;
use std::fmt;

/// The board as text, the highest rank first, with coordinates: `.` for an empty square, blank for a hole.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let geometry = &self.rules.geometry;
        for rank in (0..geometry.ranks()).rev() {
            write!(f, "{:>2} ", rank + 1)?;
            for file in 0..geometry.files() {
                let square = Square::new(file, rank);
                let text = match self.piece_at(square) {
                    Some(piece) => self.rules.piece_id(piece),
                    None if geometry.is_hole(square) => String::new(),
                    None => ".".to_string(),
                };
                write!(f, " {text:<2}")?;
            }
            writeln!(f)?;
        }
        write!(f, "   ")?;
        for file in 0..geometry.files() {
            write!(f, " {} ", (b'a' + file) as char)?;
        }
        writeln!(f)?;
        write!(f, "{} to move", self.side.name())
    }
}
