//! Castling as text, and as XBetza's `O`.

use super::array::Array;
use super::ini::Keys;
use super::squares::Size;
use super::text::Text;
use crate::board::{Colour, Square};
use crate::variant::{Castling, Pattern, PieceDefinition, VariantError};

const EXAMPLE: &str = "e1-c1 with a1 to d1; e1-g1 with h1 to f1";

/// The castlings of the key. Those of an `O` in the royal piece's moves stay there, but are checked.
///
/// # Errors
/// One is malformed or does not fit the start array, or both ways to write them are used.
pub(super) fn parse(
    keys: Keys,
    size: Size,
    royal: &PieceDefinition,
    array: &Array,
) -> Result<Vec<Castling>, VariantError> {
    let castled = royal.moves.iter().find_map(|component| match component.pattern {
        Pattern::Castle { squares } => Some(squares),
        _ => None,
    });
    if let Some(squares) = castled {
        if let Some(text) = keys.get_unless_none("castling") {
            let id = &royal.id;
            return Err(text.error(format!(
                "the moves of {id} have castling (O) already; keep one of the two"
            )));
        }
        for colour in Colour::BOTH {
            check_outermost(squares, colour, size, &royal.id, array)
                .map_err(|message| keys.header().error(message))?;
        }
    }
    match keys.get_unless_none("castling") {
        Some(text) => text
            .split(';')
            .map(|part| one(part, size, &royal.id, array))
            .collect(),
        None => Ok(Vec::new()),
    }
}

/// Reads `FROM-TO with PARTNERS to SQUARE`, perhaps with `as NAME`.
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
    let named = if words.accept("as") {
        Some(name(words.expect("a name such as O-O")?)?)
    } else {
        None
    };
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
        san: match named {
            Some(name) => name.to_string(),
            None => Castling::usual_name(king_from, king_to).to_string(),
        },
        king_from,
        king_to,
        partners,
        partner_to,
    })
}

/// Checks a castling's name. Single letters with hyphens between them look like no other move in a game file.
fn name(text: Text<'_>) -> Result<&str, VariantError> {
    let name = text.as_str();
    let is_letter = |part: &str| part.len() == 1 && part.as_bytes()[0].is_ascii_uppercase();
    if name.contains('-') && name.split('-').all(is_letter) {
        Ok(name)
    } else {
        Err(text.error(format!(
            "\"{name}\" should be capital letters with hyphens between them, such as O-O"
        )))
    }
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

/// Makes sure that a side can castle with the outermost own piece of its royal piece's rank on some side.
fn check_outermost(
    squares: u8,
    colour: Colour,
    size: Size,
    royal: &str,
    array: &Array,
) -> Result<(), String> {
    let Some(king) = array.squares_of(colour, royal).next() else {
        return Ok(());
    };
    let own = |file: u8| {
        let piece = array.at(Square::new(file, king.rank()));
        file != king.file() && piece.is_some_and(|(other, _)| other == colour)
    };
    let (left, right) = ((0..king.file()).any(own), (king.file() + 1..size.files).any(own));
    if !left && !right {
        return Err(format!(
            "{royal} has castling (O), but {} has no other piece on its rank in the start array",
            colour.name()
        ));
    }
    if left && king.file() < squares || right && king.file() + squares >= size.files {
        return Err(format!(
            "castling (O{squares}) takes {royal} off the board; use a smaller number"
        ));
    }
    Ok(())
}
