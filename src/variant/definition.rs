//! What a variant file says, as plain data: no tables yet, and nothing refers to text positions any more.

use crate::board::{Bitboard, ByColour, Square};

/// A variant as its file defines it.
#[derive(Clone, Debug)]
pub struct Definition {
    /// The name used on the command line and in protocols, such as `tree-garden`.
    pub name: String,
    /// The name for people, such as "Tree garden chess".
    pub title: String,
    /// Inventor and year, for people; may be empty.
    pub inventor: String,
    /// Files of the board, 1 to 16.
    pub files: u8,
    /// Ranks of the board, 1 to 16.
    pub ranks: u8,
    /// Squares of the board that do not exist.
    pub holes: Bitboard,
    /// FEN of the start position.
    pub start: String,
    /// The piece types, in the order of the file.
    pub pieces: Vec<PieceDefinition>,
    /// The castlings, from White's side; Black's are the mirror image (ranks turned over, files kept).
    pub castling: Vec<Castling>,
    /// Whether castling is written as king and partner square instead of the king's two squares.
    pub castling_by_partner: bool,
    /// Result for the side that is to move, not in check, and has no legal move.
    pub stalemate: Outcome,
    /// Result for the side that is checkmated: nearly always a loss.
    pub checkmate: Outcome,
    /// Moves by each side without capture, pawn move or promotion that make a draw; 0 for no such rule.
    pub move_rule: u16,
    /// Occurrences of a position that make a draw; 0 for no such rule.
    pub repetition: u8,
    /// Whether two bare royal pieces are a draw.
    pub royals_alone_draw: bool,
}

/// One of the ways to castle, from White's side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Castling {
    /// Where the royal piece stands before.
    pub king_from: Square,
    /// Where the royal piece stands after.
    pub king_to: Square,
    /// Initial squares of the partners that this castling may be made with.
    pub partners: Vec<Square>,
    /// Where the partner stands after.
    pub partner_to: Square,
}

/// How a game ends for the side a rule speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// That side wins.
    Win,
    /// Nobody wins.
    Draw,
    /// That side loses.
    Loss,
}

impl Outcome {
    /// The same from the other side's point of view.
    #[must_use]
    pub const fn reversed(self) -> Outcome {
        match self {
            Outcome::Win => Outcome::Loss,
            Outcome::Draw => Outcome::Draw,
            Outcome::Loss => Outcome::Win,
        }
    }
}

/// One piece type.
#[derive(Clone, Debug)]
pub struct PieceDefinition {
    /// Upper-case letter with an optional mark: `N`, `N'` or `N!`.
    pub id: String,
    /// The inventor's name.
    pub name: String,
    /// The inventor's abbreviation, for legends and diagrams; the id where the file gives none.
    pub symbol: String,
    /// What the piece can do, as parsed from XBetza.
    pub moves: Vec<Component>,
    /// Whether the piece must not be left attacked. Each side has exactly one.
    pub royal: bool,
    /// Whether the piece is pawn-type: its moves reset the move rule, and it takes and is taken en passant.
    pub pawn: bool,
    /// Where a first move (modifier `i`) can be made from.
    pub first_move: FirstMove,
    /// Promotion rules; the first one whose trigger fits a move is used.
    pub promotions: Vec<PromotionRule>,
    /// Value in centipawns, if the file overrides the derived one.
    pub value: Option<i32>,
}

/// Which squares a piece's first moves (modifier `i`) can be made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FirstMove {
    /// Any square of the ranks that the type stands on in the start array: no piece can come back there, or it is
    /// meant not to matter.
    StartRank,
    /// The very squares that the type stands on in the start array, by pieces that have not moved yet. Pieces that
    /// came there by moving are remembered (FEN key `moved=`).
    StartSquares,
}

/// A promotion rule: when it applies and to what.
#[derive(Clone, Debug)]
pub struct PromotionRule {
    /// When the rule applies.
    pub trigger: Trigger,
    /// Whether the piece may also stay what it is.
    pub optional: bool,
    /// What the piece can become.
    pub to: PromotionTargets,
}

/// When a promotion rule applies to a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trigger {
    /// The move ends on one of these squares.
    Reach(ByColour<Bitboard>),
    /// The move ends on one of these squares and began outside them.
    Enter(ByColour<Bitboard>),
}

/// What a piece can become.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PromotionTargets {
    /// Any of these ids.
    List(Vec<String>),
}

/// One part of a piece's moves: where it goes, and in which circumstances.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Component {
    /// The geometry.
    pub pattern: Pattern,
    /// Whether it can go to an empty square.
    pub quiet: bool,
    /// Whether it can capture by going to an enemy's square.
    pub capture: bool,
    /// Modifier `i`: only as the piece's first move.
    pub first_only: bool,
    /// Modifier `e`: can also capture en passant.
    pub takes_en_passant: bool,
    /// Modifier `n` on a pawn-type piece's quiet move: can be taken en passant on the squares it passed over.
    pub leaves_en_passant: bool,
}

/// Where a component goes, from White's view: (files to the right, ranks forward).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pattern {
    /// A step repeated up to `range` times in each of the directions; a leap has range 1, an unlimited rider 15.
    Ride {
        /// The directions.
        steps: Vec<(i8, i8)>,
        /// Steps at most.
        range: u8,
        /// What it does about pieces in between.
        hop: Hop,
    },
    /// Lame leaps: targets with the squares that must be empty on the way.
    Paths(Vec<Path>),
    /// Castling with the outermost piece of the royal's rank on either side, the royal going this many squares.
    Castle {
        /// Squares that the royal piece goes.
        squares: u8,
    },
}

/// What a rider does about pieces in between.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hop {
    /// It stops at them.
    None,
    /// Modifier `j`: as a leap, only over a piece on the square halfway (any square passed in a straight line); as a
    /// rider, it jumps over the first square whatever is there.
    Jump,
    /// Modifier `p`: it goes over exactly one piece, with any number of empty squares before and behind.
    Cannon,
    /// Modifier `g`: it goes over exactly one piece and lands on the next square of its line.
    Grasshopper,
}

/// A lame leap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    /// The target.
    pub to: (i8, i8),
    /// The squares that must be empty.
    pub over: Vec<(i8, i8)>,
}
