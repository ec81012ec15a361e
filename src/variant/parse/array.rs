//! The start array, checked square by square.

use super::ini::suggestion;
use super::squares::Size;
use super::text::Text;
use crate::board::{Bitboard, Colour, Square};
use crate::variant::{PieceDefinition, VariantError};

/// The pieces of the start position.
#[derive(Debug, Default)]
pub(super) struct Array {
    pieces: Vec<(Square, Colour, String)>,
}

impl Array {
    /// The piece on a square.
    pub(super) fn at(&self, square: Square) -> Option<(Colour, &str)> {
        let found = self.pieces.iter().find(|(other, ..)| *other == square)?;
        Some((found.1, &found.2))
    }

    /// The squares where a side's pieces of a type stand.
    pub(super) fn squares_of(&self, side: Colour, id: &str) -> impl Iterator<Item = Square> {
        let wanted =
            move |&&(_, colour, ref other): &&(Square, Colour, String)| colour == side && other == id;
        self.pieces.iter().filter(wanted).map(|&(square, ..)| square)
    }
}

/// Reads the placement and the side to move of a start FEN; the other fields are for the position's own reader.
///
/// # Errors
/// The placement does not fit the board or its holes, or has a piece that is not defined; the side to move is
/// missing.
pub(super) fn parse(
    fen: Text,
    size: Size,
    holes: Bitboard,
    pieces: &[PieceDefinition],
) -> Result<Array, VariantError> {
    let mut words = fen.words();
    let placement = words.expect("the placement of the pieces")?;
    let board_end = placement.as_str().find('[').unwrap_or(placement.as_str().len());
    let mut rank = size.ranks;
    let mut array = Array::default();
    for row in placement.part(0..board_end).split('/') {
        if rank == 0 {
            return Err(row.error(format!(
                "the array has more than the board's {} ranks",
                size.ranks
            )));
        }
        rank -= 1;
        Row {
            text: row,
            rank,
            file: 0,
        }
        .read(&mut array, size, holes, pieces)?;
    }
    if rank > 0 {
        let found = size.ranks - rank;
        return Err(placement.error(format!("the array has {found} ranks, the board {}", size.ranks)));
    }
    let mover = words.expect("the side to move, w or b")?;
    if !matches!(mover.as_str(), "w" | "b") {
        return Err(mover.error(format!(
            "\"{}\" should be the side to move, w or b",
            mover.as_str()
        )));
    }
    Ok(array)
}

/// A rank being read.
struct Row<'a> {
    text: Text<'a>,
    rank: u8,
    file: u8,
}

impl<'a> Row<'a> {
    fn read(
        mut self,
        array: &mut Array,
        size: Size,
        holes: Bitboard,
        pieces: &[PieceDefinition],
    ) -> Result<(), VariantError> {
        let mut start = 0;
        while let Some(token) = self.token(start) {
            start += token.as_str().len();
            let (count, piece) = match token.as_str() {
                "*" => (1, None),
                number if number.starts_with(|c: char| c.is_ascii_digit()) => {
                    let count = number.parse::<u8>().ok().filter(|n| (1..=size.files).contains(n));
                    let message = || {
                        token.error(format!(
                            "{number} empty squares do not fit on a rank of {}",
                            size.files
                        ))
                    };
                    (count.ok_or_else(message)?, None)
                }
                _ => (1, Some(piece(token, pieces)?)),
            };
            for _ in 0..count {
                let square = self.advance(token, size)?;
                if holes.has(square) != (token.as_str() == "*") {
                    let message = if holes.has(square) {
                        format!("{square} is a hole, so the array must have * there")
                    } else {
                        format!("the array has a hole on {square}, but the key \"holes\" has none there")
                    };
                    return Err(token.error(message));
                }
                if let Some((colour, ref id)) = piece {
                    array.pieces.push((square, colour, id.clone()));
                }
            }
        }
        if self.file < size.files {
            return Err(self.text.end().error(format!(
                "rank {} has {} squares here, the board has {} files",
                self.rank + 1,
                self.file,
                size.files
            )));
        }
        Ok(())
    }

    /// The next square of the rank.
    fn advance(&mut self, token: Text, size: Size) -> Result<Square, VariantError> {
        if self.file == size.files {
            let rank = self.rank + 1;
            return Err(token.error(format!(
                "rank {rank} goes on behind the board's {} files here",
                size.files
            )));
        }
        self.file += 1;
        Ok(Square::new(self.file - 1, self.rank))
    }

    /// A number, a hole, or a piece id.
    fn token(&self, start: usize) -> Option<Text<'a>> {
        let rest = &self.text.as_str()[start..];
        let first = rest.chars().next()?;
        let length = if first.is_ascii_digit() {
            rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len())
        } else {
            let mark = rest[first.len_utf8()..].starts_with(['\'', '!']);
            first.len_utf8() + usize::from(mark)
        };
        Some(self.text.part(start..start + length))
    }
}

/// The colour and the type of a piece in the array.
fn piece(token: Text, pieces: &[PieceDefinition]) -> Result<(Colour, String), VariantError> {
    let text = token.as_str();
    let id = text.to_ascii_uppercase();
    let colour = if text == id { Colour::White } else { Colour::Black };
    if pieces.iter().any(|piece| piece.id == id) {
        return Ok((colour, id));
    }
    let known = suggestion(&id, pieces.iter().map(|piece| piece.id.as_str()));
    Err(token.error(format!(
        "the array has a piece \"{text}\", but there is no section for a piece {id}{known}"
    )))
}
