//! `birnam report`: the result of a match or another run from its files.

use super::session::Session;
use crate::arena::plot::{self, PlotError};
use crate::arena::record::{Kind, MatchOutcome};
use crate::arena::report::{BalanceReport, MatchReport, ValuesReport, merge, read_match};
use crate::arena::state;
use crate::arena::stats::Sprt;
use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use serde::Serialize;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  birnam report match.json --plot elo.svg
  birnam report match.json --sprt elo0=0,elo1=5
  birnam report --variant capablanca monday.pgn tuesday.pgn
A run on all cores with GNU parallel, put together at the end:
  parallel birnam balance feudal --games 1056 --nodes 200 --shard {}/8 --state part{}.json ::: 1 2 3 4 5 6 7 8
  birnam report part*.json --plot armies.svg";

/// Options of `birnam report`.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Options {
    /// Files of birnam match, balance or values (--state or --json), or game files (.pgn); several make one result
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// The variant of game files
    #[arg(long, value_name = "V")]
    variant: Option<String>,
    /// Sequential test of two engines' games, such as elo0=0,elo1=5[,alpha=0.05,beta=0.05,model=normalized]
    #[arg(long, value_name = "TEST")]
    sprt: Option<Sprt>,
    #[command(flatten)]
    delivery: Delivery,
}

/// Where reports go besides standard output.
#[derive(Args, Debug)]
pub(super) struct Delivery {
    /// Write the report, with all games and settings, to a file, as JSON
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// Draw the result into an SVG file
    #[arg(long, value_name = "FILE")]
    pub plot: Option<PathBuf>,
    /// Write measured piece values to a file, as a variant file
    #[arg(long, value_name = "FILE")]
    pub ini: Option<PathBuf>,
}

/// A run with its report: what can be merged again, and what a script wants to know.
#[derive(Serialize)]
struct Document<'a, R> {
    #[serde(flatten)]
    outcome: &'a MatchOutcome,
    report: &'a R,
}

/// Puts the files together and reports.
pub(super) fn run(session: &Session, options: &Options, out: &mut dyn Write) -> Result<()> {
    let files = || options.files.iter().map(PathBuf::as_path);
    let is_pgn = |path: &Path| {
        let ending = path.extension();
        ending.is_some_and(|ending| ending.eq_ignore_ascii_case("pgn"))
    };
    let game_files = files().filter(|path| is_pgn(path)).count();
    let outcome = if game_files == 0 {
        let parts: Vec<_> = files().map(read_run).collect::<Result<_>>()?;
        merge(parts)?
    } else if game_files == options.files.len() {
        let variant = options.variant.as_ref().unwrap_or(&session.variant);
        let texts: Vec<_> = files().map(read_text).collect::<Result<_>>()?;
        read_match(&session.rules(variant)?, &texts).map_err(|message| anyhow!(message))?
    } else {
        bail!("either game files (.pgn) or files of birnam's runs, not both: games would count twice");
    };
    options.delivery.deliver(session, &outcome, options.sprt, out)
}

fn read_run(path: &Path) -> Result<(String, MatchOutcome)> {
    let outcome = state::read(path).map_err(|message| anyhow!(message))?;
    Ok((path.display().to_string(), outcome))
}

/// A file's name and its text. Old game files are not always UTF-8; what isn't can only be in names and comments.
fn read_text(path: &Path) -> Result<(String, String)> {
    let name = path.display().to_string();
    let bytes = fs::read(path).with_context(|| format!("cannot read {name}"))?;
    Ok((name, String::from_utf8_lossy(&bytes).into_owned()))
}

impl Delivery {
    /// Writes the report on a run to standard output, and to the files that are wanted.
    pub fn deliver(
        &self,
        session: &Session,
        outcome: &MatchOutcome,
        test: Option<Sprt>,
        out: &mut dyn Write,
    ) -> Result<()> {
        if self.ini.is_some() && outcome.settings.kind != Kind::Values {
            bail!("--ini is for the values of pieces, which birnam values measures");
        }
        match outcome.settings.kind {
            Kind::Match => self.deliver_match(outcome, test, out),
            Kind::Balance => self.deliver_balance(session, outcome, out),
            Kind::Values => self.deliver_values(session, outcome, out),
        }
    }

    fn deliver_match(&self, outcome: &MatchOutcome, test: Option<Sprt>, out: &mut dyn Write) -> Result<()> {
        let report = MatchReport::new(outcome, test);
        write!(out, "{report}")?;
        self.write_json(outcome, &report)?;
        self.draw(|| picture(outcome, &report))
    }

    fn deliver_balance(&self, session: &Session, outcome: &MatchOutcome, out: &mut dyn Write) -> Result<()> {
        let has_armies = !session.rules(&outcome.settings.variant)?.armies.is_empty();
        let report = BalanceReport::new(outcome, has_armies);
        write!(out, "{report}")?;
        self.write_json(outcome, &report)?;
        let title = format!("{}, {} games", report.variant, outcome.games.len());
        self.draw(|| plot::bars(&title, "Elo", &report.bars()))
    }

    fn deliver_values(&self, session: &Session, outcome: &MatchOutcome, out: &mut dyn Write) -> Result<()> {
        let rules = session.rules(&outcome.settings.variant)?;
        let report = ValuesReport::new(outcome, &rules)?;
        write!(out, "{report}")?;
        self.write_json(outcome, &report)?;
        if let Some(path) = &self.ini {
            write_file(path, &report.ini())?;
        }
        let title = format!("Piece values: {}, {} games", report.variant, report.games);
        self.draw(|| plot::bars(&title, "Centipawns", &report.bars()))
    }

    fn write_json<R: Serialize>(&self, outcome: &MatchOutcome, report: &R) -> Result<()> {
        match &self.json {
            Some(path) => write_json(path, outcome, report),
            None => Ok(()),
        }
    }

    fn draw(&self, picture: impl FnOnce() -> Result<String, PlotError>) -> Result<()> {
        match &self.plot {
            Some(path) => write_file(path, &picture()?),
            None => Ok(()),
        }
    }
}

/// The picture of a match: Elo over the games of two engines, or the ratings of more.
pub(super) fn picture(outcome: &MatchOutcome, report: &MatchReport) -> Result<String, PlotError> {
    match report.bars() {
        Some(bars) => plot::bars(&report.title(), "Elo", &bars),
        None => plot::elo_curve(outcome),
    }
}

/// Writes a run with its report to a file.
pub(super) fn write_json<R: Serialize>(path: &Path, outcome: &MatchOutcome, report: &R) -> Result<()> {
    let document = Document { outcome, report };
    write_file(path, &(serde_json::to_string_pretty(&document)? + "\n"))
}

/// Writes a file.
pub(super) fn write_file(path: &Path, text: &str) -> Result<()> {
    fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}
