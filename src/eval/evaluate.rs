//! The evaluation of one position.

use super::{Tapered, Weights};
use crate::board::{Bitboard, Colour, Square};
use crate::position::Position;
use crate::variant::Piece;

/// Having the move, in centipawns.
const TEMPO: i32 = 10;
/// For every square that a queen in the royal piece's place would attack: each may be a way in.
const ROYAL_EXPOSURE: Tapered = Tapered::new(-4, 0);
/// For every step between the royal pieces, once one side has nothing else.
const ROYAL_DISTANCE: i32 = 8;
/// Without pawns, a lead of no more than this (in centipawns) cannot be expected to win.
const DRAWISH_LEAD: i32 = 400;

/// Evaluates a position in centipawns from the side to move's point of view.
#[must_use]
pub fn evaluate(position: &Position) -> i32 {
    let weights = &position.rules().weights;
    let pawns = Colour::BOTH.map(|colour| pawns_of(position, weights, colour));
    let sum = position.piece_square_sum() + side_score(position, weights, Colour::White, pawns)
        - side_score(position, weights, Colour::Black, pawns);
    let phase = position.phase().min(weights.full_phase);
    let mut white = sum.blend(phase, weights.full_phase);
    if phase * 4 < weights.full_phase {
        white = sparse(position, white, pawns);
    }
    TEMPO
        + if position.side() == Colour::White {
            white
        } else {
            -white
        }
}

/// All pawn-type pieces of a side.
#[inline]
fn pawns_of(position: &Position, weights: &Weights, colour: Colour) -> Bitboard {
    let sets = weights.pawns.iter().map(|&kind| position.pieces(colour, kind));
    sets.fold(Bitboard::EMPTY, |all, set| all | set)
}

/// What a side's pieces score together, from its own point of view.
fn side_score(position: &Position, weights: &Weights, colour: Colour, pawns: [Bitboard; 2]) -> Tapered {
    passed_pawns(position, weights, colour, pawns[(!colour).index()])
        + ROYAL_EXPOSURE.times(exposure(position, position.royal(colour)))
}

/// Pawns that no enemy pawn can stop.
fn passed_pawns(position: &Position, weights: &Weights, colour: Colour, enemy_pawns: Bitboard) -> Tapered {
    let ahead = &weights.ahead[colour];
    let mut sum = Tapered::ZERO;
    for &kind in &weights.pawns {
        let scores = &weights.passed[Piece::new(colour, kind).index()];
        position.pieces(colour, kind).each(|at| {
            if !ahead[at.index()].meets(enemy_pawns) {
                sum += scores[at.index()];
            }
        });
    }
    sum
}

/// The number of squares that a queen on a square would attack.
fn exposure(position: &Position, at: Square) -> i32 {
    let geometry = &position.rules().geometry;
    let occupied = position.occupied();
    (geometry.rook_attacks(at, occupied) | geometry.bishop_attacks(at, occupied)).len() as i32
}

/// Corrects White's score when few pieces are left: small leads without pawns hardly count, and a lone royal piece
/// is to be driven together with the other one.
fn sparse(position: &Position, white: i32, pawns: [Bitboard; 2]) -> i32 {
    let leader = if white > 0 { Colour::White } else { Colour::Black };
    if pawns[leader.index()].is_empty() && white.abs() < DRAWISH_LEAD {
        return white / 8;
    }
    if position.pieces_of(!leader).several() {
        return white;
    }
    let (dx, dy) = position.royal(leader).delta(position.royal(!leader));
    let push = (30 - dx.abs().max(dy.abs()) as i32) * ROYAL_DISTANCE;
    if leader == Colour::White {
        white + push
    } else {
        white - push
    }
}
