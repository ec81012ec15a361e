//! `birnam report`: the result of a match or another run from its files.

use super::session::Session;
use crate::arena::plot;
use crate::arena::record::{Kind, MatchOutcome};
use crate::arena::report::{BalanceReport, MatchReport, ValuesReport, merge};
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
A run on all cores with GNU parallel, put together at the end:
  parallel birnam balance feudal --games 2000 --shard {}/8 --state part{}.json ::: 1 2 3 4 5 6 7 8
  birnam report part*.json --plot armies.svg";

/// Options of `birnam report`.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Options {
    /// Files of birnam match, balance or values (--state or --json); those of several parts make one result
    #[arg(required = true)]
    files: Vec<PathBuf>,
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
    json: Option<PathBuf>,
    /// Draw the result into an SVG file
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    /// Write measured piece values to a file, as a variant file
    #[arg(long, value_name = "FILE")]
    ini: Option<PathBuf>,
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
    let read = |path: &PathBuf| {
        let outcome = state::read(path).map_err(|message| anyhow!(message))?;
        Ok((path.display().to_string(), outcome))
    };
    let parts: Vec<_> = options.files.iter().map(read).collect::<Result<_>>()?;
    let outcome = merge(parts)?;
    options.delivery.deliver(session, &outcome, options.sprt, out)
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
        self.draw(|| match report.bars() {
            Some(bars) => plot::bars(&report.title(), "Elo", &bars),
            None => plot::elo_curve(outcome),
        })
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
        let Some(path) = &self.json else { return Ok(()) };
        let document = Document { outcome, report };
        write_file(path, &(serde_json::to_string_pretty(&document)? + "\n"))
    }

    fn draw(&self, picture: impl FnOnce() -> Result<String, plot::PlotError>) -> Result<()> {
        match &self.plot {
            Some(path) => write_file(path, &picture()?),
            None => Ok(()),
        }
    }
}

fn write_file(path: &Path, text: &str) -> Result<()> {
    fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}
