//! What every command starts from: the settings, the variants, the log.

use super::GlobalOptions;
use crate::config::Config;
use crate::variant::{Definition, Library, Rules};
use anyhow::{Context, Result, anyhow};
use std::fs::OpenOptions;
use std::path::Path;
use std::sync::Arc;

/// The settings and the variants that a command works with.
pub(super) struct Session {
    /// Settings of `engine.ini`, with those of the command line laid over them.
    pub config: Config,
    /// Built-in variants, and those of the files named in the settings and on the command line.
    pub library: Library,
    /// The variant that a protocol begins with.
    pub variant: String,
}

impl Session {
    /// Reads the settings, starts the log and loads the variants.
    pub fn open(options: &GlobalOptions) -> Result<Session> {
        let session = Session::reopen(options)?;
        start_log(&session.config)?;
        Ok(session)
    }

    /// Reads the settings and loads the variants, with the log as it is.
    pub fn reopen(options: &GlobalOptions) -> Result<Session> {
        let mut config = match &options.config {
            Some(path) => Config::read(path)?,
            None => Config::find()?,
        };
        config.log_level = options.log_level.unwrap_or(config.log_level);
        config.log_file = options.log_file.clone().or(config.log_file);
        config.variant_files.extend_from_slice(&options.variants);

        let mut library = Library::built_in();
        for path in &config.variant_files {
            library.load(path)?;
        }
        let variant = config.variant(&library)?;
        Ok(Session {
            config,
            library,
            variant,
        })
    }

    /// What a variant's file says.
    pub fn definition(&self, name: &str) -> Result<Definition> {
        let definition = self.library.definition(name);
        definition.cloned().map_err(|message| anyhow!(message))
    }

    /// The rules of a variant.
    pub fn rules(&self, name: &str) -> Result<Arc<Rules>> {
        self.library.rules(name).map_err(|message| anyhow!(message))
    }
}

/// Sends log lines to where the settings say.
fn start_log(config: &Config) -> Result<()> {
    let mut builder = env_logger::Builder::new();
    builder.filter_level(config.log_level).format_timestamp_millis();
    if let Some(path) = &config.log_file {
        builder.target(env_logger::Target::Pipe(Box::new(open_log(path)?)));
    }
    builder.try_init().context("cannot start the log")?;
    log::debug!("birnam {} starts with {config:?}", env!("CARGO_PKG_VERSION"));
    Ok(())
}

fn open_log(path: &Path) -> Result<std::fs::File> {
    OpenOptions::new()
        .create(true)
        .append(true)
        .open(path)
        .with_context(|| format!("cannot open the log file {}", path.display()))
}
