//! Compiles a [`Definition`] into [`Rules`].

mod castling;
mod movement;
mod tables;

use super::definition::{
    Definition, Facing, FirstMove, PieceDefinition, PromotionRule, PromotionTargets, Trigger,
};
use super::rules::{
    CastlingRight, MAX_TYPES, Movement, Piece, PieceRules, PieceType, Promotion, Rules, SliderClass,
    SquareTable, Supply,
};
use crate::board::{Bitboard, ByColour, Colour, Geometry};
use crate::eval::Weights;
use crate::position::{Position, Zobrist, read_placement};
use castling::StartArray;
use std::sync::Arc;
use tables::Tables;

/// Compiles a definition.
///
/// # Errors
/// What makes the definition unplayable, in words for the file's author.
pub fn compile(definition: &Definition) -> Result<Arc<Rules>, String> {
    if let Some(rule) = unsupported(definition) {
        return Err(format!("this version cannot play variants with {rule} yet"));
    }
    let geometry = Geometry::new(definition.files, definition.ranks, definition.holes)?;
    if definition.pieces.len() > MAX_TYPES {
        return Err(format!(
            "{} piece types; there can be {MAX_TYPES}",
            definition.pieces.len()
        ));
    }
    let royal = royal_type(definition)?;
    let start = start_array(definition, &geometry)?;
    let pieces = compile_pieces(definition, &geometry, &start)?;
    let castling = castling::compile(definition, &geometry, royal, &start)?;
    let zone = |by: Colour, reach: fn(&Movement) -> &SquareTable| {
        let mut zone: Box<SquareTable> = Box::new([Bitboard::EMPTY; 256]);
        for movement in pieces.iter().map(|piece| &piece.movement[by]) {
            for from in geometry.playable() {
                reach(movement)[from.index()].each(|to| zone[to.index()].insert(from));
            }
        }
        zone
    };
    let rules = Rules {
        name: definition.name.clone(),
        title: definition.title.clone(),
        inventor: definition.inventor.clone(),
        dark_a1: definition.dark_a1,
        royal,
        pawns: kinds_where(&pieces, |piece| piece.definition.pawn),
        start: definition.start.clone(),
        rights_lost: rights_lost(&castling.rights),
        castling_by_partner: definition.castling_by_partner,
        rights_by_file: rights_by_file(&castling.rights),
        castling: castling.ways,
        stalemate: definition.stalemate,
        checkmate: definition.checkmate,
        move_rule_plies: definition.move_rule.saturating_mul(2),
        repetition: definition.repetition,
        royals_alone_draw: definition.royals_alone_draw,
        leap_zone: ByColour::from_fn(|by| zone(by, |movement| &movement.attack_leaps)),
        special_zone: ByColour::from_fn(|by| zone(by, |movement| &movement.special_reach)),
        has_specials: pieces.iter().any(|piece| piece.special),
        has_short_sliders: has_short_sliders(&geometry, &pieces),
        castling_over: Vec::new(),
        royal_path_safe: false,
        brake: None,
        holdings: false,
        has_extras: false,
        has_tracked: pieces
            .iter()
            .any(|piece| piece.tracked.0.iter().any(|set| set.any())),
        bare: None,
        armies: Vec::new(),
        calls: Vec::new(),
        start_count: Vec::new(),
        zobrist: Zobrist::new(pieces.len(), castling.rights.len()),
        weights: Weights::derive(&geometry, &pieces),
        rights: castling.rights,
        geometry,
        pieces,
    };
    let rules = Arc::new(rules);
    Position::from_fen(&rules, &rules.start).map_err(|e| format!("start position: {e}"))?;
    Ok(rules)
}

/// A rule that the language has but positions do not know yet.
fn unsupported(definition: &Definition) -> Option<&'static str> {
    let piece = |test: fn(&PieceDefinition) -> bool| definition.pieces.iter().any(test);
    let choice =
        |rule: &PromotionRule| !matches!(rule.to, PromotionTargets::List(_) | PromotionTargets::Absent(_));
    let rules = [
        (definition.facing != Facing::Allowed, "facing"),
        (definition.bare_royal.is_some(), "bare-royal"),
        (definition.brake.is_some(), "brake"),
        (definition.holdings, "holdings"),
        (definition.armies.is_some(), "armies"),
        (!definition.summons.is_empty(), "summons"),
        (!definition.honours.is_empty(), "honours"),
        (!definition.castling_over.is_empty(), "castling-over"),
        (piece(|piece| piece.safe_path), "royal-path"),
        (piece(|piece| piece.rifle.is_some()), "rifle"),
        (
            piece(|piece| piece.no_capture != ByColour::default()),
            "no-capture",
        ),
        (piece(|piece| !piece.transformations.is_empty()), "transform"),
        (
            definition
                .pieces
                .iter()
                .any(|piece| piece.promotions.iter().any(choice)),
            "such promotions",
        ),
    ];
    rules.into_iter().find(|(used, _)| *used).map(|(_, name)| name)
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
    let find = |id: &str| {
        definition
            .pieces
            .iter()
            .position(|piece| piece.id == id)
            .map(PieceType::new)
    };
    let placement = definition.start.split_ascii_whitespace().next().unwrap_or("");
    for (piece, square) in
        read_placement(geometry, find, placement).map_err(|e| format!("start position: {e}"))?
    {
        array[square.index()] = Some(piece);
    }
    Ok(array)
}

fn compile_pieces(
    definition: &Definition,
    geometry: &Geometry,
    start: &StartArray,
) -> Result<Vec<PieceRules>, String> {
    let mut tables = Tables::default();
    let mut pieces = Vec::new();
    for (index, piece) in definition.pieces.iter().enumerate() {
        let starts: ByColour<Bitboard> = ByColour::from_fn(|colour| {
            let this = Some(Piece::new(colour, PieceType::new(index)));
            geometry
                .playable()
                .iter()
                .filter(|square| start[square.index()] == this)
                .collect()
        });
        let promotions = compile_promotions(definition, piece)?;
        let [white, black] = Colour::BOTH
            .map(|colour| movement::compile(geometry, &mut tables, piece, colour, starts[colour]));
        let (mut white, mut black) = (white?, black?);
        for (compiled, colour) in [(&mut white, Colour::White), (&mut black, Colour::Black)] {
            compiled.movement.promotion_zone = promotions[colour]
                .iter()
                .fold(Bitboard::EMPTY, |zone, rule| zone | rule.ends);
            compiled.movement.promotes = !promotions[colour].is_empty();
        }
        let special = [&white, &black]
            .iter()
            .any(|c| c.movement.special_reach.iter().any(|targets| targets.any()));
        let remembers =
            piece.first_move == FirstMove::StartSquares && piece.moves.iter().any(|m| m.first_only);
        pieces.push(PieceRules {
            definition: piece.clone(),
            slider_classes: white.slider_classes | black.slider_classes,
            movement: ByColour([white.movement, black.movement]),
            promotions,
            transformations: ByColour::default(),
            honour: None,
            sources: Vec::new(),
            special,
            tracked: if remembers { starts } else { ByColour::default() },
        });
    }
    Ok(pieces)
}

fn compile_promotions(
    definition: &Definition,
    piece: &PieceDefinition,
) -> Result<ByColour<Vec<Promotion>>, String> {
    let mut promotions: ByColour<Vec<Promotion>> = ByColour::default();
    for rule in &piece.promotions {
        let (ids, supply) = match &rule.to {
            PromotionTargets::List(ids) => (ids, Supply::Unlimited),
            PromotionTargets::Absent(ids) => (ids, Supply::Absent),
            PromotionTargets::Lost(ids) => (ids, Supply::Lost),
            PromotionTargets::Held(ids) => (ids, Supply::Holdings),
        };
        let mut to = Vec::new();
        for id in ids {
            let index = definition.pieces.iter().position(|other| other.id == *id);
            to.push(PieceType::new(index.ok_or_else(|| {
                format!("piece {}: no piece {id} to promote to", piece.id)
            })?));
        }
        for colour in Colour::BOTH {
            let (ends, not_from) = match rule.trigger {
                Trigger::Reach(squares) => (squares[colour], Bitboard::EMPTY),
                Trigger::Enter(squares) => (squares[colour], squares[colour]),
            };
            promotions[colour].push(Promotion {
                ends,
                not_from,
                stay: rule.stay,
                supply,
                to: to.clone(),
            });
        }
    }
    Ok(promotions)
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
