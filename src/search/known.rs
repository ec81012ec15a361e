//! What is known of a node without searching it: its entry in the hash table and its static evaluation.

use super::correction::Places;
use super::limits::Bound;
use super::score::{self, MOST_EVAL};
use super::table::Entry;
use super::worker::Worker;
use crate::eval;
use crate::position::{Move, Position};

/// Plies before a draw by the move rule from which on scores of the hash table, which knows nothing of the rule, are
/// not trusted.
const MOVE_RULE_CAUTION: u16 = 12;

impl Worker<'_> {
    /// The score of the hash table, if it settles the question.
    #[inline]
    pub(super) fn known_score(&self, known: Option<Entry>, alpha: i32, beta: i32, depth: i32) -> Option<i32> {
        let entry = known.filter(|entry| entry.depth >= depth)?;
        let settled = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => entry.score >= beta,
            Bound::Upper => entry.score <= alpha,
        };
        (settled && !near_move_rule(&self.position)).then_some(entry.score)
    }

    /// The evaluation, within its limits.
    pub(super) fn evaluate(&mut self) -> i32 {
        eval::evaluate_again(&self.position, &mut self.learned.pawns).clamp(-MOST_EVAL, MOST_EVAL)
    }

    /// The static evaluation, from the hash table if it is there; none in check.
    #[inline]
    pub(super) fn static_eval(&mut self, known: Option<Entry>, ply: usize) -> Option<i32> {
        let raw = if self.position.in_check() {
            None
        } else {
            let stored = known.and_then(|entry| entry.eval);
            Some(stored.unwrap_or_else(|| self.evaluate()))
        };
        let eval = raw.map(|raw| self.correct(raw, ply));
        self.frames[ply].raw_eval = raw;
        self.frames[ply].eval = eval;
        eval
    }

    /// An evaluation with what the search has learned about its mistakes.
    fn correct(&self, raw: i32, ply: usize) -> i32 {
        let correction = self
            .learned
            .corrections
            .get(self.shared.tunables, &self.correction_places(ply));
        (raw + correction).clamp(-MOST_EVAL, MOST_EVAL)
    }

    /// Remembers a position that is good enough without a move, so that its evaluation need not be computed again.
    pub(super) fn keep_evaluation(&self, known: Option<Entry>, score: i32, ply: usize) {
        let eval = self.frames[ply].raw_eval;
        if known.is_some() || eval.is_none() {
            return;
        }
        let result = Entry {
            mv: None,
            score,
            eval,
            depth: 0,
            bound: Bound::Lower,
            pv: false,
        };
        self.shared.table.store(self.position.hash(), ply, &result);
    }

    fn correction_places(&self, ply: usize) -> Places {
        let moves = self.context(ply).last_two();
        Places::new(self.position.side(), self.position.parts(), moves)
    }

    /// Learns how far the search's result is from the evaluation, unless the result is about something else: a capture,
    /// or the end of the game.
    pub(super) fn learn_correction(&mut self, ply: usize, result: &Entry) {
        let Some(eval) = self.frames[ply].eval else {
            return;
        };
        let error = result.score - eval;
        let proved = match result.bound {
            Bound::Exact => true,
            Bound::Lower => error > 0,
            Bound::Upper => error < 0,
        };
        let about_something_else =
            result.mv.is_some_and(Move::is_tactical) || score::is_decisive(result.score);
        if proved && !about_something_else {
            let places = self.correction_places(ply);
            self.learned.corrections.learn(&places, error, result.depth);
        }
    }

    /// Cheap bounds on the static evaluation, if that is not in the hash table and the side to move is not in check.
    #[inline]
    pub(super) fn eval_bounds(&self, known: Option<Entry>) -> Option<(i32, i32)> {
        let unknown = known.is_none_or(|entry| entry.eval.is_none()) && !self.position.in_check();
        let inside = |score: i32| score.clamp(-MOST_EVAL, MOST_EVAL);
        let (least, most) = unknown.then(|| eval::bounds(&self.position)).flatten()?;
        Some((inside(least), inside(most)))
    }

    /// Whether the side to move stands better than at its last turn; yes if that is not known.
    #[inline]
    pub(super) fn is_improving(&self, ply: usize) -> bool {
        let before = ply.checked_sub(2).and_then(|ply| self.frames[ply].eval);
        match (self.frames[ply].eval, before) {
            (Some(now), Some(before)) => now > before,
            (now, _) => now.is_some(),
        }
    }
}

/// What a score is, given the window it was searched with.
pub(super) fn bound_of(best: i32, beta: i32, best_move: Option<Move>) -> Bound {
    if best >= beta {
        Bound::Lower
    } else if best_move.is_some() {
        Bound::Exact
    } else {
        Bound::Upper
    }
}

/// The evaluation, replaced by the score of an earlier search where that is nearer to the truth.
pub(super) fn estimate(eval: i32, known: Option<Entry>) -> i32 {
    let Some(entry) = known.filter(|entry| !score::is_decisive(entry.score)) else {
        return eval;
    };
    match entry.bound {
        Bound::Exact => entry.score,
        Bound::Lower => eval.max(entry.score),
        Bound::Upper => eval.min(entry.score),
    }
}

/// Whether a draw by the move rule is near.
fn near_move_rule(position: &Position) -> bool {
    let plies = position.rules().move_rule_plies;
    plies != 0 && position.halfmove_clock().saturating_add(MOVE_RULE_CAUTION) >= plies
}
