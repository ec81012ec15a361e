//! Kinds of nodes, and what the search keeps of each ply.

use super::ordering::Buffers;
use super::score::MAX_PLY;
use crate::board::Square;
use crate::position::Move;
use crate::variant::Piece;

/// A kind of node. The search function is compiled once for each.
pub(super) trait Node {
    /// Whether the node may lie on the principal variation: its window is open, and its best line is kept.
    const PV: bool;
}

/// A node with an open window.
pub(super) struct Pv;

/// A node that is only asked whether its score reaches a bound.
pub(super) struct Scout;

impl Node for Pv {
    const PV: bool = true;
}

impl Node for Scout {
    const PV: bool = false;
}

/// What is known of a node before its moves are searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Situation {
    /// Plies from the root.
    pub ply: usize,
    /// Remaining depth in plies, at least 1.
    pub depth: i32,
    pub in_check: bool,
    /// The evaluation, corrected by what the hash table knows; meaningless in check.
    pub estimate: i32,
    /// Whether the side to move stands better than at its last turn.
    pub improving: bool,
    pub hash_move: Option<Move>,
}

/// What the search keeps for each ply from the root.
#[derive(Clone, Debug, Default)]
pub(super) struct Frame {
    /// The best line from here.
    pub pv: Vec<Move>,
    /// Quiet moves that caused cutoffs here.
    pub killers: [Option<Move>; 2],
    /// The static evaluation; none in check.
    pub eval: Option<i32>,
    /// The piece that the move searched now brings, and where to; none for a null move.
    pub arrival: Option<(Piece, Square)>,
    /// Memory for the node's moves.
    pub buffers: Buffers,
}

/// A frame for each ply that a search can reach.
pub(super) fn frames() -> Vec<Frame> {
    vec![Frame::default(); MAX_PLY + 2]
}
