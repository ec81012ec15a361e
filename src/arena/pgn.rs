//! The games of a match as PGN, each written as soon as it has ended.

use super::record::{GameRecord, GameResult, MatchOutcome};
use crate::pgn::{Ending, Game, Notation};
use crate::position::{Position, SplitMix, parse_move};
use crate::variant::Rules;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A PGN file that grows. What was in it stays.
#[derive(Debug)]
pub struct PgnFile {
    path: PathBuf,
    file: File,
    rules: Arc<Rules>,
    /// What the match's games are marked with, so that a resumed match finds its own.
    id: u64,
}

impl PgnFile {
    /// Opens a file, and adds those games of the match that are not in it: none if the match is new, and at most
    /// the last few if the program was killed.
    ///
    /// # Errors
    /// The file cannot be read or written.
    pub fn open(path: &Path, rules: &Arc<Rules>, outcome: &MatchOutcome) -> Result<PgnFile, String> {
        let failed = |error| format!("cannot write the games {}: {error}", path.display());
        let text = if path.exists() {
            fs::read(path).map_err(failed)?
        } else {
            Vec::new()
        };
        let text = String::from_utf8_lossy(&text);
        let file = fs::OpenOptions::new()
            .create(true)
            .append(true)
            .open(path)
            .map_err(failed)?;
        let mut pgn = PgnFile {
            path: path.to_path_buf(),
            file,
            rules: rules.clone(),
            id: match_id(outcome),
        };
        // The program was killed while it wrote a game.
        if !text.is_empty() && !text.ends_with("\n\n") {
            pgn.write("\n\n")?;
        }
        for game in &outcome.games {
            if !text.contains(&pgn.mark(game)) {
                pgn.add(outcome, game, &[])?;
            }
        }
        Ok(pgn)
    }

    /// Adds a game; `notes` are comments on its moves, those of the opening excluded.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn add(
        &mut self,
        outcome: &MatchOutcome,
        record: &GameRecord,
        notes: &[String],
    ) -> Result<(), String> {
        let mut game = game_of(&self.rules, record, notes)?;
        let name = |index: usize| {
            outcome
                .engines
                .get(index)
                .map_or("?", |engine| engine.name.as_str())
        };
        for (tag, value) in [
            ("Event", "Birnam match"),
            ("Round", &format!("{}.{}", record.round, record.index + 1)),
            ("White", name(record.white)),
            ("Black", name(record.black)),
            ("TimeControl", &outcome.settings.time_control),
            ("PlyCount", &record.moves.len().to_string()),
            ("Termination", &record.reason),
            ("GameId", &self.mark(record)),
        ] {
            game.tags.set(tag, value);
        }
        self.write(&game.pgn(Notation::San))
    }

    fn mark(&self, game: &GameRecord) -> String {
        format!("{:016x}-{}", self.id, game.index + 1)
    }

    fn write(&mut self, text: &str) -> Result<(), String> {
        let written = self
            .file
            .write_all(text.as_bytes())
            .and_then(|()| self.file.flush());
        written.map_err(|error| format!("cannot write the games {}: {error}", self.path.display()))
    }
}

/// A number that no other match has.
fn match_id(outcome: &MatchOutcome) -> u64 {
    let text = format!("{:?}{:?}", outcome.settings, outcome.engines);
    text.bytes()
        .fold(0, |id, byte| SplitMix(id ^ u64::from(byte)).draw())
}

/// A game from its record, without tags.
///
/// # Errors
/// The record is not one of a game of the variant, which can only be if its file was changed.
fn game_of(rules: &Arc<Rules>, record: &GameRecord, notes: &[String]) -> Result<Game, String> {
    let wrong =
        |what: &str, error: &dyn std::fmt::Display| format!("game {}: {what}: {error}", record.index + 1);
    let mut position =
        Position::from_fen(rules, &record.start).map_err(|error| wrong(&record.start, &error))?;
    let mut game = Game::new(position.clone());
    for (ply, text) in record.moves.iter().enumerate() {
        let mv = parse_move(&position, text).map_err(|error| wrong(text, &error))?;
        let note = ply
            .checked_sub(record.opening_plies)
            .and_then(|number| notes.get(number));
        game.push(mv, note.cloned().unwrap_or_default());
        position.make(mv);
    }
    game.ending = match record.result {
        GameResult::WhiteWins => Ending::WhiteWins,
        GameResult::BlackWins => Ending::BlackWins,
        GameResult::Draw => Ending::Draw,
    };
    Ok(game)
}
