//! Where a piece can go from a square: found by trial, with an enemy or a screen on each square in turn, so that every
//! rule of a variant shows without being known here. What depends on more than that comes from the rules.

use super::facts;
use super::laboratory::Laboratory;
use crate::board::{Bitboard, Geometry, Square};
use crate::position::Move;
use crate::variant::{Piece, PieceType, Rules, Special};
use std::sync::Arc;

/// Where a piece can go from a square, on an otherwise empty board but for what a move is about.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reach {
    /// It can go to these squares if they are empty.
    pub moves: Bitboard,
    /// It can capture an enemy there and takes its place.
    pub captures: Bitboard,
    /// It can capture an enemy there without moving.
    pub shots: Bitboard,
    /// It can capture an enemy there after a move, from where that ended.
    pub move_shots: Bitboard,
    /// It can go to these squares over a piece in between, but not without.
    pub hops: Bitboard,
    /// It can capture an enemy there over a piece in between, but not without.
    pub hop_captures: Bitboard,
    /// It can capture an enemy there after going over a piece, from where that ended, but not after a plain move.
    pub hop_shots: Bitboard,
    /// It can capture en passant by going there.
    pub en_passant: Bitboard,
    /// It can castle to these squares.
    pub castling: Bitboard,
    /// Where the other piece of a castling goes.
    pub castling_partners: Bitboard,
    /// Pieces of these types can be called to these squares if they are empty.
    pub calls: Vec<(PieceType, Bitboard)>,
    /// Other pieces that belong into the diagram: those to castle with.
    pub company: Vec<(Square, Piece)>,
    /// What squares alone cannot tell, a sentence each.
    pub notes: Vec<String>,
}

impl Reach {
    /// The other pieces in the diagram, each kind once.
    pub(super) fn company_kinds(&self) -> Vec<Piece> {
        let mut pieces = Vec::new();
        for &(_, piece) in &self.company {
            if !pieces.contains(&piece) {
                pieces.push(piece);
            }
        }
        pieces
    }
}

/// Finds where a piece can go from a square.
///
/// # Errors
/// The board is too small to set up positions.
pub fn reach(rules: &Arc<Rules>, piece: Piece, from: Square) -> Result<Reach, String> {
    let laboratory = Laboratory::new(rules, piece, from)?;
    let mut reach = Reach {
        moves: laboratory.ask(&[], |mv| mv.victim().is_none().then_some(mv.to())),
        en_passant: en_passant(&laboratory, rules, piece, from),
        ..Reach::default()
    };
    facts::add(rules, piece, from, &mut reach);
    let Some(other) = laboratory.other else {
        return Ok(reach);
    };
    let (own, enemy) = (
        Piece::new(piece.colour(), other),
        Piece::new(!piece.colour(), other),
    );
    for target in rules.geometry.playable().without(from) {
        let victim = (target, enemy);
        let takes = |mv: Move| mv.victim() == Some(target);
        let hit = |mv: Move| (takes(mv) && mv.to() == target).then_some(target);
        let shot = |mv: Move| (takes(mv) && mv.to() == from).then_some(target);
        let move_shot = |mv: Move| (takes(mv) && mv.to() != from && mv.to() != target).then_some(target);
        reach.captures |= laboratory.ask(&[victim], hit);
        reach.shots |= laboratory.ask(&[victim], shot);
        reach.move_shots |= laboratory.ask(&[victim], move_shot);
        for screen in in_between(&rules.geometry, from, target) {
            let screen = (screen, own);
            let quiet = |mv: Move| (mv.victim().is_none() && mv.to() == target).then_some(target);
            reach.hops |= laboratory.ask(&[screen], quiet);
            reach.hop_captures |= laboratory.ask(&[screen, victim], hit);
        }
    }
    reach.hops = reach.hops.and_not(reach.moves);
    reach.hop_captures = reach.hop_captures.and_not(reach.captures);
    reach.hop_shots = shots_after(rules, piece, reach.hops)
        .without(from)
        .and_not(reach.move_shots);
    Ok(reach)
}

/// What the piece can capture from afar after a move to one of some squares. That could be tried too, but with a screen
/// and a victim on every two squares it would take long.
fn shots_after(rules: &Rules, piece: Piece, landings: Bitboard) -> Bitboard {
    let mut shots = Bitboard::EMPTY;
    for special in &rules.movement(piece).specials {
        if let Special::ShotAfter { victims } = special {
            landings.each(|to| shots |= victims[to.index()]);
        }
    }
    shots
}

/// Where the piece can capture en passant: every enemy move that can be answered so is tried.
fn en_passant(laboratory: &Laboratory, rules: &Rules, piece: Piece, from: Square) -> Bitboard {
    let mut found = Bitboard::EMPTY;
    for step in facts::answerable_steps(rules, piece, from) {
        let (_, start, end) = step;
        let passed = rules.geometry.between(start, end);
        let taken = |mv: Move| (mv.victim() == Some(end) && passed.has(mv.to())).then_some(mv.to());
        found |= laboratory.ask_after(step, taken);
    }
    found
}

/// The squares that lie exactly on the way between two others, in whatever direction.
fn in_between(geometry: &Geometry, from: Square, to: Square) -> impl Iterator<Item = Square> {
    let (dx, dy) = from.delta(to);
    let steps = gcd(dx.unsigned_abs(), dy.unsigned_abs()) as i8;
    let playable = geometry.playable();
    (1..steps)
        .filter_map(move |n| from.offset(dx / steps * n, dy / steps * n))
        .filter(move |&square| playable.has(square))
}

fn gcd(a: u8, b: u8) -> u8 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Colour;
    use crate::variant::Library;

    fn reach_of(variant: &str, id: &str, from: &str) -> Reach {
        let rules = Library::built_in().rules(variant).expect("a built-in variant");
        let kind = rules.find_kind(id).expect("a piece of the variant");
        let from = from.parse().expect("a square");
        reach(&rules, Piece::new(Colour::White, kind), from).expect("there is room")
    }

    fn set(squares: &str) -> Bitboard {
        let squares = squares.split_whitespace();
        squares
            .map(|square| square.parse::<Square>().expect("a square"))
            .collect()
    }

    #[test]
    fn plain_moves_and_captures_are_told_apart() {
        let steward = reach_of("treeleaders", "E", "a1");
        let expected = Reach {
            moves: set("a2 b1"),
            captures: set("b2"),
            ..Reach::default()
        };
        assert_eq!(steward, expected);
    }

    #[test]
    fn hops_and_shots_are_told_apart() {
        let vampire = reach_of("treeleaders", "V", "b1");
        let expected = Reach {
            shots: set("a1 c1 b2"),
            hops: set("d3 e4 f5 g6 h7 i8"),
            hop_shots: set("d2 c3 d4 e3 e5 f4 f6 g5 g7 h6 h8 i7 i9"),
            ..Reach::default()
        };
        assert_eq!(vampire, expected);
        let bowman = reach_of("treeleaders", "D", "a2");
        assert_eq!(bowman.moves, set("b4 c3 c1"));
        assert_eq!(bowman.move_shots, set("c6 e4"));
        assert!(bowman.shots.is_empty());
        let cannon = reach_of("treeleaders", "C", "a1");
        assert_eq!(cannon.hop_captures, cannon.moves.and_not(set("a2 b1")));
        assert_eq!(cannon.moves.len(), 17);
        assert!(cannon.captures.is_empty() && cannon.hops.is_empty());
    }

    #[test]
    fn captures_en_passant_are_those_that_can_come_about() {
        for (variant, id, from, squares) in [
            ("chess", "P", "e5", "d6 f6"),
            ("chess", "P", "e4", ""),
            ("chess", "P", "a5", "b6"),
            // After a double or triple step of a neighbour, or past the square where it started from.
            ("feudal", "P", "c6", "b7 d7"),
            ("feudal", "P", "c7", "b8 d8"),
            ("feudal", "P", "c5", "b6 d6"),
            // Straight steps pass d7 and f7; a diagonal one to g6 or c6 passes the same squares.
            ("treeleaders", "S", "e6", "d7 f7"),
            // The Berolina Pawn takes straight forward what a Pawn or another Berolina Pawn has passed over.
            ("short-sliders", "Y", "f11", "f12"),
            ("short-sliders", "P", "f11", "e12 g12"),
        ] {
            let found = reach_of(variant, id, from).en_passant;
            assert_eq!(found, set(squares), "{variant} {id} {from}: {found:?}");
        }
    }

    #[test]
    fn a_royal_piece_and_a_game_with_bare_kings_are_no_trouble() {
        let king = reach_of("short-sliders", "K", "a16");
        assert_eq!(
            (king.moves, king.captures),
            (set("a15 b15 b16"), set("a15 b15 b16"))
        );
    }
}
