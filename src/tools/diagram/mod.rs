//! Diagrams of positions and of piece moves, as text and as SVG.

mod picture;
mod reach;
mod svg;
mod text;

pub use reach::{Reach, reach};
pub use svg::{position_svg, reach_svg};
pub use text::reach_text;

use crate::board::{Bitboard, Square};
use crate::position::Position;
use crate::variant::{Piece, Rules};
use std::sync::Arc;

/// What a diagram of a piece's moves says of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    Move,
    Capture,
    Shot,
    Hop,
    HopCapture,
}

impl Mark {
    const ALL: [Mark; 5] = [Mark::Move, Mark::Capture, Mark::Shot, Mark::Hop, Mark::HopCapture];

    const fn squares(self, reach: &Reach) -> Bitboard {
        match self {
            Mark::Move => reach.moves,
            Mark::Capture => reach.captures,
            Mark::Shot => reach.shots,
            Mark::Hop => reach.hops,
            Mark::HopCapture => reach.hop_captures,
        }
    }

    const fn letter(self) -> char {
        match self {
            Mark::Move => 'o',
            Mark::Capture => 'x',
            Mark::Shot => '*',
            Mark::Hop => 'h',
            Mark::HopCapture => 'c',
        }
    }

    const fn meaning(self) -> &'static str {
        match self {
            Mark::Move => "can go there",
            Mark::Capture => "can capture there",
            Mark::Shot => "can capture there without going there",
            Mark::Hop => "can go there over a piece in between",
            Mark::HopCapture => "can capture there over a piece in between",
        }
    }
}

/// The square to show a piece's moves from: for pawn-type pieces, which have first moves, one where they start; else
/// one in the middle.
#[must_use]
pub fn usual_square(rules: &Arc<Rules>, piece: Piece) -> Square {
    let start = Position::start(rules).pieces(piece.colour(), piece.kind());
    let squares = if rules.piece(piece.kind()).definition.pawn && start.any() {
        start
    } else {
        rules.geometry.playable()
    };
    // Twice the distance from the middle of the board, which may lie between squares.
    let distance = |square: &Square| {
        let along = |at: u8, size: u8| (2 * i32::from(at) + 1 - i32::from(size)).pow(2);
        along(square.file(), rules.geometry.files()) + along(square.rank(), rules.geometry.ranks())
    };
    squares.iter().min_by_key(distance).unwrap_or(Square::new(0, 0))
}
