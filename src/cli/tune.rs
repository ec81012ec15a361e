//! `birnam tune`: an evaluation fitted to self-play and to games of files.

use super::session::Session;
use crate::pgn;
use crate::tools::tune::{
    Play, Sample, all_cores, fit, fragment, play, read_samples, samples_of, write_samples,
};
use crate::variant::Rules;
use anyhow::{Context, Result, anyhow};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

const EXAMPLES: &str = "\
Examples:
  birnam tune tree-garden --games 4000 > tree-garden-tuned.ini
  birnam tune my-variant --games 20000 --nodes 2000 --ini my-variant-tuned.ini
  birnam tune chess --games 0 --pgn my-games.pgn";

/// Options of `birnam tune`.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Options {
    /// The variant's name
    variant: String,
    /// Games to play
    #[arg(long, value_name = "N", default_value_t = 2000)]
    games: usize,
    /// Nodes a move
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Threads (all cores if not given)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Number that all random choices follow from
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Take the positions from this file if it exists, else write the new ones to it for another time
    #[arg(long, value_name = "FILE")]
    positions: Option<PathBuf>,
    /// Take the quiet positions of finished games, too, from a PGN file (repeatable; with --games 0 these alone)
    #[arg(long, value_name = "FILE")]
    pgn: Vec<PathBuf>,
    /// Write the variant file's keys to a file instead of standard output
    #[arg(long, value_name = "FILE")]
    ini: Option<PathBuf>,
}

/// Plays, fits and writes what a variant file can take.
pub(super) fn run(session: &Session, options: &Options, out: &mut dyn Write) -> Result<()> {
    let rules = session.rules(&options.variant)?;
    let definition = session.definition(&options.variant)?;
    let threads = options.threads.map_or_else(all_cores, usize::from);
    let old = options.positions.as_ref().filter(|path| path.exists());
    let mut samples = match old {
        Some(path) => {
            let text = fs::read_to_string(path).with_context(|| format!("--positions {}", path.display()))?;
            read_samples(&text).map_err(|error| anyhow!("{}: {error}", path.display()))?
        }
        None => play_all(rules.clone(), threads, options)?,
    };
    for path in &options.pgn {
        samples.extend(samples_of_file(&rules, path)?);
    }
    let round = |number: usize| eprintln!("round {} of the fit", number + 1);
    let mut fit = fit(&definition, &samples, threads, &round).map_err(|error| anyhow!(error))?;
    let [before, after] = fit.errors;
    eprintln!(
        "mean squared error {before:.5}, now {after:.5}; scale {} centipawns",
        fit.scale
    );
    let text = fragment(&mut fit.definition);
    match &options.ini {
        Some(path) => fs::write(path, text).with_context(|| format!("--ini {}", path.display())),
        None => Ok(out.write_all(text.as_bytes())?),
    }
}

/// Plays the games, and keeps their positions if that is asked for.
fn play_all(rules: Arc<Rules>, threads: usize, options: &Options) -> Result<Vec<Sample>> {
    let bar = progress_bar(options.games, "games")?;
    let to_play = Play {
        rules,
        games: options.games,
        nodes: options.nodes,
        seed: options.seed,
        threads,
    };
    let samples = play(&to_play, &|| bar.inc(1));
    bar.finish();
    eprintln!("{} positions of {} games", samples.len(), options.games);
    if let Some(path) = &options.positions {
        fs::write(path, write_samples(&samples))
            .with_context(|| format!("--positions {}", path.display()))?;
    }
    Ok(samples)
}

/// The positions of the games in a PGN file.
fn samples_of_file(rules: &Arc<Rules>, path: &Path) -> Result<Vec<Sample>> {
    let text = fs::read_to_string(path).with_context(|| format!("--pgn {}", path.display()))?;
    let (mut samples, mut games) = (Vec::new(), 0);
    for game in pgn::read(rules, &text) {
        let game = game.with_context(|| format!("--pgn {}", path.display()))?;
        samples.extend(samples_of(&game));
        games += 1;
    }
    eprintln!(
        "{} positions of {games} games from {}",
        samples.len(),
        path.display()
    );
    Ok(samples)
}

/// A bar that counts up to a number of games, or whatever the `unit` is.
pub(super) fn progress_bar(count: usize, unit: &str) -> Result<ProgressBar> {
    let style = ProgressStyle::with_template(&format!("{{bar:40}} {{pos}}/{{len}} {unit}, {{eta}} left"))?;
    Ok(ProgressBar::new(count as u64).with_style(style))
}
