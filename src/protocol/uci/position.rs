//! The command `position`.

use super::text_of;
use crate::movegen;
use crate::position::{Move, MoveTextError, Position, parse_move};
use std::sync::Arc;

/// Reads the arguments of `position`. It remembers the last ones: the next position of a game is the last one with two
/// more moves, and playing through the whole game each time took a tenth of a fast game's time.
#[derive(Default)]
pub(super) struct PositionReader(Option<Known>);

/// A position that was read before.
struct Known {
    /// The hash of the start position of that time.
    start: u64,
    /// The arguments, a list of moves among them.
    text: String,
    position: Position,
    /// How many moves the list has.
    moves: usize,
}

impl PositionReader {
    /// Reads `startpos` or `fen FEN`, then perhaps `moves MOVE ...`.
    ///
    /// # Errors
    /// What is wrong, and where.
    pub(super) fn read(&mut self, start: &Position, text: &str) -> Result<Position, String> {
        let text = text.trim();
        let (mut position, mut number, words) = if let Some((known, rest)) = self.known_beginning(start, text)
        {
            (known.position.clone(), known.moves, rest)
        } else {
            let (position, rest) = read_beginning(start, text)?;
            (position, 0, rest)
        };
        for word in words.split_whitespace() {
            number += 1;
            let mv = read_move(&position, word)
                .map_err(|error| format!("position: move {number} of the list: {error}"))?;
            position.make(mv);
        }
        self.0 = (number > 0).then(|| Known {
            start: start.hash(),
            text: text.to_string(),
            position: position.clone(),
            moves: number,
        });
        Ok(position)
    }

    /// What is known of the beginning of the text, and the moves that come after that.
    fn known_beginning<'a>(&self, start: &Position, text: &'a str) -> Option<(&Known, &'a str)> {
        let known = self.0.as_ref()?;
        let rest = text.strip_prefix(known.text.as_str())?;
        let same_start = known.start == start.hash() && Arc::ptr_eq(known.position.rules(), start.rules());
        (same_start && (rest.is_empty() || rest.starts_with(char::is_whitespace))).then_some((known, rest))
    }
}

/// The position before the list of moves, and that list.
fn read_beginning<'a>(start: &Position, text: &'a str) -> Result<(Position, &'a str), String> {
    let ends_word = |rest: &str| rest.is_empty() || rest.starts_with(char::is_whitespace);
    let parts = text.split_once(" moves").filter(|(_, list)| ends_word(list));
    let (beginning, list) = parts.unwrap_or((text, ""));
    let mut words = beginning.split_whitespace();
    let position = match (words.next(), words.next()) {
        (Some("startpos"), None) => start.clone(),
        (Some("startpos"), Some(word)) => {
            return Err(format!(
                "position: \"moves\" expected after startpos, not \"{word}\""
            ));
        }
        (Some("fen"), _) => {
            let rules = start.rules();
            let fen = beginning.strip_prefix("fen").unwrap_or_default();
            Position::from_fen(rules, fen.trim())
                .map_err(|error| format!("position: the FEN is wrong for {}: {error}", rules.name))?
        }
        _ => return Err("position: startpos or fen FEN expected".to_string()),
    };
    Ok((position, list))
}

/// Reads a move. Castling may also be written as king and partner, as in Chess960.
pub(super) fn read_move(position: &Position, text: &str) -> Result<Move, MoveTextError> {
    parse_move(position, text).or_else(|error| {
        let moves = movegen::legal_moves(position);
        let castling = moves
            .iter()
            .find(|mv| mv.partner().is_some() && text_of(position, **mv, true) == text.to_ascii_lowercase());
        castling.copied().ok_or(error)
    })
}
