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
    /// Whether a1 is a dark square.
    pub dark_a1: bool,
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
    /// Result for a side that has nothing but its royal piece, if that ends the game: checked after every move, before
    /// mate.
    pub bare_royal: Option<Outcome>,
    /// The lines along which the two royal pieces may never face each other with only empty squares between. Facing
    /// counts as an attack by the enemy royal piece.
    pub facing: Facing,
    /// Types of own pieces that both the royal piece and its partner may pass over when castling, as the squares where
    /// they end must be empty all the same.
    pub castling_over: Vec<String>,
    /// A type of piece that stops slides: a move of several steps over empty squares (slides, lame leaps; of either side,
    /// by any other piece) may not go on from a square next to such a piece, neither from the square where it starts
    /// nor from one that it comes to. The pieces that count are those before the move; a piece is not bound by itself.
    pub brake: Option<String>,
    /// Whether the pieces (not pawn-type) that a side loses are kept, by their exact type, so that they can come back by
    /// promotion ([`PromotionTargets::Held`]).
    pub holdings: bool,
    /// The armies to choose from, if the variant has them.
    pub armies: Option<Armies>,
    /// Pieces that can be called; if there are armies, only in those that have this ability.
    pub summons: Vec<CallDefinition>,
    /// Pieces that become others by capturing; if there are armies, only in those that have this ability.
    pub honours: Vec<HonourDefinition>,
}

impl Definition {
    /// The piece type with an id.
    #[must_use]
    pub fn piece(&self, id: &str) -> Option<&PieceDefinition> {
        self.pieces.iter().find(|piece| piece.id == id)
    }

    /// A type's id, then what it is transformed into (by its first rule), then what that is transformed into, and so on.
    /// A promotion from holdings takes out the first of these that is held.
    #[must_use]
    pub fn line_of<'a>(&'a self, id: &'a str) -> Vec<&'a str> {
        let mut line = vec![id];
        while let Some(rule) = line
            .last()
            .and_then(|last| self.piece(last)?.transformations.first())
        {
            if line.contains(&rule.to.as_str()) {
                break;
            }
            line.push(&rule.to);
        }
        line
    }
}

/// Lines along which royal pieces may not face each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Facing {
    /// They may, everywhere.
    Allowed,
    /// Not on a file (as in Xiangqi).
    File,
    /// Not on files and ranks.
    Rook,
    /// Not on files, ranks and diagonals.
    Queen,
}

/// Armies to choose from, one for each side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Armies {
    /// White's squares that an army's pieces fill, in order; Black's are the mirror image.
    pub squares: Vec<Square>,
    /// The armies. The first one is that of both sides in the start FEN.
    pub list: Vec<ArmyDefinition>,
}

/// An army.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArmyDefinition {
    /// Its name, such as `Royal`.
    pub name: String,
    /// Ids of its pieces, in the order of [`Armies::squares`].
    pub pieces: Vec<String>,
    /// Whether its pieces can be called: [`Definition::summons`].
    pub summons: bool,
    /// Whether its pieces become others by capturing: [`Definition::honours`].
    pub honours: bool,
}

/// As a move, a piece of the side is called to an empty square that its caller attacks on the board as it is before the
/// move. It captures nothing, so it attacks nothing. Its text is the called piece's from and to, and one that equals an
/// ordinary move of that piece is that move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallDefinition {
    /// The type of the piece that comes.
    pub called: String,
    /// The type of the piece that calls it.
    pub caller: String,
    /// The type whose attacks from the caller's square count: often the caller's own.
    pub attacks_of: String,
}

/// Every capture that a piece makes (by displacement or en passant) is counted on that piece; with the last one it
/// becomes another, at once and always, which starts from nought. A promotion comes first, and starts from nought too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HonourDefinition {
    /// The type that counts.
    pub piece: String,
    /// The number of captures.
    pub captures: u8,
    /// The type that it becomes.
    pub becomes: String,
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
    /// How it is written in games (SAN), such as `O-O`.
    pub san: String,
}

impl Castling {
    /// `O-O` for castling towards the last file, else `O-O-O`.
    #[must_use]
    pub const fn usual_name(king_from: Square, king_to: Square) -> &'static str {
        if king_to.file() > king_from.file() {
            "O-O"
        } else {
            "O-O-O"
        }
    }
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
    /// [line](Definition::line_of) that is held is taken out.
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

/// One part of a piece's moves: where it goes, and in which circumstances.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a modifier of its own")]
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
    /// Lame leaps: targets with the squares that must be empty on the way; several to one target are alternatives.
    Paths(Vec<Path>),
    /// Slides along bent trails: the squares of each in order, up to the first piece, which is captured if it can be.
    Trails(Vec<Vec<(i8, i8)>>),
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
