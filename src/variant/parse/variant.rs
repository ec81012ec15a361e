//! From the sections of a variant to its definition.

use super::array::{self, Array};
use super::castling;
use super::ini::Keys;
use super::piece;
use super::squares::Size;
use super::{PieceSource, Source};
use crate::board::{Bitboard, Colour};
use crate::variant::{Definition, Outcome, PieceDefinition, VariantError};

/// The keys of `[variant NAME]`.
const KEYS: [&str; 13] = [
    "inherit",
    "title",
    "inventor",
    "board",
    "holes",
    "start",
    "castling",
    "castling-text",
    "stalemate",
    "checkmate",
    "move-rule",
    "repetition",
    "royals-alone",
];

/// Builds a definition.
///
/// # Errors
/// Whatever is wrong first.
pub(super) fn definition(source: &Source) -> Result<Definition, VariantError> {
    let keys = Keys::new(source.header.text(), &source.entries, &KEYS)?;
    let size = keys
        .get("board")
        .map_or(Ok(Size { files: 8, ranks: 8 }), Size::parse)?;
    let holes = match keys.get_unless_none("holes") {
        Some(text) => size.set(text)?,
        None => Bitboard::EMPTY,
    };
    if size.all().and_not(holes).is_empty() {
        return Err(keys.header().error("the board has no squares, only holes"));
    }
    let mut pieces = piece::definitions(&source.pieces, size)?;
    let start = keys.require(
        "start",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    )?;
    let array = array::parse(start, size, holes, &pieces)?;
    let royal = royal(keys, &source.pieces, &pieces)?;
    check_royals(&array, &pieces[royal].id, start)?;
    let castling = castling::parse(keys, size, &mut pieces[royal], &array)?;
    Ok(Definition {
        name: source.name.clone(),
        title: keys.string("title", &source.name),
        inventor: keys.string("inventor", ""),
        files: size.files,
        ranks: size.ranks,
        holes,
        start: start.as_str().to_string(),
        castling,
        castling_by_partner: keys.choice("castling-text", &[("king", false), ("partner", true)], false)?,
        stalemate: outcome(keys, "stalemate", Outcome::Draw)?,
        checkmate: outcome(keys, "checkmate", Outcome::Loss)?,
        move_rule: keys.number("move-rule", 0, 1000)?.unwrap_or(50) as u16,
        repetition: keys.number("repetition", 0, 100)?.unwrap_or(3) as u8,
        royals_alone_draw: keys.choice("royals-alone", &[("draw", true), ("ongoing", false)], true)?,
        pieces,
    })
}

fn outcome(keys: Keys, key: &str, default: Outcome) -> Result<Outcome, VariantError> {
    let words = [
        ("win", Outcome::Win),
        ("draw", Outcome::Draw),
        ("loss", Outcome::Loss),
    ];
    keys.choice(key, &words, default)
}

/// The index of the royal type, of which there must be one.
fn royal(keys: Keys, sources: &[PieceSource], pieces: &[PieceDefinition]) -> Result<usize, VariantError> {
    let mut royals = pieces
        .iter()
        .enumerate()
        .filter(|(_, piece)| piece.royal)
        .map(|(index, _)| index);
    match (royals.next(), royals.next()) {
        (Some(royal), None) => Ok(royal),
        (Some(first), Some(second)) => Err(sources[second].header.text().error(format!(
            "both {} and {} are royal; keep royal = yes for one",
            pieces[first].id, pieces[second].id
        ))),
        (None, _) => Err(keys
            .header()
            .error("no piece is royal; give one of them royal = yes")),
    }
}

/// Each side needs one royal piece on the board.
fn check_royals(array: &Array, royal: &str, start: super::Text) -> Result<(), VariantError> {
    for side in Colour::BOTH {
        let count = array.squares_of(side, royal).count();
        if count != 1 {
            return Err(start.error(format!(
                "{} has {count} royal pieces ({royal}) in the start array; each side needs exactly one",
                side.name()
            )));
        }
    }
    Ok(())
}
