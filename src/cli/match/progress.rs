//! What is shown while a match is played: a line for every game, and on a terminal a bar with the time that is left.

use crate::arena::game::PlayedGame;
use crate::arena::record::{GameRecord, MatchOutcome};
use crate::board::Colour;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::Write;

/// Shows how a match goes.
pub(super) struct Progress<'a> {
    bar: ProgressBar,
    total: usize,
    out: &'a mut dyn Write,
}

impl<'a> Progress<'a> {
    /// For so many games. The bar goes to standard error, and only if that is a terminal.
    pub(super) fn new(total: usize, out: &'a mut dyn Write) -> Progress<'a> {
        let bar = ProgressBar::with_draw_target(Some(total as u64), ProgressDrawTarget::stderr());
        if let Ok(style) = ProgressStyle::with_template("{wide_bar} {pos}/{len}, {elapsed}, {eta} to go") {
            bar.set_style(style);
        }
        Progress { bar, total, out }
    }

    /// Shows a finished game, not yet among those of the outcome.
    pub(super) fn game(&mut self, outcome: &MatchOutcome, game: &PlayedGame) -> Result<(), String> {
        let record = &game.record;
        let name = |index: usize| {
            outcome
                .engines
                .get(index)
                .map_or("?", |engine| engine.name.as_str())
        };
        let (white, black) = (name(record.white), name(record.black));
        let number = outcome.games.len() + 1;
        let line = format!(
            "{number}/{}  game {}: {white} - {black}  {}  ({}; {} moves){}",
            self.total,
            record.index + 1,
            record.result.text(),
            record.reason,
            record.moves.len().div_ceil(2),
            score(outcome, record),
        );
        let written = self.bar.suspend(|| {
            if let (Some(incident), Some(loser)) = (&game.incident, loser(record.result.white_score())) {
                let engine = if loser == Colour::White { white } else { black };
                crate::cli::note(&format!("game {}: {engine} {incident}", record.index + 1));
            }
            writeln!(self.out, "{line}").and_then(|()| self.out.flush())
        });
        self.bar.set_position(number as u64);
        written.map_err(|error| format!("cannot write the output: {error}"))
    }

    /// Takes the bar away.
    pub(super) fn end(&self) {
        self.bar.finish_and_clear();
    }
}

fn loser(white_score: f64) -> Option<Colour> {
    match white_score {
        1.0.. => Some(Colour::Black),
        ..=0.0 => Some(Colour::White),
        _ => None,
    }
}

/// The score so far, with the last game, if there are only two engines.
fn score(outcome: &MatchOutcome, last: &GameRecord) -> String {
    let [first, second] = &outcome.engines[..] else {
        return String::new();
    };
    let games = outcome.games.iter().chain([last]);
    let points = games.map(|game| match game.white {
        0 => game.result.white_score(),
        _ => 1.0 - game.result.white_score(),
    });
    let points: f64 = points.sum();
    let rest = (outcome.games.len() + 1) as f64 - points;
    format!("  {} {points} : {rest} {}", first.name, second.name)
}
