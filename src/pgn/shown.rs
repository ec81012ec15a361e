//! What XBoard takes the pieces on its board for: it names moves by that.
//!
//! It moves the pieces as it is told, but does not know of changes of type that nobody tells it of.

use crate::board::Square;
use crate::position::{Move, Position};
use crate::variant::{Piece, PieceType};

/// The type that each square's piece is taken for.
#[derive(Clone, Debug)]
pub(super) struct Shown(pub [Option<PieceType>; 256]);

impl Shown {
    /// All pieces as they are.
    pub fn of(position: &Position) -> Shown {
        let mut shown = Shown([None; 256]);
        for square in position.occupied() {
            shown.0[square.index()] = kind(position, square);
        }
        shown
    }

    /// Moves a piece; if the move `promotes`, what it becomes is known.
    pub fn make(&mut self, before: &Position, after: &Position, mv: Move, promotes: bool) {
        let mover = self.0[mv.from().index()];
        for square in before.occupied() | after.occupied() {
            if before.piece_at(square) != after.piece_at(square) {
                self.0[square.index()] = kind(after, square);
            }
        }
        let moved_piece_stays = mv.partner().is_some() || promotes;
        if !moved_piece_stays {
            self.0[mv.to().index()] = mover;
        }
    }
}

fn kind(position: &Position, square: Square) -> Option<PieceType> {
    position.piece_at(square).map(Piece::kind)
}
