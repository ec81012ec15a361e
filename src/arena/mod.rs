//! The arena: matches between engines, in any variant, with Birnam as the referee.
//!
//! - [`spec`] and `engine`: the engines, as described and as they run: UCI, XBoard, or Birnam in the same process.
//! - [`time_control`], [`openings`], [`adjudication`]: how a game starts, what bounds its moves, when it ends early.
//! - [`game`]: one game, from the first move to the result.
//! - [`schedule`]: which games a match consists of.
//! - [`runner`]: a whole match, several games at the same time; [`interrupt`] ends it early.
//! - [`record`]: what is kept of a match; all statistics and reports start from it. [`state`] keeps it in a file,
//!   [`pgn`] writes its games.
//! - [`selfplay`]: games of Birnam against itself, to learn about a variant: [`balance`] and [`values`].
//! - [`stats`]: strength from results, with its error, and tests that stop as soon as the answer is known.
//! - [`report`] and [`plot`]: what is told of a match.

pub mod adjudication;
pub mod balance;
mod engine;
pub mod game;
pub mod interrupt;
pub mod openings;
pub mod pgn;
pub mod plot;
pub mod record;
pub mod report;
pub mod runner;
pub mod schedule;
pub mod selfplay;
pub mod spec;
pub mod state;
pub mod stats;
pub mod time_control;
pub mod values;

pub use engine::Log;
