//! `birnam perft`: counts move sequences.

use super::note;
use super::session::Session;
use super::start::StartOptions;
use crate::position::{Move, Position, move_text};
use crate::tools::perft;
use anyhow::Result;
use clap::Args;
use std::io::Write;
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

const EXAMPLES: &str = "\
Examples:
  birnam perft chess 5
  birnam perft tree-garden 4 --divide --threads 2
  birnam perft chess 3 --fen \"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1\"";

/// Options of `birnam perft`.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Options {
    #[command(flatten)]
    start: StartOptions,
    /// Half-moves to look ahead
    #[arg(value_parser = clap::value_parser!(u32).range(1..=99))]
    depth: u32,
    /// First show the count behind each move
    #[arg(long)]
    divide: bool,
    /// Threads to share the work
    #[arg(long, value_name = "N", default_value = "1")]
    threads: NonZeroUsize,
}

/// Counts on standard output, `perft D: COUNT` for each depth; time and rate on standard error.
pub(super) fn run(session: &Session, options: &Options, out: &mut dyn Write) -> Result<()> {
    let position = options.start.position(session)?;
    let count = |depth| Count::of(&position, depth, options.threads);
    let division = options.divide.then(|| count(options.depth));
    if let Some(division) = &division {
        division.write_moves(&position, out)?;
    }
    for depth in 1..options.depth {
        count(depth).write_total(out)?;
    }
    division.unwrap_or_else(|| count(options.depth)).write_total(out)
}

/// The counts of one depth and what they took.
struct Count {
    depth: u32,
    moves: Vec<(Move, u64)>,
    elapsed: Duration,
}

impl Count {
    fn of(position: &Position, depth: u32, threads: NonZeroUsize) -> Count {
        let start = Instant::now();
        let moves = perft::divide(position, depth, threads);
        Count {
            depth,
            moves,
            elapsed: start.elapsed(),
        }
    }

    fn write_moves(&self, position: &Position, out: &mut dyn Write) -> Result<()> {
        let mut lines: Vec<_> = self
            .moves
            .iter()
            .map(|&(mv, count)| format!("{}: {count}", move_text(position, mv)))
            .collect();
        lines.sort_unstable();
        for line in lines {
            writeln!(out, "{line}")?;
        }
        Ok(())
    }

    fn write_total(&self, out: &mut dyn Write) -> Result<()> {
        let total: u64 = self.moves.iter().map(|(_, count)| count).sum();
        writeln!(out, "perft {}: {total}", self.depth)?;
        note(&format!(
            "depth {}: {:.3} s, {:.1} million/s",
            self.depth,
            self.elapsed.as_secs_f64(),
            millions_a_second(total, self.elapsed)
        ));
        Ok(())
    }
}

#[expect(clippy::cast_precision_loss, reason = "people read one decimal")]
fn millions_a_second(count: u64, elapsed: Duration) -> f64 {
    count as f64 / elapsed.as_secs_f64().max(1e-9) / 1e6
}
