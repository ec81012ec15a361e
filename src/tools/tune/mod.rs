//! Fits the evaluation of a variant to the results of self-play: piece values and coefficients.
//!
//! Source of the idea: Peter Österlund, "Texel's Tuning Method", 2014. Other than there the fit is a regularised
//! Gauss-Newton: every number has a prior, its value before, so that what the games say nothing about stays.

mod fit;
mod parameters;
mod samples;
mod spsa;

pub use fit::{Fit, fit};
pub use parameters::{Parameter, fragment};
pub use samples::{Play, Sample, play, read_samples, samples_of, write_samples};
pub use spsa::{Climb, Number, climb};

use std::num::NonZeroUsize;
use std::thread;

/// How many threads to use, if nobody says.
#[must_use]
pub fn all_cores() -> usize {
    thread::available_parallelism().map_or(1, NonZeroUsize::get)
}
