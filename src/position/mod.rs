//! A position: pieces on the board, side to move, rights, counters, and the moves that led here.

mod chessmove;
mod notation;
mod zobrist;

pub use chessmove::{Move, MoveList};
pub use notation::{MoveTextError, move_text, parse_move};
pub use zobrist::{SplitMix, Zobrist};

use crate::board::{Bitboard, Colour, Square};
use crate::eval::Tapered;
use crate::variant::{Outcome, Piece, PieceType, Rules};
use std::fmt;
use std::sync::Arc;

/// A position with its history.
#[derive(Clone, Debug)]
pub struct Position {
    rules: Arc<Rules>,
}

/// What is wrong with a FEN, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FenError(pub String);

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for FenError {}

/// The state of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It goes on; the side to move is not attacked.
    Ongoing,
    /// It goes on; the side to move is in check.
    Check,
    /// It is over: the result from the side to move's point of view, and why.
    Over(Outcome, Reason),
}

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The side to move is checkmated.
    Checkmate,
    /// The side to move has no legal move and is not attacked.
    Stalemate,
    /// The position occurred as often as the variant allows.
    Repetition,
    /// Too many moves without a capture, pawn move or promotion.
    MoveRule,
    /// Nothing but the two royal pieces is left.
    RoyalsAlone,
}

impl Position {
    /// The start position of a variant.
    #[must_use]
    pub fn start(rules: &Arc<Rules>) -> Position {
        Position::from_fen(rules, &rules.start).expect("compile checks the start position")
    }

    /// Reads a FEN. Castling rights come as `KQkq` or as partner files; trailing fields may be missing from the
    /// castling field on.
    ///
    /// # Errors
    /// What is wrong and where.
    pub fn from_fen(rules: &Arc<Rules>, fen: &str) -> Result<Position, FenError> {
        todo!("{fen} {}", rules.name)
    }

    /// The FEN.
    #[must_use]
    pub fn fen(&self) -> String {
        todo!()
    }

    /// The variant's rules.
    #[must_use]
    #[inline]
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// The side to move.
    #[must_use]
    #[inline]
    pub fn side(&self) -> Colour {
        todo!()
    }

    /// The piece on a square.
    #[must_use]
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        todo!("{square}")
    }

    /// All squares with a piece.
    #[must_use]
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        todo!()
    }

    /// The squares of one side's pieces.
    #[must_use]
    #[inline]
    pub fn pieces_of(&self, colour: Colour) -> Bitboard {
        todo!("{colour:?}")
    }

    /// The squares of one side's pieces of a type.
    #[must_use]
    #[inline]
    pub fn pieces(&self, colour: Colour, kind: PieceType) -> Bitboard {
        todo!("{colour:?} {kind:?}")
    }

    /// Where a side's royal piece stands.
    #[must_use]
    #[inline]
    pub fn royal(&self, colour: Colour) -> Square {
        todo!("{colour:?}")
    }

    /// Whether the side to move is in check. Kept with the position: costs nothing.
    #[must_use]
    pub fn in_check(&self) -> bool {
        todo!()
    }

    /// Hash of all that changes future moves.
    #[must_use]
    #[inline]
    pub fn hash(&self) -> u64 {
        todo!()
    }

    /// White's piece-square sum minus Black's, kept up by make and unmake.
    #[must_use]
    #[inline]
    pub fn piece_square_sum(&self) -> Tapered {
        todo!()
    }

    /// Sum of the phase weights of all pieces, kept up by make and unmake.
    #[must_use]
    #[inline]
    pub fn phase(&self) -> i32 {
        todo!()
    }

    /// Plies without a capture, pawn-type move or promotion.
    #[must_use]
    pub fn halfmove_clock(&self) -> u16 {
        todo!()
    }

    /// Number of the move to come, from 1, going up after Black.
    #[must_use]
    pub fn fullmove(&self) -> u32 {
        todo!()
    }

    /// Plies made on this position since it was set up, and not taken back.
    #[must_use]
    pub fn plies_made(&self) -> usize {
        todo!()
    }

    /// The last move made and not taken back (none for a null move).
    #[must_use]
    pub fn last_move(&self) -> Option<Move> {
        todo!()
    }

    /// Makes a move that is legal (or pseudo-legal).
    pub fn make(&mut self, mv: Move) {
        todo!("{mv:?}")
    }

    /// Takes the last move back.
    pub fn unmake(&mut self) {
        todo!()
    }

    /// Passes the turn. Only when not in check.
    pub fn make_null(&mut self) {
        todo!()
    }

    /// Takes a null move back.
    pub fn unmake_null(&mut self) {
        todo!()
    }

    /// How often the current position occurred before in this game.
    #[must_use]
    pub fn earlier_occurrences(&self) -> usize {
        todo!()
    }

    /// For the search: whether the position is a draw by the move rule, by bare royals, by repetition as often as the variant says,
    /// or because it already occurred within the last `ply` plies (inside the search tree).
    #[must_use]
    pub fn is_draw_in_search(&self, ply: usize) -> bool {
        todo!("{ply}")
    }

    /// The state of the game. Checkmate and stalemate come before any draw.
    #[must_use]
    pub fn status(&self) -> Status {
        todo!()
    }
}

/// The board as text, the highest rank first, with coordinates.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.fen())
    }
}
