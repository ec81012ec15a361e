//! `birnam show`: a position for people.

use super::session::Session;
use crate::movegen::legal_moves;
use crate::position::{Position, Status, move_text};
use crate::tools::diagram;
use crate::tools::verdict::Verdict;
use anyhow::{Context, Result};
use clap::Args;
use std::fs;
use std::io::Write;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  birnam show tree-garden --moves
  birnam show chess --fen \"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1\"
  birnam show tree-garden --svg board.svg";

/// Options of `birnam show`.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Options {
    /// The variant's name
    variant: String,
    /// Show this position instead of the start
    #[arg(long)]
    fen: Option<String>,
    /// List the legal moves
    #[arg(long)]
    moves: bool,
    /// Draw the position into an SVG file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

/// The board, the state of the game and the FEN; the legal moves and a drawing on request.
pub(super) fn run(session: &Session, options: &Options, out: &mut dyn Write) -> Result<()> {
    let position = session.position(&options.variant, options.fen.as_deref())?;
    writeln!(out, "{position}{}", remark(&position))?;
    writeln!(out, "{}", position.fen())?;
    if options.moves {
        let mut moves: Vec<_> = legal_moves(&position)
            .iter()
            .map(|&mv| move_text(&position, mv))
            .collect();
        moves.sort_unstable();
        writeln!(out, "{} legal moves: {}", moves.len(), moves.join(" "))?;
    }
    if let Some(path) = &options.svg {
        let drawing = diagram::position_svg(&position);
        fs::write(path, drawing).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}

/// What is to be added about the state of the game.
fn remark(position: &Position) -> String {
    match position.status() {
        Status::Ongoing => String::new(),
        Status::Check => ", in check".to_string(),
        Status::Over(..) => Verdict::of(position).map_or_else(String::new, |verdict| format!(", {verdict}")),
    }
}
