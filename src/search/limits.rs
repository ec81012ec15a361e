//! What to search for and how long, and what comes of it.

use crate::position::Move;
use std::time::Duration;

/// What to search for and how long. Without any bound (clock, time, depth, nodes, mate) the search is infinite.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Play on a clock.
    pub clock: Option<Clock>,
    /// Search exactly that long, the overhead excepted.
    pub move_time: Option<Duration>,
    /// Plies to search at most.
    pub depth: Option<u16>,
    /// Nodes to search at most; exact on one thread.
    pub nodes: Option<u64>,
    /// Stop when a mate in that many moves is found.
    pub mate: Option<u16>,
    /// End only when told to stop.
    pub infinite: bool,
    /// Like `infinite` until [`Control::ponder_hit`](super::Control::ponder_hit); the clock starts then.
    pub ponder: bool,
    /// Moves to choose from; empty: all. Illegal ones are ignored, and so is a list without any legal move.
    pub search_moves: Vec<Move>,
    /// Number of best lines to find; 0 counts as 1.
    pub multi_pv: usize,
    /// Time kept back for every move, for communication.
    pub overhead: Duration,
}

/// The clock of the side to move.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    /// Time left.
    pub remaining: Duration,
    /// Added after every move.
    pub increment: Duration,
    /// Moves until more time is added; none if the time left is for the rest of the game.
    pub moves_to_go: Option<u32>,
}

impl Limits {
    /// Whether nothing but an order ends the search, as things stand before a ponder hit.
    #[must_use]
    pub fn is_unbounded(&self) -> bool {
        let bounded = self.clock.is_some()
            || self.move_time.is_some()
            || self.depth.is_some()
            || self.nodes.is_some()
            || self.mate.is_some();
        self.infinite || !bounded
    }
}

/// A score from the point of view of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// In hundredths of a pawn.
    Centipawns(i32),
    /// The side to move wins in so many of its moves; if negative or 0, it loses after so many of its moves. Where
    /// stalemate loses, it counts as well.
    Mate(i32),
}

/// What a reported score is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The score itself.
    Exact,
    /// The score is at least this.
    Lower,
    /// The score is at most this.
    Upper,
}

/// What the search has to tell while it goes on.
#[derive(Clone, Debug)]
pub enum News {
    /// What it found.
    Report(Report),
    /// Which of the root's moves it begins to look at.
    Move(CurrentMove),
}

/// A move of the root that is being searched.
#[derive(Clone, Copy, Debug)]
pub struct CurrentMove {
    /// Plies of the iteration going on.
    pub depth: u16,
    /// The move.
    pub mv: Move,
    /// Its number in the order in which they are searched, from 1.
    pub number: usize,
    /// How many there are.
    pub total: usize,
    /// Nodes searched by all threads.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
}

/// What the search knows at some time.
#[derive(Clone, Debug)]
pub struct Report {
    /// Plies searched in full width.
    pub depth: u16,
    /// Plies of the longest line looked at.
    pub seldepth: u16,
    /// Number of the line, from 1.
    pub multi_pv: usize,
    /// The line's score.
    pub score: Score,
    /// Whether the score is exact.
    pub bound: Bound,
    /// Nodes searched by all threads.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// How full the hash table is with entries of this search, in permill.
    pub hashfull: u16,
    /// The line.
    pub pv: Vec<Move>,
}

/// What a search came to.
#[derive(Clone, Debug)]
pub struct SearchResult {
    /// The best move; none only if no move is legal.
    pub best: Option<Move>,
    /// The answer expected to it.
    pub ponder: Option<Move>,
    /// The best move's score.
    pub score: Score,
    /// Plies of the last complete iteration.
    pub depth: u16,
    /// Nodes searched by all threads.
    pub nodes: u64,
    /// Time the search took.
    pub time: Duration,
}
