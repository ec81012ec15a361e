//! From the sections of a variant to its definition.

use super::array::{self, Array};
use super::catalogue::Catalogue;
use super::ini::Keys;
use super::squares::Size;
use super::text::Text;
use super::{Part, Source, ability, army, castling, evaluation, piece};
use crate::board::{Bitboard, Colour};
use crate::variant::{Definition, Facing, Outcome, PieceDefinition, VariantError};

/// The keys of `[variant NAME]`.
const KEYS: [&str; 25] = [
    "inherit",
    "title",
    "inventor",
    "board",
    "holes",
    "a1",
    "start",
    "castling",
    "castling-over",
    "castling-text",
    "stalemate",
    "checkmate",
    "bare-royal",
    "bare-royal-reply",
    "royals-alone",
    "move-rule",
    "repetition",
    "facing",
    "brake",
    "holdings",
    "army-squares",
    "summons",
    "honours",
    "evaluation",
    "winning",
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
    let piece_keys: Vec<Keys> = source
        .pieces
        .iter()
        .map(|part| part.keys(&piece::KEYS))
        .collect::<Result<_, _>>()?;
    let catalogue = Catalogue::new(&source.pieces, &piece_keys)?;
    let parts = source.pieces.iter().zip(piece_keys);
    let pieces: Vec<PieceDefinition> = parts
        .map(|(part, keys)| piece::definition(part, keys, size, &catalogue))
        .collect::<Result<_, _>>()?;
    let start = keys.require(
        "start",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    )?;
    let array = array::parse(start, size, holes, &pieces)?;
    let royal = royal(keys, &source.pieces, &pieces)?;
    check_royals(&array, &pieces[royal].id, start)?;
    let castling = castling::parse(keys, size, &pieces[royal], &array)?;
    Ok(Definition {
        name: source.name.clone(),
        title: keys.string("title", &source.name),
        inventor: keys.string("inventor", ""),
        files: size.files,
        ranks: size.ranks,
        holes,
        dark_a1: keys.choice("a1", &[("dark", true), ("light", false)], true)?,
        start: start.as_str().to_string(),
        castling,
        castling_over: match keys.get_unless_none("castling-over") {
            Some(text) => catalogue.id_list(text)?,
            None => Vec::new(),
        },
        castling_by_partner: keys.choice("castling-text", &[("king", false), ("partner", true)], false)?,
        stalemate: keys.choice("stalemate", &OUTCOMES, Outcome::Draw)?,
        checkmate: keys.choice("checkmate", &OUTCOMES, Outcome::Loss)?,
        bare_royal: keys.choice("bare-royal", &OUTCOMES_OR_NONE, None)?,
        bare_royal_reply: keys.choice("bare-royal-reply", &[("yes", true), ("no", false)], false)?,
        royals_alone_draw: keys.choice("royals-alone", &[("draw", true), ("ongoing", false)], true)?,
        move_rule: keys.number("move-rule", 0, 1000)?.unwrap_or(50) as u16,
        repetition: keys.number("repetition", 0, 100)?.unwrap_or(3) as u8,
        facing: keys.choice("facing", &FACINGS, Facing::Allowed)?,
        brake: match keys.get_unless_none("brake") {
            Some(text) => Some(catalogue.id(text)?),
            None => None,
        },
        holdings: keys.choice("holdings", &[("lost pieces", true), ("none", false)], false)?,
        armies: army::armies(source, keys, size, &catalogue, &array)?,
        summons: ability::summons(keys, &catalogue)?,
        honours: ability::honours(keys, &catalogue)?,
        coefficients: evaluation::coefficients(keys)?,
        winning: evaluation::winning(keys)?,
        pieces,
    })
}

const OUTCOMES: [(&str, Outcome); 3] = [
    ("win", Outcome::Win),
    ("draw", Outcome::Draw),
    ("loss", Outcome::Loss),
];

const OUTCOMES_OR_NONE: [(&str, Option<Outcome>); 4] = [
    ("win", Some(Outcome::Win)),
    ("draw", Some(Outcome::Draw)),
    ("loss", Some(Outcome::Loss)),
    ("ongoing", None),
];

const FACINGS: [(&str, Facing); 4] = [
    ("allowed", Facing::Allowed),
    ("file", Facing::File),
    ("rook", Facing::Rook),
    ("queen", Facing::Queen),
];

/// The index of the royal type, of which there must be one.
fn royal(keys: Keys, parts: &[Part], pieces: &[PieceDefinition]) -> Result<usize, VariantError> {
    let mut royals = pieces
        .iter()
        .enumerate()
        .filter(|(_, piece)| piece.royal)
        .map(|(index, _)| index);
    match (royals.next(), royals.next()) {
        (Some(royal), None) => Ok(royal),
        (Some(first), Some(second)) => Err(parts[second].header.text().error(format!(
            "both {} and {} are royal; keep royal = yes for one",
            pieces[first].id, pieces[second].id
        ))),
        (None, _) => Err(keys
            .header()
            .error("no piece is royal; give one of them royal = yes")),
    }
}

/// Each side needs one royal piece on the board.
fn check_royals(array: &Array, royal: &str, start: Text) -> Result<(), VariantError> {
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
