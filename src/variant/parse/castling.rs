//! Castling as text, and as XBetza's `O`.

use super::array::Array;
use super::ini::Keys;
use super::squares::Size;
use super::text::Text;
use crate::board::{Colour, Square};
use crate::variant::{Castling, Pattern, PieceDefinition, VariantError};

const EXAMPLE: &str = "e1-c1 with a1 to d1; e1-g1 with h1 to f1";

/// The castlings of a variant: those of the key, or those of an `O` in the royal piece's moves, which is taken out of
/// them.
///
/// # Errors
/// One is malformed or does not fit the start array, or both ways to write them are used.
pub(super) fn parse(
    keys: Keys,
    size: Size,
    royal: &mut PieceDefinition,
    array: &Array,
) -> Result<Vec<Castling>, VariantError> {
    let mut castled = None;
    royal.moves.retain(|component| match component.pattern {
        Pattern::Castle { squares } => {
            castled = Some(squares);
            false
        }
        _ => true,
    });
    match (keys.get("castling"), castled) {
        (Some(text), Some(_)) => Err(text.error(format!(
            "the moves of {} have castling (O) already; keep one of the two",
            royal.id
        ))),
        (Some(text), None) if text.as_str() == "none" => Ok(Vec::new()),
        (Some(text), None) => text
            .split(';')
            .map(|part| one(part, size, &royal.id, array))
            .collect(),
        (None, Some(squares)) => {
            outermost(squares, size, &royal.id, array).map_err(|message| keys.header().error(message))
        }
        (None, None) => Ok(Vec::new()),
    }
}

/// Reads `FROM-TO with PARTNERS to SQUARE`.
fn one(text: Text, size: Size, royal: &str, array: &Array) -> Result<Castling, VariantError> {
    let mut words = text.words();
    let king = words.expect(EXAMPLE)?;
    let mut ends = king.split('-');
    let (Some(from), Some(to), None) = (ends.next(), ends.next(), ends.next()) else {
        return Err(king.error(format!(
            "the royal piece's two squares should stand here; for example: {EXAMPLE}"
        )));
    };
    let (king_from, king_to) = (size.square(from)?, size.square(to)?);
    check_piece(from, size, king_from, array, Some(royal))?;
    words.expect_word("with", EXAMPLE)?;
    let mut partners = Vec::new();
    while let Some(word) = words.peek().filter(|word| word.as_str() != "to") {
        let partner = size.square(word)?;
        check_piece(word, size, partner, array, None)?;
        if partner == king_from || partners.contains(&partner) {
            return Err(word.error(format!("{partner} cannot stand here (again)")));
        }
        partners.push(partner);
        words.next();
    }
    words.expect_word("to", EXAMPLE)?;
    if partners.is_empty() {
        return Err(words
            .rest()
            .error(format!("castling needs a partner; for example: {EXAMPLE}")));
    }
    let end = words.expect("the square where the partner goes")?;
    let partner_to = size.square(end)?;
    words.finish(EXAMPLE)?;
    if partner_to == king_to {
        return Err(end.error(format!(
            "the royal piece goes to {king_to} too; the partner needs another square"
        )));
    }
    if partners
        .iter()
        .chain([&king_to, &partner_to])
        .any(|square| square.rank() != king_from.rank())
    {
        return Err(text.error("all squares of a castling must be on one rank"));
    }
    Ok(Castling {
        king_from,
        king_to,
        partners,
        partner_to,
    })
}

/// Makes sure that each side has a piece (of a type) on a square or its mirror image in the start array.
fn check_piece(
    text: Text,
    size: Size,
    square: Square,
    array: &Array,
    id: Option<&str>,
) -> Result<(), VariantError> {
    for (side, square) in [
        (Colour::White, square),
        (Colour::Black, size.mirror_square(square)),
    ] {
        let fits = array
            .at(square)
            .is_some_and(|(colour, other)| colour == side && id.is_none_or(|id| id == other));
        if !fits {
            let what = id.map_or("no piece".to_string(), |id| format!("no {id}"));
            return Err(text.error(format!(
                "{} has {what} on {square} in the start array, so it cannot castle",
                side.name()
            )));
        }
    }
    Ok(())
}

/// Castling with the outermost own piece on either side, to the square beside the royal piece.
fn outermost(squares: u8, size: Size, royal: &str, array: &Array) -> Result<Vec<Castling>, String> {
    let Some(king) = array.squares_of(Colour::White, royal).next() else {
        return Ok(Vec::new());
    };
    let row = |file| Square::new(file, king.rank());
    let own = |square: &Square| {
        array
            .at(*square)
            .is_some_and(|(colour, _)| colour == Colour::White)
    };
    let left = (0..king.file()).map(row).find(own).map(|partner| (partner, -1));
    let right = (king.file() + 1..size.files)
        .rev()
        .map(row)
        .find(own)
        .map(|partner| (partner, 1));
    let mut castlings = Vec::new();
    for (partner, step) in [left, right].into_iter().flatten() {
        let king_to = king
            .offset(step * squares as i8, 0)
            .filter(|square| square.file() < size.files);
        let partner_to = king.offset(step * (squares as i8 - 1), 0);
        let (Some(king_to), Some(partner_to)) = (king_to, partner_to) else {
            return Err(format!(
                "castling (O{squares}) takes {royal} off the board; use a smaller number"
            ));
        };
        castlings.push(Castling {
            king_from: king,
            king_to,
            partners: vec![partner],
            partner_to,
        });
    }
    if castlings.is_empty() {
        return Err(format!(
            "{royal} has castling (O) but no partner on its rank in the start array"
        ));
    }
    Ok(castlings)
}
