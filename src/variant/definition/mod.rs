//! What a variant file says, as plain data: no tables yet, and nothing refers to text positions any more.

mod moves;
mod piece;

use crate::board::{Bitboard, Square};
use crate::eval::Coefficients;
pub use moves::{Component, Hop, Path, Pattern};
pub use piece::{
    Cause, FirstMove, PieceDefinition, PromotionRule, PromotionTargets, Rifle, Shots, Stay,
    TransformationRule, Trigger,
};

/// A variant as its file defines it.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a rule of its own")]
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
    /// Whether a side whose turn it is may go on in spite of that if it can bare the other side's royal piece at once.
    pub bare_royal_reply: bool,
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
    /// What the evaluation counts for what.
    pub coefficients: Coefficients,
    /// How often a score wins.
    pub winning: Winning,
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

/// How often a score wins: a logistic curve. What is neither won by it nor lost by the same curve of the score turned
/// round is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Winning {
    /// The score, in centipawns, with which half of the games are won.
    pub half: u16,
    /// How many centipawns more make the odds e times as good.
    pub scale: u16,
}

impl Winning {
    /// What a score comes to, in centipawns: games won, drawn and lost of a thousand.
    #[must_use]
    pub fn of_thousand(self, score: i32) -> [u32; 3] {
        let (half, scale) = (f64::from(self.half), f64::from(self.scale.max(1)));
        let wins = |score: i32| (1000.0 / (1.0 + ((half - f64::from(score)) / scale).exp())).round() as u32;
        let (win, loss) = (wins(score), wins(-score));
        // Half a game may come from rounding either way.
        let win = win.min(1000 - loss);
        [win, 1000 - win - loss, loss]
    }
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
