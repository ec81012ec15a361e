//! What the pieces can do where they stand: mobility, and attacks around the enemy's royal piece.

use super::material::MobilityMap;
use super::mobility::SQUARE;
use super::{Coefficients, Tapered};
use crate::board::{Bitboard, Colour, Geometry, Square};
use crate::position::Position;
use crate::variant::{Piece, PieceRules, SquareTable};

/// Expected targets from which on a single one counts less, in inverse proportion.
const MANY_TARGETS: i32 = 6;
/// A piece worth so many centipawns is strong.
const STRONG: i32 = 700;

/// What the squares attacked by a piece type count.
#[derive(Clone, Copy, Debug)]
pub(super) struct Activity {
    /// Whether it slides.
    slides: bool,
    /// For every square that it attacks.
    per_square: Tapered,
    /// Squares that a piece of the type attacks on average.
    expected: i32,
    /// Whether it is as strong as a queen's better half: without such pieces an attack on a royal piece seldom succeeds.
    strong: bool,
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
        let slides = movement.lines.iter().any(|line| line.mode.capture);
        let square = if slides {
            coefficients.slider_square
        } else {
            coefficients.leaper_square
        };
        Some(Activity {
            slides,
            per_square: Tapered::new(factor(square.middle()), factor(square.end())),
            expected,
            strong: value >= STRONG,
        })
    }
}

/// The squares next to every square, and the square itself.
pub(super) fn surroundings(geometry: &Geometry) -> Box<SquareTable> {
    let mut table: Box<SquareTable> = Box::new([Bitboard::EMPTY; 256]);
    for at in geometry.playable() {
        let near = |other: &Square| {
            let (dx, dy) = at.delta(*other);
            dx.abs() <= 1 && dy.abs() <= 1
        };
        table[at.index()] = geometry.playable().iter().filter(near).collect();
    }
    table
}

/// What a side's pieces attack.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Active {
    /// The score for the squares that they attack.
    pub score: Tapered,
    /// Those squares; without those attacked by pawn-type and royal pieces only.
    pub attacked: Bitboard,
    /// Attacked squares from where the enemy royal piece would be attacked.
    pub checks: Bitboard,
    /// Pieces that attack squares around the enemy royal piece.
    pub attackers: i32,
    /// How many of these squares they attack, each counted for itself.
    pub attacks: i32,
    /// Whether a strong piece is among all pieces.
    pub strong: bool,
}

/// The score of a side's pieces for the squares they attack. `area`: the squares that count for mobility. `pawns`:
/// the side's pawn-type pieces.
pub(super) fn activity(position: &Position, colour: Colour, area: Bitboard, pawns: Bitboard) -> Active {
    let rules = position.rules();
    let occupied = position.occupied();
    let own = position.pieces_of(colour);
    let royal = position.royal(!colour);
    let target = rules.weights.surroundings[royal.index()];
    let mut active = Active::default();
    // Piece by piece, not type by type: with dozens of types most have no piece on the board.
    own.and_not(pawns).each(|from| {
        let Some(piece) = position.piece_at(from) else {
            return;
        };
        let Some(worth) = &rules.weights.activity[piece.kind().index()] else {
            return;
        };
        let movement = rules.movement(piece);
        let mut attacked = movement.attack_leaps[from.index()];
        // The enemy's movement, from its royal piece: where this piece would give check.
        let mirrored = rules.movement(Piece::new(!colour, piece.kind()));
        let mut checks = mirrored.attack_leaps[royal.index()];
        if worth.slides {
            for line in movement.lines.iter().filter(|line| line.mode.capture) {
                attacked |= line.table.attacks(from, occupied);
            }
            for line in mirrored.lines.iter().filter(|line| line.mode.capture) {
                checks |= line.table.attacks(royal, occupied);
            }
        }
        active.score += worth
            .per_square
            .times((attacked & area).len() as i32 - worth.expected);
        active.attacked |= attacked;
        active.checks |= attacked & checks;
        active.strong |= worth.strong;
        let near = (attacked & target).len() as i32;
        active.attackers += i32::from(near > 0);
        active.attacks += near;
    });
    active.checks = active.checks.and_not(own);
    active
}
