//! Compiled rules: tables, masks and small integers, immutable and shared by reference.

use super::definition::{Outcome, PieceDefinition, Stay, Winning};
use super::movement::{Movement, SquareTable};
use crate::board::{Bitboard, ByColour, Colour, Geometry, Square};
use crate::eval::Weights;
use crate::position::Zobrist;
use std::num::NonZeroU8;

/// The most piece types a variant can have: 26 letters, each plain and with either mark.
pub const MAX_TYPES: usize = 78;

/// A piece type: an index into [`Rules::pieces`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PieceType(u8);

impl PieceType {
    /// The type with an index into [`Rules::pieces`], below [`MAX_TYPES`].
    #[must_use]
    #[inline]
    pub const fn new(index: usize) -> PieceType {
        debug_assert!(index < MAX_TYPES);
        PieceType(index as u8)
    }

    /// The index.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A piece: a type and a colour. `Option<Piece>` is one byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece(NonZeroU8);

impl Piece {
    /// A piece of a colour and a type.
    #[must_use]
    #[inline]
    pub const fn new(colour: Colour, kind: PieceType) -> Piece {
        match NonZeroU8::new((kind.0 << 1 | colour as u8) + 1) {
            Some(code) => Piece(code),
            None => unreachable!(),
        }
    }

    /// The colour.
    #[must_use]
    #[inline]
    pub const fn colour(self) -> Colour {
        if (self.0.get() - 1) & 1 == 0 {
            Colour::White
        } else {
            Colour::Black
        }
    }

    /// The type.
    #[must_use]
    #[inline]
    pub const fn kind(self) -> PieceType {
        PieceType((self.0.get() - 1) >> 1)
    }

    /// A dense index: twice the type's index, plus one for Black. For tables that are kept per piece.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        (self.0.get() - 1) as usize
    }
}

/// A compiled promotion rule of one colour: a choice that goes with the move.
#[derive(Clone, Debug)]
pub struct Promotion {
    /// Squares where the move must end.
    pub ends: Bitboard,
    /// Squares where the move must not have begun.
    pub not_from: Bitboard,
    /// Whether the piece may stay what it is.
    pub stay: Stay,
    /// What it can become, if available.
    pub to: Vec<PieceType>,
    /// Which of these types are available.
    pub supply: Supply,
}

/// Where the types promoted to come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Supply {
    /// Every type is available, as often as wished.
    Unlimited,
    /// Only types of which the side has no piece on the board.
    Absent,
    /// Only types of which the side has fewer pieces on the board than in the start array.
    Lost,
    /// Only what the holdings can provide; see [`PieceRules::sources`].
    Held,
}

/// A set of piece types.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KindSet(u128);

impl KindSet {
    /// Whether the type is in the set.
    #[must_use]
    #[inline]
    pub const fn has(self, kind: PieceType) -> bool {
        self.0 >> kind.index() & 1 != 0
    }

    /// The set with a type added.
    #[must_use]
    pub const fn with(self, kind: PieceType) -> KindSet {
        KindSet(self.0 | 1 << kind.index())
    }
}

impl FromIterator<PieceType> for KindSet {
    fn from_iter<I: IntoIterator<Item = PieceType>>(kinds: I) -> KindSet {
        kinds.into_iter().fold(KindSet::default(), KindSet::with)
    }
}

/// A change of type that goes with a move and is no choice.
#[derive(Clone, Debug)]
pub struct Transformation {
    /// By displacement capture of one of these types.
    pub victims: KindSet,
    /// By a move that ends on one of these squares.
    pub ends: Bitboard,
    /// The type it becomes.
    pub to: PieceType,
    /// Types of which the side must not have another piece on the board.
    pub unless: Vec<PieceType>,
}

/// A change of type earned by a number of captures.
#[derive(Clone, Copy, Debug)]
pub struct Honour {
    /// Captures needed.
    pub captures: u8,
    /// The type it becomes.
    pub to: PieceType,
}

/// Calls: a piece moves to an empty square that its caller attacks.
#[derive(Clone, Copy, Debug)]
pub struct Call {
    /// The type that is called.
    pub called: PieceType,
    /// The type that calls.
    pub caller: PieceType,
    /// The type as which the caller attacks for this purpose.
    pub like: PieceType,
}

/// An army: the pieces that fill [`Rules::army_squares`], and what they can do.
#[derive(Clone, Debug)]
pub struct Army {
    /// Its name.
    pub name: String,
    /// Its pieces, in the order of the squares.
    pub pieces: Vec<PieceType>,
    /// Whether its pieces can be called.
    pub summons: bool,
    /// Whether its pieces earn honours.
    pub honours: bool,
}

/// One piece type, compiled.
#[derive(Clone, Debug)]
pub struct PieceRules {
    /// What the file says of it.
    pub definition: PieceDefinition,
    /// Moves by colour.
    pub movement: ByColour<Movement>,
    /// Promotions by choice; the first rule that applies to a move is used.
    pub promotions: ByColour<Vec<Promotion>>,
    /// Changes of type that are no choice; the first one that applies is made.
    pub transformations: ByColour<Vec<Transformation>>,
    /// The change of type earned by captures, for armies that honour them.
    pub honour: Option<Honour>,
    /// Held types that provide this one in a promotion from holdings, in the order in which they are used up.
    pub sources: Vec<PieceType>,
    /// The classes of lines that it captures along, one bit each; see [`PieceRules::slides`].
    pub slider_classes: u8,
    /// Whether it can capture by a part that is neither leap nor queen-line slide.
    pub special: bool,
    /// Where its first moves are remembered: its initial squares by colour, else empty.
    pub tracked: ByColour<Bitboard>,
}

impl PieceRules {
    /// Whether the piece captures along the lines of a class.
    #[must_use]
    #[inline]
    pub const fn slides(&self, class: SliderClass) -> bool {
        self.slider_classes >> class as u8 & 1 != 0
    }
}

/// The two classes of queen lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SliderClass {
    /// Ranks and files.
    Orthogonal,
    /// Diagonals.
    Diagonal,
}

/// A way to castle with a certain partner, for one colour.
#[derive(Clone, Debug)]
pub struct CastlingRule {
    /// How it is written in games (SAN), such as `O-O`.
    pub san: String,
    /// Number of the right it needs (a bit of the rights word); one right a partner.
    pub right: u8,
    /// Where the royal piece stands before.
    pub king_from: Square,
    /// Where the royal piece stands after.
    pub king_to: Square,
    /// Where the partner stands before.
    pub partner_from: Square,
    /// Where the partner stands after.
    pub partner_to: Square,
    /// Squares that must be empty.
    pub empty: Bitboard,
    /// Squares that must be empty or hold own pieces of [`Rules::castling_over`].
    pub over: Bitboard,
    /// Squares that the royal piece passes, where it must not be attacked; without its first and last one.
    pub passed: Bitboard,
}

/// A castling right: a royal piece and a partner that have not moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CastlingRight {
    /// Whose right it is.
    pub colour: Colour,
    /// Where the royal piece stands.
    pub king: Square,
    /// Where the partner stands.
    pub partner: Square,
    /// The partner's type.
    pub partner_kind: PieceType,
}

/// A variant, compiled.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a rule of its own")]
pub struct Rules {
    /// The name used on the command line and in protocols.
    pub name: String,
    /// The name for people.
    pub title: String,
    /// Inventor and year; may be empty.
    pub inventor: String,
    /// The board.
    pub geometry: Geometry,
    /// Whether a1 is a dark square.
    pub dark_a1: bool,
    /// The piece types.
    pub pieces: Vec<PieceRules>,
    /// The royal type.
    pub royal: PieceType,
    /// The pawn-type types.
    pub pawns: Vec<PieceType>,
    /// FEN of the start position, as in the file.
    pub start: String,
    /// Ways to castle.
    pub castling: ByColour<Vec<CastlingRule>>,
    /// Own pieces that may stand between king and partner when they castle.
    pub castling_over: Vec<PieceType>,
    /// Castling rights by number.
    pub rights: Vec<CastlingRight>,
    /// For every square, the rights lost when something moves from or to it.
    pub rights_lost: Box<[u32; 256]>,
    /// Whether castling is written as king and partner square.
    pub castling_by_partner: bool,
    /// Whether rights are written as the partners' files instead of `KQkq`.
    pub rights_by_file: bool,
    /// Result for a stalemated side.
    pub stalemate: Outcome,
    /// Result for a checkmated side.
    pub checkmate: Outcome,
    /// How often a score wins.
    pub winning: Winning,
    /// Whether a bare side goes on if it can bare the other one at once.
    pub bare_reply: bool,
    /// Plies without progress that make a draw; 0 for no such rule.
    pub move_rule_plies: u16,
    /// Occurrences of a position that make a draw; 0 for no such rule.
    pub repetition: u8,
    /// Whether two bare royal pieces are a draw.
    pub royals_alone_draw: bool,
    /// For every colour and square, where a piece of that colour could capture it from by a leap.
    pub leap_zone: ByColour<Box<SquareTable>>,
    /// The same for captures that are neither leaps nor slides along queen lines.
    pub special_zone: ByColour<Box<SquareTable>>,
    /// Whether any type captures by such means.
    pub has_specials: bool,
    /// Whether some queen-line slider is limited in range or direction, so that its reach must be looked up.
    pub has_short_sliders: bool,
    /// Whether the royal piece may not pass attacked squares.
    pub royal_path_safe: bool,
    /// The piece next to which slides and other moves over empty squares stop.
    pub brake: Option<PieceType>,
    /// Whether captured pieces (pawn-type ones apart) are held by the side that lost them.
    pub holdings: bool,
    /// Whether some type's first moves are remembered.
    pub has_tracked: bool,
    /// Whether positions carry holdings or capture counts.
    pub has_extras: bool,
    /// Result for a side that has nothing but its royal piece; ongoing if none.
    pub bare: Option<Outcome>,
    /// The armies that a side can have, if any; the first one is the default.
    pub armies: Vec<Army>,
    /// White's squares that an army's pieces fill; Black's are the mirror image.
    pub army_squares: Vec<Square>,
    /// Calls, for armies that have them.
    pub calls: Vec<Call>,
    /// How many pieces of each type a side has in the start array, by [`Piece::index`].
    pub start_count: Vec<u8>,
    /// Hash keys.
    pub zobrist: Zobrist,
    /// Evaluation weights, derived from the rules.
    pub weights: Weights,
}

impl Rules {
    /// A piece type's rules.
    #[must_use]
    #[inline]
    pub fn piece(&self, kind: PieceType) -> &PieceRules {
        &self.pieces[kind.index()]
    }

    /// How a piece moves.
    #[must_use]
    #[inline]
    pub fn movement(&self, piece: Piece) -> &Movement {
        &self.pieces[piece.kind().index()].movement[piece.colour()]
    }

    /// All piece types in the order of the variant file.
    pub fn kinds(&self) -> impl DoubleEndedIterator<Item = PieceType> + ExactSizeIterator + use<> {
        (0..self.pieces.len()).map(PieceType::new)
    }

    /// The type with an id in upper case, such as `N` or `N'`.
    #[must_use]
    pub fn find_kind(&self, id: &str) -> Option<PieceType> {
        self.kinds().find(|&kind| self.piece(kind).definition.id == id)
    }

    /// A type's id in upper case.
    #[must_use]
    pub fn id(&self, kind: PieceType) -> &str {
        &self.piece(kind).definition.id
    }

    /// A piece's id as in FEN: upper case for White, lower case for Black.
    #[must_use]
    pub fn piece_id(&self, piece: Piece) -> String {
        let id = self.id(piece.kind());
        match piece.colour() {
            Colour::White => id.to_string(),
            Colour::Black => id.to_lowercase(),
        }
    }
}
