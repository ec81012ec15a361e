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

    /// Makes a move, given as XBoard writes it: what it calls the piece, that it takes it for; and if it writes that the
    /// move promotes, it knows what the piece becomes.
    pub fn make(&mut self, before: &Position, after: &Position, mv: Move, text: &str) {
        let named = kind(before, mv.from()).filter(|&kind| text.starts_with(before.rules().id(kind)));
        let mover = named.or(self.0[mv.from().index()]);
        for square in before.occupied() | after.occupied() {
            if before.piece_at(square) != after.piece_at(square) {
                self.0[square.index()] = kind(after, square);
            }
        }
        let is_known = mv.partner().is_some() || text.contains('=');
        if !is_known {
            self.0[mv.to().index()] = mover;
        }
    }
}

fn kind(position: &Position, square: Square) -> Option<PieceType> {
    position.piece_at(square).map(Piece::kind)
}
