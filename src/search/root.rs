//! The root node: its moves keep their scores and lines from one iteration to the next.

use super::history::{Context, History};
use super::node::{Pv, Situation};
use super::ordering::{Buffers, Picker, Refutations};
use super::score::INFINITE;
use super::worker::Worker;
use crate::position::{Move, Position};
use std::cmp::Reverse;

/// A move of the root position.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    pub mv: Move,
    /// Its score in the iteration going on; minus infinity as long as it is not known, or worse than another's.
    pub score: i32,
    /// Its score in the iteration before.
    pub previous: i32,
    /// The best line that begins with the move.
    pub pv: Vec<Move>,
    /// Nodes searched after the move, by this thread.
    pub nodes: u64,
}

impl RootMove {
    pub(super) fn new(mv: Move) -> RootMove {
        RootMove {
            mv,
            score: -INFINITE,
            previous: -INFINITE,
            pv: vec![mv],
            nodes: 0,
        }
    }

    /// Sorts the best moves first.
    pub(super) fn rank(&self) -> impl Ord + use<> {
        (Reverse(self.score), Reverse(self.previous))
    }

    /// The last score that was found.
    pub(super) fn last_score(&self) -> Option<i32> {
        [self.score, self.previous]
            .into_iter()
            .find(|&score| score != -INFINITE)
    }
}

/// The legal moves of the root, in the order in which the search would try them without a hash move.
pub(super) fn root_moves(position: &Position, history: &History, wanted: &[Move]) -> Vec<Move> {
    let mut picker = Picker::all(
        None,
        Refutations::default(),
        Context::default(),
        Buffers::default(),
    );
    let moves: Vec<Move> = std::iter::from_fn(|| picker.next(position, history)).collect();
    let chosen: Vec<Move> = moves.iter().copied().filter(|mv| wanted.contains(mv)).collect();
    if chosen.is_empty() { moves } else { chosen }
}

impl Worker<'_> {
    /// Searches the root moves from number `first` on; the better ones before that are other lines' business.
    /// Returns the best score.
    pub(super) fn search_root(&mut self, mut alpha: i32, beta: i32, depth: i32, first: usize) -> i32 {
        for root_move in &mut self.root_moves[first..] {
            root_move.score = -INFINITE;
        }
        let node = self.root_situation(depth);
        let mut best = -INFINITE;
        for index in first..self.root_moves.len() {
            let mv = self.root_moves[index].mv;
            let is_first = index == first;
            self.report_move(index);
            let before = self.nodes;
            let candidate = self.candidate::<Pv>(&node, mv, index - first + 1);
            let score = self.try_move::<Pv>(&node, &candidate, alpha, beta);
            self.root_moves[index].nodes += self.nodes - before;
            if self.halted {
                break;
            }
            best = best.max(score);
            if is_first || score > alpha {
                self.keep_root_line(index, score);
            }
            if score >= beta {
                break;
            }
            alpha = alpha.max(score);
        }
        best
    }

    fn root_situation(&mut self, depth: i32) -> Situation {
        let in_check = self.position.in_check();
        let eval = self.static_eval(None, 0);
        Situation {
            ply: 0,
            depth: depth + i32::from(in_check),
            in_check,
            estimate: eval.unwrap_or(0),
            improving: false,
            hash_move: None,
            extension: 0,
            cut: false,
            known_pv: true,
            context: self.context(0),
        }
    }

    fn keep_root_line(&mut self, index: usize, score: i32) {
        let root_move = &mut self.root_moves[index];
        root_move.score = score;
        root_move.pv.truncate(1);
        root_move.pv.extend_from_slice(&self.frames[1].pv);
    }
}
