//! Armies to choose from.

use super::Source;
use super::array::Array;
use super::catalogue::Catalogue;
use super::ini::Keys;
use super::squares::Size;
use super::text::Text;
use crate::board::{Colour, Square};
use crate::variant::{Armies, ArmyDefinition, VariantError};

/// The keys of `[NAME army ARMY]`.
const KEYS: [&str; 2] = ["pieces", "abilities"];

/// Checks an army's name: it becomes part of FEN and of option values.
///
/// # Errors
/// It has other characters than letters, digits and hyphens, or is `random`, which stands for any of them.
pub(super) fn check_name(name: Text) -> Result<(), VariantError> {
    let text = name.as_str();
    if text.eq_ignore_ascii_case("random") {
        return Err(name.error("\"random\" stands for any army; take another name"));
    }
    if text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-') {
        return Ok(());
    }
    Err(name.error(format!(
        "\"{text}\" is no name of an army; use letters, digits and hyphens"
    )))
}

/// Reads the armies of a variant and makes sure that the start array has the first one.
///
/// # Errors
/// The key for their squares is missing or malformed, or an army does not fit.
pub(super) fn armies(
    source: &Source,
    keys: Keys,
    size: Size,
    catalogue: &Catalogue,
    array: &Array,
) -> Result<Option<Armies>, VariantError> {
    let Some(text) = keys.get_unless_none("army-squares") else {
        return match source.armies.first() {
            Some(army) => Err(army
                .header
                .text()
                .error("armies need the key \"army-squares\" in the variant's section")),
            None => Ok(None),
        };
    };
    let mut squares: Vec<Square> = Vec::new();
    for word in text.words() {
        let square = size.square(word)?;
        if squares.contains(&square) {
            return Err(word.error(format!("{square} stands here twice")));
        }
        squares.push(square);
    }
    let mut list: Vec<ArmyDefinition> = Vec::new();
    for part in &source.armies {
        let keys = part.keys(&KEYS)?;
        list.push(army(&part.name, keys, squares.len(), catalogue)?);
    }
    let Some(first) = list.first() else {
        return Err(text.error("army-squares is for variants with armies; write sections [NAME army ARMY]"));
    };
    for (square, id) in squares.iter().zip(&first.pieces) {
        check_array(text, size, *square, id, &first.name, array)?;
    }
    Ok(Some(Armies { squares, list }))
}

fn army(
    name: &str,
    keys: Keys,
    squares: usize,
    catalogue: &Catalogue,
) -> Result<ArmyDefinition, VariantError> {
    let text = keys.require("pieces", "Q R B N")?;
    let pieces = text
        .words()
        .map(|word| catalogue.id(word))
        .collect::<Result<Vec<_>, _>>()?;
    if pieces.len() != squares {
        return Err(text.error(format!(
            "{} pieces for {squares} squares (army-squares)",
            pieces.len()
        )));
    }
    let mut army = ArmyDefinition {
        name: name.to_string(),
        pieces,
        summons: false,
        honours: false,
    };
    if let Some(abilities) = keys.get_unless_none("abilities") {
        for word in abilities.words() {
            match word.as_str() {
                "summons" => army.summons = true,
                "honours" => army.honours = true,
                other => return Err(word.error(format!("\"{other}\" should be summons or honours"))),
            }
        }
    }
    Ok(army)
}

/// Makes sure that both sides have a piece of the first army on its square in the start array.
fn check_array(
    text: Text,
    size: Size,
    square: Square,
    id: &str,
    army: &str,
    array: &Array,
) -> Result<(), VariantError> {
    for (side, square) in [
        (Colour::White, square),
        (Colour::Black, size.mirror_square(square)),
    ] {
        if array.at(square) != Some((side, id)) {
            return Err(text.error(format!(
                "{} should have the {id} of the first army ({army}) on {square} in the start array",
                side.name()
            )));
        }
    }
    Ok(())
}
