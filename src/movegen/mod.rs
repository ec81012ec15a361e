//! Attacks and legal moves.

use crate::board::{Bitboard, Colour, Square};
use crate::position::{Move, MoveList, Position};
use crate::variant::Piece;

/// Which of the legal moves to generate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// All of them.
    All,
    /// Captures, and promotions by choice.
    Tactical,
    /// The rest.
    Quiet,
}

/// Appends the legal moves of a kind. `Tactical` and `Quiet` together are `All`, with no move twice.
pub fn generate(position: &Position, kind: Kind, list: &mut MoveList) {
    todo!("{position} {kind:?} {list:?}")
}

/// All legal moves, in no particular order.
#[must_use]
pub fn legal_moves(position: &Position) -> MoveList {
    let mut list = MoveList::new();
    generate(position, Kind::All, &mut list);
    list
}

/// The number of legal moves, without listing them (bulk perft).
#[must_use]
pub fn count_legal(position: &Position) -> u64 {
    todo!("{position}")
}

/// Whether any move is legal.
#[must_use]
pub fn has_legal_move(position: &Position) -> bool {
    todo!("{position}")
}

/// Whether a move from elsewhere (transposition table, killers) is legal here.
#[must_use]
pub fn is_legal(position: &Position, mv: Move) -> bool {
    todo!("{position} {mv:?}")
}

/// Whether a side could capture on a square, were it its turn.
#[must_use]
pub fn is_attacked(position: &Position, square: Square, by: Colour) -> bool {
    todo!("{position} {square} {by:?}")
}

/// All squares that a piece on a square could capture on (own pieces and empty squares included).
#[must_use]
#[inline]
pub fn attacks(position: &Position, piece: Piece, from: Square, occupied: Bitboard) -> Bitboard {
    todo!("{position} {piece:?} {from} {occupied:?}")
}

/// The pieces of a side that could capture on a square, with a given occupancy (for exchange evaluation).
#[must_use]
pub fn attackers(position: &Position, square: Square, by: Colour, occupied: Bitboard) -> Bitboard {
    todo!("{position} {square} {by:?} {occupied:?}")
}
