//! Results of a match for people (tables), for scripts (JSON) and as pictures ([`super::plot`]).

mod balance;
mod games;
mod merge;
mod pgn;
mod players;
mod table;
mod text;
mod values;

pub use balance::{BalanceReport, Share};
pub use games::{first_mover, half_points, white_tally};
pub use merge::{MergeError, merge};
pub use pgn::read_match;
pub use players::{Duel, PlayerReport};
pub use table::Table;
pub use values::{PieceValue, ValuesError, ValuesReport};

use super::record::MatchOutcome;
use super::stats::{Decision, Encounter, Estimate, Sprt, Strength, Tally, rate};
use serde::Serialize;
use std::collections::BTreeMap;

/// What is believed of unknown players before their first game, in Elo: keeps the ratings of short matches finite.
const PRIOR: f64 = 500.0;

/// What a match came to.
#[derive(Clone, Debug, Serialize)]
pub struct MatchReport {
    /// The variant's name.
    pub variant: String,
    /// The time control.
    pub time_control: String,
    /// Finished games.
    pub games: usize,
    /// Games of the whole match; 0 if that was left open.
    pub planned: usize,
    /// All games from White's point of view.
    pub white: Tally,
    /// White's advantage, whoever played it.
    pub white_strength: Option<Strength>,
    /// Average length of a game in half-moves, openings excluded.
    pub average_plies: f64,
    /// How many games ended for each reason.
    pub endings: BTreeMap<String, usize>,
    /// Each engine's results.
    pub players: Vec<PlayerReport>,
    /// Every two engines that met.
    pub duels: Vec<Duel>,
    /// Where the sequential test stands, if there is one.
    pub sprt: Option<SprtReport>,
    /// The engines' ratings, if there are more than two.
    pub ratings: Option<RatingReport>,
}

/// Where a sequential test stands.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct SprtReport {
    /// The test.
    pub test: Sprt,
    /// Log-likelihood ratio.
    pub llr: f64,
    /// Where the null hypothesis is accepted.
    pub lower: f64,
    /// Where the alternative is accepted.
    pub upper: f64,
    /// What is decided.
    pub decision: Decision,
}

impl SprtReport {
    /// Where a test about the first of two players stands.
    #[must_use]
    pub fn new(test: Sprt, duel: &Duel) -> SprtReport {
        let (lower, upper) = test.bounds();
        SprtReport {
            test,
            llr: test.log_likelihood_ratio(&duel.pairs),
            lower,
            upper,
            decision: test.decision(&duel.pairs),
        }
    }
}

/// Ratings of all players, fitted together.
#[derive(Clone, Debug, Serialize)]
pub struct RatingReport {
    /// By player: Elo relative to the average of all.
    pub elo: Vec<Estimate>,
    /// White's advantage in Elo.
    pub white_advantage: Estimate,
    /// Share of draws between equals, 0 to 1.
    pub draw_share: f64,
}

impl RatingReport {
    /// The ratings of so many players that explain the encounters best; none without games.
    #[must_use]
    pub fn new(players: usize, encounters: &[Encounter]) -> Option<RatingReport> {
        let ratings = rate(players, encounters, Some(PRIOR)).ok()?;
        Some(RatingReport {
            elo: ratings.players,
            white_advantage: ratings.white_advantage,
            draw_share: ratings.draw_share,
        })
    }

    /// Players by number, the strongest first.
    #[must_use]
    pub fn ranking(&self) -> Vec<usize> {
        let mut ranking: Vec<usize> = (0..self.elo.len()).collect();
        ranking.sort_by(|&a, &b| self.elo[b].value.total_cmp(&self.elo[a].value));
        ranking
    }
}

impl MatchReport {
    /// The report on the games played so far.
    #[must_use]
    pub fn new(outcome: &MatchOutcome, test: Option<Sprt>) -> MatchReport {
        let games = &outcome.games;
        let white = white_tally(games);
        let mut endings = BTreeMap::new();
        for game in games {
            *endings.entry(game.reason.clone()).or_insert(0) += 1;
        }
        let plies: u64 = games.iter().map(|game| u64::from(game.plies)).sum();
        let duels = Duel::all(games);
        let only_duel = match &duels[..] {
            [duel] => Some(duel),
            _ => None,
        };
        let sprt = test.and_then(|test| Some(SprtReport::new(test, only_duel?)));
        let players = (0..outcome.engines.len())
            .map(|player| PlayerReport::new(player, outcome, &duels))
            .collect();
        let ratings = (outcome.engines.len() > 2 && !games.is_empty())
            .then(|| RatingReport::new(outcome.engines.len(), &games::encounters(games)))
            .flatten();
        MatchReport {
            variant: outcome.settings.variant.clone(),
            time_control: outcome.settings.time_control.clone(),
            games: games.len(),
            planned: outcome.settings.games,
            white,
            white_strength: Strength::of(&white),
            average_plies: plies as f64 / games.len().max(1) as f64,
            endings,
            players,
            duels,
            sprt,
            ratings,
        }
    }

    /// What the games are about, in a line.
    #[must_use]
    pub fn title(&self) -> String {
        format!("{}, {}: {} games", self.variant, self.time_control, self.games)
    }

    /// The bars of a chart, the strongest engine first; none for two engines.
    #[must_use]
    pub fn bars(&self) -> Option<Vec<(String, Estimate)>> {
        let ratings = self.ratings.as_ref()?;
        let bar = |player: usize| (self.players[player].name.clone(), ratings.elo[player]);
        Some(ratings.ranking().into_iter().map(bar).collect())
    }
}
