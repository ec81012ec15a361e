//! From the section of a piece to its definition.

use super::Part;
use super::catalogue::{self, Catalogue};
use super::ini::Keys;
use super::squares::Size;
use super::text::Text;
use super::{promotion, rifle};
use crate::board::ByColour;
use crate::variant::{Component, FirstMove, Pattern, PieceDefinition, VariantError, betza};

/// The keys of `[NAME piece ID]`.
pub(super) const KEYS: [&str; 14] = [
    "name",
    "symbol",
    "move",
    "royal",
    "royal-path",
    "pawn",
    "first-move",
    "promote",
    "transform",
    "level",
    "rifle",
    "rifle-when",
    "no-capture",
    "value",
];

/// Builds a piece's definition.
///
/// # Errors
/// Whatever is wrong first.
pub(super) fn definition(
    part: &Part,
    keys: Keys,
    size: Size,
    catalogue: &Catalogue,
) -> Result<PieceDefinition, VariantError> {
    let (royal, pawn) = (keys.flag("royal")?, keys.flag("pawn")?);
    let first_moves = [
        ("start rank", FirstMove::StartRank),
        ("start squares", FirstMove::StartSquares),
    ];
    let move_text = keys.require("move", "K")?;
    let moves = moves(move_text, pawn)?;
    if !royal
        && moves
            .iter()
            .any(|part| matches!(part.pattern, Pattern::Castle { .. }))
    {
        return Err(move_text.error("castling (O) belongs to the moves of the royal piece"));
    }
    for key in ["promote", "transform"] {
        if let (true, Some(text)) = (royal, keys.get_unless_none(key)) {
            return Err(text.error(format!(
                "a royal piece cannot change its type; leave \"{key}\" out"
            )));
        }
    }
    if let (false, Some(text)) = (royal, keys.get("royal-path")) {
        return Err(text.error("\"royal-path\" is for the royal piece; leave it out here"));
    }
    Ok(PieceDefinition {
        id: part.name.clone(),
        name: keys.string("name", &part.name),
        symbol: keys.string("symbol", &part.name),
        royal,
        pawn,
        first_move: keys.choice("first-move", &first_moves, FirstMove::StartRank)?,
        promotions: match keys.get_unless_none("promote") {
            Some(text) => promotion::promotions(text, size, catalogue)?,
            None => Vec::new(),
        },
        transformations: match keys.get_unless_none("transform") {
            Some(text) => promotion::transformations(text, size, catalogue)?,
            None => Vec::new(),
        },
        value: keys.number("value", 0, 100_000)?,
        safe_path: keys.choice("royal-path", &[("safe", true), ("any", false)], false)?,
        rifle: rifle::rifle(keys, &moves)?,
        no_capture: match keys.get_unless_none("no-capture") {
            Some(text) => {
                let mut words = text.words();
                let squares = size.sides_set(&mut words)?;
                words.finish("last 4")?;
                squares
            }
            None => ByColour::default(),
        },
        level: catalogue::level(keys)?,
        moves,
    })
}

/// Parses XBetza. Only pawn-type pieces take and are taken en passant.
///
/// # Errors
/// The text is no XBetza, or has `e` for another piece.
pub(super) fn moves(text: Text, pawn: bool) -> Result<Vec<Component>, VariantError> {
    let mut components =
        betza::parse(text.as_str()).map_err(|error| text.error_at(error.character, error.message))?;
    for component in &mut components {
        if component.takes_en_passant && !pawn {
            return Err(
                text.error("\"e\" (en passant) is for pawn-type pieces; add pawn = yes, or leave it out")
            );
        }
        component.leaves_en_passant &= pawn;
    }
    Ok(components)
}
