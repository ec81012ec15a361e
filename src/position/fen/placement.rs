//! The placement field: counts of empty squares, `*` for holes, ids with marks.

use super::{FenError, Result, error};
use crate::board::{Colour, Geometry, Square};
use crate::variant::{Piece, PieceType, Rules};
use std::fmt::Write;

/// Writes a placement field.
pub(crate) fn write_placement(rules: &Rules, piece_at: impl Fn(Square) -> Option<Piece>) -> String {
    let geometry = &rules.geometry;
    let rows = (0..geometry.ranks()).rev().map(|rank| {
        let mut row = String::new();
        let mut empty = 0;
        for square in (0..geometry.files()).map(|file| Square::new(file, rank)) {
            let text = match piece_at(square) {
                Some(piece) => rules.piece_id(piece),
                None if geometry.is_hole(square) => "*".to_string(),
                None => {
                    empty += 1;
                    continue;
                }
            };
            flush(&mut row, &mut empty);
            row.push_str(&text);
        }
        flush(&mut row, &mut empty);
        row
    });
    rows.collect::<Vec<_>>().join("/")
}

/// Writes the number of empty squares counted so far, if any.
fn flush(row: &mut String, empty: &mut u32) {
    if *empty > 0 {
        let _ = write!(row, "{empty}");
        *empty = 0;
    }
}

/// Reads a placement field: what stands where. `find` knows the types by their ids in upper case.
pub(crate) fn read_placement(
    geometry: &Geometry,
    find: impl Fn(&str) -> Option<PieceType>,
    text: &str,
) -> Result<Vec<(Piece, Square)>> {
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != geometry.ranks() as usize {
        return error(format!(
            "the placement has {} ranks, the board has {}",
            rows.len(),
            geometry.ranks()
        ));
    }
    let mut pieces = Vec::new();
    for (row, rank) in rows.iter().zip((0..geometry.ranks()).rev()) {
        read_row(geometry, &find, row, rank, &mut pieces)
            .map_err(|message| FenError(format!("rank {} (\"{row}\"){message}", rank + 1)))?;
    }
    Ok(pieces)
}

fn read_row(
    geometry: &Geometry,
    find: &impl Fn(&str) -> Option<PieceType>,
    row: &str,
    rank: u8,
    pieces: &mut Vec<(Piece, Square)>,
) -> std::result::Result<(), String> {
    let files = geometry.files() as usize;
    let mut file: usize = 0;
    let mut rest = row;
    while let Some(first) = rest.chars().next() {
        let token = token(rest, first);
        rest = &rest[token.len()..];
        let width = if first.is_ascii_digit() {
            token.parse().unwrap_or(usize::MAX)
        } else {
            1
        };
        if file.saturating_add(width) > files {
            return Err(format!(" has more than {files} squares"));
        }
        for square in (file..file + width).map(|file| Square::new(file as u8, rank)) {
            if (first == '*') != geometry.is_hole(square) {
                let what = if first == '*' {
                    "is not a hole"
                } else {
                    "is a hole, written *"
                };
                return Err(format!(": {square} {what}"));
            }
        }
        if first != '*' && !first.is_ascii_digit() {
            let colour = if first.is_ascii_uppercase() {
                Colour::White
            } else {
                Colour::Black
            };
            let kind = find(&token.to_ascii_uppercase()).ok_or(format!(": there is no piece \"{token}\""))?;
            pieces.push((Piece::new(colour, kind), Square::new(file as u8, rank)));
        }
        file += width;
    }
    if file < files {
        return Err(format!(" has {file} squares instead of {files}"));
    }
    Ok(())
}

/// The piece id, number or other character at the start of a text.
pub(super) fn token(text: &str, first: char) -> &str {
    let length = if first.is_ascii_digit() {
        text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len())
    } else if first.is_ascii_alphabetic() && text[1..].starts_with(['\'', '!']) {
        2
    } else {
        first.len_utf8()
    };
    &text[..length]
}
