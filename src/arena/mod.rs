//! The arena: matches between engines, in any variant, with Birnam as the referee.
//!
//! - [`record`]: what is kept of a match; all statistics and reports start from it.
//! - [`stats`]: strength from results, with its error, and tests that stop as soon as the answer is known.

pub mod plot;
pub mod record;
pub mod report;
pub mod stats;
