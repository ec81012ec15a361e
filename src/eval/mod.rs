//! Evaluation, derived from the rules of a variant.
//!
//! [`Weights`] are computed once, when a variant is compiled: piece values from mobility on a typical board, square
//! scores from mobility, centrality and the way to promotion. [`evaluate`] adds what depends on several pieces.

mod activity;
mod coefficients;
mod endings;
mod evaluate;
mod material;
mod mobility;
mod pawns;
mod squares;
mod tapered;

pub use coefficients::Coefficients;
pub(crate) use evaluate::{bounds, royal_lines};
pub use evaluate::{evaluate, evaluate_again};
pub use pawns::PawnCache;
pub(crate) use pawns::{pawn_attacks, pawns};
pub use tapered::Tapered;

use crate::board::{Bitboard, ByColour, Colour, Geometry, Square};
use crate::position::SplitMix;
use crate::variant::{Piece, PieceRules, PieceType, SquareTable};
use activity::Activity;
use squares::{Centrality, PromotionWay};

/// Ranks in front of a royal piece where its own pawns shield it, ...
const SHIELD_RANKS: i8 = 2;
/// ... and where enemy pawns come near.
const STORM_RANKS: i8 = 4;

/// A score for every square.
type ScoreTable = Box<[Tapered; 256]>;

/// What a piece adds to a position's sums wherever it stands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Summand {
    /// To [`Position::phase`](crate::position::Position::phase).
    pub phase: i32,
    /// To the hash of the material: a random number.
    pub material: u32,
    /// Whether it is of a pawn type.
    pub is_pawn: bool,
}

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
    /// In front of every square, three files wide, two ranks deep, ...
    shield: ByColour<Box<SquareTable>>,
    /// ... and four.
    storm: ByColour<Box<SquareTable>>,
    /// Where a pawn-type piece on every square could come to attack.
    attack_span: ByColour<Box<SquareTable>>,
    /// From where enemy pawn-type pieces would attack a piece of the colour on every square.
    pawn_attackers: ByColour<Box<SquareTable>>,
    /// The enemy's half of the board.
    far_half: ByColour<Bitboard>,
    /// The own half of the board without its margins, where there is room to be gained.
    home: ByColour<Bitboard>,
    /// The squares of a royal piece's own part of the board no more than three files away.
    flank: ByColour<Box<SquareTable>>,
    /// The file of every square.
    file: Box<SquareTable>,
    /// The squares behind every square on its file, up to three.
    behind: ByColour<Box<SquareTable>>,
    /// The squares two steps around every square.
    royal_zone: Box<SquareTable>,
    /// The other squares of the same and the neighbouring files.
    near_files: Box<SquareTable>,
    /// Types that see half of the board only.
    half_board: Vec<PieceType>,
    /// By type: whether one piece may be enough to mate a lone royal piece.
    drives_alone: Vec<bool>,
    coefficients: Coefficients,
    centrality: Centrality,
    /// For having the move, whatever the phase.
    tempo: i32,
    /// By type, in centipawns.
    values: Vec<i32>,
    /// By [`Piece::index`].
    summands: Vec<Summand>,
    /// The sum of phases from which on a position is all middle game.
    full_phase: i32,
}

impl Weights {
    /// Derives the weights of all piece types from how they move on the board.
    #[must_use]
    pub fn derive(geometry: &Geometry, pieces: &[PieceRules], coefficients: &Coefficients) -> Weights {
        let playable = geometry.playable();
        let values = material::values(geometry, pieces);
        let centrality = Centrality::new(playable);
        let mut piece_square = Vec::with_capacity(2 * pieces.len());
        let mut passed = Vec::with_capacity(2 * pieces.len());
        for (piece, &value) in pieces.iter().zip(&values) {
            for colour in Colour::BOTH {
                let way = PromotionWay::new(geometry, piece, colour, value, &values);
                let mut table =
                    squares::piece_square(geometry, &centrality, piece, colour, &way, coefficients);
                let mut worth = Tapered::new(value, value);
                if piece.definition.pawn {
                    worth += coefficients.pawn;
                }
                for at in playable {
                    let score = table[at.index()] + worth;
                    table[at.index()] = if colour == Colour::White { score } else { -score };
                }
                piece_square.push(table);
                passed.push(way.passed(playable, coefficients.passed_pawn));
            }
        }
        Weights {
            piece_square,
            passed,
            ahead: ByColour::from_fn(|colour| squares::ahead(geometry, colour)),
            activity: activities(geometry, pieces, &values, coefficients),
            surroundings: squares::surroundings(geometry, 1),
            royal_zone: squares::surroundings(geometry, 2),
            shield: ByColour::from_fn(|colour| squares::in_front(geometry, colour, SHIELD_RANKS)),
            storm: ByColour::from_fn(|colour| squares::in_front(geometry, colour, STORM_RANKS)),
            attack_span: ByColour::from_fn(|colour| squares::attack_span(geometry, colour)),
            pawn_attackers: ByColour::from_fn(|colour| squares::pawn_attackers(geometry, pieces, colour)),
            far_half: ByColour::from_fn(|colour| squares::far_half(geometry, colour)),
            home: ByColour::from_fn(|colour| squares::home(geometry, colour)),
            behind: ByColour::from_fn(|colour| squares::behind(geometry, colour)),
            flank: ByColour::from_fn(|colour| squares::flank(geometry, colour)),
            file: squares::file(geometry),
            near_files: squares::near_files(geometry),
            half_board: half_board(playable, pieces),
            drives_alone: pieces
                .iter()
                .map(|piece| endings::drives_alone(playable, piece))
                .collect(),
            coefficients: coefficients.clone(),
            centrality,
            tempo: coefficients.tempo.middle(),
            summands: summands(pieces, &values),
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

    /// What a piece adds to a position's sums wherever it stands.
    #[inline]
    pub(crate) fn summand(&self, piece: Piece) -> &Summand {
        &self.summands[piece.index()]
    }

    /// A type's material value in centipawns; 0 for the royal type.
    #[must_use]
    #[inline]
    pub fn value(&self, kind: PieceType) -> i32 {
        self.values[kind.index()]
    }
}

fn summands(pieces: &[PieceRules], values: &[i32]) -> Vec<Summand> {
    let mut random = SplitMix(0x5EED_0F3A_7E21_A105);
    let kinds = pieces.iter().zip(values);
    let of_kind = |(piece, &value): (&PieceRules, &i32)| {
        let is_pawn = piece.definition.pawn;
        Colour::BOTH.map(|_| Summand {
            phase: if is_pawn {
                0
            } else {
                (value + 50).div_euclid(100).max(0)
            },
            material: random.draw() as u32,
            is_pawn,
        })
    };
    kinds.flat_map(of_kind).collect()
}

fn activities(
    geometry: &Geometry,
    pieces: &[PieceRules],
    values: &[i32],
    coefficients: &Coefficients,
) -> Vec<Option<Activity>> {
    pieces
        .iter()
        .zip(values)
        .map(|(piece, &value)| Activity::new(geometry, piece, value, coefficients))
        .collect()
}

/// The types, royal and pawn-type ones aside, that see about half of the board only, from wherever they start.
fn half_board(playable: Bitboard, pieces: &[PieceRules]) -> Vec<PieceType> {
    let sees_half = |piece: &PieceRules| {
        let percent = material::reachable_percent(playable, &piece.movement[Colour::White]);
        !piece.definition.royal && !piece.definition.pawn && (40..=60).contains(&percent)
    };
    let kinds = pieces.iter().enumerate().filter(|(_, piece)| sees_half(piece));
    kinds.map(|(index, _)| PieceType::new(index)).collect()
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
    fn derived_orthodox_values_are_the_familiar_ones() {
        let chess = include_str!("../variant/library/chess.ini").replace("chess", "derived");
        let lines = chess.lines().filter(|line| !line.starts_with("value"));
        let mut library = Library::built_in();
        library
            .load_text("derived.ini", &lines.collect::<Vec<_>>().join("\n"))
            .expect("a variant");
        let rules = library.rules("derived").expect("just loaded");
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
    fn pieces_that_can_mate_alone() {
        for (name, able, unable) in [
            ("chess", "Q R P", "B N K"),
            ("tree-garden", "Q H R E P", "B N A V K"),
            ("treeleaders", "R G", "B N T"),
        ] {
            let rules = rules(name);
            for (ids, expected) in [(able, true), (unable, false)] {
                for id in ids.split(' ') {
                    let kind = rules.find_kind(id).expect("an id of the variant");
                    assert_eq!(rules.weights.drives_alone[kind.index()], expected, "{name}: {id}");
                }
            }
        }
    }

    #[test]
    fn leads_that_cannot_mate_are_nothing() {
        let rules = rules("chess");
        let score = |fen: &str| evaluate(&Position::from_fen(&rules, fen).expect("a FEN"));
        for drawn in [
            "8/8/8/3k4/8/1K6/8/6N1 w - - 0 1",
            "8/8/8/3k4/8/1K6/4B3/8 w - - 0 1",
            "8/8/8/3k4/8/1K4B1/3B4/2B5 w - - 0 1",
        ] {
            assert!(score(drawn) < 150, "{drawn}: {}", score(drawn));
        }
        for won in [
            "8/8/8/3k4/8/1K6/8/6R1 w - - 0 1",
            "8/8/8/3k4/8/1K6/4BB2/8 w - - 0 1",
            "8/8/8/3k4/8/1K6/4BN2/8 w - - 0 1",
        ] {
            assert!(score(won) > 300, "{won}: {}", score(won));
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
