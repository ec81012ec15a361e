//! The arena: matches between engines, in any variant, with Birnam as the referee.
//!
//! - [`record`]: what is kept of a match; all statistics and reports start from it.

pub mod record;
