//! What a variant file says of a piece type.

use super::Component;
use crate::board::{Bitboard, ByColour};

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
    /// Changes of type that are no choice; the first one that fits a move happens.
    pub transformations: Vec<TransformationRule>,
    /// Value in centipawns, if the file overrides the derived one.
    pub value: Option<i32>,
    /// For the royal piece: whether it may not pass a square either where it would be attacked.
    pub safe_path: bool,
    /// Captures from afar.
    pub rifle: Option<Rifle>,
    /// Squares where it never captures a piece, by whatever means.
    pub no_capture: ByColour<Bitboard>,
    /// How far it is promoted: 0 for a type that starts so.
    pub level: u8,
}

/// Rifle capture: the piece removes an enemy without going to its square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rifle {
    /// What it can hit.
    pub shots: Shots,
    /// Whether it can shoot from where it stands, instead of moving.
    pub standing: bool,
    /// Whether it can shoot in the same turn after moving (without capture), from its new square. It need not.
    pub moving: bool,
}

/// What a rifle capture can hit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shots {
    /// Where a piece with these moves could capture.
    Moves(Vec<Component>),
    /// After a move by (dx, dy), the square (dx, dy) further on; nothing between blocks it.
    Along,
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
    pub stay: Stay,
    /// What the piece can become.
    pub to: PromotionTargets,
}

/// A change of type that goes with a move, always and at once: no choice, and no part of the move's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TransformationRule {
    /// When it happens.
    pub cause: Cause,
    /// The type that the piece becomes.
    pub to: String,
    /// It happens only if the side has none of these types on the board, the piece itself not counted.
    pub if_none_of: Vec<String>,
}

/// What transforms a piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// A capture of one of these types by displacement (not by rifle capture).
    Capture(Vec<String>),
    /// A move that ends on one of these squares, wherever it began.
    Reach(ByColour<Bitboard>),
}

/// Whether a piece may make a promoting move without promoting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stay {
    /// It may.
    Always,
    /// Only if nothing is available to promote to.
    IfNone,
    /// Never: with nothing available the move cannot be made.
    Never,
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
    /// Any of these ids of which the side has no piece on the board after the move (the promoting piece itself not
    /// counted).
    Absent(Vec<String>),
    /// Any of these ids of which the side has fewer pieces on the board than in the start array.
    Lost(Vec<String>),
    /// Any of these ids for which the side's holdings have a piece: the first of the id's
    /// [line](super::Definition::line_of) that is held is taken out.
    Held(Vec<String>),
}

impl PromotionTargets {
    /// All ids that can be possible.
    #[must_use]
    pub fn ids(&self) -> &[String] {
        match self {
            PromotionTargets::List(ids)
            | PromotionTargets::Absent(ids)
            | PromotionTargets::Lost(ids)
            | PromotionTargets::Held(ids) => ids,
        }
    }
}
