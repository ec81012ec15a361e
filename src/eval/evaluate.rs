//! The evaluation of one position.

use super::Tapered;
use super::activity::{Active, Field, activity};
use super::endings::sparse;
use super::pawns::{PawnCache, Pawns};
use super::squares::ranks_advanced;
use crate::board::{Bitboard, ByColour, Colour};
use crate::position::Position;

/// What pieces score for standing where they do together seldom exceeds this, in centipawns.
const ROUGH_MARGIN: i32 = 500;

/// The danger to a royal piece is no greater, and no more squares to check it from are counted.
const MOST_DANGER: i32 = 3500;
const MOST_CHECKS: i32 = 5;

/// Evaluates a position in centipawns from the side to move's point of view.
#[must_use]
pub fn evaluate(position: &Position) -> i32 {
    with_pawns(position, &Pawns::both(position))
}

/// The same as [`evaluate`], with what is kept of earlier positions of the variant.
#[must_use]
pub fn evaluate_again(position: &Position, kept: &mut PawnCache) -> i32 {
    with_pawns(position, kept.get(position))
}

fn with_pawns(position: &Position, pawns: &ByColour<Pawns>) -> i32 {
    let lines = ByColour::from_fn(|colour| royal_lines(position, colour));
    let active = ByColour::from_fn(|colour| {
        let field = Field {
            area: !(position.pieces_of(colour) | pawns[!colour].attacks),
            pawns: pawns[colour].squares,
            royal_lines: lines[!colour],
        };
        activity(position, colour, &field)
    });
    let side = |colour| side_score(position, colour, pawns, &active, lines[colour]);
    let sum = position.piece_square_sum() + side(Colour::White) - side(Colour::Black);
    let mut score = blend(position, sum);
    if is_sparse(position) {
        score = sparse(position, score, pawns, &active);
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
pub(super) fn blend(position: &Position, sum: Tapered) -> i32 {
    let full = position.rules().weights.full_phase;
    sum.blend(position.phase().min(full), full)
}

/// A score of White's as the side to move sees it.
#[inline]
fn seen_by_mover(position: &Position, white: i32) -> i32 {
    position.rules().weights.tempo + position.side().as_white_sees(white)
}

/// What a side's pieces score together, from its own point of view. `lines`: what a queen would attack from where its
/// royal piece stands.
fn side_score(
    position: &Position,
    colour: Colour,
    pawns: &ByColour<Pawns>,
    active: &ByColour<Active>,
    lines: Bitboard,
) -> Tapered {
    let weights = &position.rules().weights;
    let coefficients = &weights.coefficients;
    let (own, enemy) = (&pawns[colour], &pawns[!colour]);
    let (pieces, attackers) = (&active[colour], &active[!colour]);
    let royal = position.royal(colour);
    let count = |set: Bitboard| set.len() as i32;
    let others = position.pieces_of(colour).and_not(own.squares.with(royal));
    let by_pawn = others & enemy.attacks;
    let near = weights.surroundings[royal.index()];
    let defended = pieces.attacked | own.attacks | near;
    let loose = attackers.attacked.and_not(defended | enemy.attacks);
    let by_light = (pieces.middle | pieces.strong) & attackers.by_light;
    let safe_steps = enemy
        .steps
        .and_not(position.occupied() | own.attacks | defended.and_not(attackers.attacked | enemy.attacks));
    let outposts = (pieces.light | pieces.middle) & own.attacks & weights.far_half[colour];
    let half_open = pieces.middle.and_not(own.files);
    let free = weights.home[colour].and_not(own.squares | enemy.attacks);
    let room = count(free) + count((free & own.behind).and_not(attackers.attacked));
    let shield = count(own.squares & weights.shield[colour][royal.index()]);
    let storm = count(enemy.squares & weights.storm[colour][royal.index()]);
    own.passed(position, colour)
        + pieces.score
        + coefficients.royal_exposure.times(count(lines))
        + coefficients.royal_shelter.times(count(own.squares & near))
        + coefficients.royal_shield.times(shield)
        + coefficients.royal_storm.times(storm)
        + coefficients.defended_pawn.times(count(own.squares & own.attacks))
        + own.structure
        + coefficients.attacked_by_pawn.times(count(by_pawn))
        + coefficients
            .pawn_push_threat
            .times(count(safe_steps & pieces.exposed))
        + coefficients.space.times(room * count(others) / 8)
        + coefficients.light_away.times(pieces.light_steps)
        + coefficients.half_open_file.times(count(half_open & enemy.files))
        + coefficients
            .open_file
            .times(count(half_open.and_not(enemy.files)))
        + coefficients.outpost.times(count(outposts.and_not(enemy.span)))
        + coefficients.attacked_by_light.times(count(by_light))
        + coefficients
            .attacked_by_middle
            .times(count(pieces.strong & attackers.by_middle))
        + coefficients.hanging.times(count(others & loose))
        + coefficients.hanging_pawn.times(count(own.squares & loose))
        + colour_pairs(position, colour)
        - royal_danger(position, colour, own, active, [shield, storm, count(lines)])
}

/// What the attack on a side's royal piece counts for the other side: the square of its danger. Also given: how many
/// pawns are its shield, and how many enemy ones storm it, and how many squares a queen in its place would attack.
fn royal_danger(
    position: &Position,
    colour: Colour,
    own: &Pawns,
    active: &ByColour<Active>,
    [shield, storm, exposure]: [i32; 3],
) -> Tapered {
    let (defence, attack) = (&active[colour], &active[!colour]);
    if attack.attackers == 0 {
        return Tapered::ZERO;
    }
    let (weights, royal) = (&position.rules().weights, position.royal(colour));
    let coefficients = &weights.coefficients;
    let near = weights.surroundings[royal.index()];
    let defended = defence.attacked | own.attacks;
    let weak = near & attack.attacked.and_not(defended);
    let count = |set: Bitboard| set.len() as i32;
    // Next to the royal piece only a second attacker makes a check safe.
    let unsafe_squares = position.pieces_of(!colour) | defended | near.and_not(weak & attack.twice);
    let safe = |checks: Bitboard| count(checks.and_not(unsafe_squares)).min(MOST_CHECKS);
    let zone = weights.royal_zone[royal.index()];
    let flank = weights.flank[colour][royal.index()];
    let attacks_in = |area: Bitboard| count(area & attack.attacked) + count(area & attack.twice);
    let any_checks = attack.strong_checks | attack.light_checks;
    let danger = coefficients.danger_attackers.middle() * attack.attackers * attack.attackers
        + coefficients.danger_attack.middle() * attack.attacks
        + coefficients.danger_weak_square.middle() * count(weak)
        + coefficients.danger_check.middle() * safe(attack.strong_checks)
        + coefficients.danger_light_check.middle() * safe(attack.light_checks)
        + coefficients.danger_unsafe_check.middle()
            * count(any_checks & unsafe_squares.and_not(position.pieces_of(!colour)))
        + coefficients.danger_zone_attack.middle() * attacks_in(zone)
        + coefficients.danger_zone_defence.middle() * count(zone & defended)
        + coefficients.danger_flank_attack.middle() * attacks_in(flank)
        + coefficients.danger_flank_defence.middle() * count(flank & defended)
        + coefficients.danger_blocker.middle() * attack.blocked_lines
        + coefficients.danger_shield.middle() * shield
        + coefficients.danger_storm.middle() * storm
        + coefficients.danger_exposure.middle() * exposure
        + coefficients.danger_advance.middle() * ranks_advanced(&position.rules().geometry, colour, royal)
        + coefficients.danger_force.middle() * attack.attack_force
        + coefficients.danger_mobility.middle() * (attack.score.middle() - defence.score.middle()) / 100
        + if position.side() == colour {
            0
        } else {
            coefficients.danger_move.middle()
        }
        + if attack.strong.is_empty() {
            coefficients.danger_without_strong.middle()
        } else {
            0
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

/// What a queen would attack from where a side's royal piece stands.
#[must_use]
pub(crate) fn royal_lines(position: &Position, colour: Colour) -> Bitboard {
    let geometry = &position.rules().geometry;
    let (at, occupied) = (position.royal(colour), position.occupied());
    geometry.rook_attacks(at, occupied) | geometry.bishop_attacks(at, occupied)
}
