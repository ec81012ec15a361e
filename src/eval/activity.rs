//! What the pieces can do where they stand: mobility, and attacks around the enemy's royal piece.

use super::material::MobilityMap;
use super::mobility::SQUARE;
use super::{Coefficients, Tapered};
use crate::board::{Bitboard, Colour, Geometry, Square};
use crate::movegen;
use crate::position::Position;
use crate::variant::{Piece, PieceRules};

/// Expected targets from which on a single one counts less, in inverse proportion.
const MANY_TARGETS: i32 = 6;
/// A piece worth so many centipawns is of the middle class, with the rook, ...
const MIDDLE: i32 = 450;
/// ... or strong.
const STRONG: i32 = 700;

/// How much a piece type is worth, roughly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Class {
    Light,
    Middle,
    /// As strong as a queen's better half: without such pieces an attack on a royal piece seldom succeeds.
    Strong,
}

/// What the squares attacked by a piece type count.
#[derive(Clone, Copy, Debug)]
pub(super) struct Activity {
    /// Whether it slides or rides.
    slides: bool,
    /// Whether it captures along lines other than a queen's.
    rides: bool,
    /// Whether it captures otherwise than by leaps and along lines.
    is_special: bool,
    /// For every square that it attacks.
    per_square: Tapered,
    /// Squares that a piece of the type attacks on average.
    expected: i32,
    class: Class,
    /// Its worth in pawns.
    pawns: i32,
}

impl Activity {
    /// Derives it from a type's moves and value. Royal and pawn-type pieces have none.
    pub(super) fn new(
        geometry: &Geometry,
        piece: &PieceRules,
        value: i32,
        coefficients: &Coefficients,
    ) -> Option<Activity> {
        if piece.definition.royal || piece.definition.pawn {
            return None;
        }
        let movement = &piece.movement[Colour::White];
        let average = MobilityMap::new(geometry.playable(), movement).average;
        let expected = (average + SQUARE / 2) / SQUARE;
        let factor = |score: i32| score * MANY_TARGETS / expected.max(MANY_TARGETS);
        let mut lines = movement.lines.iter().filter(|line| line.mode.capture);
        let slides = lines.clone().next().is_some();
        let square = if slides {
            coefficients.slider_square
        } else {
            coefficients.leaper_square
        };
        Some(Activity {
            slides,
            rides: lines.any(|line| !line.queen),
            is_special: !movement.rifle_lines.is_empty()
                || movement.specials.iter().any(|special| special.mode().capture),
            per_square: Tapered::new(factor(square.middle()), factor(square.end())),
            expected,
            class: match value {
                STRONG.. => Class::Strong,
                MIDDLE.. => Class::Middle,
                _ => Class::Light,
            },
            pawns: value / 100,
        })
    }
}

/// What a side's pieces attack, pawn-type and royal ones aside.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Active {
    /// The score for the squares that they attack.
    pub score: Tapered,
    /// Those squares.
    pub attacked: Bitboard,
    /// Those attacked by two pieces or more.
    pub twice: Bitboard,
    /// Those attacked by pieces that are worth less than a rook.
    pub by_light: Bitboard,
    /// Those attacked by rooks and their like.
    pub by_middle: Bitboard,
    /// Where pieces worth less than a rook stand, ...
    pub light: Bitboard,
    /// ... how many steps they are away from their royal piece, together, ...
    pub light_steps: i32,
    /// ... where rooks and their like stand, ...
    pub middle: Bitboard,
    /// ... and stronger pieces.
    pub strong: Bitboard,
    /// Attacked squares from where the enemy royal piece would be attacked by a strong piece, ...
    pub strong_checks: Bitboard,
    /// ... or by another one.
    pub light_checks: Bitboard,
    /// Where an enemy pawn-type piece would attack a piece of the side.
    pub exposed: Bitboard,
    /// Lines on which only a single piece, of whatever colour, is between a slider and the enemy royal piece.
    pub blocked_lines: i32,
    /// Pieces that attack squares around the enemy royal piece.
    pub attackers: i32,
    /// What these pieces are worth together, in pawns.
    pub attack_force: i32,
    /// How many of these squares they attack, each counted for itself.
    pub attacks: i32,
}

/// Where a side's pieces are to be active.
pub(super) struct Field {
    /// The squares that count for mobility.
    pub area: Bitboard,
    /// The side's pawn-type pieces.
    pub pawns: Bitboard,
    /// What a queen would attack from where the enemy royal piece stands.
    pub royal_lines: Bitboard,
}

/// What a side's pieces attack, and its score.
pub(super) fn activity(position: &Position, colour: Colour, field: &Field) -> Active {
    let rules = position.rules();
    let occupied = position.occupied();
    let own = position.pieces_of(colour);
    let (home, royal) = (position.royal(colour), position.royal(!colour));
    let target = rules.weights.surroundings[royal.index()];
    let cramped = rules.weights.coefficients.cramped;
    let mut active = Active::default();
    // Piece by piece, not type by type: with dozens of types most have no piece on the board.
    own.and_not(field.pawns).each(|from| {
        let Some(piece) = position.piece_at(from) else {
            return;
        };
        let Some(worth) = &rules.weights.activity[piece.kind().index()] else {
            return;
        };
        active.exposed |= rules.weights.pawn_attackers[colour][from.index()];
        let movement = rules.movement(piece);
        let attacked = attacked_by(position, piece, from, worth);
        let mut checks = movegen::attacked_from(rules, piece, royal, field.royal_lines);
        if worth.slides {
            if movement.slide_reach[from.index()].has(royal) {
                let between = rules.geometry.between(from, royal) & occupied;
                active.blocked_lines += i32::from(between.any() && !between.several());
            }
            if worth.rides {
                let back = rules.movement(Piece::new(!colour, piece.kind()));
                for line in back.rides() {
                    checks |= line.table.attacks(royal, occupied);
                }
            }
        }
        let squares = (attacked & field.area).len() as i32;
        active.score += worth.per_square.times(squares - worth.expected);
        let half = worth.expected / 2;
        if squares < half {
            active.score += cramped.times(half - squares);
        }
        active.twice |= active.attacked & attacked;
        active.attacked |= attacked;
        let at = Bitboard::of(from);
        let checks = attacked & checks;
        match worth.class {
            Class::Light => {
                active.by_light |= attacked;
                active.light |= at;
                active.light_steps += from.steps(home);
            }
            Class::Middle => {
                active.by_middle |= attacked;
                active.middle |= at;
            }
            Class::Strong => active.strong |= at,
        }
        if worth.class == Class::Strong {
            active.strong_checks |= checks;
        } else {
            active.light_checks |= checks;
        }
        let near = (attacked & target).len() as i32;
        if near > 0 {
            active.attackers += 1;
            active.attack_force += worth.pawns;
        }
        active.attacks += near;
    });
    active
}

/// What a piece attacks where it stands.
#[inline]
fn attacked_by(position: &Position, piece: Piece, from: Square, worth: &Activity) -> Bitboard {
    if worth.is_special {
        return movegen::attacks(position, piece, from, position.occupied());
    }
    let movement = position.rules().movement(piece);
    let mut attacked = movement.attack_leaps[from.index()];
    if worth.slides {
        for line in movement.lines.iter().filter(|line| line.mode.capture) {
            attacked |= line.table.attacks(from, position.occupied());
        }
    }
    attacked
}
