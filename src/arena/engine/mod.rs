//! The engines of a match: other programs, which speak UCI or XBoard's protocol, and Birnam itself.

mod internal;
mod process;
mod uci;
mod xboard;

use super::interrupt::Interrupt;
use super::record::Fault;
use super::spec::{EngineSpec, Protocol};
use super::time_control::GameClock;
use crate::board::{ByColour, Colour};
use crate::position::{Move, Position};
use crate::search::Score;
pub use process::Log;
use std::time::Duration;

/// An engine that plays games, one after the other.
pub(super) trait Player: Send {
    /// Makes ready for a game from a position.
    fn new_game(
        &mut self,
        start: &Position,
        clocks: &ByColour<GameClock>,
        side: Colour,
    ) -> Result<(), Failure>;

    /// Asks for a move.
    fn choose(&mut self, turn: &Turn) -> Result<Answer, Failure>;

    /// Tells how the game ended: `1-0` and so on, and why.
    fn game_over(&mut self, result: &str, reason: &str);

    /// Whether it can play another game; else it has to be started again.
    fn is_reusable(&self) -> bool;

    /// The last lines that it wrote.
    fn last_lines(&self) -> Vec<String>;
}

/// What an engine is to find a move for.
pub(super) struct Turn<'a> {
    /// Where the game started.
    pub start: &'a Position,
    /// The moves made since, those of the opening included.
    pub moves: &'a [Move],
    /// Where the game is now.
    pub position: &'a Position,
    /// The clocks of both sides.
    pub clocks: ByColour<GameClock>,
    /// Time beyond the clock after which the engine has lost.
    pub margin: Duration,
}

impl Turn<'_> {
    /// The clock of the side to move.
    pub fn clock(&self) -> &GameClock {
        &self.clocks[self.position.side()]
    }
}

/// An engine's move.
pub(super) struct Answer {
    pub reply: Reply,
    /// How long it took.
    pub time: Duration,
    /// What the engine said of its search.
    pub thoughts: Thoughts,
}

/// What an engine answers.
pub(super) enum Reply {
    /// A legal move.
    Move(Move),
    /// It gives up.
    Resignation,
}

/// What an engine says of its search, last.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Thoughts {
    /// From its own point of view.
    pub score: Option<Score>,
    pub depth: u16,
    pub nodes: u64,
}

impl Thoughts {
    /// The score in centipawns, mates far outside.
    pub fn centipawns(&self) -> Option<i32> {
        const MATE: i32 = 100_000;
        self.score.map(|score| match score {
            Score::Centipawns(value) => value,
            Score::Mate(moves) if moves > 0 => MATE - moves,
            Score::Mate(moves) => -MATE - moves,
        })
    }
}

/// Why an engine does not play.
#[derive(Debug)]
pub(super) enum Failure {
    /// It loses the game by its own fault.
    Fault(Fault, String),
    /// It cannot play this match at all.
    Unfit(String),
    /// The match ends.
    Interrupted,
}

/// What all engines of a match have in common.
#[derive(Clone)]
pub(super) struct Surroundings {
    /// How long an engine may take for what no clock bounds.
    pub patience: Duration,
    pub log: Log,
    pub interrupt: Interrupt,
    /// Which of the games at the same time it is for, from 1.
    pub slot: usize,
}

/// Starts an engine.
pub(super) fn start(spec: &EngineSpec, surroundings: &Surroundings) -> Result<Box<dyn Player>, Failure> {
    Ok(match spec.protocol {
        Protocol::Uci => Box::new(uci::UciEngine::start(spec, surroundings)?),
        Protocol::XBoard => Box::new(xboard::XBoardEngine::start(spec, surroundings)?),
        Protocol::Internal => Box::new(internal::InternalEngine::start(spec, surroundings)?),
    })
}
