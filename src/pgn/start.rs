//! What a game starts from, and how its file counts ranks: all that its tags allow.

use super::Tags;
use crate::board::{Colour, Square};
use crate::position::Position;
use crate::protocol::Letters;
use crate::variant::{Army, Piece, Rules};
use std::sync::Arc;

/// From this many ranks on, XBoard can count them from 0: it does for ten, and for others on request.
const FEWEST_RANKS_FROM_0: u8 = 10;

/// A way to read a game.
#[derive(Debug)]
pub(super) struct Dialect {
    /// The position that it starts from.
    pub start: Position,
    /// The number of the first rank in its moves.
    pub first_rank: u8,
    /// What XBoard calls the pieces, if it wrote the game: then it doesn't know of all that a move changes either.
    pub xboard: Option<Letters>,
}

/// All ways to read a game with some tags, the likeliest first.
///
/// # Errors
/// The position that it starts from is wrong.
pub(super) fn dialects(rules: &Arc<Rules>, tags: &Tags) -> Result<Vec<Dialect>, String> {
    // Only XBoard describes the pieces in a tag.
    let from_xboard = tags.get("VariantMen").is_some();
    let letters = from_xboard.then(|| Letters::new(rules));
    let starts = match tags.get("FEN") {
        None => vec![Position::start(rules)],
        Some(fen) => match &letters {
            Some(letters) => starts(rules, &letters.placement_from_xboard(rules, fen), true)?,
            None => starts(rules, fen, false)?,
        },
    };
    let first_ranks: &[u8] = match (rules.geometry.ranks() < FEWEST_RANKS_FROM_0, from_xboard) {
        (true, _) => &[1],
        (false, true) => &[0, 1],
        (false, false) => &[1, 0],
    };
    let mut dialects = Vec::new();
    for &first_rank in first_ranks {
        dialects.extend(starts.iter().map(|start| Dialect {
            start: start.clone(),
            first_rank,
            xboard: letters.clone(),
        }));
    }
    Ok(dialects)
}

/// The positions that a FEN can mean. XBoard doesn't know all that belongs to a position: the pieces of a start
/// position are the start position, of any armies that have these pieces; otherwise what it says of castling and en
/// passant may be right, or any castling may be possible, or none.
fn starts(rules: &Arc<Rules>, fen: &str, from_xboard: bool) -> Result<Vec<Position>, String> {
    let strict = Position::from_fen(rules, fen);
    if let (Ok(position), false) = (&strict, from_xboard) {
        return Ok(vec![position.clone()]);
    }
    let mut words = fen.split_whitespace();
    let (placement, side) = (words.next().unwrap_or_default(), words.next().unwrap_or("w"));
    let array = |fen: &str| fen.split([' ', '[']).next().map(str::to_string);
    let mut starts = start_positions(rules, placement);
    starts.retain(|start| array(&start.fen()) == array(placement) && side == "w");
    if !starts.is_empty() {
        return Ok(starts);
    }
    let error = strict.as_ref().err().cloned();
    let without_fields =
        |rights: &str| Position::from_fen(rules, &format!("{placement} {side} {rights} - 0 1"));
    starts.extend(strict);
    if let Ok(bare) = without_fields("-") {
        starts.extend(without_fields(&possible_rights(&bare)));
        starts.push(bare);
    }
    match error {
        Some(error) if starts.is_empty() => Err(format!("the tag FEN \"{fen}\": {error}")),
        _ => Ok(starts),
    }
}

/// All castling rights that the pieces of a position allow, by the files of the partners.
fn possible_rights(position: &Position) -> String {
    let rules = position.rules();
    let mut text = String::new();
    for right in &rules.rights {
        let stands = |square, kind| position.piece_at(square) == Some(Piece::new(right.colour, kind));
        if stands(right.king, rules.royal) && stands(right.partner, right.partner_kind) {
            let file = char::from(b'a' + right.partner.file());
            text.push(match right.colour {
                Colour::White => file.to_ascii_uppercase(),
                Colour::Black => file,
            });
        }
    }
    if text.is_empty() { "-".to_string() } else { text }
}

/// The start positions of all armies that fit a placement.
fn start_positions(rules: &Arc<Rules>, placement: &str) -> Vec<Position> {
    let Ok(position) = Position::from_fen(rules, &format!("{placement} w - - 0 1")) else {
        return Vec::new();
    };
    let mut positions = vec![Position::start(rules)];
    let armies = |side| {
        let mut armies: Vec<&Army> = rules.armies.iter().collect();
        armies.retain(|army| stands(rules, &position, army, side));
        armies
    };
    let rights = rules.start.split_whitespace().nth(2).unwrap_or("-");
    for white in armies(Colour::White) {
        for black in armies(Colour::Black) {
            let (white, black) = (&white.name, &black.name);
            let fen = format!("{placement} w {rights} - 0 1 armies={white}/{black}");
            positions.extend(Position::from_fen(rules, &fen));
        }
    }
    positions
}

/// Whether a side's army stands where it starts.
fn stands(rules: &Rules, position: &Position, army: &Army, side: Colour) -> bool {
    let last = rules.geometry.ranks() - 1;
    army.pieces
        .iter()
        .zip(&rules.army_squares)
        .all(|(&kind, &square)| {
            let square = match side {
                Colour::White => square,
                Colour::Black => Square::new(square.file(), last - square.rank()),
            };
            position
                .piece_at(square)
                .is_some_and(|piece| piece.kind() == kind && piece.colour() == side)
        })
}
