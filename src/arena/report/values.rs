//! Piece values that explain the results of games at material odds.

use super::Table;
use super::games::{first_mover, half_points};
use crate::arena::record::{GameRecord, MatchOutcome};
use crate::arena::stats::{Effects, Estimate, Observation, Undetermined, Z95, fit_effects};
use crate::board::Colour;
use crate::position::Position;
use crate::variant::{Piece, PieceType, Rules};
use nalgebra::DMatrix;
use serde::Serialize;
use std::fmt::{self, Write};
use std::sync::Arc;

/// Standard deviation in nats of what is believed of a piece's effect before the first game: next to nothing. A pawn is
/// worth less than one, a queen a few.
const PRIOR: f64 = 10.0;

/// Measured piece values.
#[derive(Clone, Debug, Serialize)]
pub struct ValuesReport {
    /// The variant's name.
    pub variant: String,
    /// What bounded the moves.
    pub time_control: String,
    /// Games at odds.
    pub games: usize,
    /// The type that is worth 100 centipawns.
    pub unit: String,
    /// Elo for being a pawn ahead, and for having the first move.
    pub pawn_elo: Estimate,
    /// Elo for having the first move.
    pub first_move_elo: Estimate,
    /// The values, the highest first.
    pub pieces: Vec<PieceValue>,
}

/// A piece type's value.
#[derive(Clone, Debug, Serialize)]
pub struct PieceValue {
    /// The type's id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// What the evaluation derives from the rules, in centipawns.
    pub derived: i32,
    /// What the games say, in centipawns.
    pub measured: Estimate,
    /// Games in which the sides had different numbers of it.
    pub games: usize,
}

/// Why there are no values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ValuesError {
    /// A game's start is no position of the variant.
    Start(String),
    /// The variant has no pawn-type piece to compare with, or no game was played at odds of one.
    NoPawn,
    /// The games do not determine the values.
    Undetermined(Undetermined),
}

impl fmt::Display for ValuesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ValuesError::Start(message) => f.write_str(message),
            ValuesError::NoPawn => f.write_str(
                "no game at odds of a pawn yet, which all values are compared with; play more games",
            ),
            ValuesError::Undetermined(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ValuesError {}

impl ValuesReport {
    /// The values that the games so far show.
    ///
    /// # Errors
    /// See [`ValuesError`].
    pub fn new(outcome: &MatchOutcome, rules: &Arc<Rules>) -> Result<ValuesReport, ValuesError> {
        let fit = Fit::new(&outcome.games, rules)?;
        let scale = fit.effects.elo_per_nat();
        let elo = |effect: usize| Estimate {
            value: scale * fit.effects.values[effect],
            error: scale * Z95 * fit.effects.covariance[(effect, effect)].max(0.0).sqrt(),
        };
        let piece = |(effect, &(kind, games)): (usize, &(PieceType, usize))| PieceValue {
            id: rules.id(kind).to_string(),
            name: rules.piece(kind).definition.name.clone(),
            derived: rules.weights.value(kind),
            measured: fit.centipawns(effect),
            games,
        };
        let mut pieces: Vec<_> = fit.kinds.iter().enumerate().map(piece).collect();
        pieces.sort_by(|a, b| b.measured.value.total_cmp(&a.measured.value));
        Ok(ValuesReport {
            variant: outcome.settings.variant.clone(),
            time_control: outcome.settings.time_control.clone(),
            games: outcome.games.len(),
            unit: rules.id(fit.kinds[fit.pawn].0).to_string(),
            pawn_elo: elo(fit.pawn),
            first_move_elo: elo(fit.kinds.len()),
            pieces,
        })
    }

    /// The bars of a chart.
    #[must_use]
    pub fn bars(&self) -> Vec<(String, Estimate)> {
        let bar = |piece: &PieceValue| (format!("{} {}", piece.id, piece.name), piece.measured);
        self.pieces.iter().map(bar).collect()
    }

    /// A variant file that gives the variant these values.
    #[must_use]
    pub fn ini(&self) -> String {
        let name = &self.variant;
        let mut text = format!(
            "; Values measured by {} games of self-play ({}). Use it with --variants, or copy the\n; values into the \
             variant's own file.\n[variant {name}]\ninherit = {name}\n",
            self.games, self.time_control
        );
        for piece in &self.pieces {
            // A value below zero cannot be written, nor would the engine make anything of it.
            let value = piece.measured.value.max(0.0);
            let error = piece.measured.error;
            let _ = write!(
                text,
                "\n; {}: +/- {error:.0}\n[{name} piece {}]\nvalue = {value:.0}\n",
                piece.name, piece.id
            );
        }
        text
    }
}

/// The effects of single pieces on results.
struct Fit {
    /// Types that were at odds, with the number of games; the effect with the same number is what one is worth.
    kinds: Vec<(PieceType, usize)>,
    /// The pawn's place among them.
    pawn: usize,
    effects: Effects,
}

impl Fit {
    fn new(games: &[GameRecord], rules: &Arc<Rules>) -> Result<Fit, ValuesError> {
        let differences: Vec<Vec<i32>> = games
            .iter()
            .map(|game| differences(game, rules))
            .collect::<Result<_, _>>()?;
        let at_odds = |kind: PieceType| {
            let differs = |row: &&Vec<i32>| row[kind.index()] != 0;
            (kind, differences.iter().filter(differs).count())
        };
        let kinds: Vec<_> = rules
            .kinds()
            .map(at_odds)
            .filter(|&(_, games)| games > 0)
            .collect();
        let pawn = rules
            .pawns
            .iter()
            .find_map(|&pawn| kinds.iter().position(|&(kind, _)| kind == pawn))
            .ok_or(ValuesError::NoPawn)?;
        let observation = |(game, row): (&GameRecord, &Vec<i32>)| {
            let mut effects: Vec<(usize, f64)> = kinds
                .iter()
                .enumerate()
                .map(|(effect, (kind, _))| (effect, f64::from(row[kind.index()])))
                .filter(|&(_, times)| times != 0.0)
                .collect();
            let first = match first_mover(game) {
                Colour::White => 1.0,
                Colour::Black => -1.0,
            };
            effects.push((kinds.len(), first));
            let points = half_points(game.result);
            let ended = |with: u8| f64::from(u8::from(points == with));
            Observation {
                effects,
                wins: ended(2),
                draws: ended(1),
                losses: ended(0),
            }
        };
        let observations: Vec<_> = games.iter().zip(&differences).map(observation).collect();
        let size = kinds.len() + 1;
        let prior = DMatrix::identity(size, size) / PRIOR.powi(2);
        let effects = fit_effects(&observations, &prior).map_err(ValuesError::Undetermined)?;
        Ok(Fit { kinds, pawn, effects })
    }

    /// A type's value with the pawn's as 100. Its error is that of the ratio: both are uncertain.
    fn centipawns(&self, effect: usize) -> Estimate {
        let (values, covariance) = (&self.effects.values, &self.effects.covariance);
        let (own, pawn) = (values[effect], values[self.pawn]);
        let ratio = own / pawn;
        let variance = covariance[(effect, effect)] - 2.0 * ratio * covariance[(effect, self.pawn)]
            + ratio.powi(2) * covariance[(self.pawn, self.pawn)];
        Estimate {
            value: 100.0 * ratio,
            error: 100.0 * Z95 * variance.max(0.0).sqrt() / pawn.abs(),
        }
    }
}

/// White's number of pieces less Black's at the start of a game, less the same in the variant's own start; by type.
fn differences(game: &GameRecord, rules: &Arc<Rules>) -> Result<Vec<i32>, ValuesError> {
    let start = Position::from_fen(rules, &game.start)
        .map_err(|error| ValuesError::Start(format!("game {}: {error}", game.index)))?;
    let number = |kind| {
        let count = |side| {
            let usual = i32::from(rules.start_count[Piece::new(side, kind).index()]);
            start.pieces(side, kind).len() as i32 - usual
        };
        count(Colour::White) - count(Colour::Black)
    };
    Ok(rules.kinds().map(number).collect())
}

impl fmt::Display for ValuesReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}, {}: {} games", self.variant, self.time_control, self.games)?;
        writeln!(f, "A pawn ahead: {} Elo", self.pawn_elo)?;
        writeln!(f, "First move: {} Elo\n", self.first_move_elo)?;
        let mut table = Table::new(&["Piece", "Id", "Measured", "Error", "Derived", "Games"]);
        for piece in &self.pieces {
            table.row(vec![
                piece.name.clone(),
                piece.id.clone(),
                format!("{:.0}", piece.measured.value),
                format!("{:.0}", piece.measured.error),
                piece.derived.to_string(),
                piece.games.to_string(),
            ]);
        }
        write!(f, "{table}")
    }
}
