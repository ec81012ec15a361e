//! Endings: what a score is worth when few pieces are left.

use super::activity::Active;
use super::evaluate::blend;
use super::pawns::Pawns;
use crate::board::{Bitboard, ByColour, Colour, Square};
use crate::position::Position;
use crate::variant::{Outcome, Piece, PieceRules};

/// For every step between the royal pieces, once one side has nothing else.
const ROYAL_DISTANCE: i32 = 16;
/// For a lone royal piece on the least central square against the most central one.
const LONE_ROYAL: i32 = 250;
/// For every square that a lone royal piece could come to.
const ROOM: i32 = 1;
/// Without pawns, a lead of no more than this (in centipawns) cannot be expected to win.
const DRAWISH_LEAD: i32 = 400;

/// Corrects White's score when few pieces are left: small leads without pawns, and those that cannot mate, hardly count,
/// and a lone royal piece is to be shut in, and driven together with the other one.
pub(super) fn sparse(
    position: &Position,
    white: i32,
    pawns: &ByColour<Pawns>,
    active: &ByColour<Active>,
) -> i32 {
    let leader = if white > 0 { Colour::White } else { Colour::Black };
    let lead = || material(position, leader) - material(position, !leader);
    if pawns[leader].squares.is_empty() && (!can_mate(position, leader) || lead() < DRAWISH_LEAD) {
        return white / 8;
    }
    if position.pieces_of(!leader).several() {
        return white;
    }
    // Nothing counts any more but to keep what there is, to promote and to mate.
    let passed = pawns[leader].passed(position, leader);
    let passed = if leader == Colour::White { passed } else { -passed };
    let white = blend(position, position.piece_square_sum() + passed);
    let push = (30 - steps_between_royals(position)) * ROYAL_DISTANCE;
    let weights = &position.rules().weights;
    let closed = active[leader].attacked
        | pawns[leader].attacks
        | weights.surroundings[position.royal(leader).index()];
    let driven = push
        - weights.centrality.percent(position.royal(!leader)) * LONE_ROYAL / 100
        - room(position, !leader, closed) * ROOM;
    white + leader.as_white_sees(driven)
}

/// Whether a side without pawns may hope to mate with what it has: a piece that drives a royal piece to the edge by
/// itself, or two that do not both see the same half of the board only. Where a bare royal piece or one that cannot move
/// loses as well, anything may be enough.
fn can_mate(position: &Position, side: Colour) -> bool {
    let rules = position.rules();
    let weights = &rules.weights;
    let pieces = position.pieces_of(side).without(position.royal(side));
    let kinds = || {
        pieces
            .iter()
            .filter_map(|at| position.piece_at(at))
            .map(Piece::kind)
    };
    if rules.bare.is_some() || rules.stalemate != Outcome::Draw {
        return true;
    }
    if kinds().any(|kind| weights.drives_alone[kind.index()]) {
        return true;
    }
    let on_dark = |at: Square| (at.file() + at.rank()).is_multiple_of(2);
    let dark = pieces.iter().filter(|&at| on_dark(at)).count() as u32;
    let same_half =
        (dark == 0 || dark == pieces.len()) && kinds().all(|kind| weights.half_board.contains(&kind));
    pieces.several() && !same_half
}

/// Whether a piece of a type may be enough to mate: it attacks two squares side by side, so that a royal piece on the
/// edge cannot slip away from it, or may become such a piece.
pub(super) fn drives_alone(playable: Bitboard, piece: &PieceRules) -> bool {
    let movement = &piece.movement[Colour::White];
    let side_by_side = |from: Square| {
        let riders = movement.lines.iter().filter(|line| line.mode.capture);
        let attacked = riders.fold(
            movement.attack_leaps[from.index()] | movement.slide_reach[from.index()],
            |set, line| set | line.table.mask(from),
        );
        attacked.iter().any(|at| {
            let next = [at.offset(1, 0), at.offset(0, 1)];
            next.into_iter().flatten().any(|next| attacked.has(next))
        })
    };
    let becomes_another =
        !piece.transformations[Colour::White].is_empty() || !piece.promotions[Colour::White].is_empty();
    !piece.definition.royal && (becomes_another || playable.iter().any(side_by_side))
}

/// What a side's pieces are worth together, in centipawns.
fn material(position: &Position, colour: Colour) -> i32 {
    let weights = &position.rules().weights;
    let pieces = position
        .pieces_of(colour)
        .iter()
        .filter_map(|at| position.piece_at(at));
    pieces.map(|piece| weights.value(piece.kind())).sum()
}

/// How many squares a side's royal piece could come to, step by step, without entering closed ones.
fn room(position: &Position, colour: Colour, closed: Bitboard) -> i32 {
    let mut room = Bitboard::of(position.royal(colour));
    let mut edge = room;
    while edge.any() {
        edge = around(position, edge).and_not(room | closed);
        room |= edge;
    }
    room.len() as i32
}

/// How many steps from one royal piece to the other, around the holes of the board.
fn steps_between_royals(position: &Position) -> i32 {
    let goal = position.royal(Colour::Black);
    let mut reached = Bitboard::of(position.royal(Colour::White));
    let (mut edge, mut steps) = (reached, 0);
    while edge.any() && !edge.has(goal) {
        edge = around(position, edge).and_not(reached);
        reached |= edge;
        steps += 1;
    }
    steps
}

/// The squares next to some of these.
fn around(position: &Position, squares: Bitboard) -> Bitboard {
    let surroundings = &position.rules().weights.surroundings;
    squares
        .iter()
        .fold(Bitboard::EMPTY, |near, at| near | surroundings[at.index()])
}
