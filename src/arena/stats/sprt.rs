//! The sequential probability ratio test: play until it is known which of two hypotheses about the strength is right,
//! and not a game longer.
//!
//! Source: A. Wald, "Sequential Analysis", 1947, for the bounds; Michel Van den Bergh, "The generalized maximum
//! likelihood ratio for the expectation value of a distribution", for the generalised ratio (GSPRT), in which the
//! unknown distribution of the pairs' scores is fitted under each hypothesis; "Comments on Normalized Elo" for the
//! hypothesis about normalised Elo.

use super::elo::{NORMALIZED_ELO_UNIT, score_of_elo};
use super::pentanomial::Pentanomial;
use serde::{Deserialize, Serialize};
use std::f64::consts::SQRT_2;
use std::str::FromStr;

/// Scores that a pair can bring, as shares of its points.
const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// Counted in place of zero, so that no result is taken to be impossible because it has not come up yet.
const LEAST_COUNT: f64 = 1e-3;

/// What the hypotheses speak of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Model {
    /// Elo: the expected score alone.
    Logistic,
    /// Normalised Elo: the expected score in units of its standard deviation. The number of games that a test takes
    /// then does not depend on how drawish the games are.
    #[default]
    Normalized,
}

/// A test of "so strong at most" against "so strong at least".
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sprt {
    /// Elo difference under the null hypothesis H0.
    pub elo0: f64,
    /// Elo difference under the alternative H1; above `elo0`.
    pub elo1: f64,
    /// Probability of accepting H1 where H0 is true.
    pub alpha: f64,
    /// Probability of accepting H0 where H1 is true.
    pub beta: f64,
    /// What kind of Elo.
    pub model: Model,
}

/// What a test has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Decision {
    /// More games are needed.
    Continue,
    /// The difference is `elo0` rather than `elo1`.
    AcceptH0,
    /// The difference is `elo1` rather than `elo0`.
    AcceptH1,
}

impl Sprt {
    /// The lower bound of the log-likelihood ratio, where H0 is accepted, and the upper one, where H1 is.
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        let lower = (self.beta / (1.0 - self.alpha)).ln();
        let upper = ((1.0 - self.beta) / self.alpha).ln();
        (lower, upper)
    }

    /// The logarithm of how many times likelier the counts are under H1 than under H0.
    #[must_use]
    pub fn log_likelihood_ratio(&self, counts: &Pentanomial) -> f64 {
        if counts.pairs() == 0 {
            return 0.0;
        }
        let counts = counts.0.map(|count| (count as f64).max(LEAST_COUNT));
        let pairs: f64 = counts.iter().sum();
        let shares = counts.map(|count| count / pairs);
        let [under0, under1] = [self.elo0, self.elo1].map(|elo| match self.model {
            Model::Logistic => with_mean(&shares, score_of_elo(elo)),
            // The average of a pair varies less than a game by the square root of two.
            Model::Normalized => with_ratio(&shares, elo / NORMALIZED_ELO_UNIT * SQRT_2),
        });
        let term = |score: usize| counts[score] * (under1[score] / under0[score]).ln();
        (0..SCORES.len()).map(term).sum()
    }

    /// What the counts decide.
    #[must_use]
    pub fn decision(&self, counts: &Pentanomial) -> Decision {
        let (lower, upper) = self.bounds();
        let ratio = self.log_likelihood_ratio(counts);
        if ratio >= upper {
            Decision::AcceptH1
        } else if ratio <= lower {
            Decision::AcceptH0
        } else {
            Decision::Continue
        }
    }
}

/// The likeliest distribution with an expected score, given the observed shares.
fn with_mean(shares: &[f64; 5], mean: f64) -> [f64; 5] {
    with_zero_mean(shares, &SCORES.map(|score| score - mean))
}

/// The likeliest distribution whose mean lies `ratio` standard deviations above one half.
///
/// That is a condition on mean and variance together. Linearised around a distribution it becomes one on an expected
/// value, and repeating this converges within a few steps.
fn with_ratio(shares: &[f64; 5], ratio: f64) -> [f64; 5] {
    const MOST_STEPS: usize = 50;
    let mut fitted = [0.2; 5];
    for _ in 0..MOST_STEPS {
        let mean: f64 = SCORES.iter().zip(fitted).map(|(score, p)| score * p).sum();
        let spread = |(score, p): (&f64, f64)| (score - mean).powi(2) * p;
        let variance: f64 = SCORES.iter().zip(fitted).map(spread).sum();
        let deviation = variance.sqrt();
        let condition = SCORES.map(|score| {
            let distance = (score - mean) / deviation;
            score - 0.5 - ratio * deviation * (1.0 + distance * distance) / 2.0
        });
        let next = with_zero_mean(shares, &condition);
        let change = next.iter().zip(fitted).map(|(a, b)| (a - b).abs());
        let change = change.fold(0.0, f64::max);
        fitted = next;
        if change < 1e-9 {
            break;
        }
    }
    fitted
}

/// The likeliest distribution under which the expectation of `values` is zero, given the observed shares: each share
/// divided by `1 + multiplier * value`, with the Lagrange multiplier that makes it so.
fn with_zero_mean(shares: &[f64; 5], values: &[f64; 5]) -> [f64; 5] {
    const HALVINGS: usize = 100;
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if least >= 0.0 || most <= 0.0 {
        // No distribution at all fulfils the condition: the hypothesis is absurd (beyond any possible score).
        return *shares;
    }
    // Between these the shares stay positive, and the expectation falls from plus to minus infinity.
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(low, high);
        let term = |(share, value): (&f64, &f64)| share * value / (1.0 + middle * value);
        let expectation: f64 = shares.iter().zip(values).map(term).sum();
        if expectation > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let multiplier = f64::midpoint(low, high);
    std::array::from_fn(|index| shares[index] / (1.0 + multiplier * values[index]))
}

impl FromStr for Sprt {
    type Err = String;

    /// Reads `elo0=0,elo1=5,alpha=0.05,beta=0.05,model=normalized`; the last three may be missing.
    fn from_str(text: &str) -> Result<Sprt, String> {
        let (mut elo0, mut elo1, mut alpha, mut beta) = (None, None, 0.05, 0.05);
        let mut model = Model::default();
        for item in text.split(',') {
            let (key, value) = item
                .split_once('=')
                .ok_or_else(|| format!("\"{item}\" should be key=value, such as elo1=5"))?;
            let number = || match value.trim().parse::<f64>() {
                Ok(number) if number.is_finite() => Ok(number),
                _ => Err(format!("\"{value}\" in \"{item}\" is not a number")),
            };
            match key.trim() {
                "elo0" => elo0 = Some(number()?),
                "elo1" => elo1 = Some(number()?),
                "alpha" => alpha = number()?,
                "beta" => beta = number()?,
                "model" => model = read_model(value.trim())?,
                other => {
                    return Err(format!(
                        "unknown key \"{other}\"; there are elo0, elo1, alpha, beta and model"
                    ));
                }
            }
        }
        let (Some(elo0), Some(elo1)) = (elo0, elo1) else {
            return Err("elo0 and elo1 must be given, such as elo0=0,elo1=5".to_string());
        };
        Sprt {
            elo0,
            elo1,
            alpha,
            beta,
            model,
        }
        .checked()
    }
}

impl Sprt {
    fn checked(self) -> Result<Sprt, String> {
        if self.elo0 >= self.elo1 {
            return Err(format!("elo0={} must be below elo1={}", self.elo0, self.elo1));
        }
        for (name, risk) in [("alpha", self.alpha), ("beta", self.beta)] {
            if !(risk > 0.0 && risk < 0.5) {
                return Err(format!("{name}={risk} must lie between 0 and 0.5"));
            }
        }
        Ok(self)
    }
}

fn read_model(text: &str) -> Result<Model, String> {
    match text {
        "logistic" => Ok(Model::Logistic),
        "normalized" => Ok(Model::Normalized),
        other => Err(format!("model \"{other}\": there are logistic and normalized")),
    }
}
