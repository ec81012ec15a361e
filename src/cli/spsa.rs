//! `birnam spsa`: the search's numbers tuned by playing.

use super::session::Session;
use super::tune::progress_bar;
use crate::tools::tune::{Climb, Number, all_cores, climb};
use anyhow::{Context, Result, anyhow};
use clap::Args;
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Mutex;

const EXAMPLES: &str = "\
Examples:
  birnam spsa capablanca tree-garden --pairs 5000 --out numbers.txt
  birnam spsa chess --numbers null_base,null_margin --nodes 10000";

/// The file is written anew after so many pairs.
const WRITE_EVERY: u64 = 20;

/// Options of `birnam spsa`.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Options {
    /// The variants to play, in turn
    #[arg(required = true, value_name = "VARIANT")]
    games: Vec<String>,
    /// Pairs of games to play
    #[arg(long, value_name = "N", default_value_t = 3000)]
    pairs: usize,
    /// Nodes a move
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// The numbers to tune (all if not given)
    #[arg(long, value_name = "NAME,..", value_delimiter = ',')]
    numbers: Vec<String>,
    /// By how many steps a won game moves every number at the end
    #[arg(long, value_name = "STEPS", default_value_t = 0.005)]
    gain: f64,
    /// Threads (all cores if not given)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Number that all random choices follow from
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Go on from the numbers in this file if it exists, and keep writing them there
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Plays, and writes where the numbers have come to.
pub(super) fn run(session: &Session, options: &Options, out: &mut dyn Write) -> Result<()> {
    let variants = options.games.iter().map(|name| session.rules(name));
    let to_climb = Climb {
        variants: variants.collect::<Result<_>>()?,
        pairs: options.pairs,
        nodes: options.nodes,
        gain: options.gain,
        seed: options.seed,
        threads: options.threads.map_or_else(all_cores, usize::from),
    };
    let mut numbers = Number::choose(&options.numbers).map_err(|error| anyhow!("--numbers: {error}"))?;
    let path = options.out.as_ref();
    if let Some(path) = path.filter(|path| path.exists()) {
        let text = fs::read_to_string(path).with_context(|| format!("--out {}", path.display()))?;
        read(&text, &mut numbers).map_err(|error| anyhow!("{}: {error}", path.display()))?;
    }
    let write = |numbers: &[Number]| match path {
        Some(path) => fs::write(path, table(numbers)).with_context(|| format!("--out {}", path.display())),
        None => Ok(()),
    };
    write(&numbers)?;
    let bar = progress_bar(options.pairs, "pairs")?;
    let failure = Mutex::new(None);
    climb(&to_climb, &mut numbers, &|numbers| {
        bar.inc(1);
        if bar.position().is_multiple_of(WRITE_EVERY)
            && let Err(error) = write(numbers)
            && let Ok(mut failure) = failure.lock()
        {
            *failure = Some(error);
        }
    });
    bar.finish();
    out.write_all(table(&numbers).as_bytes())?;
    if let Ok(Some(error)) = failure.into_inner() {
        return Err(error);
    }
    write(&numbers)
}

/// One number a line: its name and its value.
fn table(numbers: &[Number]) -> String {
    let line = |number: &Number| format!("{} {:.2}\n", number.name, number.value);
    numbers.iter().map(line).collect()
}

/// Reads what [`table`] wrote. Numbers that are not tuned this time are passed over.
fn read(text: &str, numbers: &mut [Number]) -> Result<(), String> {
    for (index, line) in text.lines().enumerate() {
        let parsed = line
            .split_once(' ')
            .and_then(|(name, value)| Some((name, value.parse::<f64>().ok()?)));
        let (name, value) = parsed.ok_or_else(|| format!("line {} is no NAME VALUE", index + 1))?;
        if let Some(number) = numbers.iter_mut().find(|number| number.name == name) {
            number.value = value;
        }
    }
    Ok(())
}
