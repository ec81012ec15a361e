//! A model of results with draws: both sides' odds depend on a sum of effects, such as the strengths of the players,
//! the advantage of White, or the value of a piece that one side lacks.
//!
//! With the sum `d` of the effects and the draw parameter `v`, the chances of a win, a draw and a loss are in the
//! proportion of `exp(d/2)`, `v` and `exp(-d/2)`. Without draws this is the model of Bradley and Terry. It is fitted
//! by maximum likelihood with Newton's method; the logarithm of the likelihood is concave, so there is one maximum.
//!
//! Source: R. R. Davidson, "On Extending the Bradley-Terry Model to Accommodate Ties in Paired Comparison
//! Experiments", 1970; R. R. Davidson and R. J. Beaver, "On Extending the Bradley-Terry Model to Incorporate
//! Within-Pair Order Effects", 1977.

use super::elo::ELO_PER_NAT;
use nalgebra::{DMatrix, DVector};
use std::fmt;

/// Newton steps at most; a handful is usual.
const MOST_STEPS: usize = 100;

/// No effect is larger than this, in nats: a factor of e^60 in the odds means that there is no maximum.
const LARGEST_EFFECT: f64 = 60.0;

/// Games with the same effects.
#[derive(Clone, Debug, PartialEq)]
pub struct Observation {
    /// The effects at work, by number, and how many times each counts for the first side (negative: against it).
    pub effects: Vec<(usize, f64)>,
    /// Games that the first side won.
    pub wins: f64,
    /// Games drawn.
    pub draws: f64,
    /// Games that the first side lost.
    pub losses: f64,
}

/// The effects that explain the observations best.
#[derive(Clone, Debug, PartialEq)]
pub struct Effects {
    /// Each effect, in nats (natural logarithm of odds).
    pub values: DVector<f64>,
    /// Their covariances: the inverse of the Fisher information.
    pub covariance: DMatrix<f64>,
    /// The draw parameter: draws for each game won by either of two equal sides, times two. 0 without any draw.
    pub draw: f64,
}

impl Effects {
    /// Elo points to a nat. Chosen so that a small difference means the same score as on the usual Elo curve: draws
    /// bring the scores of unequal sides closer together.
    #[must_use]
    pub fn elo_per_nat(&self) -> f64 {
        ELO_PER_NAT * 2.0 / (2.0 + self.draw)
    }

    /// The score to expect, 0 to 1, of a side with so large a sum of effects, in nats.
    #[must_use]
    pub fn expected_score(&self, sum: f64) -> f64 {
        let (win, loss) = ((sum / 2.0).exp(), (-sum / 2.0).exp());
        (win + self.draw / 2.0) / (win + loss + self.draw)
    }
}

/// The observations do not determine the effects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Undetermined;

impl fmt::Display for Undetermined {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "the results do not determine the strengths: some sides met too rarely, or won or lost all their games",
        )
    }
}

impl std::error::Error for Undetermined {}

/// Fits the effects. `prior` is the inverse covariance of what is known about them beforehand, with zero as the most
/// likely value; a zero matrix stands for pure maximum likelihood.
///
/// # Errors
/// The observations and the prior do not determine the effects.
///
/// # Panics
/// If an observation has an effect beyond the size of `prior`.
pub fn fit_effects(observations: &[Observation], prior: &DMatrix<f64>) -> Result<Effects, Undetermined> {
    let has_draws = observations.iter().any(|games| games.draws > 0.0);
    let model = Model {
        observations,
        prior,
        has_draws,
    };
    let mut parameters = DVector::zeros(prior.nrows() + usize::from(has_draws));
    let mut here = model.expand(&parameters);
    for _ in 0..MOST_STEPS {
        let step = here
            .information
            .clone()
            .cholesky()
            .ok_or(Undetermined)?
            .solve(&here.gradient);
        let (next, there) = model.climb(&parameters, &here, &step);
        let moved = (&next - &parameters).amax();
        (parameters, here) = (next, there);
        if parameters.amax() > LARGEST_EFFECT {
            return Err(Undetermined);
        }
        if moved < 1e-10 {
            return model.effects(&parameters, here.information);
        }
    }
    Err(Undetermined)
}

struct Model<'a> {
    observations: &'a [Observation],
    prior: &'a DMatrix<f64>,
    /// Whether the last parameter is the logarithm of the draw parameter.
    has_draws: bool,
}

/// The log-likelihood at some point, and its first and second derivatives.
struct Expansion {
    value: f64,
    gradient: DVector<f64>,
    /// The negated second derivatives, which are the Fisher information.
    information: DMatrix<f64>,
}

impl Model<'_> {
    fn effect_count(&self) -> usize {
        self.prior.nrows()
    }

    fn expand(&self, parameters: &DVector<f64>) -> Expansion {
        let size = parameters.len();
        let effects = parameters.rows(0, self.effect_count());
        let pull = self.prior * effects;
        let mut expansion = Expansion {
            value: -effects.dot(&pull) / 2.0,
            gradient: DVector::zeros(size),
            information: DMatrix::zeros(size, size),
        };
        let mut known = expansion.gradient.rows_mut(0, self.effect_count());
        known -= pull;
        let mut known = expansion
            .information
            .view_mut((0, 0), (self.effect_count(), self.effect_count()));
        known += self.prior;
        for games in self.observations {
            self.add(&mut expansion, games, parameters);
        }
        expansion
    }

    /// Adds what some games contribute.
    fn add(&self, expansion: &mut Expansion, games: &Observation, parameters: &DVector<f64>) {
        let sum: f64 = games
            .effects
            .iter()
            .map(|&(effect, times)| parameters[effect] * times)
            .sum();
        let last = self.effect_count();
        let draw = if self.has_draws {
            parameters[last]
        } else {
            f64::NEG_INFINITY
        };
        // Relative to the largest of the three, so that none overflows.
        let largest = (sum.abs() / 2.0).max(draw);
        let [win, loss, tie] = [sum / 2.0, -sum / 2.0, draw].map(|weight| (weight - largest).exp());
        let total = win + loss + tie;
        let [win, loss, tie] = [win, loss, tie].map(|weight| weight / total);
        let count = games.wins + games.draws + games.losses;

        expansion.value += (games.wins - games.losses) * sum / 2.0 - count * (largest + total.ln());
        let surplus = (games.wins - games.losses - count * (win - loss)) / 2.0;
        let curvature = count * (win + loss - (win - loss).powi(2)) / 4.0;
        for &(row, times) in &games.effects {
            expansion.gradient[row] += times * surplus;
            for &(column, more) in &games.effects {
                expansion.information[(row, column)] += times * more * curvature;
            }
        }
        if self.has_draws {
            expansion.value += games.draws * draw;
            expansion.gradient[last] += games.draws - count * tie;
            expansion.information[(last, last)] += count * tie * (1.0 - tie);
            for &(row, times) in &games.effects {
                let mixed = -times * count * (win - loss) * tie / 2.0;
                expansion.information[(row, last)] += mixed;
                expansion.information[(last, row)] += mixed;
            }
        }
    }

    /// Goes along a step, as far as that leads uphill.
    fn climb(&self, from: &DVector<f64>, here: &Expansion, step: &DVector<f64>) -> (DVector<f64>, Expansion) {
        const HALVINGS: usize = 40;
        let mut share = 1.0;
        let mut next = from + step;
        let mut there = self.expand(&next);
        for _ in 0..HALVINGS {
            // Rounding may cost a little at the very top.
            if there.value >= here.value - 1e-9 * here.value.abs() {
                break;
            }
            share /= 2.0;
            next = from + step * share;
            there = self.expand(&next);
        }
        (next, there)
    }

    fn effects(&self, parameters: &DVector<f64>, information: DMatrix<f64>) -> Result<Effects, Undetermined> {
        let count = self.effect_count();
        let covariance = information.cholesky().ok_or(Undetermined)?.inverse();
        Ok(Effects {
            values: parameters.rows(0, count).into_owned(),
            covariance: covariance.view((0, 0), (count, count)).into_owned(),
            draw: if self.has_draws {
                parameters[count].exp()
            } else {
                0.0
            },
        })
    }
}
