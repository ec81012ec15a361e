//! Piece placement with all that is kept up to date about it.

use crate::board::{Bitboard, ByColour, Colour, Square};
use crate::eval::Tapered;
use crate::variant::{MAX_TYPES, Piece, PieceType, Rules, SliderClass};

/// Piece placement: sets by type and colour, a mailbox, and incremental sums.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Board {
    types: [Bitboard; MAX_TYPES],
    colours: ByColour<Bitboard>,
    squares: [Option<Piece>; 256],
    /// Pieces that capture along ranks and files, and along diagonals.
    sliders: [Bitboard; 2],
    /// Pieces that capture by neither leaps nor slides along queen lines.
    special: Bitboard,
    royals: ByColour<Square>,
    pub(super) sums: Sums,
}

/// What is summed up over the pieces: saved before a move and put back when it is taken back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Sums {
    /// The whole position's hash; the placement's part is kept up here, the rest by make.
    pub hash: u64,
    /// White's piece-square sum minus Black's.
    pub piece_square: Tapered,
    /// Phase weights of all pieces.
    pub phase: i32,
    /// Hashes of parts of the placement.
    pub parts: PartHashes,
}

/// Hashes of parts of the placement, for what the search learns about positions that share them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct PartHashes {
    /// Pawn-type pieces of both sides.
    pub pawns: u32,
    /// Each side's other pieces.
    pub others: ByColour<u32>,
    /// How many pieces there are of each type and colour.
    pub material: u32,
}

impl PartHashes {
    /// A piece comes or goes.
    #[inline]
    fn flip(&mut self, piece: Piece, is_pawn: bool, key: u64) {
        if is_pawn {
            self.pawns ^= key as u32;
        } else {
            self.others[piece.colour()] ^= key as u32;
        }
    }
}

impl Board {
    pub(super) fn empty() -> Board {
        Board {
            types: [Bitboard::EMPTY; MAX_TYPES],
            colours: ByColour::default(),
            squares: [None; 256],
            sliders: [Bitboard::EMPTY; 2],
            special: Bitboard::EMPTY,
            royals: ByColour([Square::new(0, 0); 2]),
            sums: Sums::default(),
        }
    }

    /// Puts a piece on an empty square and adds it to the sums.
    #[inline]
    pub(super) fn put(&mut self, rules: &Rules, piece: Piece, square: Square) {
        self.place(rules, piece, square);
        let key = rules.zobrist.piece(piece, square);
        let summand = rules.weights.summand(piece);
        self.sums.hash ^= key;
        self.sums.piece_square += rules.weights.piece_square(piece, square);
        self.sums.phase += summand.phase;
        self.sums.parts.flip(piece, summand.is_pawn, key);
        self.sums.parts.material = self.sums.parts.material.wrapping_add(summand.material);
    }

    /// Takes a piece off its square and out of the sums.
    #[inline]
    pub(super) fn take(&mut self, rules: &Rules, piece: Piece, square: Square) {
        self.lift(rules, piece, square);
        let key = rules.zobrist.piece(piece, square);
        let summand = rules.weights.summand(piece);
        self.sums.hash ^= key;
        self.sums.piece_square -= rules.weights.piece_square(piece, square);
        self.sums.phase -= summand.phase;
        self.sums.parts.flip(piece, summand.is_pawn, key);
        self.sums.parts.material = self.sums.parts.material.wrapping_sub(summand.material);
    }

    /// Puts a piece on an empty square without touching the sums, for taking moves back.
    #[inline]
    pub(super) fn place(&mut self, rules: &Rules, piece: Piece, square: Square) {
        debug_assert!(self.squares[square.index()].is_none());
        self.squares[square.index()] = Some(piece);
        self.flip(rules, piece, square);
        if piece.kind() == rules.royal {
            self.royals[piece.colour()] = square;
        }
    }

    /// Takes a piece off its square without touching the sums.
    #[inline]
    pub(super) fn lift(&mut self, rules: &Rules, piece: Piece, square: Square) {
        debug_assert_eq!(self.squares[square.index()], Some(piece));
        self.squares[square.index()] = None;
        self.flip(rules, piece, square);
    }

    #[inline]
    fn flip(&mut self, rules: &Rules, piece: Piece, square: Square) {
        self.types[piece.kind().index()].toggle(square);
        self.colours[piece.colour()].toggle(square);
        let kind = rules.piece(piece.kind());
        if kind.slider_classes != 0 {
            for class in [SliderClass::Orthogonal, SliderClass::Diagonal] {
                if kind.slides(class) {
                    self.sliders[class as usize].toggle(square);
                }
            }
        }
        if kind.special {
            self.special.toggle(square);
        }
    }

    #[inline]
    pub(crate) fn piece_at(&self, square: Square) -> Option<Piece> {
        self.squares[square.index()]
    }

    #[inline]
    pub(crate) fn occupied(&self) -> Bitboard {
        self.colours.0[0] | self.colours.0[1]
    }

    #[inline]
    pub(crate) fn of(&self, colour: Colour) -> Bitboard {
        self.colours[colour]
    }

    #[inline]
    pub(crate) fn kind(&self, kind: PieceType) -> Bitboard {
        self.types[kind.index()]
    }

    #[inline]
    pub(crate) fn royal(&self, colour: Colour) -> Square {
        self.royals[colour]
    }

    /// Pieces of both colours that capture along the lines of a class.
    #[inline]
    pub(crate) fn sliders(&self, class: SliderClass) -> Bitboard {
        self.sliders[class as usize]
    }

    /// Pieces of both colours that capture by neither leaps nor slides along queen lines.
    #[inline]
    pub(crate) fn special(&self) -> Bitboard {
        self.special
    }
}
