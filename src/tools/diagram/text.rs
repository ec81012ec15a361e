//! Diagrams of piece moves as text.

use super::{Mark, Reach, company_meaning};
use crate::board::{Bitboard, Square};
use crate::variant::{Piece, Rules};
use std::fmt::Write;

/// Where a piece can go from a square, with an explanation of the signs.
#[must_use]
pub fn reach_text(rules: &Rules, piece: Piece, from: Square, reach: &Reach) -> String {
    let geometry = &rules.geometry;
    let marks = Mark::all(reach);
    let cell = |square: Square| {
        let mut cell = String::new();
        if square == from {
            cell += &rules.piece_id(piece);
        }
        for &(_, other) in reach.company.iter().filter(|(place, _)| *place == square) {
            cell += &rules.piece_id(other);
        }
        for (mark, _) in marks.iter().filter(|(_, squares)| squares.has(square)) {
            cell += mark.sign(rules);
        }
        cell
    };
    let longest = geometry.playable().iter().map(|square| cell(square).len()).max();
    let width = longest.unwrap_or(0).max(2);
    let mut text = String::new();
    for rank in (0..geometry.ranks()).rev() {
        let _ = write!(text, "{:>2}", rank + 1);
        for square in (0..geometry.files()).map(|file| Square::new(file, rank)) {
            let cell = cell(square);
            let empty = if geometry.is_hole(square) { "" } else { "." };
            let _ = write!(text, " {:<width$}", if cell.is_empty() { empty } else { &cell });
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
    text.push_str("  ");
    for file in 0..geometry.files() {
        let _ = write!(text, " {:<width$}", (b'a' + file) as char);
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
    text + &legend(rules, &marks, reach)
}

fn legend(rules: &Rules, marks: &[(Mark, Bitboard)], reach: &Reach) -> String {
    let mut text = String::new();
    for &(mark, _) in marks {
        let _ = write!(text, "\n{} {}", mark.sign(rules), mark.meaning(rules));
    }
    for piece in reach.company_kinds() {
        let _ = write!(
            text,
            "\n{} {}",
            rules.piece_id(piece),
            company_meaning(rules, piece)
        );
    }
    if !reach.notes.is_empty() {
        let _ = write!(text, "\n\n{}", reach.notes.join("\n"));
    }
    text
}
