//! What games between a variant's sides or armies say about its fairness.

use super::games::{encounters, first_mover, half_points, white_tally};
use super::{RatingReport, Table};
use crate::arena::record::MatchOutcome;
use crate::arena::stats::{Estimate, Sample, Strength, Tally};
use crate::board::Colour;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;

/// How fair a variant is.
#[derive(Clone, Debug, Serialize)]
pub struct BalanceReport {
    /// The variant's name.
    pub variant: String,
    /// What bounded the moves.
    pub time_control: String,
    /// White against Black.
    pub white: Share,
    /// The side with the first move against the other one; the same as `white` if White always begins.
    pub first_mover: Share,
    /// Average length of a game in half-moves, random ones excluded.
    pub average_plies: f64,
    /// How many games ended for each reason.
    pub endings: BTreeMap<String, usize>,
    /// Names of the sides or armies.
    pub contestants: Vec<String>,
    /// The armies' ratings, if there are any.
    pub ratings: Option<RatingReport>,
    /// Games of every army (first index) against every other (second index), whatever the colours; empty without
    /// armies.
    pub cross_table: Vec<Vec<Tally>>,
}

/// Games from one side's point of view, and its advantage.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Share {
    /// The games.
    pub tally: Tally,
    /// The advantage that they show.
    pub strength: Option<Strength>,
}

impl Share {
    fn new(tally: Tally) -> Share {
        Share {
            tally,
            strength: Strength::of(&tally),
        }
    }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tally { wins, draws, losses } = self.tally;
        match &self.strength {
            None => f.write_str("no games"),
            Some(strength) => write!(
                f,
                "{:.1} % of {} games (+{wins} ={draws} -{losses}), {} Elo",
                strength.score * 100.0,
                self.tally.games(),
                strength.elo,
            ),
        }
    }
}

impl BalanceReport {
    /// The report on the games played so far. `has_armies` says whether the contestants are armies and not the two
    /// sides.
    #[must_use]
    pub fn new(outcome: &MatchOutcome, has_armies: bool) -> BalanceReport {
        let games = &outcome.games;
        let mut first = Tally::default();
        let mut endings = BTreeMap::new();
        for game in games {
            let white = half_points(game.result);
            first.count(match first_mover(game) {
                Colour::White => white,
                Colour::Black => 2 - white,
            });
            *endings.entry(game.reason.clone()).or_insert(0) += 1;
        }
        let plies: u64 = games.iter().map(|game| u64::from(game.plies)).sum();
        let contestants: Vec<_> = outcome.engines.iter().map(|engine| engine.name.clone()).collect();
        let encounters = encounters(games);
        let mut cross_table = Vec::new();
        let mut ratings = None;
        if has_armies {
            cross_table = vec![vec![Tally::default(); contestants.len()]; contestants.len()];
            for games in &encounters {
                cross_table[games.white][games.black] += games.tally;
                cross_table[games.black][games.white] += games.tally.reversed();
            }
            ratings = RatingReport::new(contestants.len(), &encounters);
        }
        BalanceReport {
            variant: outcome.settings.variant.clone(),
            time_control: outcome.settings.time_control.clone(),
            white: Share::new(white_tally(games)),
            first_mover: Share::new(first),
            average_plies: plies as f64 / games.len().max(1) as f64,
            endings,
            contestants,
            ratings,
            cross_table,
        }
    }

    /// The bars of a chart: the armies' ratings, or the advantages of White and of the first move.
    #[must_use]
    pub fn bars(&self) -> Vec<(String, Estimate)> {
        if let Some(ratings) = &self.ratings {
            let bar = |army: usize| (self.contestants[army].clone(), ratings.elo[army]);
            return self.ranking(ratings).into_iter().map(bar).collect();
        }
        let bar = |name: &str, share: &Share| Some((name.to_string(), share.strength?.elo));
        let bars = [bar("White", &self.white), bar("First move", &self.first_mover)];
        bars.into_iter().flatten().collect()
    }

    /// All games of an army.
    fn total(&self, army: usize) -> Tally {
        let mut tally = Tally::default();
        for games in &self.cross_table[army] {
            tally += *games;
        }
        tally
    }

    /// The armies that have played, the strongest first.
    fn ranking(&self, ratings: &RatingReport) -> Vec<usize> {
        let has_played = |&army: &usize| self.total(army).games() > 0;
        ratings.ranking().into_iter().filter(has_played).collect()
    }

    /// The armies by rating, with their scores.
    fn list(&self, ratings: &RatingReport) -> Table {
        let mut table = Table::new(&["Army", "Elo", "Games", "Score"]);
        for army in self.ranking(ratings) {
            let tally = self.total(army);
            table.row(vec![
                self.contestants[army].clone(),
                ratings.elo[army].to_string(),
                tally.games().to_string(),
                format!("{:.1} %", tally.mean() * 100.0),
            ]);
        }
        table
    }

    /// Scores of all armies against each other in percent, both in the order of the ratings.
    fn scores(&self, ratings: &RatingReport) -> Table {
        let ranking = self.ranking(ratings);
        let numbers: Vec<String> = (1..=ranking.len()).map(|place| place.to_string()).collect();
        let mut headings = vec!["Score in %"];
        headings.extend(numbers.iter().map(String::as_str));
        let mut table = Table::new(&headings);
        for (place, &army) in ranking.iter().enumerate() {
            let mut row = vec![format!("{} {}", place + 1, self.contestants[army])];
            row.extend(ranking.iter().map(|&other| {
                let tally = self.cross_table[army][other];
                if tally.games() == 0 {
                    "-".to_string()
                } else {
                    format!("{:.0}", tally.mean() * 100.0)
                }
            }));
            table.row(row);
        }
        table
    }
}

impl fmt::Display for BalanceReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}, {}", self.variant, self.time_control)?;
        writeln!(f, "White: {}", self.white)?;
        writeln!(f, "First move: {}", self.first_mover)?;
        writeln!(f, "Draws: {:.1} %", self.white.tally.draw_share() * 100.0)?;
        writeln!(f, "Average length: {:.1} moves", self.average_plies / 2.0)?;
        let endings: Vec<_> = self
            .endings
            .iter()
            .map(|(reason, count)| format!("{reason} {count}"))
            .collect();
        writeln!(f, "Endings: {}", endings.join("; "))?;
        if let Some(ratings) = &self.ratings {
            writeln!(
                f,
                "White's advantage, from the ratings: {} Elo",
                ratings.white_advantage
            )?;
            writeln!(f, "\n{}\n{}", self.list(ratings), self.scores(ratings))?;
        }
        Ok(())
    }
}
