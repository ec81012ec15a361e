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
    activity: Vec<Option<Activity>>,
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
    /// Derives the weights of all piece types from how they move on the board. `leap_zone`: for every square, from
    /// where a piece of each colour could leap at it.
    #[must_use]
    pub fn derive(
        geometry: &Geometry,
        pieces: &[PieceRules],
        leap_zone: &ByColour<Box<SquareTable>>,
    ) -> Weights {
        let playable = geometry.playable();
        let surroundings = activity::surroundings(geometry);
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
            leap_zone: ByColour::from_fn(|colour| activity::leap_zone(&surroundings, &leap_zone[colour])),
            surroundings,
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

fn activities(geometry: &Geometry, pieces: &[PieceRules], values: &[i32]) -> Vec<Option<Activity>> {
    pieces
        .iter()
        .zip(values)
        .map(|(piece, &value)| Activity::new(geometry, piece, value))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;
    use crate::variant::{Library, Rules};
    use std::sync::Arc;

    fn rules(name: &str) -> Arc<Rules> {
        Library::built_in().rules(name).expect("a built-in variant")
    }

    fn value(rules: &Rules, id: &str) -> i32 {
        rules
            .weights
            .value(rules.find_kind(id).expect("an id of the variant"))
    }

    #[test]
    fn orthodox_values_are_the_familiar_ones() {
        let rules = rules("chess");
        for (id, familiar) in [
            ("P", 100),
            ("N", 320),
            ("B", 330),
            ("R", 500),
            ("Q", 950),
            ("K", 0),
        ] {
            let value = value(&rules, id);
            assert!((value - familiar).abs() <= 20, "{id}: {value}, not {familiar}");
        }
    }

    #[test]
    fn stronger_pieces_are_worth_more() {
        let rules = rules("tree-garden");
        for (weaker, stronger) in [
            ("P", "V"),
            ("N", "R"),
            ("B", "E"),
            ("R", "H"),
            ("N", "H"),
            ("B", "Q"),
        ] {
            assert!(
                value(&rules, weaker) < value(&rules, stronger),
                "{weaker} {stronger}"
            );
        }
    }

    #[test]
    fn a_value_in_the_file_overrides_the_derived_one() {
        let mut library = Library::built_in();
        let text = "[variant precious]\ninherit = chess\n[precious piece N]\nvalue = 777\n";
        library.load_text("precious.ini", text).expect("a variant");
        let rules = library.rules("precious").expect("just loaded");
        assert_eq!(value(&rules, "N"), 777);
    }

    #[test]
    fn equal_sides_are_equal() {
        for name in ["chess", "capablanca", "tree-garden", "feudal", "short-sliders"] {
            let rules = rules(name);
            for side in ["w", "b"] {
                let fen = rules.start.replacen(" w ", &format!(" {side} "), 1);
                let position = Position::from_fen(&rules, &fen).expect("the start position");
                let score = evaluate(&position);
                assert!((1..=20).contains(&score), "{name}: {score} for having the move");
            }
        }
    }

    #[test]
    fn pawns_are_worth_more_the_nearer_they_are_to_promotion() {
        let rules = rules("chess");
        let mut last = i32::MIN;
        for rank in 2..=7 {
            let pawn = |r| if r == rank { "P7" } else { "8" };
            let ranks: Vec<_> = (2..=7).rev().map(pawn).collect();
            let fen = format!("7k/{}/7K w - - 0 1", ranks.join("/"));
            let score = evaluate(&Position::from_fen(&rules, &fen).expect("a FEN"));
            assert!(score > last, "{fen}: {score} after {last}");
            last = score;
        }
    }

    #[test]
    fn a_lone_king_is_driven_to_the_edge() {
        let rules = rules("chess");
        let score = |fen: &str| evaluate(&Position::from_fen(&rules, fen).expect("a FEN"));
        assert!(score("8/8/8/8/3k4/1K6/8/7R w - - 0 1") < score("3k4/8/8/8/8/1K6/8/7R w - - 0 1"));
        assert!(score("3k4/8/8/8/8/1K6/8/7R w - - 0 1") < score("3k4/8/3K4/8/8/8/8/7R w - - 0 1"));
    }
}
