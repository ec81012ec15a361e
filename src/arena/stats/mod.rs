//! Statistics of matches: pure functions of counts, independent of engines and variants.
//!
//! Games are best played in pairs: the same opening twice, each side once with White. The two results of a pair depend
//! on each other (an unbalanced opening gives one win each), so that the unit of the statistics is the pair with its
//! five possible scores, the [`Pentanomial`]. Taking the games for independent would make errors look wrong.
//!
//! Source for most of it: Michel Van den Bergh, "Comments on Normalized Elo" and "The generalized maximum likelihood
//! ratio for the expectation value of a distribution" (notes for Fishtest, Stockfish's testing framework), and the
//! "Match statistics" page of the Chess Programming Wiki.

mod bradley_terry;
mod davidson;
mod elo;
mod pentanomial;
mod sprt;

pub use bradley_terry::{Encounter, Ratings, rate};
pub use davidson::{Effects, Observation, Undetermined, fit_effects};
pub use elo::{ELO_PER_NAT, Estimate, Strength, elo_of_score, score_of_elo};
pub use pentanomial::{Pentanomial, Sample, Tally};
pub use sprt::{Decision, Model, Sprt};

/// Standard errors from the middle to either end of an interval that holds 95 % of a normal distribution.
pub const Z95: f64 = 1.959_963_984_540_054;

/// The standard normal distribution's cumulative probability.
#[must_use]
pub fn normal_cdf(z: f64) -> f64 {
    0.5 * libm::erfc(-z / std::f64::consts::SQRT_2)
}
