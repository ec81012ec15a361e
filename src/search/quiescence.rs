//! The quiescence search: captures and promotions until the position is quiet enough for the static evaluation to be
//! trusted; in check, all evasions.

use super::exchange;
use super::known::{bound_of, estimate};
use super::node::Node;
use super::ordering::{Picker, Refutations};
use super::score::{self, INFINITE, LEAST_WIN};
use super::table::Entry;
use super::worker::Worker;
use crate::position::Move;

impl Worker<'_> {
    /// The score of the position, from the side to move's point of view; outside the window it is only a bound. Void
    /// if the search was halted meanwhile.
    pub(super) fn quiescence<N: Node>(&mut self, alpha: i32, beta: i32, ply: usize) -> i32 {
        if let Some(score) = self.enter(ply) {
            return score;
        }
        let known = self.shared.table.find(self.position.hash(), ply);
        if !N::PV
            && let Some(score) = self.known_score(known, alpha, beta, 0)
        {
            return score;
        }
        let stand_pat = self.stand_pat(known, (alpha, beta), ply);
        let best = stand_pat.unwrap_or(-INFINITE);
        if best >= beta {
            self.keep_evaluation(known, best, ply);
            return best;
        }
        let hash_move = known.and_then(|entry| entry.mv);
        let buffers = std::mem::take(&mut self.frames[ply].buffers);
        let picker = if stand_pat.is_some() {
            Picker::tactical(hash_move, 0, buffers)
        } else {
            Picker::all(hash_move, Refutations::default(), self.context(ply), buffers)
        };
        let known_pv = N::PV || known.is_some_and(|entry| entry.pv);
        self.quiescence_moves::<N>(picker, (alpha, beta), ply, stand_pat, known_pv)
    }

    /// The evaluation, or a bound on it if a rough look shows that it lies far outside the window; none in check.
    #[inline]
    fn stand_pat(&mut self, known: Option<Entry>, (alpha, beta): (i32, i32), ply: usize) -> Option<i32> {
        if let Some((least, most)) = self.eval_bounds(known) {
            self.frames[ply].raw_eval = None;
            if least >= beta {
                return Some(least);
            }
            if most <= alpha {
                return Some(most);
            }
        }
        self.static_eval(known, ply).map(|eval| estimate(eval, known))
    }

    fn quiescence_moves<N: Node>(
        &mut self,
        mut picker: Picker,
        (mut alpha, beta): (i32, i32),
        ply: usize,
        stand_pat: Option<i32>,
        known_pv: bool,
    ) -> i32 {
        let mut best = stand_pat.unwrap_or(-INFINITE);
        alpha = alpha.max(best);
        let (mut best_move, mut number) = (None, 0);
        while let Some(mv) = picker.next(&self.position, &self.learned.history) {
            number += 1;
            if let Some(stand_pat) = stand_pat {
                let late = number > self.shared.tunables.quiescence_moves && !score::is_decisive(best);
                if late && !self.recaptures(mv, ply) {
                    continue;
                }
                if let Some(most) = self.hopeless(mv, stand_pat, alpha) {
                    best = best.max(most);
                    continue;
                }
            } else if best > -LEAST_WIN {
                // One evasion has been found; captures may do better, quiet moves hardly will.
                picker.skip_quiet();
                if !mv.is_tactical() {
                    continue;
                }
            }
            self.make(ply, mv);
            let score = -self.quiescence::<N>(-beta, -alpha, ply + 1);
            self.position.unmake();
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
        }
        self.frames[ply].buffers = picker.into_buffers();
        if self.halted {
            return 0;
        }
        if number == 0 && stand_pat.is_none() {
            return self.game_over(ply);
        }
        let result = Entry {
            mv: best_move,
            score: best,
            eval: self.frames[ply].raw_eval,
            depth: 0,
            bound: bound_of(best, beta, best_move),
            pv: known_pv,
        };
        self.shared.table.store(self.position.hash(), ply, &result);
        best
    }

    /// Whether a move captures the piece that the last move brought.
    fn recaptures(&self, mv: Move, ply: usize) -> bool {
        self.last_arrival(ply)
            .is_some_and(|(_, square)| mv.victim() == Some(square))
    }

    /// Delta pruning, for a capture that does not lift the score to alpha with a margin: the score that a capture cannot exceed, if that is not above alpha.
    #[inline]
    fn hopeless(&self, mv: Move, stand_pat: i32, alpha: i32) -> Option<i32> {
        let most =
            stand_pat + self.shared.tunables.delta_margin + exchange::immediate_gain(&self.position, mv);
        (most <= alpha && !score::is_decisive(alpha)).then_some(most)
    }
}
