//! Strength from a score: Elo, normalised Elo, likelihood of superiority.

use super::pentanomial::Sample;
use super::{Z95, normal_cdf};
use serde::{Deserialize, Serialize};
use std::f64::consts::LN_10;
use std::fmt;

/// Elo points to a factor e in the odds of winning.
pub const ELO_PER_NAT: f64 = 400.0 / LN_10;

/// Normalised Elo points to a unit of (score - 1/2) / (standard deviation of one game's score). Chosen so that both
/// kinds of Elo agree for even sides without draws, where the standard deviation is 1/2.
///
/// Source: Michel Van den Bergh, "Comments on Normalized Elo".
pub(super) const NORMALIZED_ELO_UNIT: f64 = 2.0 * ELO_PER_NAT;

/// The Elo difference that goes with an expected score between 0 and 1; infinite at the ends.
#[must_use]
pub fn elo_of_score(score: f64) -> f64 {
    ELO_PER_NAT * (score / (1.0 - score)).ln()
}

/// The expected score, 0 to 1, of a side that is so many Elo points stronger.
#[must_use]
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + (-elo / ELO_PER_NAT).exp())
}

/// A measured number and half the width of its 95 % interval. Both can be infinite if all games ended alike.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Estimate {
    /// The best guess.
    pub value: f64,
    /// How far the interval reaches to either side.
    pub error: f64,
}

impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = f.precision().unwrap_or(1);
        if self.error.is_finite() {
            write!(f, "{:+.digits$} +/- {:.digits$}", self.value, self.error)
        } else {
            write!(f, "{:+.digits$} +/- unknown", self.value)
        }
    }
}

/// How strong one side is against the other, as far as a sample tells.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Strength {
    /// Share of the points, 0 to 1.
    pub score: f64,
    /// Elo difference: the logistic curve at the score.
    pub elo: Estimate,
    /// Normalised Elo: the score's distance from one half in standard deviations of one game, which tells how many
    /// games it takes to see the difference.
    pub normalized: Estimate,
    /// Probability that the side is the stronger one, 0 to 1.
    pub superiority: f64,
}

impl Strength {
    /// The strength that a sample shows; none without games.
    #[must_use]
    pub fn of<S: Sample>(sample: &S) -> Option<Strength> {
        let size = sample.size();
        if size == 0.0 {
            return None;
        }
        let (mean, variance) = (sample.mean(), sample.variance());
        let standard_error = (variance / size).sqrt();
        let low = elo_of_score((mean - Z95 * standard_error).max(0.0));
        let high = elo_of_score((mean + Z95 * standard_error).min(1.0));
        // The interval is not symmetric around the estimate; half its width is what people expect to see. With all
        // games alike it has no width, which tells nothing.
        let error = if variance > 0.0 {
            (high - low) / 2.0
        } else {
            f64::INFINITY
        };
        Some(Strength {
            score: mean,
            elo: Estimate {
                value: elo_of_score(mean),
                error,
            },
            normalized: normalized_elo::<S>(mean, variance, size),
            superiority: superiority(mean, standard_error),
        })
    }
}

fn normalized_elo<S: Sample>(mean: f64, variance: f64, size: f64) -> Estimate {
    let games = f64::from(S::GAMES);
    // An observation is the average of its games: its variance is that of a game divided by their number.
    let game_deviation = (variance * games).sqrt();
    let (value, error) = if variance > 0.0 {
        let unit = NORMALIZED_ELO_UNIT / game_deviation;
        let error = Z95 * NORMALIZED_ELO_UNIT / (size * games).sqrt();
        (unit * (mean - 0.5), error)
    } else if (mean - 0.5).abs() < f64::EPSILON {
        (0.0, f64::INFINITY)
    } else {
        (f64::INFINITY.copysign(mean - 0.5), f64::INFINITY)
    };
    Estimate { value, error }
}

/// Likelihood of superiority: the probability that the true score is above one half.
fn superiority(mean: f64, standard_error: f64) -> f64 {
    if standard_error > 0.0 {
        normal_cdf((mean - 0.5) / standard_error)
    } else if (mean - 0.5).abs() < f64::EPSILON {
        0.5
    } else {
        f64::from(u8::from(mean > 0.5))
    }
}
