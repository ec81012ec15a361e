//! What the pieces can do where they stand: mobility, and attacks around the enemy's royal piece.

use super::Tapered;
use super::material::MobilityMap;
use super::mobility::SQUARE;
use crate::board::{Bitboard, Colour, Geometry, Square};
use crate::position::Position;
use crate::variant::{PieceRules, SliderClass, SquareTable};

/// For every square that a piece with few targets attacks.
const PER_SQUARE: Tapered = Tapered::new(5, 5);
/// Expected targets from which on a single one counts less, in inverse proportion.
const MANY_TARGETS: i32 = 6;
/// The attack on a royal piece counts no more than this, in centipawns.
const MOST_ATTACK: i32 = 600;

/// What the squares attacked by a piece type count.
#[derive(Clone, Copy, Debug)]
pub(super) struct Activity {
    /// Whether it slides. The mobility of other pieces depends too little on where the others stand to be counted in
    /// every position; the piece-square scores take care of it.
    slides: bool,
    /// For every square that it attacks.
    per_square: Tapered,
    /// Squares that a piece of the type attacks on average.
    expected: i32,
    /// How dangerous an attack by the type is to a royal piece: 1 for the weakest.
    attack: i32,
}

impl Activity {
    /// Derives it from a type's moves and value. Royal and pawn-type pieces have none.
    pub(super) fn new(geometry: &Geometry, piece: &PieceRules, value: i32) -> Option<Activity> {
        if piece.definition.royal || piece.definition.pawn {
            return None;
        }
        let movement = &piece.movement[Colour::White];
        let average = MobilityMap::new(geometry.playable(), movement).average;
        let expected = (average + SQUARE / 2) / SQUARE;
        let factor = |score: i32| score * MANY_TARGETS / expected.max(MANY_TARGETS);
        Some(Activity {
            slides: movement.lines.iter().any(|line| line.mode.capture),
            per_square: Tapered::new(factor(PER_SQUARE.middle()), factor(PER_SQUARE.end())),
            expected,
            attack: (value / 180).clamp(1, 5),
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

/// From where some piece can leap at the surroundings of every square. `at_square`: from where it can leap at the
/// square itself.
pub(super) fn leap_zone(surroundings: &SquareTable, at_square: &SquareTable) -> Box<SquareTable> {
    let mut table: Box<SquareTable> = Box::new([Bitboard::EMPTY; 256]);
    for (zone, near) in table.iter_mut().zip(surroundings) {
        near.each(|at| *zone |= at_square[at.index()]);
    }
    table
}

/// The score of a side's pieces for the squares they attack. `area`: the squares that count for mobility.
pub(super) fn activity(position: &Position, colour: Colour, area: Bitboard) -> Tapered {
    let rules = position.rules();
    let occupied = position.occupied();
    let royal = position.royal(!colour).index();
    let target = rules.weights.surroundings[royal];
    let near = rules.weights.leap_zone[colour][royal];
    let (mut sum, mut attack, mut attackers) = (Tapered::ZERO, 0, 0);
    let board = position.board();
    let sliding =
        board.sliders(SliderClass::Orthogonal) | board.sliders(SliderClass::Diagonal) | board.special();
    // Piece by piece, not type by type: with dozens of types most have no piece that counts.
    ((sliding | near) & position.pieces_of(colour)).each(|from| {
        let Some(piece) = position.piece_at(from) else {
            return;
        };
        let Some(worth) = &rules.weights.activity[piece.kind().index()] else {
            return;
        };
        let movement = rules.movement(piece);
        let mut attacked = movement.attack_leaps[from.index()];
        if worth.slides {
            for line in movement.lines.iter().filter(|line| line.mode.capture) {
                attacked |= line.table.attacks(from, occupied);
            }
            sum += worth
                .per_square
                .times((attacked & area).len() as i32 - worth.expected);
        }
        if attacked.meets(target) {
            attackers += 1;
            attack += worth.attack;
        }
    });
    if attackers >= 2 {
        sum += Tapered::new((attack * attack).min(MOST_ATTACK), 0);
    }
    sum
}
