//! A piece's moves, as parsed from XBetza.

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
