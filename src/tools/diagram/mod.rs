//! Diagrams of positions and of piece moves, as text and as SVG.

mod facts;
mod laboratory;
mod picture;
mod reach;
mod svg;
mod text;

pub use reach::{Reach, reach};
pub use svg::{position_svg, reach_svg};
pub use text::reach_text;

use crate::board::{Bitboard, Square};
use crate::position::Position;
use crate::variant::{Piece, PieceType, Rules};
use std::sync::Arc;

/// What a diagram of a piece's moves says of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    Move,
    Capture,
    EnPassant,
    Shot,
    MoveShot,
    Hop,
    HopCapture,
    HopShot,
    Castling,
    CastlingPartner,
    Call(PieceType),
}

impl Mark {
    /// The marks of a diagram, and where they stand.
    fn all(reach: &Reach) -> Vec<(Mark, Bitboard)> {
        let plain = [
            (Mark::Move, reach.moves),
            (Mark::Capture, reach.captures),
            (Mark::EnPassant, reach.en_passant),
            (Mark::Shot, reach.shots),
            (Mark::MoveShot, reach.move_shots),
            (Mark::Hop, reach.hops),
            (Mark::HopCapture, reach.hop_captures),
            (Mark::HopShot, reach.hop_shots),
            (Mark::Castling, reach.castling),
            (Mark::CastlingPartner, reach.castling_partners),
        ];
        let calls = reach
            .calls
            .iter()
            .map(|&(kind, squares)| (Mark::Call(kind), squares));
        let all = plain.into_iter().chain(calls);
        all.filter(|(_, squares)| squares.any()).collect()
    }

    /// How it is written: no letter that an id of White's could be, but for a call, which is the id itself.
    fn sign(self, rules: &Rules) -> &str {
        match self {
            Mark::Move => "o",
            Mark::Capture => "x",
            Mark::EnPassant => "e",
            Mark::Shot => "*",
            Mark::MoveShot => "+",
            Mark::Hop => "h",
            Mark::HopCapture => "c",
            Mark::HopShot => "#",
            Mark::Castling => "&",
            Mark::CastlingPartner => "~",
            Mark::Call(kind) => rules.id(kind),
        }
    }

    fn meaning(self, rules: &Rules) -> String {
        let text = match self {
            Mark::Move => "can go there",
            Mark::Capture => "can capture there",
            Mark::EnPassant => "can capture en passant there",
            Mark::Shot => "can capture there without going there",
            Mark::MoveShot => "can capture there from afar after a move",
            Mark::Hop => "can go there over a piece in between",
            Mark::HopCapture => "can capture there over a piece in between",
            Mark::HopShot => "can capture there from afar after going over a piece",
            Mark::Castling => "can castle to there",
            Mark::CastlingPartner => "the other piece castles to there",
            Mark::Call(kind) => {
                let name = &rules.piece(kind).definition.name;
                return format!("can call a piece there: {name}");
            }
        };
        text.to_string()
    }
}

/// What another piece is in a diagram for.
fn company_meaning(rules: &Rules, piece: Piece) -> String {
    format!("{}, to castle with", rules.piece(piece.kind()).definition.name)
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
