//! Kinds of nodes, and what the search keeps of each ply.

use super::history::{Arrival, Context};
use super::ordering::Buffers;
use super::score::MAX_PLY;
use crate::position::Move;

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
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
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
    /// Plies by which the hash move is searched more deeply (less, if negative).
    pub extension: i32,
    /// Whether a cutoff is expected.
    pub cut: bool,
    /// Whether the position is, or once was, on the principal variation.
    pub known_pv: bool,
    /// What the histories go by.
    pub context: Context,
}

/// What the search keeps for each ply from the root.
#[derive(Clone, Debug, Default)]
pub(super) struct Frame {
    /// The best line from here.
    pub pv: Vec<Move>,
    /// Quiet moves that caused cutoffs here.
    pub killers: [Option<Move>; 2],
    /// The static evaluation as it is computed; none in check.
    pub raw_eval: Option<i32>,
    /// The static evaluation with what the search has learned about its mistakes; none in check.
    pub eval: Option<i32>,
    /// The piece that the move searched now brings, and where to; none for a null move.
    pub arrival: Arrival,
    /// The move that is left out, to see how good the others are.
    pub excluded: Option<Move>,
    /// Extensions by two plies on the way here.
    pub double_extensions: i32,
    /// Memory for the node's moves.
    pub buffers: Buffers,
}

/// A frame for each ply that a search can reach, in the memory of an earlier search's frames.
pub(super) fn fresh_frames(mut old: Vec<Frame>) -> Vec<Frame> {
    for frame in &mut old {
        frame.pv.clear();
        *frame = Frame {
            pv: std::mem::take(&mut frame.pv),
            buffers: std::mem::take(&mut frame.buffers),
            ..Frame::default()
        };
    }
    old.resize_with(MAX_PLY + 2, Frame::default);
    old
}
