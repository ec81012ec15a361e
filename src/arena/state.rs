//! The state file of a match: its description in the first line, then a finished game a line, each written at once.
//! Whenever the program is killed, at most the line being written is lost.

use super::record::{EngineInfo, GameRecord, MatchOutcome, MatchSettings};
use serde::{Deserialize, Serialize};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The first line.
#[derive(Serialize, Deserialize)]
struct Header {
    settings: MatchSettings,
    engines: Vec<EngineInfo>,
}

/// A state file that grows.
#[derive(Debug)]
pub struct StateFile {
    path: PathBuf,
    file: File,
}

impl StateFile {
    /// Writes what is known of a match, in place of what was in the file. The change is made in one step: at any
    /// time there is a whole file.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn create(path: &Path, outcome: &MatchOutcome) -> Result<StateFile, String> {
        let failed = |error: &dyn std::fmt::Display| format!("cannot write {}: {error}", path.display());
        let mut text = to_line(&Header {
            settings: outcome.settings.clone(),
            engines: outcome.engines.clone(),
        })?;
        for game in &outcome.games {
            text.push_str(&to_line(game)?);
        }
        let mut new = path.as_os_str().to_owned();
        new.push(".new");
        fs::write(&new, text)
            .and_then(|()| fs::rename(&new, path))
            .map_err(|error| failed(&error))?;
        let file = fs::OpenOptions::new()
            .append(true)
            .open(path)
            .map_err(|error| failed(&error))?;
        Ok(StateFile {
            path: path.to_path_buf(),
            file,
        })
    }

    /// Adds a finished game.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn add(&mut self, game: &GameRecord) -> Result<(), String> {
        let line = to_line(game)?;
        let written: io::Result<()> = self.file.write_all(line.as_bytes());
        written.map_err(|error| format!("cannot write {}: {error}", self.path.display()))
    }
}

fn to_line(value: &impl Serialize) -> Result<String, String> {
    let text = serde_json::to_string(value).map_err(|error| error.to_string())?;
    Ok(text + "\n")
}

/// Reads a match: a state file, finished or not, or the JSON of a whole match.
///
/// # Errors
/// The file cannot be read, or is neither.
pub fn read(path: &Path) -> Result<MatchOutcome, String> {
    let failed = |error: &dyn std::fmt::Display| format!("cannot read the match {}: {error}", path.display());
    let text = fs::read_to_string(path).map_err(|error| failed(&error))?;
    if let Ok(outcome) = serde_json::from_str(&text) {
        return Ok(outcome);
    }
    let mut lines = text.split_inclusive('\n').enumerate();
    let header = lines.next().map_or("", |(_, line)| line);
    let header: Header = serde_json::from_str(header).map_err(|error| failed(&error))?;
    let mut games: Vec<GameRecord> = Vec::new();
    for (index, line) in lines {
        match serde_json::from_str(line) {
            Ok(game) => games.push(game),
            // The program was killed while it wrote this line.
            Err(_) if !line.ends_with('\n') => {}
            Err(error) => return Err(failed(&format!("line {}: {error}", index + 1))),
        }
    }
    games.sort_by_key(|game| game.index);
    games.dedup_by_key(|game| game.index);
    Ok(MatchOutcome {
        settings: header.settings,
        engines: header.engines,
        games,
    })
}
