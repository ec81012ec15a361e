//! Birnam itself as an engine, in the same process.

use super::{Answer, Failure, Player, Reply, Surroundings, Thoughts, Turn};
use crate::arena::spec::EngineSpec;
use crate::arena::time_control::GameClock;
use crate::board::{ByColour, Colour};
use crate::position::Position;
use crate::protocol::{EngineOption, HASH_MB, MOVE_OVERHEAD_MS, THREADS};
use crate::search::{Clock, Control, Limits, Searcher};
use std::time::{Duration, Instant};

/// Time kept back for every move, as outside the arena: there is no way for it to be lost on, but a busy machine lets
/// any thread wait.
const OVERHEAD: Duration = Duration::from_millis(30);

/// Birnam itself.
pub(super) struct InternalEngine {
    searcher: Searcher,
    overhead: Duration,
    control: Control,
}

impl InternalEngine {
    /// An engine with the options of a specification: Hash, Threads and Move Overhead.
    pub(super) fn start(spec: &EngineSpec, surroundings: &Surroundings) -> Result<InternalEngine, Failure> {
        let mut engine = InternalEngine {
            searcher: Searcher::new(16, 1),
            overhead: OVERHEAD,
            control: surroundings.interrupt.control(),
        };
        for (name, value) in &spec.options {
            engine.set_option(name, value).map_err(Failure::Unfit)?;
        }
        Ok(engine)
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), String> {
        if let Some(tuned) = self.searcher.tune(name, value) {
            return tuned;
        }
        let option = EngineOption::find(name)?;
        match option {
            EngineOption::Hash => self.searcher.set_hash(option.parse_number(value, &HASH_MB)?),
            EngineOption::Threads => self.searcher.set_threads(option.parse_number(value, &THREADS)?),
            EngineOption::MoveOverhead => {
                let milliseconds = option.parse_number(value, &MOVE_OVERHEAD_MS)?;
                self.overhead = Duration::from_millis(milliseconds as u64);
            }
            _ => {
                return Err(format!(
                    "option {} means nothing to an internal engine",
                    option.name()
                ));
            }
        }
        Ok(())
    }
}

impl Player for InternalEngine {
    fn new_game(&mut self, _: &Position, _: &ByColour<GameClock>, _: Colour) -> Result<(), Failure> {
        self.searcher.clear();
        Ok(())
    }

    fn choose(&mut self, turn: &Turn) -> Result<Answer, Failure> {
        let clock = turn.clock();
        let limits = Limits {
            clock: clock.control.clock.map(|control| Clock {
                remaining: clock.remaining,
                increment: control.increment,
                moves_to_go: clock.moves_to_go(),
            }),
            move_time: clock.control.move_time,
            nodes: clock.control.nodes,
            depth: clock.control.depth,
            overhead: self.overhead,
            ..Limits::default()
        };
        let start = Instant::now();
        let result = self
            .searcher
            .search(turn.position, &limits, &self.control, &mut |_| ());
        let time = start.elapsed();
        if self.control.stopped() {
            return Err(Failure::Interrupted);
        }
        // The referee asks only where there is a legal move.
        let mv = result
            .best
            .ok_or_else(|| Failure::Unfit("the search found no move".to_string()))?;
        Ok(Answer {
            reply: Reply::Move(mv),
            time,
            thoughts: Thoughts {
                score: Some(result.score),
                depth: result.depth,
                nodes: result.nodes,
            },
        })
    }

    fn game_over(&mut self, _: &str, _: &str) {}

    fn is_reusable(&self) -> bool {
        true
    }

    fn last_lines(&self) -> Vec<String> {
        Vec::new()
    }
}
