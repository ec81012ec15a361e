//! Several threads on one search ("lazy SMP"): they all search the same position, and help each other through the
//! hash table.

use super::control::Control;
use super::learn::Learned;
use super::limits::{Limits, News, SearchResult};
use super::root::root_moves;
use super::score;
use super::table::Table;
use super::time::{Budget, Stopwatch};
use super::tunables::{Tunable, Tunables};
use super::worker::{Main, Shared, Worker};
use crate::eval;
use crate::movegen;
use crate::position::{Move, Position, Status};
use crate::variant::Rules;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

/// The most threads that a search uses.
pub const MAX_THREADS: usize = 256;

/// A helper's stack: a search recurses up to `MAX_PLY` deep, in debug builds with large frames.
const STACK_BYTES: usize = 8 << 20;

/// Searches positions, one after the other, and keeps what it learns for the next one.
pub struct Searcher {
    table: Table,
    threads: usize,
    /// The variant that all that is known is about.
    rules: Option<Arc<Rules>>,
    /// One for each thread that has searched.
    learned: Vec<Learned>,
    tunables: Tunables,
}

impl Searcher {
    /// A searcher with a hash table of so many mebibytes, on 1 to 256 threads. If there is not as much
    /// memory, the table gets smaller.
    #[must_use]
    pub fn new(hash_mb: usize, threads: usize) -> Searcher {
        Searcher {
            table: Table::new(hash_mb),
            threads: threads.clamp(1, MAX_THREADS),
            rules: None,
            learned: Vec::new(),
            tunables: Tunables::default(),
        }
    }

    /// Changes the size of the hash table, in mebibytes; its contents are lost.
    pub fn set_hash(&mut self, mb: usize) {
        // The old table goes before the new one comes, so that they need not fit into memory together.
        self.table = Table::new(1);
        self.table = Table::new(mb);
    }

    /// Waits until the memory of a large hash table is there, but no longer than that. Without, the first moves after its
    /// size was set may be slow.
    pub fn wait_until_warm(&self, patience: Duration) {
        self.table.wait_until_warm(patience);
    }

    /// Changes the number of threads, 1 to 256.
    pub fn set_threads(&mut self, threads: usize) {
        self.threads = threads.clamp(1, MAX_THREADS);
        self.learned.truncate(self.threads);
    }

    /// The numbers that [`Searcher::tune`] can set.
    #[must_use]
    pub const fn tunables() -> &'static [Tunable] {
        Tunables::LIST
    }

    /// Sets one of the numbers that the search's rules depend on: these are for tuning, and every user interface does
    /// without them. None if no such number has that name.
    ///
    /// # Errors
    /// The value does not fit; the message says what does.
    pub fn tune(&mut self, name: &str, value: &str) -> Option<Result<(), String>> {
        self.tunables.set(name, value)
    }

    /// Forgets all that it learned, as for a new game.
    pub fn clear(&mut self) {
        self.table.clear();
        self.learned.clear();
    }

    /// Searches a position until a limit is reached or the control says stop, and calls `report` on the calling
    /// thread whenever there is something new. It always finds a legal move if there is one.
    pub fn search(
        &mut self,
        position: &Position,
        limits: &Limits,
        control: &Control,
        report: &mut dyn FnMut(&News),
    ) -> SearchResult {
        let watch = Stopwatch::start(limits.ponder);
        self.prepare(position);
        let shared = Shared {
            table: &self.table,
            control,
            limits,
            tunables: &self.tunables,
            done: AtomicBool::new(false),
            nodes: (0..self.threads).map(|_| AtomicU64::new(0)).collect(),
        };
        let main = Main {
            watch,
            budget: Budget::new(limits, &self.tunables),
            report,
        };
        let mut learned = self.learned.iter_mut().enumerate();
        let Some((_, first)) = learned.next() else {
            unreachable!("there is always a thread, and each has its history");
        };
        let moves = root_moves(position, &first.history, &limits.search_moves);
        thread::scope(|scope| {
            let mut worker = Worker::new(&shared, Some(main), 0, position, &moves, first);
            if moves.is_empty() {
                worker.wait_for_orders();
                return no_move(position, watch);
            }
            for (number, learned) in learned {
                let (shared, moves) = (&shared, &moves);
                let help = move || Worker::new(shared, None, number, position, moves, learned).run();
                let started = thread::Builder::new()
                    .stack_size(STACK_BYTES)
                    .spawn_scoped(scope, help);
                if let Err(error) = started {
                    log::warn!("only {number} threads search, as another cannot be started: {error}");
                    break;
                }
            }
            worker.run();
            worker.wait_for_orders();
            shared.done.store(true, Ordering::Relaxed);
            result(&worker, position)
        })
    }

    /// Makes ready for a search, and forgets what is about another variant.
    fn prepare(&mut self, position: &Position) {
        let rules = position.rules();
        let known = self.rules.as_ref().is_some_and(|known| Arc::ptr_eq(known, rules));
        if !known {
            if self.rules.is_some() {
                self.clear();
            }
            self.rules = Some(rules.clone());
        }
        self.table.next_generation();
        self.learned.resize_with(self.threads, || Learned::new(rules));
    }
}

/// The result for a game that is over.
fn no_move(position: &Position, watch: Stopwatch) -> SearchResult {
    let score = match position.status() {
        Status::Over(outcome, _) => score::of_outcome(outcome, 0),
        _ => 0,
    };
    SearchResult {
        best: None,
        ponder: None,
        score: score::public(score),
        depth: 0,
        nodes: 0,
        time: watch.total(),
    }
}

fn result(worker: &Worker, position: &Position) -> SearchResult {
    let best = &worker.root_moves[0];
    // Halted before any move was searched: the evaluation is all that is known.
    let score = best.last_score().unwrap_or_else(|| eval::evaluate(position));
    SearchResult {
        best: Some(best.mv),
        ponder: best
            .pv
            .get(1)
            .copied()
            .or_else(|| expected_answer(worker, position, best.mv)),
        score: score::public(score),
        depth: worker.completed as u16,
        nodes: worker.total_nodes(),
        time: worker
            .main
            .as_ref()
            .map(|main| main.watch.total())
            .unwrap_or_default(),
    }
}

/// The answer to a move that the hash table knows.
fn expected_answer(worker: &Worker, position: &Position, mv: Move) -> Option<Move> {
    let mut after = position.clone();
    after.make(mv);
    let answer = worker.shared.table.find(after.hash(), 0)?.mv?;
    movegen::is_legal(&after, answer).then_some(answer)
}
