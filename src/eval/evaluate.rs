//! The evaluation of one position.

use super::activity::{Active, activity};
use super::{Tapered, Weights};
use crate::board::{Bitboard, ByColour, Colour, Square};
use crate::position::Position;
use crate::variant::Piece;

/// What pieces score for standing where they do together seldom exceeds this, in centipawns.
const ROUGH_MARGIN: i32 = 500;

/// The danger to a royal piece is no greater, and no more squares to check it from are counted.
const MOST_DANGER: i32 = 3500;
const MOST_CHECKS: i32 = 5;
/// For every step between the royal pieces, once one side has nothing else.
const ROYAL_DISTANCE: i32 = 8;
/// For a lone royal piece on the least central square against the most central one.
const LONE_ROYAL: i32 = 250;
/// Without pawns, a lead of no more than this (in centipawns) cannot be expected to win.
const DRAWISH_LEAD: i32 = 400;

/// Evaluates a position in centipawns from the side to move's point of view.
#[must_use]
pub fn evaluate(position: &Position) -> i32 {
    let squares = Colour::BOTH.map(|colour| pawns(position, colour));
    let white = Pawns::new(position, Colour::White, squares);
    let black = Pawns::new(position, Colour::Black, squares);
    let area = |colour, enemy: &Pawns| !(position.pieces_of(colour) | enemy.attacks);
    let active = ByColour([
        activity(position, Colour::White, area(Colour::White, &black), squares[0]),
        activity(position, Colour::Black, area(Colour::Black, &white), squares[1]),
    ]);
    let sum = position.piece_square_sum() + side_score(position, Colour::White, &white, &black, &active)
        - side_score(position, Colour::Black, &black, &white, &active);
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
    position.rules().weights.tempo
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
    /// How many have no other on their own and the neighbouring files.
    isolated: i32,
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
            isolated: 0,
        };
        for &kind in &rules.pawns {
            let attacks = &rules.piece(kind).movement[colour].attack_leaps;
            let scores = &rules.weights.passed[Piece::new(colour, kind).index()];
            position.pieces(colour, kind).each(|at| {
                pawns.attacks |= attacks[at.index()];
                pawns.isolated += i32::from(!rules.weights.near_files[at.index()].meets(pawns.squares));
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
fn side_score(
    position: &Position,
    colour: Colour,
    own: &Pawns,
    enemy: &Pawns,
    active: &ByColour<Active>,
) -> Tapered {
    let weights = &position.rules().weights;
    let coefficients = &weights.coefficients;
    let pieces = position.pieces_of(colour);
    let royal = position.royal(colour);
    let count = |set: Bitboard| set.len() as i32;
    let others = pieces.and_not(own.squares | Bitboard::of(royal));
    let by_pawn = others & enemy.attacks;
    let near = weights.surroundings[royal.index()];
    let defended = active[colour].attacked | own.attacks | near;
    let hanging = (others & active[!colour].attacked).and_not(defended | by_pawn);
    own.passed
        + active[colour].score
        + coefficients.royal_exposure.times(exposure(position, royal))
        + coefficients.royal_shelter.times(count(own.squares & near))
        + coefficients.defended_pawn.times(count(own.squares & own.attacks))
        + coefficients.isolated_pawn.times(own.isolated)
        + coefficients.attacked_by_pawn.times(count(by_pawn))
        + coefficients.hanging.times(count(hanging))
        + colour_pairs(position, colour)
        - royal_danger(weights, near, own, &active[colour], &active[!colour])
}

/// What the attack on a side's royal piece counts for the other side: the square of its danger. `near`: the squares
/// around the royal piece.
fn royal_danger(
    weights: &Weights,
    near: Bitboard,
    own: &Pawns,
    defence: &Active,
    attack: &Active,
) -> Tapered {
    if attack.attackers == 0 {
        return Tapered::ZERO;
    }
    let coefficients = &weights.coefficients;
    let defended = defence.attacked | own.attacks;
    let weak = (near & attack.attacked).and_not(defended).len() as i32;
    let checks = attack.checks.and_not(defended).len() as i32;
    let danger = coefficients.danger_attackers.middle() * attack.attackers * attack.attackers
        + coefficients.danger_attack.middle() * attack.attacks
        + coefficients.danger_weak_square.middle() * weak
        + coefficients.danger_check.middle() * checks.min(MOST_CHECKS)
        + if attack.strong {
            0
        } else {
            coefficients.danger_without_strong.middle()
        };
    let danger = danger.clamp(0, MOST_DANGER);
    Tapered::new(danger * danger / 8192, danger / 32)
}

/// For types that see half of the board only, of which the side has several.
fn colour_pairs(position: &Position, colour: Colour) -> Tapered {
    let weights = &position.rules().weights;
    let pairs = weights.half_board.iter();
    let several = pairs.filter(|&&kind| position.pieces(colour, kind).several());
    weights.coefficients.colour_pair.times(several.count() as i32)
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
    let weights = &position.rules().weights;
    let driven = push - weights.centrality.percent(position.royal(!leader)) * LONE_ROYAL / 100;
    white + if leader == Colour::White { driven } else { -driven }
}
