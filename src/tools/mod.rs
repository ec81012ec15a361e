//! Tools around the engine: perft, bench, diagrams.

pub mod bench;
pub mod diagram;
pub mod perft;
pub mod verdict;
