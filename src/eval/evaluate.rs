//! The evaluation of one position.

use super::Tapered;
use super::activity::activity;
use crate::board::{Bitboard, Colour, Square};
use crate::position::Position;
use crate::variant::Piece;

/// What pieces score for standing where they do together seldom exceeds this, in centipawns.
const ROUGH_MARGIN: i32 = 250;

/// Having the move, in centipawns.
const TEMPO: i32 = 10;
/// For every square that a queen in the royal piece's place would attack: each may be a way in.
const ROYAL_EXPOSURE: Tapered = Tapered::new(-4, 0);
/// For every pawn that another pawn defends.
const DEFENDED_PAWN: Tapered = Tapered::new(8, 6);
/// For every piece that an enemy pawn attacks.
const ATTACKED_BY_PAWN: Tapered = Tapered::new(-40, -40);
/// For every step between the royal pieces, once one side has nothing else.
const ROYAL_DISTANCE: i32 = 8;
/// How many times more than otherwise the place of a lone royal piece counts.
const LONE_ROYAL: i32 = 2;
/// Without pawns, a lead of no more than this (in centipawns) cannot be expected to win.
const DRAWISH_LEAD: i32 = 400;

/// Evaluates a position in centipawns from the side to move's point of view.
#[must_use]
pub fn evaluate(position: &Position) -> i32 {
    let squares = Colour::BOTH.map(|colour| pawns(position, colour));
    let white = Pawns::new(position, Colour::White, squares);
    let black = Pawns::new(position, Colour::Black, squares);
    let sum = position.piece_square_sum() + side_score(position, Colour::White, &white, &black)
        - side_score(position, Colour::Black, &black, &white);
    let mut score = blend(position, sum);
    if is_sparse(position) {
        score = sparse(position, score, squares);
    }
    seen_by_mover(position, score)
}

/// The least and the most that [`evaluate`] comes to, but for rare exceptions, from what the position keeps up to date:
/// next to nothing to compute. None if so few pieces are left that this says little.
#[must_use]
#[inline]
pub(crate) fn bounds(position: &Position) -> Option<(i32, i32)> {
    if is_sparse(position) {
        return None;
    }
    let rough = seen_by_mover(position, blend(position, position.piece_square_sum()));
    Some((rough - ROUGH_MARGIN, rough + ROUGH_MARGIN))
}

/// Whether few pieces but pawns are left.
#[inline]
fn is_sparse(position: &Position) -> bool {
    position.phase() * 4 < position.rules().weights.full_phase
}

#[inline]
fn blend(position: &Position, sum: Tapered) -> i32 {
    let full = position.rules().weights.full_phase;
    sum.blend(position.phase().min(full), full)
}

/// A score of White's as the side to move sees it.
#[inline]
fn seen_by_mover(position: &Position, white: i32) -> i32 {
    TEMPO
        + if position.side() == Colour::White {
            white
        } else {
            -white
        }
}

/// A side's pawn-type pieces.
struct Pawns {
    squares: Bitboard,
    /// What they attack.
    attacks: Bitboard,
    /// The score of those that no enemy pawn can stop.
    passed: Tapered,
}

impl Pawns {
    /// `squares`: where both sides' pawn-type pieces are, White's first.
    fn new(position: &Position, colour: Colour, squares: [Bitboard; 2]) -> Pawns {
        let rules = position.rules();
        let ahead = &rules.weights.ahead[colour];
        let enemy = squares[(!colour).index()];
        let mut pawns = Pawns {
            squares: squares[colour.index()],
            attacks: Bitboard::EMPTY,
            passed: Tapered::ZERO,
        };
        for &kind in &rules.pawns {
            let attacks = &rules.piece(kind).movement[colour].attack_leaps;
            let scores = &rules.weights.passed[Piece::new(colour, kind).index()];
            position.pieces(colour, kind).each(|at| {
                pawns.attacks |= attacks[at.index()];
                if !ahead[at.index()].meets(enemy) {
                    pawns.passed += scores[at.index()];
                }
            });
        }
        pawns
    }
}

/// The squares of a side's pawn-type pieces.
#[inline]
pub(crate) fn pawns(position: &Position, colour: Colour) -> Bitboard {
    let kinds = position.rules().pawns.iter();
    kinds.fold(Bitboard::EMPTY, |set, &kind| set | position.pieces(colour, kind))
}

/// What a side's pieces score together, from its own point of view.
fn side_score(position: &Position, colour: Colour, own: &Pawns, enemy: &Pawns) -> Tapered {
    let pieces = position.pieces_of(colour);
    let count = |set: Bitboard| set.len() as i32;
    own.passed
        + ROYAL_EXPOSURE.times(exposure(position, position.royal(colour)))
        + DEFENDED_PAWN.times(count(own.squares & own.attacks))
        + ATTACKED_BY_PAWN.times(count(pieces.and_not(own.squares) & enemy.attacks))
        + activity(position, colour, !(pieces | enemy.attacks))
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
    let rules = position.rules();
    let lone = Piece::new(!leader, rules.royal);
    let edge = rules.weights.piece_square(lone, position.royal(!leader)).end() * LONE_ROYAL;
    white + edge + if leader == Colour::White { push } else { -push }
}
