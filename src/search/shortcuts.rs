//! How a node gets its score without a search of all its moves.

use super::limits::Bound;
use super::node::{Scout, Situation};
use super::ordering::Picker;
use super::score::{self, INFINITE, MAX_PLY};
use super::table::Entry;
use super::worker::Worker;
use crate::board::Bitboard;
use crate::eval;
use crate::position::Position;

/// With no more pieces than this, having to move may be a disadvantage, and a null move proves little.
const FEW_PIECES: u32 = 2;

impl Worker<'_> {
    /// What every node begins with. Returns a score if the node needs no search.
    #[inline]
    pub(super) fn enter(&mut self, ply: usize) -> Option<i32> {
        self.frames[ply].pv.clear();
        if !self.count_node() {
            return Some(0);
        }
        self.seldepth = self.seldepth.max(ply);
        if let Some(outcome) = self.position.bare_outcome() {
            return Some(score::of_outcome(outcome, ply));
        }
        if self.position.is_draw_in_search(ply) {
            return Some(0);
        }
        (ply >= MAX_PLY).then(|| self.evaluate())
    }

    /// A lower bound on the score of a position that even a rough look finds far above beta.
    #[inline]
    pub(super) fn roughly_far_above(&self, known: Option<Entry>, beta: i32, depth: i32) -> Option<i32> {
        let (least, _) = self.eval_bounds(known).filter(|_| !score::is_decisive(beta))?;
        let tunables = self.shared.tunables;
        tunables.is_far_above(depth, least, beta, false).then_some(least)
    }

    /// Pruning rules for a whole node. Not in check, not on the principal variation.
    #[inline]
    pub(super) fn prune_node(
        &mut self,
        node: &Situation,
        (alpha, beta): (i32, i32),
        known: Option<Entry>,
    ) -> Option<i32> {
        let &Situation {
            ply, depth, estimate, ..
        } = node;
        let tunables = self.shared.tunables;
        if score::is_decisive(beta) {
            return None;
        }
        if tunables.is_far_above(depth, estimate, beta, node.improving) {
            self.keep_evaluation(known, estimate, ply);
            return Some(estimate);
        }
        if tunables.is_far_below(depth, estimate, alpha) {
            let score = self.quiescence::<Scout>(alpha, beta, ply);
            if score <= alpha {
                return Some(score);
            }
        }
        let may_pass = tunables.may_pass(depth, estimate, beta)
            && ply >= self.no_pass_before
            && self.last_arrival(ply).is_some()
            && count_pieces(&self.position) > 0;
        may_pass
            .then(|| self.pass(node, beta))
            .flatten()
            .or_else(|| self.prob_cut(node, beta, known))
    }

    /// The null move: if even with a second move in a row the opponent stays below beta, so does it without.
    fn pass(&mut self, node: &Situation, beta: i32) -> Option<i32> {
        let tunables = self.shared.tunables;
        let depth = tunables.depth_after_pass(node.depth, node.estimate, beta);
        self.frames[node.ply].arrival = None;
        self.position.make_null();
        let score = -self.search::<Scout>(-beta, 1 - beta, depth, node.ply + 1, !node.cut);
        self.position.unmake_null();
        if score < beta || self.halted {
            return None;
        }
        // A win found after passing is no proof.
        let score = if score::is_decisive(score) { beta } else { score };
        let doubtful =
            node.depth >= tunables.null_verification_depth || count_pieces(&self.position) <= FEW_PIECES;
        if !doubtful || self.no_pass_before > 0 {
            return Some(score);
        }
        // Verified by a search of the same depth in which this side may not pass for a while.
        self.no_pass_before = node.ply + (3 * depth.max(0) / 4) as usize + 1;
        let verified = self.search::<Scout>(beta - 1, beta, depth.max(1), node.ply, false);
        self.no_pass_before = 0;
        (verified >= beta && !self.halted).then_some(score)
    }

    /// `ProbCut`: a capture that at a reduced depth comes far above beta will hardly fall below it.
    ///
    /// Source: Michael Buro, "`ProbCut`: An Effective Selective Extension of the Alpha-Beta Algorithm", 1995.
    fn prob_cut(&mut self, node: &Situation, beta: i32, known: Option<Entry>) -> Option<i32> {
        let tunables = self.shared.tunables;
        let high = beta + tunables.probcut_margin - tunables.probcut_improving * i32::from(node.improving);
        let depth = node.depth - 4;
        let known_lower = known.is_some_and(|entry| entry.depth > depth && entry.score < high);
        if node.depth < tunables.probcut_depth || known_lower || score::is_decisive(high) {
            return None;
        }
        let ply = node.ply;
        let buffers = std::mem::take(&mut self.frames[ply].buffers);
        let mut picker = Picker::tactical(node.hash_move, (high - node.estimate).max(0), buffers);
        let mut best = (-INFINITE, None);
        while let Some(mv) = picker.next(&self.position, &self.learned.history) {
            self.make(ply, mv);
            let mut score = -self.quiescence::<Scout>(-high, 1 - high, ply + 1);
            if score >= high && depth > 0 {
                score = -self.search::<Scout>(-high, 1 - high, depth, ply + 1, !node.cut);
            }
            self.position.unmake();
            if self.halted || score >= high {
                best = (score, Some(mv));
                break;
            }
        }
        self.frames[ply].buffers = picker.into_buffers();
        let (score, mv) = best;
        if self.halted || mv.is_none() {
            return None;
        }
        let result = Entry {
            mv,
            score,
            eval: self.frames[ply].raw_eval,
            depth: depth + 1,
            bound: Bound::Lower,
            pv: node.known_pv,
        };
        self.shared.table.store(self.position.hash(), ply, &result);
        Some(score)
    }
}

/// How many pieces the side to move has besides its royal piece and pawns.
fn count_pieces(position: &Position) -> u32 {
    let side = position.side();
    let weak = eval::pawns(position, side) | Bitboard::of(position.royal(side));
    position.pieces_of(side).and_not(weak).len()
}
