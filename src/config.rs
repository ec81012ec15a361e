//! `engine.ini`: the settings that the program starts with. `engine.ini.example` describes each.

use crate::protocol::{HASH_MB, MOVE_OVERHEAD_MS, MULTI_PV, THREADS};
use crate::variant::parse::ini::{Keys, Section, sections};
use crate::variant::parse::text::{Located, Text};
use crate::variant::{Library, VariantError, suggestion};
use directories::ProjectDirs;
use log::LevelFilter;
use std::env;
use std::fs;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// The settings.
#[derive(Clone, Debug)]
pub struct Config {
    /// Size of the transposition table in MB, in [`HASH_MB`].
    pub hash_mb: usize,
    /// Search threads, in [`THREADS`].
    pub threads: usize,
    /// Time kept back for each move, for the way to the GUI and back, in milliseconds in
    /// [`MOVE_OVERHEAD_MS`].
    pub overhead: Duration,
    /// Whether to think on the opponent's time, unless the GUI says otherwise.
    pub ponder: bool,
    /// Lines to report in an analysis, in [`MULTI_PV`].
    pub multi_pv: usize,
    /// The variant to begin with, as the file names it.
    variant: Option<Located>,
    /// Files with more variants.
    pub variant_files: Vec<PathBuf>,
    /// The least important log lines to write.
    pub log_level: LevelFilter,
    /// File to append the log to; standard error if none.
    pub log_file: Option<PathBuf>,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            hash_mb: 16,
            threads: 1,
            overhead: Duration::from_millis(30),
            ponder: false,
            multi_pv: 1,
            variant: None,
            variant_files: Vec::new(),
            log_level: LevelFilter::Warn,
            log_file: None,
        }
    }
}

const FILE_NAME: &str = "engine.ini";

const ENGINE_KEYS: [&str; 7] = [
    "Hash",
    "Threads",
    "Move Overhead",
    "Ponder",
    "MultiPV",
    "Variant",
    "VariantPath",
];

const LOG_KEYS: [&str; 2] = ["Level", "File"];

impl Config {
    /// Reads `engine.ini` beside the program or else in the user's configuration folder. Without such a file
    /// everything has its default.
    ///
    /// # Errors
    /// The file cannot be read, or something in it is wrong.
    pub fn find() -> Result<Config, VariantError> {
        let beside = env::current_exe()
            .ok()
            .map(|program| program.with_file_name(FILE_NAME));
        let of_user = ProjectDirs::from("", "", "birnam").map(|folders| folders.config_dir().join(FILE_NAME));
        match [beside, of_user]
            .into_iter()
            .flatten()
            .find(|path| path.is_file())
        {
            Some(path) => Config::read(&path),
            None => Ok(Config::default()),
        }
    }

    /// Reads a file.
    ///
    /// # Errors
    /// The file cannot be read, or something in it is wrong.
    pub fn read(path: &Path) -> Result<Config, VariantError> {
        let name = path.display().to_string();
        let text = fs::read_to_string(path)
            .map_err(|error| VariantError::of_file(&name, format!("cannot read the settings: {error}")))?;
        Config::parse(&name, &text, path.parent().unwrap_or(Path::new("")))
    }

    /// The name of the variant to begin with.
    ///
    /// # Errors
    /// The library has no variant of the name that the file gives.
    pub fn variant(&self, library: &Library) -> Result<String, VariantError> {
        let Some(name) = &self.variant else {
            return Ok("chess".to_string());
        };
        match library.definition(name.as_str()) {
            Ok(definition) => Ok(definition.name.clone()),
            Err(message) => Err(name.text().error(message)),
        }
    }

    /// Reads the text of a file. Relative paths in it start from `folder`.
    fn parse(file: &str, text: &str, folder: &Path) -> Result<Config, VariantError> {
        let mut config = Config::default();
        for section in sections(&Arc::from(file), text)? {
            config.read_section(&section, folder)?;
        }
        Ok(config)
    }

    fn read_section(&mut self, section: &Section, folder: &Path) -> Result<(), VariantError> {
        let header = section.header.text();
        match header.as_str() {
            "engine" => self.read_engine(Keys::new(header, &section.entries, &ENGINE_KEYS)?, folder),
            "log" => self.read_log(Keys::new(header, &section.entries, &LOG_KEYS)?, folder),
            other => {
                let hint = suggestion(other, ["engine", "log"]);
                Err(header.error(format!("unknown section [{other}]{hint}")))
            }
        }
    }

    fn read_engine(&mut self, keys: Keys, folder: &Path) -> Result<(), VariantError> {
        self.hash_mb = number(keys, "Hash", &HASH_MB, self.hash_mb)?;
        self.threads = number(keys, "Threads", &THREADS, self.threads)?;
        self.multi_pv = number(keys, "MultiPV", &MULTI_PV, self.multi_pv)?;
        let overhead = self.overhead.as_millis() as usize;
        let overhead = number(keys, "Move Overhead", &MOVE_OVERHEAD_MS, overhead)?;
        self.overhead = Duration::from_millis(overhead as u64);
        self.ponder = keys.flag("Ponder")?;
        self.variant = keys.located("Variant").cloned();
        if let Some(files) = keys.get("VariantPath") {
            self.variant_files = files
                .split(';')
                .map(|file| existing(file, folder))
                .collect::<Result<_, _>>()?;
        }
        Ok(())
    }

    fn read_log(&mut self, keys: Keys, folder: &Path) -> Result<(), VariantError> {
        const LEVELS: [(&str, LevelFilter); 6] = [
            ("off", LevelFilter::Off),
            ("error", LevelFilter::Error),
            ("warn", LevelFilter::Warn),
            ("info", LevelFilter::Info),
            ("debug", LevelFilter::Debug),
            ("trace", LevelFilter::Trace),
        ];
        self.log_level = keys.choice("Level", &LEVELS, self.log_level)?;
        self.log_file = keys.get("File").map(|file| folder.join(file.as_str()));
        Ok(())
    }
}

/// A whole number in a range, or a default.
fn number(
    keys: Keys,
    key: &str,
    range: &RangeInclusive<usize>,
    default: usize,
) -> Result<usize, VariantError> {
    let number = keys.number(key, *range.start() as i32, *range.end() as i32)?;
    Ok(number.map_or(default, |number| number as usize))
}

/// The path of a file that must exist.
fn existing(file: Text, folder: &Path) -> Result<PathBuf, VariantError> {
    let path = folder.join(file.as_str());
    if path.is_file() {
        Ok(path)
    } else {
        Err(file.error(format!("there is no file {}", path.display())))
    }
}
