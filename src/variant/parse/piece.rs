//! From the section of a piece to its definition.

use super::PieceSource;
use super::ini::Keys;
use super::promotion;
use super::squares::Size;
use super::text::Text;
use crate::variant::{Component, FirstMove, PieceDefinition, VariantError, betza};

/// The keys of `[NAME piece ID]`.
const KEYS: [&str; 8] = [
    "name",
    "symbol",
    "move",
    "royal",
    "pawn",
    "first-move",
    "promote",
    "value",
];

/// Builds the definitions of all pieces.
///
/// # Errors
/// Whatever is wrong first.
pub(super) fn definitions(sources: &[PieceSource], size: Size) -> Result<Vec<PieceDefinition>, VariantError> {
    let ids: Vec<&str> = sources.iter().map(|source| source.id.as_str()).collect();
    sources
        .iter()
        .map(|source| definition(source, size, &ids))
        .collect()
}

fn definition(source: &PieceSource, size: Size, ids: &[&str]) -> Result<PieceDefinition, VariantError> {
    let keys = Keys::new(source.header.text(), &source.entries, &KEYS)?;
    let pawn = keys.flag("pawn")?;
    let first_moves = [
        ("start rank", FirstMove::StartRank),
        ("start squares", FirstMove::StartSquares),
    ];
    let piece = PieceDefinition {
        id: source.id.clone(),
        name: keys.string("name", &source.id),
        symbol: keys.string("symbol", &source.id),
        moves: moves(keys.require("move", "K")?, pawn)?,
        royal: keys.flag("royal")?,
        pawn,
        first_move: keys.choice("first-move", &first_moves, FirstMove::StartRank)?,
        promotions: match keys.get_unless_none("promote") {
            Some(text) => promotion::rules(text, size, ids)?,
            None => Vec::new(),
        },
        value: keys.number("value", 0, 100_000)?,
    };
    if piece.royal && !piece.promotions.is_empty() {
        let promote = keys.require("promote", "none")?;
        return Err(promote.error("a royal piece cannot promote; leave \"promote\" out"));
    }
    Ok(piece)
}

/// Parses XBetza. Only pawn-type pieces take and are taken en passant.
fn moves(text: Text, pawn: bool) -> Result<Vec<Component>, VariantError> {
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
