//! `birnam perft`: counts move sequences.

use super::note;
use super::session::Session;
use crate::position::{Move, Position, move_text};
use crate::tools::perft;
use anyhow::Result;
use clap::Args;
use std::io::Write;
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

/// Options of `birnam perft`.
#[derive(Args, Debug)]
pub(super) struct Options {
    /// The variant's name
    variant: String,
    /// Half-moves to look ahead
    #[arg(value_parser = clap::value_parser!(u32).range(1..=99))]
    depth: u32,
    /// Count from this position instead of the start
    #[arg(long)]
    fen: Option<String>,
    /// First show the count behind each move
    #[arg(long)]
    divide: bool,
    /// Threads to share the work
    #[arg(long, value_name = "N", default_value = "1")]
    threads: NonZeroUsize,
}

/// Counts on standard output, `perft D: COUNT` for each depth; time and rate on standard error.
pub(super) fn run(session: &Session, options: &Options, out: &mut dyn Write) -> Result<()> {
    let position = session.position(&options.variant, options.fen.as_deref())?;
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
        let seconds = self.elapsed.as_secs_f64();
        writeln!(out, "perft {}: {total}", self.depth)?;
        note(&format!(
            "depth {}: {seconds:.3} s, {:.1} million/s",
            self.depth,
            total as f64 / seconds.max(1e-9) / 1e6
        ));
        Ok(())
    }
}
