//! `birnam book`: balanced openings for matches.

use super::session::Session;
use crate::arena::openings::{RandomOpenings, make_book};
use crate::position::Position;
use anyhow::{Result, bail};
use clap::Args;
use std::io::Write;

const EXAMPLES: &str = "\
Examples:
  birnam book tree-garden > tree-garden.epd
  birnam book my-variant --count 50 --plies 6 --balance 30 --nodes 20000";

/// Options of `birnam book`.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Options {
    /// The variant's name
    variant: String,
    /// Number of positions
    #[arg(long, value_name = "N", default_value_t = 200)]
    count: usize,
    /// Random half-moves from the start position
    #[arg(long, value_name = "N", default_value_t = 8)]
    plies: usize,
    /// How far White's score may be from that of the start position, in centipawns
    #[arg(long, value_name = "CP", default_value_t = 60)]
    balance: i32,
    /// Nodes of the search that judges a position
    #[arg(long, value_name = "N", default_value_t = 3000)]
    nodes: u64,
    /// Number that the positions follow from
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

/// Writes positions as EPD, each with its score for the side to move.
pub(super) fn run(session: &Session, options: &Options, out: &mut dyn Write) -> Result<()> {
    let start = Position::start(&session.rules(&options.variant)?);
    let mut openings = RandomOpenings::new(start, options.plies, options.seed);
    openings.nodes = options.nodes;
    openings.balance = options.balance;
    let book = make_book(&openings, options.count);
    for (position, score) in &book {
        writeln!(out, "{} ce {score};", position.fen())?;
    }
    if book.len() < options.count {
        bail!(
            "only {} positions are so balanced; try a greater --balance or --plies",
            book.len()
        );
    }
    Ok(())
}
