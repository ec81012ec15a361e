//! Tools around the engine: perft, bench, diagrams.

pub mod perft;
pub mod verdict;
