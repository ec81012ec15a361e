//! Pawn-type pieces: their structure, and those that no enemy pawn can stop.

use super::Tapered;
use crate::board::{Bitboard, Colour, Square};
use crate::position::Position;
use crate::variant::Piece;

/// A royal piece farther away from a passed pawn is just far.
const MOST_STEPS: i32 = 5;

/// A side's pawn-type pieces.
pub(super) struct Pawns {
    pub squares: Bitboard,
    /// What they attack.
    pub attacks: Bitboard,
    /// The score of those that no enemy pawn can stop.
    pub passed: Tapered,
    /// Where they could come to attack.
    pub span: Bitboard,
    /// Where they could step to without capture if no piece were in the way.
    pub steps: Bitboard,
    /// The score of their structure.
    pub structure: Tapered,
}

impl Pawns {
    /// `squares`: where both sides' pawn-type pieces are, White's first.
    pub(super) fn new(position: &Position, colour: Colour, squares: [Bitboard; 2]) -> Pawns {
        let rules = position.rules();
        let weights = &rules.weights;
        let coefficients = &weights.coefficients;
        let ahead = &weights.ahead[colour];
        let enemy = squares[(!colour).index()];
        let occupied = position.occupied();
        let mut pawns = Pawns {
            squares: squares[colour.index()],
            attacks: Bitboard::EMPTY,
            passed: Tapered::ZERO,
            span: Bitboard::EMPTY,
            steps: Bitboard::EMPTY,
            structure: Tapered::ZERO,
        };
        let beside = pawns.squares.beside();
        pawns.structure += coefficients
            .phalanx_pawn
            .times((pawns.squares & beside).len() as i32);
        for &kind in &rules.pawns {
            let movement = &rules.piece(kind).movement[colour];
            let scores = &weights.passed[Piece::new(colour, kind).index()];
            position.pieces(colour, kind).each(|at| {
                pawns.attacks |= movement.attack_leaps[at.index()];
                let steps = movement.quiet_leaps[at.index()];
                let span = weights.attack_span[colour][at.index()];
                pawns.steps |= steps;
                pawns.span |= span;
                if !weights.near_files[at.index()].meets(pawns.squares) {
                    pawns.structure += coefficients.isolated_pawn;
                } else if !weights.attack_span[!colour][at.index()].meets(pawns.squares) && !beside.has(at) {
                    pawns.structure += coefficients.backward_pawn;
                }
                let ahead = ahead[at.index()];
                if ahead.and_not(span).meets(pawns.squares) {
                    pawns.structure += coefficients.doubled_pawn;
                }
                if !ahead.meets(enemy) {
                    let blocked = steps.and_not(occupied).is_empty();
                    pawns.passed += passed(position, colour, at, scores[at.index()], blocked);
                }
            });
        }
        pawns
    }
}

/// What a pawn that no enemy pawn can stop counts, of its full `score`.
fn passed(position: &Position, colour: Colour, at: Square, score: Tapered, blocked: bool) -> Tapered {
    let coefficients = &position.rules().weights.coefficients;
    let steps = |colour| {
        let (dx, dy) = at.delta(position.royal(colour));
        i32::from(dx.abs().max(dy.abs())).min(MOST_STEPS)
    };
    let (own, enemy) = (steps(colour), steps(!colour));
    let share = |lost: i32, own_step: i32, enemy_step: i32| {
        100 - if blocked { lost } else { 0 } - own * own_step + enemy * enemy_step
    };
    let (lost, own_step, enemy_step) = (
        coefficients.passed_blocked,
        coefficients.passed_own_royal,
        coefficients.passed_enemy_royal,
    );
    Tapered::new(
        score.middle() * share(lost.middle(), own_step.middle(), enemy_step.middle()) / 100,
        score.end() * share(lost.end(), own_step.end(), enemy_step.end()) / 100,
    )
}

/// The squares of a side's pawn-type pieces.
#[inline]
pub(crate) fn pawns(position: &Position, colour: Colour) -> Bitboard {
    let kinds = position.rules().pawns.iter();
    kinds.fold(Bitboard::EMPTY, |set, &kind| set | position.pieces(colour, kind))
}
