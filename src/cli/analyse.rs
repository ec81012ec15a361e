//! `birnam analyse`: what the engine thinks of a position.

use super::session::Session;
use super::start::StartOptions;
use super::thinking::{Thinking, score_text, whole_number};
use crate::movegen::is_legal;
use crate::position::{Move, Position, move_text, san};
use crate::protocol::MULTI_PV;
use crate::search::{Bound, Control, Limits, News, Report};
use crate::tools::bench::Effort;
use crate::tools::verdict::Verdict;
use anyhow::{Context, Result};
use clap::Args;
use std::io::{self, Write};
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  birnam analyse tree-garden --movetime 5000 --multipv 3
  birnam analyse chess --depth 20 --threads 2 --fen \"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1\"
  birnam analyse feudal --white-army Summons --black-army Valour --san";

/// Options of `birnam analyse`.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Options {
    #[command(flatten)]
    start: StartOptions,
    #[command(flatten)]
    thinking: Thinking,
    /// Number of best moves to find (default: as in engine.ini, or 1)
    #[arg(long, value_name = "N", value_parser = lines)]
    multipv: Option<usize>,
    /// Write moves in standard algebraic notation (Nf3), not as in UCI (g1f3)
    #[arg(long)]
    san: bool,
}

fn lines(text: &str) -> Result<usize, String> {
    whole_number(text, MULTI_PV)
}

/// Time for a position if no limit is given.
const MOVE_TIME: Duration = Duration::from_secs(1);

/// One line for every depth and every best line, with the score as the side to move sees it; then the best move.
/// Ctrl-C ends the search, not the program.
pub(super) fn run(session: &Session, options: &Options, out: &mut dyn Write) -> Result<()> {
    let position = options.start.position(session)?;
    if let Some(verdict) = Verdict::of(&position) {
        writeln!(out, "Result: {verdict}")?;
        return Ok(());
    }
    let limits = Limits {
        multi_pv: options.multipv.unwrap_or(session.config.multi_pv),
        ..options.thinking.limits(MOVE_TIME)
    };
    let control = Control::default();
    let on_signal = control.clone();
    ctrlc::set_handler(move || on_signal.stop()).context("cannot listen for Ctrl-C")?;
    let write = if options.san { san } else { move_text };
    writeln!(
        out,
        "{:>5}  {:>12}  {:>12}  {:>10}  {:>9}  line",
        "depth", "score", "nodes", "nodes/s", "seconds"
    )?;
    let mut written = Ok(());
    let mut searcher = options.thinking.searcher(session);
    let result = searcher.search(&position, &limits, &control, &mut |news| {
        if let News::Report(report) = news
            && written.is_ok()
        {
            written = write_report(report, &line_text(&position, &report.pv, write), out);
            if written.is_err() {
                control.stop();
            }
        }
    });
    written?;
    let best = result.best.into_iter().chain(result.ponder).collect::<Vec<_>>();
    let words = line_text(&position, &best, write);
    match words.split_once(' ') {
        Some((best, answer)) => writeln!(out, "\nBest move: {best} (expected answer: {answer})")?,
        None => writeln!(out, "\nBest move: {words}")?,
    }
    Ok(())
}

fn write_report(report: &Report, line: &str, out: &mut dyn Write) -> io::Result<()> {
    let effort = Effort {
        nodes: report.nodes,
        time: report.time,
    };
    let mark = match report.bound {
        Bound::Exact => "",
        Bound::Lower => ">= ",
        Bound::Upper => "<= ",
    };
    writeln!(
        out,
        "{:>5}  {:>12}  {:>12}  {:>10}  {:>9.3}  {line}",
        report.depth,
        format!("{mark}{}", score_text(report.score)),
        report.nodes,
        effort.nodes_per_second(),
        report.time.as_secs_f64(),
    )?;
    out.flush()
}

/// The moves of a line, as far as they are legal.
fn line_text(position: &Position, line: &[Move], write: fn(&Position, Move) -> String) -> String {
    let mut position = position.clone();
    let mut words = Vec::with_capacity(line.len());
    for &mv in line {
        if !is_legal(&position, mv) {
            break;
        }
        words.push(write(&position, mv));
        position.make(mv);
    }
    words.join(" ")
}
