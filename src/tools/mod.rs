//! Tools around the engine: perft, bench, diagrams, problems.

pub mod bench;
pub mod diagram;
pub mod perft;
pub mod problem;
pub mod verdict;
