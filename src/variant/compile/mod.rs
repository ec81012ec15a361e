//! Compiles a [`Definition`] into [`Rules`].

mod castling;
mod movement;
mod parts;
mod pieces;
mod shots;
mod tables;

use super::definition::{ArmyDefinition, Definition};
use super::movement::{Movement, SquareTable};
use super::rules::{Army, Call, CastlingRight, MAX_TYPES, PieceRules, PieceType, Rules, SliderClass};
use crate::board::{Bitboard, ByColour, Colour, Geometry};
use crate::eval::Weights;
use crate::position::{Position, Zobrist, read_placement};
use castling::StartArray;
use pieces::{find, find_all};
use std::sync::Arc;

/// Compiles a definition.
///
/// # Errors
/// What makes the definition unplayable, in words for the file's author.
pub fn compile(definition: &Definition) -> Result<Arc<Rules>, String> {
    let geometry = Geometry::new(definition.files, definition.ranks, definition.holes)?;
    if definition.pieces.len() > MAX_TYPES {
        return Err(format!(
            "{} piece types; there can be {MAX_TYPES}",
            definition.pieces.len()
        ));
    }
    let royal = royal_type(definition)?;
    let start = start_array(definition, &geometry)?;
    let pieces = pieces::compile(definition, &geometry, &start)?;
    let castling = castling::compile(definition, &geometry, royal, &start)?;
    let armies = definition.armies.as_ref();
    let leap_zone = ByColour::from_fn(|by| zone(&geometry, &pieces, by, |movement| &movement.attack_leaps));
    let rules = Rules {
        name: definition.name.clone(),
        title: definition.title.clone(),
        inventor: definition.inventor.clone(),
        dark_a1: definition.dark_a1,
        royal,
        royal_path_safe: pieces[royal.index()].definition.safe_path,
        pawns: kinds_where(&pieces, |piece| piece.definition.pawn),
        start: definition.start.clone(),
        start_count: start_count(&start, pieces.len()),
        rights_lost: rights_lost(&castling.rights),
        castling_by_partner: definition.castling_by_partner,
        castling_over: find_all(definition, &definition.castling_over)?,
        rights_by_file: rights_by_file(&castling.rights),
        castling: castling.ways,
        stalemate: definition.stalemate,
        checkmate: definition.checkmate,
        bare: definition.bare_royal,
        winning: definition.winning,
        bare_reply: definition.bare_royal_reply,
        move_rule_plies: definition.move_rule.saturating_mul(2),
        repetition: definition.repetition,
        royals_alone_draw: definition.royals_alone_draw,
        special_zone: ByColour::from_fn(|by| {
            zone(&geometry, &pieces, by, |movement| &movement.special_reach)
        }),
        has_specials: pieces.iter().any(|piece| piece.special),
        has_short_sliders: definition.brake.is_some() || has_short_sliders(&geometry, &pieces),
        brake: definition
            .brake
            .as_ref()
            .map(|id| find(definition, id))
            .transpose()?,
        holdings: definition.holdings,
        has_extras: definition.holdings || !definition.honours.is_empty(),
        has_tracked: pieces
            .iter()
            .any(|piece| piece.tracked.0.iter().any(|set| set.any())),
        armies: armies
            .map(|armies| {
                armies
                    .list
                    .iter()
                    .map(|army| compile_army(definition, army))
                    .collect()
            })
            .transpose()?
            .unwrap_or_default(),
        army_squares: armies.map(|armies| armies.squares.clone()).unwrap_or_default(),
        calls: calls(definition)?,
        zobrist: Zobrist::new(pieces.len(), castling.rights.len()),
        weights: Weights::derive(&geometry, &pieces, &definition.coefficients),
        leap_zone,
        rights: castling.rights,
        geometry,
        pieces,
    };
    let rules = Arc::new(rules);
    Position::from_fen(&rules, &rules.start).map_err(|e| format!("start position: {e}"))?;
    Ok(rules)
}

fn royal_type(definition: &Definition) -> Result<PieceType, String> {
    let royals: Vec<_> = (0..definition.pieces.len())
        .filter(|&i| definition.pieces[i].royal)
        .collect();
    match royals[..] {
        [index] => Ok(PieceType::new(index)),
        [] => Err("no piece is royal; one has to say `royal = yes`".to_string()),
        _ => Err("more than one piece type is royal; there has to be just one".to_string()),
    }
}

/// What stands where in the start array.
fn start_array(definition: &Definition, geometry: &Geometry) -> Result<StartArray, String> {
    let mut array = [None; 256];
    let placement = definition.start.split([' ', '[']).next().unwrap_or("");
    let pieces = read_placement(geometry, |id| find(definition, id).ok(), placement);
    for (piece, square) in pieces.map_err(|e| format!("start position: {e}"))? {
        array[square.index()] = Some(piece);
    }
    Ok(array)
}

fn start_count(start: &StartArray, types: usize) -> Vec<u8> {
    let mut count = vec![0; types * 2];
    for piece in start.iter().flatten() {
        count[piece.index()] += 1;
    }
    count
}

fn compile_army(definition: &Definition, army: &ArmyDefinition) -> Result<Army, String> {
    Ok(Army {
        name: army.name.clone(),
        pieces: find_all(definition, &army.pieces)
            .map_err(|message| format!("army {}: {message}", army.name))?,
        summons: army.summons,
        honours: army.honours,
    })
}

fn calls(definition: &Definition) -> Result<Vec<Call>, String> {
    let calls = definition.summons.iter().map(|call| {
        Ok(Call {
            called: find(definition, &call.called)?,
            caller: find(definition, &call.caller)?,
            like: find(definition, &call.attacks_of)?,
        })
    });
    calls.collect()
}

/// From which squares a piece of a colour could capture on each square, by one of its reaches.
fn zone(
    geometry: &Geometry,
    pieces: &[PieceRules],
    by: Colour,
    reach: fn(&Movement) -> &SquareTable,
) -> Box<SquareTable> {
    let mut zone: Box<SquareTable> = Box::new([Bitboard::EMPTY; 256]);
    for movement in pieces.iter().map(|piece| &piece.movement[by]) {
        for from in geometry.playable() {
            reach(movement)[from.index()].each(|to| zone[to.index()].insert(from));
        }
    }
    zone
}

fn kinds_where(pieces: &[PieceRules], test: impl Fn(&PieceRules) -> bool) -> Vec<PieceType> {
    (0..pieces.len())
        .filter(|&index| test(&pieces[index]))
        .map(PieceType::new)
        .collect()
}

fn rights_lost(rights: &[CastlingRight]) -> Box<[u32; 256]> {
    let mut lost = Box::new([0; 256]);
    for (number, right) in rights.iter().enumerate() {
        lost[right.king.index()] |= 1 << number;
        lost[right.partner.index()] |= 1 << number;
    }
    lost
}

/// Whether some king has two partners on one side, so that `KQkq` would not tell them apart.
fn rights_by_file(rights: &[CastlingRight]) -> bool {
    let side = |right: &CastlingRight| (right.colour, right.partner.file() > right.king.file());
    rights
        .iter()
        .enumerate()
        .any(|(i, right)| rights[..i].iter().any(|other| side(other) == side(right)))
}

/// Whether some slider of a class covers less than the whole lines of that class.
fn has_short_sliders(geometry: &Geometry, pieces: &[PieceRules]) -> bool {
    pieces.iter().any(|piece| {
        piece.movement.0.iter().any(|movement| {
            geometry.playable().iter().any(|from| {
                let mut whole = Bitboard::EMPTY;
                if piece.slides(SliderClass::Orthogonal) {
                    whole |= geometry.rook_attacks(from, Bitboard::EMPTY);
                }
                if piece.slides(SliderClass::Diagonal) {
                    whole |= geometry.bishop_attacks(from, Bitboard::EMPTY);
                }
                movement.slide_reach[from.index()] != whole
            })
        })
    })
}
