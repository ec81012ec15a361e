//! Perft, bench, diagrams.
