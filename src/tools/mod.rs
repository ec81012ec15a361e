//! Tools around the engine: perft, bench, diagrams, problems, mates and tuning.

pub mod bench;
pub mod diagram;
pub mod mate;
pub mod perft;
pub mod problem;
pub mod tune;
pub mod verdict;
