//! Diagrams of piece moves as text.

use super::{Mark, Reach};
use crate::board::Square;
use crate::variant::{Piece, Rules};
use std::fmt::Write;

/// Where a piece can go from a square, with an explanation of the letters.
#[must_use]
pub fn reach_text(rules: &Rules, piece: Piece, from: Square, reach: &Reach) -> String {
    let geometry = &rules.geometry;
    let mut text = String::new();
    for rank in (0..geometry.ranks()).rev() {
        let _ = write!(text, "{:>2}", rank + 1);
        for square in (0..geometry.files()).map(|file| Square::new(file, rank)) {
            let cell = if square == from {
                rules.piece_id(piece)
            } else {
                cell(square, reach)
            };
            let empty = if geometry.is_hole(square) { "" } else { "." };
            let _ = write!(text, " {:<2}", if cell.is_empty() { empty } else { &cell });
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
    text.push_str("  ");
    for file in 0..geometry.files() {
        let _ = write!(text, " {} ", (b'a' + file) as char);
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
    for mark in Mark::ALL.into_iter().filter(|mark| mark.squares(reach).any()) {
        let _ = write!(text, "\n{} {}", mark.letter(), mark.meaning());
    }
    text
}

/// The letters of all marks that a square has.
fn cell(square: Square, reach: &Reach) -> String {
    let marks = Mark::ALL
        .into_iter()
        .filter(|mark| mark.squares(reach).has(square));
    marks.map(Mark::letter).collect()
}
