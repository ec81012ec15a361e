//! `birnam bench`: the search benchmark.

use super::session::Session;
use crate::tools::bench::{self, DEFAULT_DEPTH, Line};
use anyhow::{Result, anyhow};
use clap::Args;
use std::io::{self, Write};

/// Options of `birnam bench`.
#[derive(Args, Debug)]
pub(super) struct Options {
    /// Half-moves to look ahead
    #[arg(long, value_name = "D", default_value_t = DEFAULT_DEPTH, value_parser = clap::value_parser!(u16).range(1..))]
    depth: u16,
    /// Only the positions of this variant
    #[arg(long, value_name = "V")]
    variant: Option<String>,
}

/// One line a position, then `Bench: N nodes M nps`.
pub(super) fn run(session: &Session, options: &Options, out: &mut dyn Write) -> Result<()> {
    let mut written = Ok(());
    let mut progress = |line: &Line| {
        if written.is_ok() {
            written = write_line(line, out);
        }
    };
    let total = bench::run(
        &session.library,
        options.depth,
        options.variant.as_deref(),
        &mut progress,
    )
    .map_err(|message| anyhow!(message))?;
    written?;
    writeln!(out, "{total}")?;
    Ok(())
}

fn write_line(line: &Line, out: &mut dyn Write) -> io::Result<()> {
    let Line { variant, fen, effort } = line;
    writeln!(
        out,
        "{variant}: {} nodes {} nps ({fen})",
        effort.nodes,
        effort.nodes_per_second()
    )
}
