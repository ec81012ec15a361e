//! The principal variation search: alpha-beta with null windows for all but the expected best move.

use super::known::{bound_of, estimate};
use super::learn::Tried;
use super::node::{Node, Pv, Scout, Situation};
use super::ordering::{Picker, Refutations};
use super::score::{self, INFINITE, LEAST_WIN, MAX_PLY};
use super::worker::Worker;
use super::{exchange, pruning};
use crate::board::{Bitboard, Square};
use crate::eval;
use crate::position::{Move, Position, Status};
use crate::variant::Piece;

impl Worker<'_> {
    /// The score of the position between `alpha` and `beta`, from the side to move's point of view; outside it is
    /// only a bound. Void if the search was halted meanwhile.
    pub(super) fn search<N: Node>(&mut self, alpha: i32, beta: i32, depth: i32, ply: usize) -> i32 {
        let in_check = self.position.in_check();
        // Check extension.
        let depth = depth + i32::from(in_check);
        if depth <= 0 {
            return self.quiescence::<N>(alpha, beta, ply);
        }
        if let Some(score) = self.enter(ply) {
            return score;
        }
        // Mate distance pruning: no score can be better than a win by the next move or worse than a loss right here.
        let (alpha, beta) = (alpha.max(score::lost_at(ply)), beta.min(score::won_at(ply + 1)));
        if alpha >= beta {
            return alpha;
        }
        let known = self.shared.table.find(self.position.hash(), ply);
        if !N::PV
            && let Some(score) = self.known_score(known, alpha, beta, depth)
        {
            return score;
        }
        if !N::PV
            && !score::is_decisive(beta)
            && let Some((least, _)) = self.eval_bounds(known)
            && pruning::is_far_above(depth, least, beta, false)
        {
            return least;
        }
        let eval = self.static_eval(known, ply);
        let mut node = Situation {
            ply,
            depth,
            in_check,
            estimate: eval.map_or(0, |eval| estimate(eval, known)),
            improving: self.is_improving(ply),
            hash_move: known.and_then(|entry| entry.mv),
        };
        if !N::PV
            && !in_check
            && let Some(score) = self.prune_node(&node, alpha, beta)
        {
            return score;
        }
        if node.hash_move.is_none() {
            node.depth = pruning::depth_without_hash_move(depth);
        }
        self.search_moves::<N>(&node, alpha, beta)
    }

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

    /// Pruning rules that need no move of the node. Not in check, not on the principal variation.
    #[inline]
    fn prune_node(&mut self, node: &Situation, alpha: i32, beta: i32) -> Option<i32> {
        let &Situation {
            ply, depth, estimate, ..
        } = node;
        if score::is_decisive(beta) {
            return None;
        }
        if pruning::is_far_above(depth, estimate, beta, node.improving) {
            return Some(estimate);
        }
        if pruning::is_far_below(depth, estimate, alpha) {
            let score = self.quiescence::<Scout>(alpha, beta, ply);
            if score <= alpha {
                return Some(score);
            }
        }
        let may_pass = pruning::may_pass(depth, estimate, beta)
            && self.last_arrival(ply).is_some()
            && has_pieces(&self.position);
        may_pass.then(|| self.pass(node, beta)).flatten()
    }

    /// The null move: if even with a second move in a row the opponent stays below beta, so does it without.
    fn pass(&mut self, node: &Situation, beta: i32) -> Option<i32> {
        let depth = pruning::depth_after_pass(node.depth, node.estimate, beta);
        self.frames[node.ply].arrival = None;
        self.position.make_null();
        let score = -self.search::<Scout>(-beta, 1 - beta, depth, node.ply + 1);
        self.position.unmake_null();
        // A win found after passing is no proof.
        (score >= beta && !self.halted).then(|| if score::is_decisive(score) { beta } else { score })
    }

    fn search_moves<N: Node>(&mut self, node: &Situation, mut alpha: i32, beta: i32) -> i32 {
        let ply = node.ply;
        let mut picker = self.picker(node);
        let (mut best, mut best_move, mut number) = (-INFINITE, None, 0);
        let mut tried = Tried::default();
        while let Some(mv) = picker.next(&self.position, self.history) {
            number += 1;
            if !N::PV && best > -LEAST_WIN && self.prune_move(node, mv, number, alpha, &mut picker) {
                continue;
            }
            let score = self.try_move::<N>(node, mv, number, alpha, beta);
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
            return self.game_over(ply);
        }
        if best >= beta
            && let Some(mv) = best_move
        {
            self.learn(node, mv, &tried);
        }
        let bound = bound_of(best, beta, best_move);
        self.remember(ply, node.depth, best, best_move, bound);
        best
    }

    fn picker(&mut self, node: &Situation) -> Picker {
        let buffers = std::mem::take(&mut self.frames[node.ply].buffers);
        // Killers two plies on belong to positions that this node's moves lead to.
        self.frames[node.ply + 2].killers = [None; 2];
        let refutations = Refutations {
            killers: self.frames[node.ply].killers,
            counter: self.history.counter(self.last_arrival(node.ply)),
        };
        Picker::all(node.hash_move, refutations, buffers)
    }

    /// The piece that the last move brought, and where to; none after a null move.
    #[inline]
    pub(super) fn last_arrival(&self, ply: usize) -> Option<(Piece, Square)> {
        self.frames[ply.checked_sub(1)?].arrival
    }

    /// Pruning rules for a single move, once some move has been searched. Not on the principal variation.
    #[inline]
    fn prune_move(&self, node: &Situation, mv: Move, number: usize, alpha: i32, picker: &mut Picker) -> bool {
        if node.in_check {
            return false;
        }
        let quiet = !mv.is_tactical();
        if quiet
            && (number > pruning::most_moves(node.depth, node.improving)
                || pruning::is_futile(node.depth, node.estimate, alpha))
        {
            picker.skip_quiet();
            return true;
        }
        (quiet || picker.is_at_bad_tactical())
            && !exchange::wins_at_least(&self.position, mv, pruning::most_loss(node.depth, quiet))
    }

    /// Makes a move, searches what comes after it, and takes it back. Returns its score for the side that makes it.
    pub(super) fn try_move<N: Node>(
        &mut self,
        node: &Situation,
        mv: Move,
        number: usize,
        alpha: i32,
        beta: i32,
    ) -> i32 {
        let next = node.ply + 1;
        let reduction = self.reduction::<N>(node, mv, number);
        self.make(mv);
        self.frames[node.ply].arrival = self.position.piece_at(mv.to()).map(|piece| (piece, mv.to()));
        let depth = node.depth - 1;
        let mut score = alpha + 1;
        if number > 1 || !N::PV {
            let reduced = if self.position.in_check() {
                depth
            } else {
                (depth - reduction).clamp(0, depth.max(0))
            };
            score = -self.search::<Scout>(-alpha - 1, -alpha, reduced, next);
            if score > alpha && reduced < depth {
                score = -self.search::<Scout>(-alpha - 1, -alpha, depth, next);
            }
        }
        if N::PV && score > alpha && (number == 1 || score < beta || node.ply == 0) {
            score = -self.search::<Pv>(-beta, -alpha, depth, next);
        }
        self.position.unmake();
        score
    }

    /// Makes a move, and has what the hash table knows of the result fetched meanwhile.
    #[inline]
    pub(super) fn make(&mut self, mv: Move) {
        self.shared.table.prefetch(likely_hash_after(&self.position, mv));
        self.position.make(mv);
    }

    /// By how many plies a late move is searched less deeply.
    #[inline]
    fn reduction<N: Node>(&self, node: &Situation, mv: Move, number: usize) -> i32 {
        if node.depth < 3 || number < 2 + usize::from(N::PV) || node.in_check {
            return 0;
        }
        let Some(piece) = self.position.piece_at(mv.from()) else {
            return 0;
        };
        let mut parts = pruning::reduction(node.depth, number);
        if mv.is_tactical() {
            parts = parts / 2 - self.history.capture(piece, mv.victim().unwrap_or(mv.to())) / 16;
        } else {
            parts -= self.history.quiet(piece, mv.to()) / 12;
        }
        if !N::PV {
            parts += 512;
        }
        if !node.improving {
            parts += 512;
        }
        parts / 1024
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

/// Whether the side to move has more than its royal piece and pawns: with those alone, having to move is too often a
/// disadvantage for the null move to prove anything.
fn has_pieces(position: &Position) -> bool {
    let side = position.side();
    let weak = eval::pawns(position, side) | Bitboard::of(position.royal(side));
    position.pieces_of(side).and_not(weak).any()
}
