//! Positions with pieces removed or replaced, for games at material odds.

use super::{FenError, Position};
use crate::board::Square;
use crate::variant::Piece;

impl Position {
    /// The position with other contents of some squares: a piece, or none. Castling rights that go with a piece that
    /// is gone are gone too, and so is a chance to capture en passant.
    ///
    /// # Errors
    /// The changes make the position unplayable: no royal piece, or one that could be captured at once.
    pub fn with_changes(&self, changes: &[(Square, Option<Piece>)]) -> Result<Position, FenError> {
        let mut position = self.clone();
        let rules = position.rules.clone();
        for &(square, piece) in changes {
            if let Some(old) = position.board.piece_at(square) {
                position.board.take(&rules, old, square);
            }
            if let Some(new) = piece {
                position.board.put(&rules, new, square);
            }
        }
        for (number, right) in rules.rights.iter().enumerate() {
            let holds = |square, kind| {
                let piece = Piece::new(right.colour, kind);
                position.board.piece_at(square) == Some(piece)
            };
            if !holds(right.king, rules.royal) || !holds(right.partner, right.partner_kind) {
                position.state.rights &= !(1 << number);
            }
        }
        position.state.en_passant = None;
        // Reading it back works out the rest: the hash, and whether the position is playable.
        Position::from_fen(&rules, &position.fen())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Colour;
    use crate::variant::Library;

    #[test]
    fn pieces_are_removed_and_replaced() {
        let rules = Library::built_in().rules("chess").expect("it is built in");
        let start = Position::start(&rules);
        let square = |text: &str| text.parse().expect("a square");
        let queen = rules.find_kind("Q").map(|kind| Piece::new(Colour::Black, kind));
        let changes = [(square("a1"), None), (square("g8"), queen)];
        let position = start.with_changes(&changes).expect("playable");
        assert_eq!(
            position.fen(),
            "rnbqkbqr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR w Kkq - 0 1"
        );
        assert!(start.with_changes(&[(square("e1"), None)]).is_err());
    }
}
