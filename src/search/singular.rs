//! Singular extension: a hash move that is much better than all others is searched more deeply, and where even the
//! others are good enough nothing is searched any more.

use super::limits::Bound;
use super::node::{Node, Scout, Situation};
use super::score;
use super::table::Entry;
use super::worker::Worker;
use crate::movegen;

/// Plies by which the hash table's search may have been shallower than this one.
const LEAST_KNOWN: i32 = 3;

/// What a search without the hash move says.
pub(super) enum Singular {
    /// By how many plies to search the hash move more deeply.
    Extend(i32),
    /// The node's score: several moves refute it.
    Cut(i32),
}

impl Worker<'_> {
    /// Searches a node without its hash move, if that is worth knowing.
    pub(super) fn try_without<N: Node>(&mut self, node: &Situation, known: Entry, beta: i32) -> Singular {
        let tunables = self.shared.tunables;
        let ply = node.ply;
        let Some(mv) = known.mv else {
            return Singular::Extend(0);
        };
        let worth_knowing = node.depth >= tunables.singular_depth
            && known.depth + LEAST_KNOWN >= node.depth
            && known.bound != Bound::Upper
            && !score::is_decisive(known.score)
            && ply < self.deepest_extended()
            && movegen::is_legal(&self.position, mv);
        if !worth_knowing {
            return Singular::Extend(0);
        }
        let least = known.score - tunables.singular_margin * node.depth / 16;
        self.frames[ply].excluded = Some(mv);
        let score = self.search::<Scout>(least - 1, least, (node.depth - 1) / 2, ply, node.cut);
        self.frames[ply].excluded = None;
        if score < least {
            let double = !N::PV
                && score < least - tunables.double_margin
                && self.frames[ply].double_extensions < tunables.double_extensions;
            return Singular::Extend(1 + i32::from(double));
        }
        if least >= beta {
            return Singular::Cut(least);
        }
        // The others are nearly as good: no need to know this one that well.
        Singular::Extend(if known.score >= beta || node.cut { -2 } else { 0 })
    }
}
