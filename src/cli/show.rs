//! `birnam show`: a position for people.

use super::session::Session;
use super::start::StartOptions;
use crate::board::{Colour, Square};
use crate::movegen::legal_moves;
use crate::position::{Position, Status, move_text};
use crate::tools::diagram;
use crate::tools::verdict::Verdict;
use crate::variant::{Piece, Rules};
use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

const EXAMPLES: &str = "\
Examples:
  birnam show tree-garden --moves
  birnam show chess --fen \"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1\"
  birnam show tree-garden --svg board.svg
  birnam show tree-garden --piece H --square c3";

/// Options of `birnam show`.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Options {
    #[command(flatten)]
    start: StartOptions,
    /// List the legal moves
    #[arg(long)]
    moves: bool,
    /// Show where this piece can go instead: its id, in capitals for White's
    #[arg(long, value_name = "ID", conflicts_with_all = ["fen", "moves", "white_army", "black_army"])]
    piece: Option<String>,
    /// Where the piece stands
    #[arg(long, value_name = "SQUARE", requires = "piece")]
    square: Option<Square>,
    /// Draw it into an SVG file as well
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

/// The board, the state of the game and the FEN; the legal moves and a drawing on request.
pub(super) fn run(session: &Session, options: &Options, out: &mut dyn Write) -> Result<()> {
    let drawing = match &options.piece {
        Some(id) => show_piece(&options.start.rules(session)?, id, options.square, out)?,
        None => show_position(session, options, out)?,
    };
    if let Some(path) = &options.svg {
        fs::write(path, drawing).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}

/// Writes a position as text, and returns it as a drawing.
fn show_position(session: &Session, options: &Options, out: &mut dyn Write) -> Result<String> {
    let position = options.start.position(session)?;
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
    Ok(diagram::position_svg(&position))
}

/// Writes where a piece can go as text, and returns it as a drawing.
fn show_piece(rules: &Arc<Rules>, id: &str, square: Option<Square>, out: &mut dyn Write) -> Result<String> {
    let piece = piece(rules, id)?;
    let square = square.unwrap_or_else(|| diagram::usual_square(rules, piece));
    if !rules.geometry.playable().has(square) {
        bail!("--square {square}: {} has no such square", rules.title);
    }
    let reach = diagram::reach(rules, piece, square).map_err(|message| anyhow!(message))?;
    writeln!(out, "{}\n", rules.piece(piece.kind()).definition.name)?;
    writeln!(out, "{}", diagram::reach_text(rules, piece, square, &reach))?;
    Ok(diagram::reach_svg(rules, piece, square, &reach))
}

/// The piece with an id, in capitals for White's.
fn piece(rules: &Rules, id: &str) -> Result<Piece> {
    let mut pieces = rules
        .kinds()
        .flat_map(|kind| Colour::BOTH.map(|colour| Piece::new(colour, kind)));
    pieces.find(|&piece| rules.piece_id(piece) == id).ok_or_else(|| {
        let ids: Vec<_> = rules.kinds().map(|kind| rules.id(kind)).collect();
        anyhow!(
            "--piece {id}: {} has no such piece; it has {} (small letters for Black's)",
            rules.title,
            ids.join(" ")
        )
    })
}

/// What is to be added about the state of the game.
fn remark(position: &Position) -> String {
    match position.status() {
        Status::Ongoing => String::new(),
        Status::Check => ", in check".to_string(),
        Status::Over(..) => Verdict::of(position).map_or_else(String::new, |verdict| format!(", {verdict}")),
    }
}
