//! Compiles piece types: movement, promotions by choice, changes of type that are no choice.

use super::castling::StartArray;
use super::movement;
use super::parts::special_squares;
use super::tables::Tables;
use crate::board::{Bitboard, ByColour, Colour, Geometry, Square};
use crate::variant::definition::{Cause, Definition, FirstMove, PieceDefinition, PromotionTargets, Trigger};
use crate::variant::movement::Movement;
use crate::variant::rules::{Honour, Piece, PieceRules, PieceType, Promotion, Supply, Transformation};

/// Compiles all piece types of a definition.
pub(super) fn compile(
    definition: &Definition,
    geometry: &Geometry,
    start: &StartArray,
) -> Result<Vec<PieceRules>, String> {
    let mut tables = Tables::default();
    let mut pieces = Vec::new();
    for (index, piece) in definition.pieces.iter().enumerate() {
        let kind = PieceType::new(index);
        let compiled = compile_piece(definition, geometry, &mut tables, start, kind)
            .map_err(|message| format!("piece {}: {message}", piece.id))?;
        pieces.push(compiled);
    }
    if let Some(brake) = &definition.brake {
        let brake = find(definition, brake)?;
        for (index, piece) in pieces.iter_mut().enumerate() {
            for colour in Colour::BOTH {
                piece.movement[colour].may_brake = may_brake(piece, PieceType::new(index), colour, brake);
            }
        }
    }
    Ok(pieces)
}

/// The type with an id.
pub(super) fn find(definition: &Definition, id: &str) -> Result<PieceType, String> {
    let index = definition.pieces.iter().position(|piece| piece.id == id);
    index
        .map(PieceType::new)
        .ok_or_else(|| format!("there is no piece {id}"))
}

/// The types with some ids.
pub(super) fn find_all(definition: &Definition, ids: &[String]) -> Result<Vec<PieceType>, String> {
    ids.iter().map(|id| find(definition, id)).collect()
}

fn compile_piece(
    definition: &Definition,
    geometry: &Geometry,
    tables: &mut Tables,
    start: &StartArray,
    kind: PieceType,
) -> Result<PieceRules, String> {
    let piece = &definition.pieces[kind.index()];
    let starts: ByColour<Bitboard> = ByColour::from_fn(|colour| {
        let this = Some(Piece::new(colour, kind));
        geometry
            .playable()
            .iter()
            .filter(|square| start[square.index()] == this)
            .collect()
    });
    let promotions = promotions(definition, piece)?;
    let [white, black] = Colour::BOTH
        .map(|colour| movement::compile(geometry, tables, piece, definition.facing, colour, starts[colour]));
    let (white, black) = (white?, black?);
    let slider_classes = white.slider_classes | black.slider_classes;
    let mut movement = ByColour([white.movement, black.movement]);
    let called = definition.summons.iter().any(|call| call.called == piece.id);
    for colour in Colour::BOTH {
        let ends = promotions[colour].iter().map(|rule| rule.ends);
        let zone = ends.fold(Bitboard::EMPTY, |zone, ends| zone | ends);
        let movement = &mut movement[colour];
        movement.promotion_zone = zone;
        movement.promotes_from = geometry
            .playable()
            .iter()
            .filter(|&from| called || reach(movement, from).meets(zone))
            .collect();
        movement.plain = movement.uniform && promotions[colour].is_empty() && !movement.shoots && !piece.pawn;
    }
    let has_special = |movement: &Movement| movement.special_reach.iter().any(|targets| targets.any());
    let remembers =
        piece.first_move == FirstMove::StartSquares && piece.moves.iter().any(|part| part.first_only);
    Ok(PieceRules {
        definition: piece.clone(),
        slider_classes,
        special: movement.0.iter().any(has_special),
        movement,
        promotions,
        transformations: transformations(definition, piece)?,
        honour: honour(definition, piece)?,
        sources: definition
            .line_of(&piece.id)
            .into_iter()
            .map(|id| find(definition, id))
            .collect::<Result<_, _>>()?,
        tracked: if remembers { starts } else { ByColour::default() },
    })
}

fn promotions(definition: &Definition, piece: &PieceDefinition) -> Result<ByColour<Vec<Promotion>>, String> {
    let mut promotions: ByColour<Vec<Promotion>> = ByColour::default();
    for rule in &piece.promotions {
        let (ids, supply) = match &rule.to {
            PromotionTargets::List(ids) => (ids, Supply::Unlimited),
            PromotionTargets::Absent(ids) => (ids, Supply::Absent),
            PromotionTargets::Lost(ids) => (ids, Supply::Lost),
            PromotionTargets::Held(ids) => (ids, Supply::Held),
        };
        let to = find_all(definition, ids)?;
        for colour in Colour::BOTH {
            let (ends, not_from) = match rule.trigger {
                Trigger::Reach(squares) => (squares[colour], Bitboard::EMPTY),
                Trigger::Enter(squares) => (squares[colour], squares[colour]),
            };
            promotions[colour].push(Promotion {
                ends,
                not_from,
                stay: rule.stay,
                to: to.clone(),
                supply,
            });
        }
    }
    Ok(promotions)
}

fn transformations(
    definition: &Definition,
    piece: &PieceDefinition,
) -> Result<ByColour<Vec<Transformation>>, String> {
    let mut changes: ByColour<Vec<Transformation>> = ByColour::default();
    for rule in &piece.transformations {
        let to = find(definition, &rule.to)?;
        let unless = find_all(definition, &rule.if_none_of)?;
        for colour in Colour::BOTH {
            let (victims, ends) = match &rule.cause {
                Cause::Capture(ids) => (find_all(definition, ids)?.into_iter().collect(), Bitboard::EMPTY),
                Cause::Reach(squares) => (std::iter::empty().collect(), squares[colour]),
            };
            changes[colour].push(Transformation {
                victims,
                ends,
                to,
                unless: unless.clone(),
            });
        }
    }
    Ok(changes)
}

fn honour(definition: &Definition, piece: &PieceDefinition) -> Result<Option<Honour>, String> {
    let rule = definition.honours.iter().find(|honour| honour.piece == piece.id);
    rule.map(|rule| {
        Ok(Honour {
            captures: rule.captures,
            to: find(definition, &rule.becomes)?,
        })
    })
    .transpose()
}

/// Where a piece could go, if all that stands in between were favourable.
fn reach(movement: &Movement, from: Square) -> Bitboard {
    let lines = movement.lines.iter().map(|line| line.table.mask(from));
    let specials = movement
        .specials
        .iter()
        .map(|special| special_squares(special, from));
    let step = movement.double_step.iter().map(|step| step.target[from.index()]);
    lines.chain(specials).chain(step).fold(
        movement.quiet_leaps[from.index()] | movement.capture_leaps[from.index()],
        |all, set| all | set,
    )
}

/// Squares where a move of the piece may leave a piece that brakes.
fn may_brake(piece: &PieceRules, kind: PieceType, colour: Colour, brake: PieceType) -> Bitboard {
    let by_change = piece.transformations[colour]
        .iter()
        .any(|change| change.to == brake)
        || piece.honour.is_some_and(|honour| honour.to == brake);
    if kind == brake || by_change {
        return Bitboard::ALL;
    }
    let promotions = piece.promotions[colour]
        .iter()
        .filter(|rule| rule.to.contains(&brake));
    promotions.fold(Bitboard::EMPTY, |squares, rule| squares | rule.ends)
}
