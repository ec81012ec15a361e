//! What a cutoff teaches the histories.

use super::correction::Corrections;
use super::history::{Arrival, Context, History};
use super::node::{Frame, Situation};
use super::worker::Worker;
use crate::eval::PawnCache;
use crate::position::Move;
use crate::variant::Rules;
use arrayvec::ArrayVec;

/// What one thread knows from the searches before, besides the hash table.
#[derive(Clone, Debug)]
pub(super) struct Learned {
    pub history: History,
    pub corrections: Corrections,
    pub pawns: PawnCache,
    /// The frames of the last search, for their memory.
    pub frames: Vec<Frame>,
}

impl Learned {
    /// Knows nothing yet.
    pub(super) fn new(rules: &Rules) -> Learned {
        Learned {
            history: History::new(rules),
            corrections: Corrections::new(),
            pawns: PawnCache::new(),
            frames: Vec::new(),
        }
    }
}

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
    /// What the histories go by at a ply.
    #[inline]
    pub(super) fn context(&self, ply: usize) -> Context {
        let arrival = |back| {
            ply.checked_sub(back)
                .and_then(|ply: usize| self.frames[ply].arrival)
        };
        Context::new(self.shared.tunables, [arrival(1), arrival(2), arrival(4)])
    }

    /// The piece that the last move brought, and where to; none after a null move.
    #[inline]
    pub(super) fn last_arrival(&self, ply: usize) -> Arrival {
        self.frames[ply.checked_sub(1)?].arrival
    }

    /// Remembers what refuted the opponent's last move, and what did not.
    pub(super) fn learn(&mut self, node: &Situation, best: Move, tried: &Tried) {
        let bonus = History::bonus(node.depth);
        if !best.is_tactical() {
            let killers = &mut self.frames[node.ply].killers;
            if killers[0] != Some(best) {
                *killers = [Some(best), killers[0]];
            }
            self.learned
                .history
                .learn_counter(self.last_arrival(node.ply), best);
            tried
                .quiet
                .iter()
                .for_each(|&mv| self.learn_move(&node.context, mv, -bonus));
        }
        let tactical = tried.tactical.iter();
        tactical.for_each(|&mv| self.learn_move(&node.context, mv, -bonus));
        self.learn_move(&node.context, best, bonus);
    }

    pub(super) fn learn_move(&mut self, context: &Context, mv: Move, bonus: i32) {
        let Some(piece) = self.position.piece_at(mv.from()) else {
            return;
        };
        if mv.is_tactical() {
            self.learned
                .history
                .learn_capture(piece, mv.victim().unwrap_or(mv.to()), bonus);
        } else {
            self.learned.history.learn_quiet(context, piece, mv.to(), bonus);
        }
    }
}
