//! Where a piece can go from a square: found by trial, with an enemy or a screen on each square in turn, so that every
//! rule of a variant shows without being known here.

use crate::board::{Bitboard, Colour, Geometry, Square};
use crate::movegen::legal_moves;
use crate::position::{Move, Position, SplitMix, write_placement};
use crate::variant::{Piece, PieceType, Rules};
use std::sync::Arc;

/// Where a piece can go from a square, on an otherwise empty board but for what a move is about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reach {
    /// It can go to these squares if they are empty.
    pub moves: Bitboard,
    /// It can capture an enemy there and takes its place.
    pub captures: Bitboard,
    /// It can capture an enemy there without going there.
    pub shots: Bitboard,
    /// It can go to these squares over a piece in between, but not without.
    pub hops: Bitboard,
    /// It can capture an enemy there over a piece in between, but not without.
    pub hop_captures: Bitboard,
}

/// Trials of each question, with different places of the pieces that have to be on the board as well. These are in the
/// way of some moves, and make others possible; so the majority decides.
const TRIALS: usize = 9;

/// Finds where a piece can go from a square.
///
/// # Errors
/// The board is too small to set up positions.
pub fn reach(rules: &Arc<Rules>, piece: Piece, from: Square) -> Result<Reach, String> {
    let laboratory = Laboratory::new(rules, piece, from)?;
    let mut reach = Reach {
        moves: laboratory.ask(&[], |mv| mv.victim().is_none().then_some(mv.to())),
        ..Reach::default()
    };
    let Some(other) = laboratory.other else {
        return Ok(reach);
    };
    let (own, enemy) = (
        Piece::new(piece.colour(), other),
        Piece::new(!piece.colour(), other),
    );
    for target in rules.geometry.playable().without(from) {
        let victim = (target, enemy);
        let hit = |mv: Move| {
            mv.victim()
                .filter(|&square| square == target && mv.to() == target)
        };
        let shot = |mv: Move| {
            mv.victim()
                .filter(|&square| square == target && mv.to() != target)
        };
        reach.captures |= laboratory.ask(&[victim], hit);
        reach.shots |= laboratory.ask(&[victim], shot);
        for screen in in_between(&rules.geometry, from, target) {
            let screen = (screen, own);
            let quiet = |mv: Move| (mv.victim().is_none() && mv.to() == target).then_some(target);
            reach.hops |= laboratory.ask(&[screen], quiet);
            reach.hop_captures |= laboratory.ask(&[screen, victim], hit);
        }
    }
    reach.hops = reach.hops.and_not(reach.moves);
    reach.hop_captures = reach.hop_captures.and_not(reach.captures);
    Ok(reach)
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

/// Sets up positions with a piece on a square.
struct Laboratory<'a> {
    rules: &'a Arc<Rules>,
    piece: Piece,
    from: Square,
    /// A type for the other pieces in a trial: pawn-type if there is one, as that does little.
    other: Option<PieceType>,
    /// What else stands on the board in each trial, and where.
    company: Vec<Vec<(Square, Piece)>>,
}

impl<'a> Laboratory<'a> {
    fn new(rules: &'a Arc<Rules>, piece: Piece, from: Square) -> Result<Laboratory<'a>, String> {
        let mut others: Vec<_> = rules.kinds().filter(|&kind| kind != rules.royal).collect();
        others.sort_by_key(|&kind| !rules.piece(kind).definition.pawn);
        let mut laboratory = Laboratory {
            rules,
            piece,
            from,
            other: others.first().copied(),
            company: Vec::new(),
        };
        let squares: Vec<_> = rules.geometry.playable().without(from).iter().collect();
        let mut random = SplitMix(0);
        let mut draw = || squares[(random.draw() % squares.len().max(1) as u64) as usize];
        for _ in 0..TRIALS * 100 {
            if squares.len() < 2 || laboratory.company.len() == TRIALS {
                break;
            }
            let company: Vec<_> = laboratory.company_kinds().map(|piece| (draw(), piece)).collect();
            if laboratory.set_up(&company, &[]).is_some() {
                laboratory.company.push(company);
            }
        }
        if laboratory.company.len() < TRIALS {
            return Err(format!(
                "there is no room on the board to try the moves from {from}"
            ));
        }
        Ok(laboratory)
    }

    /// What must be on the board: the royal pieces, and another piece of each side, as a bare royal piece can mean that
    /// the game is over.
    fn company_kinds(&self) -> impl Iterator<Item = Piece> {
        let kinds = [Some(self.rules.royal), self.other].into_iter().flatten();
        let pieces = kinds.flat_map(|kind| Colour::BOTH.map(|colour| Piece::new(colour, kind)));
        let (piece, royal) = (self.piece, Piece::new(self.piece.colour(), self.rules.royal));
        pieces.filter(move |&other| other != royal || piece != royal)
    }

    /// The squares that most trials name for some move of the piece.
    fn ask(&self, others: &[(Square, Piece)], name: impl Fn(Move) -> Option<Square>) -> Bitboard {
        let mut counts = [0_usize; 256];
        let mut trials = 0;
        for position in self
            .company
            .iter()
            .filter_map(|company| self.set_up(company, others))
        {
            trials += 1;
            let moves = legal_moves(&position);
            let named: Bitboard = moves
                .iter()
                .filter(|mv| mv.from() == self.from && mv.partner().is_none())
                .filter_map(|&mv| name(mv))
                .collect();
            named.each(|square| counts[square.index()] += 1);
        }
        let majority = |square: &Square| counts[square.index()] * 2 > trials;
        self.rules.geometry.playable().iter().filter(majority).collect()
    }

    /// A position with the piece to move and not in check; none if the pieces get into each other's way.
    fn set_up(&self, company: &[(Square, Piece)], others: &[(Square, Piece)]) -> Option<Position> {
        let mut squares = [None; 256];
        for &(square, piece) in company.iter().chain(others).chain([&(self.from, self.piece)]) {
            if squares[square.index()].replace(piece).is_some() {
                return None;
            }
        }
        let side = if self.piece.colour() == Colour::White {
            "w"
        } else {
            "b"
        };
        let placement = write_placement(self.rules, |square| squares[square.index()]);
        let fen = format!("{placement} {side} - - 0 1");
        let position = Position::from_fen(self.rules, &fen).ok()?;
        (!position.in_check()).then_some(position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
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
            ..Reach::default()
        };
        assert_eq!(vampire, expected);
        let cannon = reach_of("treeleaders", "C", "a1");
        assert_eq!(cannon.hop_captures, cannon.moves.and_not(set("a2 b1")));
        assert_eq!(cannon.moves.len(), 17);
        assert!(cannon.captures.is_empty() && cannon.hops.is_empty());
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
