//! The principal variation search: alpha-beta with null windows for all but the expected best move.

use super::exchange;
use super::known::{bound_of, estimate};
use super::learn::Tried;
use super::node::{Node, Pv, Scout, Situation};
use super::ordering::{Picker, Refutations};
use super::score::{self, INFINITE, LEAST_WIN};
use super::singular::Singular;
use super::table::Entry;
use super::worker::Worker;
use crate::position::{Move, Position, Status};

/// A move that is to be tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    mv: Move,
    /// Among the node's moves, from 1.
    number: usize,
    /// By how much less deeply it is searched at first, in 1/1024 of a ply.
    reduction: i32,
}

impl Worker<'_> {
    /// The score of the position between `alpha` and `beta`, from the side to move's point of view; outside it is
    /// only a bound. Void if the search was halted meanwhile. `cut`: whether a cutoff is expected.
    pub(super) fn search<N: Node>(
        &mut self,
        alpha: i32,
        beta: i32,
        depth: i32,
        ply: usize,
        cut: bool,
    ) -> i32 {
        let in_check = self.position.in_check();
        let depth = depth + i32::from(in_check && self.shared.tunables.extends_check(depth));
        if depth <= 0 {
            return self.quiescence::<N>(alpha, beta, ply);
        }
        if let Some(score) = self.enter(ply) {
            return score;
        }
        // Mate distance pruning: no score can be better than a win by the next move or worse than a loss right here.
        let (mut alpha, beta) = (alpha.max(score::lost_at(ply)), beta.min(score::won_at(ply + 1)));
        // Who can repeat the position need not lose.
        if alpha < 0 && self.position.can_repeat(ply) {
            alpha = 0;
        }
        if alpha >= beta {
            return alpha;
        }
        let window = (alpha, beta);
        if self.frames[ply].excluded.is_some() {
            let eval = self.frames[ply].eval;
            let node = self.situation::<N>(ply, depth, cut, eval, None);
            return self.search_moves::<N>(&node, alpha, beta);
        }
        let known = self.shared.table.find(self.position.hash(), ply);
        if !N::PV {
            let settled = self
                .known_score(known, alpha, beta, depth)
                .or_else(|| self.roughly_far_above(known, beta, depth));
            if let Some(score) = settled {
                return score;
            }
        }
        let eval = self.static_eval(known, ply);
        let mut node = self.situation::<N>(ply, depth, cut, eval, known);
        if !N::PV
            && !in_check
            && let Some(score) = self.prune_node(&node, window, known)
        {
            return score;
        }
        if node.hash_move.is_none() {
            node.depth = self.shared.tunables.depth_without_hash_move(depth);
        }
        if let Some(entry) = known {
            match self.try_without::<N>(&node, entry, beta) {
                Singular::Extend(plies) => node.extension = plies,
                Singular::Cut(score) => return score,
            }
        }
        self.search_moves::<N>(&node, alpha, beta)
    }

    fn situation<N: Node>(
        &self,
        ply: usize,
        depth: i32,
        cut: bool,
        eval: Option<i32>,
        known: Option<Entry>,
    ) -> Situation {
        Situation {
            ply,
            depth,
            in_check: self.position.in_check(),
            estimate: eval.map_or(0, |eval| estimate(eval, known)),
            improving: self.is_improving(ply),
            hash_move: known.and_then(|entry| entry.mv),
            extension: 0,
            cut,
            known_pv: N::PV || known.is_some_and(|entry| entry.pv),
            context: self.context(ply),
        }
    }

    fn search_moves<N: Node>(&mut self, node: &Situation, mut alpha: i32, beta: i32) -> i32 {
        let ply = node.ply;
        let excluded = self.frames[ply].excluded;
        let mut picker = self.picker(node);
        let (mut best, mut best_move, mut number) = (-INFINITE, None, 0);
        let mut tried = Tried::default();
        let most_moves = self.most_moves_with_quiet(node, alpha);
        loop {
            let may_prune = !N::PV && !node.in_check && best > -LEAST_WIN;
            if may_prune && number >= most_moves {
                picker.skip_quiet();
            }
            let Some(mv) = picker.next(&self.position, &self.learned.history) else {
                break;
            };
            if Some(mv) == excluded {
                continue;
            }
            number += 1;
            let candidate = self.candidate::<N>(node, mv, number);
            if may_prune && self.prune_move(node, &candidate, alpha, picker.is_at_bad_tactical()) {
                continue;
            }
            let score = self.try_move::<N>(node, &candidate, alpha, beta);
            if self.halted {
                break;
            }
            best = best.max(score);
            if score > alpha {
                best_move = Some(mv);
                alpha = score;
                if N::PV {
                    self.keep_line(ply, mv);
                }
                if score >= beta {
                    break;
                }
            }
            tried.push(mv);
        }
        self.frames[ply].buffers = picker.into_buffers();
        if self.halted {
            return 0;
        }
        if number == 0 {
            return if excluded.is_some() {
                alpha
            } else {
                self.game_over(ply)
            };
        }
        if best >= beta
            && let Some(mv) = best_move
        {
            self.learn(node, mv, &tried);
        }
        if excluded.is_none() {
            let result = Entry {
                mv: best_move,
                score: best,
                eval: self.frames[ply].raw_eval,
                depth: node.depth,
                bound: bound_of(best, beta, best_move),
                pv: node.known_pv,
            };
            self.shared.table.store(self.position.hash(), ply, &result);
            self.learn_correction(ply, &result);
        }
        best
    }

    fn picker(&mut self, node: &Situation) -> Picker {
        let buffers = std::mem::take(&mut self.frames[node.ply].buffers);
        // Killers two plies on belong to positions that this node's moves lead to.
        self.frames[node.ply + 2].killers = [None; 2];
        Picker::all(node.hash_move, self.refutations(node.ply), node.context, buffers)
    }

    fn refutations(&self, ply: usize) -> Refutations {
        Refutations {
            killers: self.frames[ply].killers,
            counter: self.learned.history.counter(self.last_arrival(ply)),
        }
    }

    /// After how many moves no quiet one is tried any more.
    #[inline]
    fn most_moves_with_quiet(&self, node: &Situation, alpha: i32) -> usize {
        let tunables = self.shared.tunables;
        if tunables.is_futile(node.depth, node.estimate, alpha) {
            1
        } else {
            tunables.most_moves(node.depth, node.improving)
        }
    }

    /// Pruning rules for a single move, once some move has been searched. Not on the principal variation, not in check.
    #[inline]
    fn prune_move(&self, node: &Situation, candidate: &Candidate, alpha: i32, is_bad_tactical: bool) -> bool {
        let mv = candidate.mv;
        let tunables = self.shared.tunables;
        let mut depth = node.depth;
        let quiet = !mv.is_tactical();
        if quiet {
            if tunables.prune_by_reduced_depth == 1 {
                depth = (depth - candidate.reduction / 1024).clamp(1, depth);
            }
            if tunables.is_futile(depth, node.estimate, alpha) {
                return true;
            }
        }
        (quiet || is_bad_tactical)
            && !exchange::wins_at_least(&self.position, mv, tunables.most_loss(depth, quiet))
    }

    /// Makes a move, searches what comes after it, and takes it back. Returns its score for the side that makes it.
    pub(super) fn try_move<N: Node>(
        &mut self,
        node: &Situation,
        &Candidate {
            mv,
            number,
            reduction,
        }: &Candidate,
        alpha: i32,
        beta: i32,
    ) -> i32 {
        let next = node.ply + 1;
        let extension = if Some(mv) == node.hash_move {
            node.extension
        } else {
            0
        };
        self.frames[next].double_extensions =
            self.frames[node.ply].double_extensions + i32::from(extension > 1);
        self.make(node.ply, mv);
        let depth = node.depth - 1 + extension;
        let mut score = alpha + 1;
        if number > 1 || !N::PV {
            let parts = if self.position.in_check() {
                reduction - self.shared.tunables.reduction_check
            } else {
                reduction
            };
            let reduced = (depth - parts / 1024).clamp(0, depth.max(0));
            let cut = reduced < depth || !node.cut;
            score = -self.search::<Scout>(-alpha - 1, -alpha, reduced, next, cut);
            if score > alpha && reduced < depth {
                let better = score > alpha + self.shared.tunables.deeper_margin + 2 * depth;
                score = -self.search::<Scout>(-alpha - 1, -alpha, depth + i32::from(better), next, !node.cut);
            }
        }
        if N::PV && score > alpha && (number == 1 || score < beta || node.ply == 0) {
            score = -self.search::<Pv>(-beta, -alpha, depth, next, false);
        }
        self.position.unmake();
        score
    }

    /// Makes a move, and has what the hash table knows of the result fetched meanwhile.
    #[inline]
    pub(super) fn make(&mut self, ply: usize, mv: Move) {
        self.shared.table.prefetch(likely_hash_after(&self.position, mv));
        self.position.make(mv);
        self.frames[ply].arrival = self.position.piece_at(mv.to()).map(|piece| (piece, mv.to()));
    }

    /// A move with its number among the node's moves.
    #[inline]
    pub(super) fn candidate<N: Node>(&self, node: &Situation, mv: Move, number: usize) -> Candidate {
        let reduction = self.reduction::<N>(node, mv, number);
        Candidate {
            mv,
            number,
            reduction,
        }
    }

    /// By how many 1/1024 of a ply a late move is searched less deeply.
    #[inline]
    fn reduction<N: Node>(&self, node: &Situation, mv: Move, number: usize) -> i32 {
        if node.depth < 3 || number < 2 + usize::from(N::PV) {
            return 0;
        }
        let Some(piece) = self.position.piece_at(mv.from()) else {
            return 0;
        };
        let tunables = self.shared.tunables;
        let mut parts = tunables.reduction(node.depth, number);
        if mv.is_tactical() {
            parts = parts / 2
                - self
                    .learned
                    .history
                    .capture(piece, mv.victim().unwrap_or(mv.to()))
                    / 16;
        } else {
            let history = self.learned.history.quiet(&node.context, piece, mv.to());
            parts -= history * 1024 / tunables.reduction_history;
            if self.refutations(node.ply).contains(mv) {
                parts -= tunables.reduction_refutation;
            }
        }
        if !N::PV {
            parts += tunables.reduction_scout;
        }
        if !node.improving {
            parts += tunables.reduction_worsening;
        }
        if node.cut {
            parts += tunables.reduction_cut;
        }
        if node.known_pv {
            parts -= tunables.reduction_known_pv;
        }
        if node.in_check {
            parts -= tunables.reduction_evasion;
        }
        parts
    }

    /// The best line from here begins with this move.
    #[inline]
    pub(super) fn keep_line(&mut self, ply: usize, mv: Move) {
        if let [here, next, ..] = &mut self.frames[ply..] {
            here.pv.clear();
            here.pv.push(mv);
            here.pv.extend_from_slice(&next.pv);
        }
    }

    /// The score of a position without legal moves.
    pub(super) fn game_over(&self, ply: usize) -> i32 {
        match self.position.status() {
            Status::Over(outcome, _) => score::of_outcome(outcome, ply),
            _ => 0,
        }
    }
}

/// The hash after a move, but for what changes seldom: rights, chances en passant, remembered first moves.
#[inline]
fn likely_hash_after(position: &Position, mv: Move) -> u64 {
    let keys = &position.rules().zobrist;
    let mut hash = position.hash() ^ keys.black_to_move;
    if let Some(piece) = position.piece_at(mv.from()) {
        hash ^= keys.piece(piece, mv.from()) ^ keys.piece(piece, mv.to());
    }
    if let Some(victim) = mv.victim()
        && let Some(piece) = position.piece_at(victim)
    {
        hash ^= keys.piece(piece, victim);
    }
    hash
}
