//! Moves as text, as on the command line, in UCI, in files and in tests. Squares have ranks from 1.

use super::{Move, Position};
use std::fmt;

/// The text is not a legal move of the position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveTextError(pub String);

impl fmt::Display for MoveTextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for MoveTextError {}

/// Writes a legal move.
#[must_use]
pub fn move_text(position: &Position, mv: Move) -> String {
    todo!("{position} {mv:?}")
}

/// Reads a move; it must be legal.
///
/// # Errors
/// The text is no move at all, or not a legal one here.
pub fn parse_move(position: &Position, text: &str) -> Result<Move, MoveTextError> {
    todo!("{position} {text}")
}
