//! `birnam mates`: mate problems.

use super::session::Session;
use crate::tools::mate::Composer;
use anyhow::{Result, bail};
use clap::Args;
use std::io::Write;

const EXAMPLES: &str = "\
Examples:
  birnam mates tree-garden > problems.epd
  birnam mates my-variant --count 50 --shortest 3 --longest 3
  birnam solve problems.epd --nodes 100000";

/// Options of `birnam mates`.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Options {
    /// The variant's name
    variant: String,
    /// Number of problems, shared out over the lengths
    #[arg(long, value_name = "N", default_value_t = 20)]
    count: usize,
    /// Moves of the shortest mates
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=9))]
    shortest: u8,
    /// Moves of the longest mates; each one more takes many times as long to prove
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..=9))]
    longest: u8,
    /// Nodes a move in the games that the problems come from
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Moves to try in a proof at most; positions that need more are left out
    #[arg(long, value_name = "N", default_value_t = 20_000_000)]
    budget: u64,
    /// Games to play at most
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    games: u64,
    /// Number that the games follow from
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u32,
}

/// Writes problems as EPD, each as soon as it is found.
pub(super) fn run(session: &Session, options: &Options, out: &mut dyn Write) -> Result<()> {
    let rules = session.rules(&options.variant)?;
    let wanted = wanted(options)?;
    // Every seed has games of its own.
    let first = u64::from(options.seed) << 32;
    let games = first..first.saturating_add(options.games);
    let mut found = 0;
    for problem in Composer::new(&rules, &wanted, options.nodes, options.budget, games) {
        writeln!(out, "{problem}")?;
        out.flush()?;
        found += 1;
    }
    if found < options.count {
        bail!(
            "only {found} problems came up in {} games; try more --games, more --nodes or a greater --budget",
            options.games
        );
    }
    Ok(())
}

/// How many problems of every length are wanted, from one move on; the shorter ones have what does not divide.
fn wanted(options: &Options) -> Result<Vec<usize>> {
    let (shortest, longest) = (usize::from(options.shortest), usize::from(options.longest));
    if shortest > longest {
        bail!("--shortest {shortest} is more than --longest {longest}");
    }
    let lengths = longest + 1 - shortest;
    let share = |length: usize| {
        let more = length - shortest < options.count % lengths;
        options.count / lengths + usize::from(more)
    };
    Ok((1..=longest)
        .map(|length| if length < shortest { 0 } else { share(length) })
        .collect())
}
