//! Tools around the engine: perft, bench, diagrams, problems and mates.

pub mod bench;
pub mod diagram;
pub mod mate;
pub mod perft;
pub mod problem;
pub mod verdict;
