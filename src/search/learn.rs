//! What a cutoff teaches the histories.

use super::history::History;
use super::node::Situation;
use super::worker::Worker;
use crate::position::Move;
use arrayvec::ArrayVec;

/// The most moves of a kind that are remembered to learn from, should a later one refute the node.
const MOST_TRIED: usize = 48;

/// Moves searched before the best one.
#[derive(Default)]
pub(super) struct Tried {
    quiet: ArrayVec<Move, MOST_TRIED>,
    tactical: ArrayVec<Move, MOST_TRIED>,
}

impl Tried {
    pub(super) fn push(&mut self, mv: Move) {
        let list = if mv.is_tactical() {
            &mut self.tactical
        } else {
            &mut self.quiet
        };
        // What does not fit is not learned from.
        let _ = list.try_push(mv);
    }
}

impl Worker<'_> {
    /// Remembers what refuted the opponent's last move, and what did not.
    pub(super) fn learn(&mut self, node: &Situation, best: Move, tried: &Tried) {
        let bonus = History::bonus(node.depth);
        if !best.is_tactical() {
            let killers = &mut self.frames[node.ply].killers;
            if killers[0] != Some(best) {
                *killers = [Some(best), killers[0]];
            }
            self.history.learn_counter(self.last_arrival(node.ply), best);
            tried.quiet.iter().for_each(|&mv| self.learn_move(mv, -bonus));
        }
        tried.tactical.iter().for_each(|&mv| self.learn_move(mv, -bonus));
        self.learn_move(best, bonus);
    }

    fn learn_move(&mut self, mv: Move, bonus: i32) {
        let Some(piece) = self.position.piece_at(mv.from()) else {
            return;
        };
        if mv.is_tactical() {
            self.history
                .learn_capture(piece, mv.victim().unwrap_or(mv.to()), bonus);
        } else {
            self.history.learn_quiet(piece, mv.to(), bonus);
        }
    }
}
