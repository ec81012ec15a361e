//! Elo lists: the strengths of many players who met one another, with White's advantage and draws.
//!
//! Source: R. A. Bradley and M. E. Terry, "Rank Analysis of Incomplete Block Designs", 1952, in Davidson's form with
//! draws and order effect; R. Coulom's Bayeselo is the well-known program of this kind.

use super::Z95;
use super::davidson::{Effects, Observation, Undetermined, fit_effects};
use super::elo::{ELO_PER_NAT, Estimate};
use super::pentanomial::Tally;
use nalgebra::{DMatrix, DVector};
use serde::{Deserialize, Serialize};

/// All games between two players with the same colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Encounter {
    /// The player with White, by number.
    pub white: usize,
    /// The player with Black, by number.
    pub black: usize,
    /// Results from White's point of view.
    pub tally: Tally,
}

/// The strengths that explain the results best.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    /// Each player's Elo relative to the average of all.
    pub players: Vec<Estimate>,
    /// By how many Elo points White's side is better off.
    pub white_advantage: Estimate,
    /// Share of draws between equal players, White's advantage apart; 0 to 1.
    pub draw_share: f64,
    effects: Effects,
}

impl Ratings {
    /// The score, 0 to 1, that a player can expect with White against another.
    #[must_use]
    pub fn expected_score(&self, white: usize, black: usize) -> f64 {
        let values = &self.effects.values;
        let advantage = values[self.players.len()];
        self.effects
            .expected_score(values[white] - values[black] + advantage)
    }
}

/// Fits the strengths of so many players by maximum likelihood.
///
/// `prior` is the standard deviation in Elo of what is believed of players, and of White's advantage, before the first
/// game: with it, few games give finite numbers too, even a player who won all of them. None: nothing is believed.
///
/// # Errors
/// Without a prior the games may not determine the strengths.
///
/// # Panics
/// If an encounter has a player beyond `players`.
pub fn rate(players: usize, encounters: &[Encounter], prior: Option<f64>) -> Result<Ratings, Undetermined> {
    let observations: Vec<_> = encounters
        .iter()
        .map(|games| Observation {
            effects: vec![(games.white, 1.0), (games.black, -1.0), (players, 1.0)],
            wins: games.tally.wins as f64,
            draws: games.tally.draws as f64,
            losses: games.tally.losses as f64,
        })
        .collect();
    let precision = prior.map_or(0.0, |deviation| (ELO_PER_NAT / deviation).powi(2));
    let mut knowledge = DMatrix::identity(players + 1, players + 1) * precision;
    // Only differences matter to the games. This fixes the average at zero and changes no difference.
    knowledge.view_mut((0, 0), (players, players)).add_scalar_mut(1.0);
    let effects = fit_effects(&observations, &knowledge)?;
    Ok(ratings(players, effects))
}

fn ratings(players: usize, effects: Effects) -> Ratings {
    let scale = effects.elo_per_nat();
    let estimate = |value: f64, variance: f64| Estimate {
        value: scale * value,
        error: scale * Z95 * variance.max(0.0).sqrt(),
    };
    let average = effects.values.rows(0, players).mean();
    let player = |index: usize| {
        // A player's effect less the average of all.
        let mut weights = DVector::zeros(players + 1);
        weights.rows_mut(0, players).fill(-1.0 / players as f64);
        weights[index] += 1.0;
        let variance = weights.dot(&(&effects.covariance * &weights));
        estimate(effects.values[index] - average, variance)
    };
    Ratings {
        players: (0..players).map(player).collect(),
        white_advantage: estimate(effects.values[players], effects.covariance[(players, players)]),
        draw_share: effects.draw / (2.0 + effects.draw),
        effects,
    }
}
