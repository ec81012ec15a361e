//! `birnam balance`: whether a variant is fair, by self-play.

use super::selfplay::RunOptions;
use super::session::Session;
use crate::arena::balance::{Balance, Begin};
use crate::arena::record::Kind;
use anyhow::{Result, bail};
use clap::{Args, ValueEnum};
use std::io::Write;

const EXAMPLES: &str = "\
Examples:
  birnam balance tree-garden --games 400 --concurrency 2
  birnam balance treeleaders --time 60 --nodes 20000 --state treeleaders.json
  birnam balance feudal --games 2000 --sample 40 --json armies.json --plot armies.svg";

/// Options of `birnam balance`.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Options {
    /// The variant's name
    variant: String,
    /// Which side makes the first move; both in turn by default where the sides have different pieces
    #[arg(long, value_enum)]
    begin: Option<BeginName>,
    /// In variants with armies: pairings to play in each cycle, chosen at random, instead of all
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    sample: Option<u32>,
    #[command(flatten)]
    run: RunOptions,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum BeginName {
    /// The side that the variant says
    Usual,
    /// Both, in turn
    Either,
}

/// Plays, then reports the advantage of White and of the first move, and the armies' ratings.
pub(super) fn run(session: &Session, options: &Options, out: &mut dyn Write) -> Result<()> {
    let rules = session.rules(&options.variant)?;
    if options.sample.is_some() && rules.armies.is_empty() {
        bail!("--sample: {} has no armies to choose from", rules.name);
    }
    let begin = options.begin.map(|name| match name {
        BeginName::Usual => Begin::AsUsual,
        BeginName::Either => Begin::Either,
    });
    let sample = options.sample.map(|sample| sample as usize);
    let scheme = Balance::new(&rules, begin, sample, options.run.seed());
    let begins = match scheme.begin() {
        Begin::AsUsual => "",
        Begin::Either => ", either side begins",
    };
    let sampled = sample.map_or_else(String::new, |sample| format!(", sample {sample}"));
    let details = format!("{begins}{sampled}");
    let outcome = options.run.play(&scheme, Kind::Balance, &rules.name, &details)?;
    options.run.delivery.deliver(session, &outcome, None, out)
}
