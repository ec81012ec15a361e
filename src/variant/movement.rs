//! Compiled movement: what a piece can do from each square, as tables.

use crate::board::{Bitboard, LineTable, Square};
use std::sync::Arc;

/// A set of squares for each square.
pub type SquareTable = [Bitboard; 256];

/// Whether a movement part goes to empty squares, to enemy squares, or both: an index into a pair of masks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Mode {
    /// It goes to empty squares.
    pub quiet: bool,
    /// It captures.
    pub capture: bool,
}

/// A line that a piece moves along.
#[derive(Clone, Debug)]
pub struct LineMove {
    /// The line through every square.
    pub table: Arc<LineTable>,
    /// What it does at the squares reached.
    pub mode: Mode,
    /// Modifier `i` with a remembered first move: only from initial squares, by a piece that has not moved.
    pub first_only: bool,
    /// Whether it is a queen line walked in single steps, as pins and checks by sliders are.
    pub queen: bool,
}

/// A lame leap from one square.
#[derive(Clone, Copy, Debug)]
pub struct Lame {
    /// The target.
    pub to: Square,
    /// The squares that must be empty.
    pub over: Bitboard,
}

/// Lame leaps from every square, several to one target where several paths lead there.
#[derive(Clone, Debug)]
pub struct LameTable {
    starts: Box<[u32; 257]>,
    leaps: Vec<Lame>,
}

impl LameTable {
    /// Collects the leaps of each square.
    pub(super) fn new(mut leaps_from: impl FnMut(Square) -> Vec<Lame>) -> LameTable {
        let mut table = LameTable {
            starts: Box::new([0; 257]),
            leaps: Vec::new(),
        };
        for index in 0..=255 {
            table.leaps.extend(leaps_from(Square::from_index(index)));
            table.starts[index as usize + 1] = table.leaps.len() as u32;
        }
        table
    }

    /// The leaps from a square.
    #[must_use]
    #[inline]
    pub fn from(&self, square: Square) -> &[Lame] {
        &self.leaps[self.starts[square.index()] as usize..self.starts[square.index() + 1] as usize]
    }

    /// The targets whose paths are clear.
    #[must_use]
    #[inline]
    pub fn targets(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let mut set = Bitboard::EMPTY;
        for lame in self.from(square) {
            // Without a branch, as nobody can predict it.
            set |= Bitboard::of(lame.to).if_true(!lame.over.meets(occupied));
        }
        set
    }
}

/// Quiet lame leaps, at most one from each square: pawns' double steps. They are so frequent that they do not go with
/// the other special parts.
#[derive(Clone, Debug)]
pub struct DoubleStep {
    /// From every square, the target as a set of one square, or none.
    pub target: SquareTable,
    /// From every square, the squares that must be empty on the way.
    pub over: SquareTable,
    /// Modifier `i` with a remembered first move.
    pub first_only: bool,
}

impl DoubleStep {
    /// The target, if the way is clear.
    #[must_use]
    #[inline]
    pub fn target(&self, from: Square, path: Bitboard) -> Bitboard {
        self.target[from.index()].if_true(!self.over[from.index()].meets(path))
    }
}

/// A movement part that is neither a plain leap nor a slide along a line.
#[derive(Clone, Debug)]
pub enum Special {
    /// Lame leaps.
    Lame {
        /// The leaps from every square.
        table: Arc<LameTable>,
        /// What it does at the targets.
        mode: Mode,
        /// Modifier `i` with a remembered first move.
        first_only: bool,
    },
    /// Hops over exactly one piece of a line, on to any square behind it (cannon).
    Cannon {
        /// The line through every square.
        table: Arc<LineTable>,
        /// What it does at the squares reached.
        mode: Mode,
    },
    /// Hops over the first piece of a line to the next square of the line.
    Grasshopper {
        /// The line through every square.
        table: Arc<LineTable>,
        /// Distance between neighbouring squares of the line, in ranks (in files on a horizontal line).
        step: u32,
        /// What it does at the squares reached.
        mode: Mode,
    },
    /// Leaps over an occupied square only.
    Jump {
        /// From every square, the targets with the one set of squares of which all must be occupied.
        table: Arc<LameTable>,
        /// What it does at the targets.
        mode: Mode,
    },
    /// Rifle captures made right after a quiet move, from the square where that ended.
    ShotAfter {
        /// The squares of possible victims, from every square.
        victims: Arc<SquareTable>,
    },
    /// A rifle capture made right after a quiet lame leap, as far on again in the same direction.
    ShotAlong {
        /// The victims; the landing square, halfway, is one of the squares that must be empty.
        table: Arc<LameTable>,
    },
}

impl Special {
    /// What the part does at the squares it reaches.
    #[must_use]
    #[inline]
    pub const fn mode(&self) -> Mode {
        match self {
            Special::Lame { mode, .. }
            | Special::Cannon { mode, .. }
            | Special::Grasshopper { mode, .. }
            | Special::Jump { mode, .. } => *mode,
            Special::ShotAfter { .. } | Special::ShotAlong { .. } => Mode {
                quiet: false,
                capture: true,
            },
        }
    }

    /// Whether the part captures without going to the victim's square.
    #[must_use]
    #[inline]
    pub const fn is_shot(&self) -> bool {
        matches!(self, Special::ShotAfter { .. } | Special::ShotAlong { .. })
    }

    /// Whether the part is for pieces with a remembered first move that have not moved yet.
    #[must_use]
    #[inline]
    pub const fn first_only(&self) -> bool {
        matches!(self, Special::Lame { first_only: true, .. })
    }
}

/// How a piece of one colour moves.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a property of its own")]
pub struct Movement {
    /// Targets of leaps without capture.
    pub quiet_leaps: Arc<SquareTable>,
    /// Targets of leaps that capture by displacement.
    pub capture_leaps: Arc<SquareTable>,
    /// Squares where it never captures.
    pub no_capture: Bitboard,
    /// Whether there is nothing but leaps, slides and riders that do the same at empty and at enemy squares.
    pub uniform: bool,
    /// Whether it is uniform, and neither promotes by choice nor shoots nor is pawn-type.
    pub plain: bool,
    /// Whether there is nothing but leaps and a double step.
    pub stepper: bool,
    /// Slides and riders.
    pub lines: Vec<LineMove>,
    /// A quiet lame leap, at most one from each square.
    pub double_step: Option<Box<DoubleStep>>,
    /// The rest.
    pub specials: Vec<Special>,
    /// Squares from which the rest leads anywhere.
    pub special_from: Bitboard,
    /// Targets of rifle captures that nothing blocks.
    pub rifle_leaps: Arc<SquareTable>,
    /// Lines along which the first piece can be captured by rifle.
    pub rifle_lines: Vec<LineMove>,
    /// Whether there are any rifle captures, made in place or after a move.
    pub shoots: bool,
    /// What a leap can capture from every square: displacement and rifle captures.
    pub attack_leaps: Arc<SquareTable>,
    /// From every square, what could be captured along queen lines if nothing stood in between.
    pub slide_reach: Arc<SquareTable>,
    /// From every square, what could be captured by parts that are neither leaps nor slides along queen lines, if
    /// all that stands in between were favourable; empty tables for most pieces.
    pub special_reach: Arc<SquareTable>,
    /// Where the piece could go without capture, if all that stands in between were favourable; kept only for pieces
    /// that shoot after a move.
    pub quiet_reach: Arc<SquareTable>,
    /// Squares where a move that ends there may leave a piece that brakes slides: [`Rules::brake`](super::Rules::brake).
    pub may_brake: Bitboard,
    /// Squares a pawn-type piece can reach by a move that can be answered en passant.
    pub en_passant_steps: Arc<SquareTable>,
    /// Squares where it takes en passant.
    pub en_passant_captures: Arc<SquareTable>,
    /// Squares from which a move may end where promotion rules apply.
    pub promotes_from: Bitboard,
    /// Where promotion rules may apply to a move's end.
    pub promotion_zone: Bitboard,
}

impl Movement {
    /// The lines other than a queen's along which the piece captures.
    #[inline]
    pub fn rides(&self) -> impl Iterator<Item = &LineMove> {
        self.lines.iter().filter(|line| line.mode.capture && !line.queen)
    }
}
