//! A position: pieces on the board, side to move, rights, counters, and the moves that led here.

mod armies;
mod board;
mod chessmove;
mod display;
mod extras;
mod fen;
mod make;
mod notation;
mod odds;
mod promotion;
mod san;
mod status;
mod zobrist;

pub(crate) use board::{Board, PartHashes};
pub use chessmove::{Move, MoveList};
pub use fen::FenError;
pub(crate) use fen::{read_placement, right_letter, write_placement};
pub use notation::{MoveTextError, move_text, parse_move};
pub use san::{SanError, SanReading, parse_san, san};
pub(crate) use san::{Writer as SanWriter, parse_san_of, slides_like_castling};
pub use status::{Reason, Status};
pub use zobrist::{SplitMix, Zobrist};

use crate::board::{Bitboard, Colour, Geometry, Square};
use crate::eval::Tapered;
use crate::variant::{Piece, PieceType, Rules};
use board::Sums;
use extras::Extras;
use std::sync::Arc;

/// A position with its history.
#[derive(Clone, Debug)]
pub struct Position {
    rules: Arc<Rules>,
    board: Board,
    extras: Extras,
    side: Colour,
    fullmove: u32,
    state: State,
    /// The states before each move made, oldest first.
    stack: Vec<State>,
}

/// What a move changes beyond recall, and how it came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct State {
    /// The move that led here; none at the start and after a null move.
    mv: Option<Move>,
    /// The piece that made it, as it was before any promotion.
    moved: Option<Piece>,
    /// What it captured.
    captured: Option<Piece>,
    /// Captures counted on the piece that moved and on the one captured, before the move.
    counts: [u8; 2],
    /// The held type that a promotion used up.
    used: Option<PieceType>,
    rights: u32,
    en_passant: Option<EnPassant>,
    /// Pieces with a remembered first move that stand on one of their initial squares and have moved.
    touched: Touched,
    /// Plies without a capture, pawn-type move or promotion.
    halfmoves: u16,
    /// Plies since the last move after which no earlier position can come again, or since a null move.
    reversible: u16,
    /// Whether the side to move is in check.
    in_check: bool,
    /// The board's sums, saved when a move is made.
    sums: Sums,
}

/// A set of squares without a [`Bitboard`]'s alignment, which would make a state half as large again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Touched([u64; 4]);

impl Touched {
    fn new(set: Bitboard) -> Touched {
        Touched(set.0)
    }

    fn get(self) -> Bitboard {
        Bitboard(self.0)
    }
}

/// A possible capture en passant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EnPassant {
    /// Where the piece that can be taken came from.
    pub origin: Square,
    /// Where it stands.
    pub victim: Square,
}

impl EnPassant {
    /// The squares passed over, where the capture can end.
    #[must_use]
    #[inline]
    pub fn passed(self, geometry: &Geometry) -> Bitboard {
        geometry.between(self.origin, self.victim)
    }
}

impl Position {
    /// The start position of a variant.
    ///
    /// # Panics
    /// Never: compiling a variant reads its start position.
    #[must_use]
    pub fn start(rules: &Arc<Rules>) -> Position {
        Position::from_fen(rules, &rules.start).expect("compiling checks the start position")
    }

    /// The variant's rules.
    #[must_use]
    #[inline]
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    #[inline]
    pub(crate) fn board(&self) -> &Board {
        &self.board
    }

    /// The side to move.
    #[must_use]
    #[inline]
    pub fn side(&self) -> Colour {
        self.side
    }

    /// The piece on a square.
    #[must_use]
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.board.piece_at(square)
    }

    /// All squares with a piece.
    #[must_use]
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.board.occupied()
    }

    /// The squares of one side's pieces.
    #[must_use]
    #[inline]
    pub fn pieces_of(&self, colour: Colour) -> Bitboard {
        self.board.of(colour)
    }

    /// The squares of one side's pieces of a type.
    #[must_use]
    #[inline]
    pub fn pieces(&self, colour: Colour, kind: PieceType) -> Bitboard {
        self.board.kind(kind) & self.board.of(colour)
    }

    /// Where a side's royal piece stands.
    #[must_use]
    #[inline]
    pub fn royal(&self, colour: Colour) -> Square {
        self.board.royal(colour)
    }

    /// Whether the side to move is in check. Kept with the position: costs nothing.
    #[must_use]
    #[inline]
    pub fn in_check(&self) -> bool {
        self.state.in_check
    }

    /// The castling rights left, one bit for each of [`Rules::rights`].
    #[must_use]
    #[inline]
    pub fn rights(&self) -> u32 {
        self.state.rights
    }

    /// The capture en passant that the side to move could pseudo-legally make.
    #[must_use]
    #[inline]
    pub fn en_passant(&self) -> Option<EnPassant> {
        self.state.en_passant
    }

    /// Pieces with a remembered first move that stand on one of their initial squares and have moved.
    #[must_use]
    #[inline]
    pub fn touched(&self) -> Bitboard {
        self.state.touched.get()
    }

    /// How many pieces of a type a side has lost and can bring back, in variants with holdings.
    #[must_use]
    pub fn held(&self, side: Colour, kind: PieceType) -> u8 {
        self.extras.held(side, kind)
    }

    /// Captures counted on the piece on a square, in variants that honour them.
    #[must_use]
    pub fn capture_count(&self, square: Square) -> u8 {
        self.extras.count(square)
    }

    /// A side's army, an index into [`Rules::armies`].
    #[must_use]
    pub fn army(&self, side: Colour) -> usize {
        self.extras.armies[side] as usize
    }

    /// Hash of all that changes future moves.
    #[must_use]
    #[inline]
    pub fn hash(&self) -> u64 {
        self.board.sums.hash
    }

    /// White's piece-square sum minus Black's, kept up by make and unmake.
    #[must_use]
    #[inline]
    pub fn piece_square_sum(&self) -> Tapered {
        self.board.sums.piece_square
    }

    /// Sum of the phase weights of all pieces, kept up by make and unmake.
    #[must_use]
    #[inline]
    pub fn phase(&self) -> i32 {
        self.board.sums.phase
    }

    /// Hashes of parts of the placement, kept up by make and unmake.
    #[inline]
    pub(crate) fn parts(&self) -> &PartHashes {
        &self.board.sums.parts
    }

    /// Plies without a capture, pawn-type move or promotion.
    #[must_use]
    pub fn halfmove_clock(&self) -> u16 {
        self.state.halfmoves
    }

    /// Number of the move to come, from 1, going up after Black.
    #[must_use]
    pub fn fullmove(&self) -> u32 {
        self.fullmove
    }

    /// Plies made on this position since it was set up, and not taken back.
    #[must_use]
    pub fn plies_made(&self) -> usize {
        self.stack.len()
    }

    /// The last move made and not taken back; none at the start and after a null move.
    #[must_use]
    pub fn last_move(&self) -> Option<Move> {
        self.state.mv
    }
}
