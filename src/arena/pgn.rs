//! The games of a match as PGN, each written as soon as it has ended.

use super::record::{GameRecord, MatchOutcome};
use crate::position::SplitMix;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Longest line of moves, in characters.
const LINE: usize = 80;

/// A PGN file that grows. What was in it stays.
#[derive(Debug)]
pub struct PgnFile {
    path: PathBuf,
    file: File,
    /// What the match's games are marked with, so that a resumed match finds its own.
    id: u64,
}

impl PgnFile {
    /// Opens a file, and adds those games of the match that are not in it: none if the match is new, and at most
    /// the last one if the program was killed.
    ///
    /// # Errors
    /// The file cannot be read or written.
    pub fn open(path: &Path, outcome: &MatchOutcome) -> Result<PgnFile, String> {
        let failed =
            |error: &dyn std::fmt::Display| format!("cannot write the games {}: {error}", path.display());
        let text = if path.exists() {
            fs::read(path).map_err(|error| failed(&error))?
        } else {
            Vec::new()
        };
        let text = String::from_utf8_lossy(&text);
        let file = fs::OpenOptions::new()
            .create(true)
            .append(true)
            .open(path)
            .map_err(|error| failed(&error))?;
        let mut pgn = PgnFile {
            path: path.to_path_buf(),
            file,
            id: match_id(outcome),
        };
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
    pub fn add(&mut self, outcome: &MatchOutcome, game: &GameRecord, notes: &[String]) -> Result<(), String> {
        let text = game_text(outcome, game, notes, &self.mark(game));
        self.write(&text)
    }

    fn mark(&self, game: &GameRecord) -> String {
        format!("[GameId \"{:016x}-{}\"]", self.id, game.index + 1)
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

fn game_text(outcome: &MatchOutcome, game: &GameRecord, notes: &[String], mark: &str) -> String {
    let name = |index: usize| {
        outcome
            .engines
            .get(index)
            .map_or("?", |engine| engine.name.as_str())
    };
    let mut text = String::new();
    for (tag, value) in [
        ("Event", "Birnam match"),
        ("Site", "?"),
        ("Date", "????.??.??"),
        ("Round", &format!("{}.{}", game.round, game.index + 1)),
        ("White", name(game.white)),
        ("Black", name(game.black)),
        ("Result", game.result.text()),
        ("Variant", &outcome.settings.variant),
        ("TimeControl", &outcome.settings.time_control),
        ("SetUp", "1"),
        ("FEN", &game.start),
        ("PlyCount", &game.moves.len().to_string()),
        ("Termination", &game.reason),
    ] {
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "[{tag} \"{}\"]",
            value.replace('\\', "\\\\").replace('"', "\\\"")
        );
    }
    let _ = write!(text, "{mark}\n\n");
    let mut line = 0;
    let black_first = game.start.split_whitespace().nth(1) == Some("b");
    for (ply, mv) in game.moves.iter().enumerate() {
        let half = ply + usize::from(black_first);
        let mut words = Vec::new();
        if half % 2 == 0 {
            words.push(format!("{}.", half / 2 + 1));
        } else if ply == 0 {
            words.push("1...".to_string());
        }
        words.push(mv.clone());
        if let Some(note) = ply
            .checked_sub(game.opening_plies)
            .and_then(|number| notes.get(number))
        {
            words.push(format!("{{{note}}}"));
        }
        for word in words {
            line = push_word(&mut text, line, &word);
        }
    }
    push_word(&mut text, line, game.result.text());
    text.push_str("\n\n");
    text
}

/// Adds a word to a line of a given length, or to a new one. Returns the line's new length.
fn push_word(text: &mut String, line: usize, word: &str) -> usize {
    let separator = match line {
        0 => "",
        _ if line + 1 + word.len() <= LINE => " ",
        _ => "\n",
    };
    text.push_str(separator);
    text.push_str(word);
    if separator == " " {
        line + 1 + word.len()
    } else {
        word.len()
    }
}
