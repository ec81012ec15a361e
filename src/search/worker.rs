//! One thread's search: iterative deepening over the root moves, and when to stop.

use super::control::Control;
use super::learn::Learned;
use super::limits::{Bound, CurrentMove, Limits, News, Report};
use super::node::{Frame, fresh_frames};
use super::root::RootMove;
use super::score::{self, INFINITE, MAX_PLY};
use super::table::Table;
use super::time::{Budget, Stopwatch};
use super::tunables::Tunables;
use crate::position::{Move, Position};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// Nodes between two looks at the clock and the orders, at most, ...
const POLL_INTERVAL: u64 = 512;
/// ... and in the beginning, when nodes can be slow as memory is touched for the first time.
const FIRST_INTERVAL: u64 = 16;

/// The first iteration that has an aspiration window.
const ASPIRATION_DEPTH: i32 = 5;
/// Wider windows are opened fully.
const WIDEST_ASPIRATION: i32 = 800;
/// Scores outside the window are reported only after that long: before, they come too fast to be read.
const REPORT_BOUNDS_AFTER: Duration = Duration::from_secs(2);

/// What all threads of a search share.
pub(super) struct Shared<'a> {
    pub table: &'a Table,
    pub control: &'a Control,
    pub limits: &'a Limits,
    pub tunables: &'a Tunables,
    /// The main thread is done, so the others shall end.
    pub done: AtomicBool,
    /// Nodes of each thread, brought up to date at each poll.
    pub nodes: Vec<AtomicU64>,
}

impl Shared<'_> {
    fn total_nodes(&self) -> u64 {
        self.nodes.iter().map(|nodes| nodes.load(Ordering::Relaxed)).sum()
    }
}

/// What only the main thread does: it watches the time and reports.
pub(super) struct Main<'a> {
    pub watch: Stopwatch,
    pub budget: Option<Budget>,
    pub report: &'a mut dyn FnMut(&News),
}

/// One thread's search.
pub(super) struct Worker<'a> {
    pub shared: &'a Shared<'a>,
    pub main: Option<Main<'a>>,
    pub position: Position,
    pub learned: &'a mut Learned,
    pub root_moves: Vec<RootMove>,
    pub frames: Vec<Frame>,
    /// Its number among the threads.
    number: usize,
    pub nodes: u64,
    next_poll: u64,
    pub seldepth: usize,
    /// Plies of the iteration going on.
    iteration: i32,
    /// Plies of the last complete iteration.
    pub completed: i32,
    /// The search is over; all that is still being searched is void.
    pub halted: bool,
    /// Iterations since the best move changed.
    stable: u32,
    /// Null moves are not tried before this ply: their result is being verified.
    pub no_pass_before: usize,
}

impl<'a> Worker<'a> {
    pub(super) fn new(
        shared: &'a Shared<'a>,
        main: Option<Main<'a>>,
        number: usize,
        position: &Position,
        root_moves: &[Move],
        learned: &'a mut Learned,
    ) -> Worker<'a> {
        Worker {
            shared,
            main,
            position: position.clone(),
            root_moves: root_moves.iter().map(|&mv| RootMove::new(mv)).collect(),
            frames: fresh_frames(std::mem::take(&mut learned.frames)),
            learned,
            number,
            nodes: 0,
            next_poll: 0,
            seldepth: 0,
            iteration: 0,
            completed: 0,
            halted: false,
            stable: 0,
            no_pass_before: 0,
        }
    }

    /// Searches until a limit or an order ends it. The best moves come first in `root_moves`.
    pub(super) fn run(&mut self) {
        self.deepen();
        self.learned.frames = std::mem::take(&mut self.frames);
    }

    /// Iterative deepening.
    fn deepen(&mut self) {
        let limits = self.shared.limits;
        let deepest = limits.depth.map_or(MAX_PLY as i32 / 2, |depth| {
            depth.clamp(1, MAX_PLY as u16 / 2) as i32
        });
        let lines = limits.multi_pv.clamp(1, self.root_moves.len());
        for depth in 1..=deepest {
            let best_before = self.root_moves[0].mv;
            self.iteration = depth;
            self.seldepth = 0;
            for root_move in &mut self.root_moves {
                root_move.previous = root_move.score;
            }
            for line in 0..lines {
                self.aspire(depth, line);
                self.root_moves[..=line].sort_by_key(RootMove::rank);
                if self.halted {
                    return;
                }
            }
            self.completed = depth;
            self.stable = if self.root_moves[0].mv == best_before {
                self.stable + 1
            } else {
                0
            };
            for line in 0..lines {
                self.report(line, Bound::Exact);
            }
            if self.is_enough(depth) {
                return;
            }
        }
    }

    /// Searches the root for its best line from number `line` on, with a window around the score of the iteration
    /// before, widened until the score lies within.
    fn aspire(&mut self, depth: i32, line: usize) {
        let expected = self.root_moves[line].previous;
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        let mut width = self.shared.tunables.aspiration;
        if depth >= ASPIRATION_DEPTH && !score::is_decisive(expected) {
            (alpha, beta) = (expected - width, expected + width);
        }
        loop {
            let found = self.search_root(alpha, beta, depth, line);
            self.root_moves[line..].sort_by_key(RootMove::rank);
            if self.halted {
                return;
            }
            width *= 2;
            if found <= alpha && alpha > -INFINITE {
                self.report_bound(line, Bound::Upper);
                beta = i32::midpoint(alpha, beta);
                alpha = if width > WIDEST_ASPIRATION {
                    -INFINITE
                } else {
                    (found - width).max(-INFINITE)
                };
            } else if found >= beta && beta < INFINITE {
                self.report_bound(line, Bound::Lower);
                beta = if width > WIDEST_ASPIRATION {
                    INFINITE
                } else {
                    (found + width).min(INFINITE)
                };
            } else {
                return;
            }
        }
    }

    /// Whether the iteration just finished answers what the limits ask for, or another would take too long.
    fn is_enough(&mut self, depth: i32) -> bool {
        let limits = self.shared.limits;
        let Some(main) = &self.main else {
            return false;
        };
        let best = self.root_moves[0].score;
        if limits
            .mate
            .is_some_and(|moves| best >= score::won_at((2 * moves as usize).min(MAX_PLY)))
        {
            return true;
        }
        let (Some(elapsed), Some(budget), false) = (main.watch.for_move(), main.budget, limits.infinite)
        else {
            return false;
        };
        // A proved result whose whole length was searched in full width does not change any more.
        let proved = score::is_decisive(best) && depth > score::plies_to_end(best) + 2;
        let percent = self.time_percent();
        budget.saves_time() && (self.root_moves.len() == 1 || proved) || budget.is_spent(elapsed, percent)
    }

    /// How much of the soft limit to use, in percent: less the longer the best move is the same and the more nodes went
    /// into it, more if the score falls.
    fn time_percent(&self) -> u32 {
        let tunables = self.shared.tunables;
        let best = &self.root_moves[0];
        let spread = tunables.time_unstable - tunables.time_stable;
        let by_stability = tunables.time_stable + spread / (1 + self.stable as i32 / 2);
        let all: u64 = self.root_moves.iter().map(|root_move| root_move.nodes).sum();
        let share = (best.nodes * 100 / all.max(1)) as i32;
        let by_share =
            tunables.time_unsettled - (tunables.time_unsettled - tunables.time_settled) * share / 100;
        let fall = (best.previous - best.score).clamp(0, 60);
        let by_fall = 100 + fall * tunables.time_drop / 100;
        (by_stability * by_share / 100 * by_fall / 100).max(1) as u32
    }

    /// The ply from which on nothing is extended any more, so that the search does not lose itself in one line.
    pub(super) fn deepest_extended(&self) -> usize {
        (2 * self.iteration) as usize
    }

    /// Counts a node, and looks at the clock and the orders from time to time. Returns whether the search goes on.
    #[inline]
    pub(super) fn count_node(&mut self) -> bool {
        if self.halted {
            return false;
        }
        self.nodes += 1;
        if self.nodes >= self.next_poll {
            self.poll();
        }
        !self.halted
    }

    #[cold]
    fn poll(&mut self) {
        self.publish_nodes();
        self.next_poll = self.nodes + (self.nodes / 4).clamp(FIRST_INTERVAL, POLL_INTERVAL);
        self.halted |= self.shared.control.stopped() || self.shared.done.load(Ordering::Relaxed);
        let limits = self.shared.limits;
        let Some(main) = &mut self.main else {
            return;
        };
        if self.shared.control.ponder_was_hit() {
            main.watch.ponder_hit();
        }
        if let (Some(elapsed), Some(budget), false) = (main.watch.for_move(), main.budget, limits.infinite) {
            self.halted |= budget.is_over(elapsed);
        }
        if let Some(limit) = limits.nodes {
            let left = limit.saturating_sub(self.shared.total_nodes());
            self.halted |= left == 0;
            self.next_poll = self.next_poll.min(self.nodes + left);
        }
    }

    pub(super) fn publish_nodes(&self) {
        self.shared.nodes[self.number].store(self.nodes, Ordering::Relaxed);
    }

    /// Waits for an order, if the limits say that only an order ends the search.
    pub(super) fn wait_for_orders(&mut self) {
        let Some(main) = &mut self.main else {
            return;
        };
        if self.shared.limits.is_unbounded() {
            self.shared.control.wait(false);
        } else if main.watch.is_pondering() {
            self.shared.control.wait(true);
        }
    }

    /// Reports a bound on the score of a line, if the search has gone on for a while.
    fn report_bound(&mut self, line: usize, bound: Bound) {
        if self
            .main
            .as_ref()
            .is_some_and(|main| main.watch.total() > REPORT_BOUNDS_AFTER)
        {
            self.report(line, bound);
        }
    }

    fn report(&mut self, line: usize, bound: Bound) {
        self.publish_nodes();
        let Some(main) = &mut self.main else {
            return;
        };
        let root_move = &self.root_moves[line];
        (main.report)(&News::Report(Report {
            depth: self.iteration as u16,
            seldepth: self.seldepth as u16,
            multi_pv: line + 1,
            score: score::public(root_move.score),
            bound,
            nodes: self.shared.total_nodes(),
            time: main.watch.total(),
            hashfull: self.shared.table.fullness(),
            pv: root_move.pv.clone(),
        }));
    }

    /// Reports that the search of a root move begins.
    pub(super) fn report_move(&mut self, index: usize) {
        self.publish_nodes();
        let Some(main) = &mut self.main else {
            return;
        };
        (main.report)(&News::Move(CurrentMove {
            depth: self.iteration as u16,
            mv: self.root_moves[index].mv,
            number: index + 1,
            total: self.root_moves.len(),
            nodes: self.shared.total_nodes(),
            time: main.watch.total(),
        }));
    }

    pub(super) fn total_nodes(&self) -> u64 {
        self.publish_nodes();
        self.shared.total_nodes()
    }
}
