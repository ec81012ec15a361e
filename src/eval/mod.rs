//! Evaluation, derived from the rules of a variant.
//!
//! [`Weights`] are computed once, when a variant is compiled: piece values from mobility on a typical board, square
//! scores from mobility, centrality and the way to promotion. [`evaluate`] adds what depends on several pieces.

mod activity;
mod evaluate;
mod material;
mod mobility;
mod squares;
mod tapered;

pub use evaluate::evaluate;
pub(crate) use evaluate::{bounds, pawns};
pub use tapered::Tapered;

use crate::board::{ByColour, Colour, Geometry, Square};
use crate::variant::{Piece, PieceRules, PieceType, SquareTable};
use activity::Activity;
use squares::{Centrality, PromotionWay};

/// A score for every square.
type ScoreTable = Box<[Tapered; 256]>;

/// Evaluation weights of a variant.
#[derive(Debug)]
pub struct Weights {
    /// By [`Piece::index`], material included, negative for Black.
    piece_square: Vec<ScoreTable>,
    /// By [`Piece::index`], for a pawn-type piece that no enemy pawn can stop; from its own side's point of view.
    passed: Vec<ScoreTable>,
    /// Where enemy pawns would stop a pawn-type piece.
    ahead: ByColour<Box<SquareTable>>,
    /// What squares attacked by each type count.
    activity: Vec<Activity>,
    /// The squares around every square.
    surroundings: Box<SquareTable>,
    /// From where a colour's pieces can leap at the squares around every square.
    leap_zone: ByColour<Box<SquareTable>>,
    /// By type, in centipawns.
    values: Vec<i32>,
    /// By type.
    phases: Vec<i32>,
    /// The sum of phases from which on a position is all middle game.
    full_phase: i32,
}

impl Weights {
    /// Derives the weights of all piece types from how they move on the board.
    #[must_use]
    pub fn derive(geometry: &Geometry, pieces: &[PieceRules]) -> Weights {
        let playable = geometry.playable();
        let values = material::values(geometry, pieces);
        let centrality = Centrality::new(playable);
        let mut piece_square = Vec::with_capacity(2 * pieces.len());
        let mut passed = Vec::with_capacity(2 * pieces.len());
        for (piece, &value) in pieces.iter().zip(&values) {
            for colour in Colour::BOTH {
                let way = PromotionWay::new(geometry, piece, colour, value, &values);
                let mut table = squares::piece_square(geometry, &centrality, piece, colour, &way);
                for at in playable {
                    let score = table[at.index()] + Tapered::new(value, value);
                    table[at.index()] = if colour == Colour::White { score } else { -score };
                }
                piece_square.push(table);
                passed.push(way.passed(playable));
            }
        }
        let of_phase = |(piece, &value): (&PieceRules, &i32)| {
            if piece.definition.pawn {
                0
            } else {
                (value + 50).div_euclid(100).max(0)
            }
        };
        Weights {
            piece_square,
            passed,
            ahead: ByColour::from_fn(|colour| squares::ahead(geometry, colour)),
            activity: activities(geometry, pieces, &values),
            leap_zone: ByColour::from_fn(|colour| activity::leap_zone(geometry, pieces, colour)),
            surroundings: activity::surroundings(geometry),
            phases: pieces.iter().zip(&values).map(of_phase).collect(),
            values,
            // As much as on the orthodox board, in proportion: pieces worth 62 pawns on 64 squares.
            full_phase: playable.len().max(1) as i32,
        }
    }

    /// What a piece on a square adds to [`Position::piece_square_sum`](crate::position::Position::piece_square_sum)
    /// (negative for Black).
    #[must_use]
    #[inline]
    pub fn piece_square(&self, piece: Piece, square: Square) -> Tapered {
        self.piece_square[piece.index()][square.index()]
    }

    /// What a piece adds to [`Position::phase`](crate::position::Position::phase).
    #[must_use]
    #[inline]
    pub fn phase(&self, kind: PieceType) -> i32 {
        self.phases[kind.index()]
    }

    /// A type's material value in centipawns; 0 for the royal type.
    #[must_use]
    #[inline]
    pub fn value(&self, kind: PieceType) -> i32 {
        self.values[kind.index()]
    }
}

fn activities(geometry: &Geometry, pieces: &[PieceRules], values: &[i32]) -> Vec<Activity> {
    let of_kind = |(index, (piece, &value)): (usize, (&PieceRules, &i32))| {
        Activity::new(geometry, PieceType::new(index), piece, value)
    };
    pieces
        .iter()
        .zip(values)
        .enumerate()
        .filter_map(of_kind)
        .collect()
}
