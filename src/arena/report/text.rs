//! A match report as text.

use super::{MatchReport, PlayerReport, SprtReport, Table};
use crate::arena::record::Fault;
use crate::arena::stats::{Decision, Model, Strength};
use std::fmt;

impl fmt::Display for MatchReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}: {}", self.variant, self.time_control, self.games)?;
        match self.planned {
            planned if planned > self.games => writeln!(f, " of {planned} games")?,
            _ => writeln!(f, " games")?,
        }
        writeln!(f, "\n{}", self.scores())?;
        if let [duel] = &self.duels[..] {
            let counts = duel.pairs.0.map(|count| count.to_string()).join(", ");
            writeln!(f, "Pairs with 0, 1/2, 1, 1 1/2, 2 points: {counts}")?;
        }
        if let Some(test) = &self.sprt {
            writeln!(f, "{test}")?;
        }
        if let Some(ratings) = &self.ratings {
            writeln!(f, "{}", self.rating_list())?;
            writeln!(
                f,
                "White's advantage, from the ratings: {} Elo",
                ratings.white_advantage
            )?;
        }
        if let Some(strength) = &self.white_strength {
            writeln!(
                f,
                "White's score: {:.1} % ({} Elo), +{} ={} -{}, draws {:.1} %",
                strength.score * 100.0,
                strength.elo,
                self.white.wins,
                self.white.draws,
                self.white.losses,
                self.white.draw_share() * 100.0,
            )?;
        }
        writeln!(f, "Average length: {:.1} moves", self.average_plies / 2.0)?;
        let mut endings: Vec<_> = self.endings.iter().collect();
        endings.sort_by_key(|&(_, &count)| std::cmp::Reverse(count));
        let endings: Vec<_> = endings
            .iter()
            .map(|(reason, count)| format!("{reason} {count}"))
            .collect();
        writeln!(f, "Endings: {}\n", endings.join("; "))?;
        write!(f, "{}", self.efforts())
    }
}

impl MatchReport {
    /// The score table, the best first.
    fn scores(&self) -> Table {
        let mut table = Table::new(&[
            "Engine", "Games", "Won", "Drawn", "Lost", "Score", "Elo", "nElo", "LOS",
        ]);
        let mut players: Vec<&PlayerReport> = self.players.iter().collect();
        let score = |player: &PlayerReport| player.strength.map_or(-1.0, |strength| strength.score);
        players.sort_by(|a, b| score(b).total_cmp(&score(a)));
        for player in players {
            let mut row = vec![
                player.name.clone(),
                player.tally.games().to_string(),
                player.tally.wins.to_string(),
                player.tally.draws.to_string(),
                player.tally.losses.to_string(),
            ];
            row.extend(strength_cells(player.strength.as_ref()));
            table.row(row);
        }
        table
    }

    fn rating_list(&self) -> Table {
        let mut table = Table::new(&["Rating", "Elo"]);
        if let Some(ratings) = &self.ratings {
            for player in ratings.ranking() {
                let name = self.players[player].name.clone();
                table.row(vec![name, ratings.elo[player].to_string()]);
            }
        }
        table
    }

    /// What the engines' moves took.
    fn efforts(&self) -> Table {
        let mut table = Table::new(&["Engine", "Time s", "s/move", "Nodes/s", "Depth", "Faults"]);
        for player in &self.players {
            let optional =
                |number: Option<f64>, digits| number.map_or("-".to_string(), |n| format!("{n:.digits$}"));
            let faults: Vec<_> = player
                .faults
                .iter()
                .map(|(&fault, count)| format!("{} {count}", fault_name(fault)))
                .collect();
            table.row(vec![
                player.name.clone(),
                format!("{:.1}", player.seconds),
                format!("{:.3}", player.seconds_per_move),
                optional(player.nodes_per_second, 0),
                optional(player.depth, 1),
                if faults.is_empty() {
                    "none".to_string()
                } else {
                    faults.join(", ")
                },
            ]);
        }
        table
    }
}

/// Score, Elo, normalised Elo and likelihood of superiority.
fn strength_cells(strength: Option<&Strength>) -> Vec<String> {
    let Some(strength) = strength else {
        return vec!["-".to_string(); 4];
    };
    vec![
        format!("{:.1} %", strength.score * 100.0),
        strength.elo.to_string(),
        strength.normalized.to_string(),
        format!("{:.1} %", strength.superiority * 100.0),
    ]
}

const fn fault_name(fault: Fault) -> &'static str {
    match fault {
        Fault::IllegalMove => "illegal move",
        Fault::Time => "time",
        Fault::Crash => "crash",
        Fault::Stall => "stall",
    }
}

impl fmt::Display for SprtReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SprtReport {
            test,
            llr,
            lower,
            upper,
            ..
        } = self;
        let model = match test.model {
            Model::Logistic => "Elo",
            Model::Normalized => "nElo",
        };
        let state = match self.decision {
            Decision::Continue => "undecided",
            Decision::AcceptH0 => "H0 accepted",
            Decision::AcceptH1 => "H1 accepted",
        };
        write!(
            f,
            "SPRT of {model} {} against {}: LLR {llr:.2} ({lower:.2}, {upper:.2}), {state}",
            test.elo0, test.elo1
        )
    }
}
