//! Trials: positions with a piece on a square, and what its legal moves are there.

use crate::board::{Bitboard, Colour, Square};
use crate::movegen::legal_moves;
use crate::position::{Move, Position, SplitMix, write_placement};
use crate::variant::{Piece, PieceType, Rules};
use std::sync::Arc;

/// Trials of each question, with different places of the pieces that have to be on the board as well. These are in the
/// way of some moves, and make others possible; so the majority decides.
const TRIALS: usize = 9;

/// Sets up positions with a piece on a square.
pub(super) struct Laboratory<'a> {
    rules: &'a Arc<Rules>,
    piece: Piece,
    from: Square,
    /// A type for the other pieces in a trial: pawn-type if there is one, as that does little.
    pub other: Option<PieceType>,
    /// What else stands on the board in each trial, and where.
    company: Vec<Vec<(Square, Piece)>>,
}

impl<'a> Laboratory<'a> {
    pub fn new(rules: &'a Arc<Rules>, piece: Piece, from: Square) -> Result<Laboratory<'a>, String> {
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
            if laboratory.set_up(piece.colour(), &company, &[]).is_some() {
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

    /// The squares that most trials name for some move of the piece, with some other pieces on the board.
    pub fn ask(&self, others: &[(Square, Piece)], name: impl Fn(Move) -> Option<Square>) -> Bitboard {
        let side = self.piece.colour();
        let trials = self.company.iter();
        self.count(
            trials.filter_map(|company| self.set_up(side, company, others)),
            name,
        )
    }

    /// The squares that most trials name for some move of the piece, after an enemy piece went from a square to another.
    pub fn ask_after(
        &self,
        (enemy, start, end): (Piece, Square, Square),
        name: impl Fn(Move) -> Option<Square>,
    ) -> Bitboard {
        let after = |company: &Vec<_>| {
            let mut position = self.set_up(enemy.colour(), company, &[(start, enemy)])?;
            let moves = legal_moves(&position);
            let mut moves = moves.iter();
            let mv = moves.find(|mv| (mv.from(), mv.to(), mv.victim()) == (start, end, None))?;
            position.make(*mv);
            (!position.in_check()).then_some(position)
        };
        self.count(self.company.iter().filter_map(after), name)
    }

    fn count(
        &self,
        positions: impl Iterator<Item = Position>,
        name: impl Fn(Move) -> Option<Square>,
    ) -> Bitboard {
        let mut counts = [0_usize; 256];
        let mut trials = 0;
        for position in positions {
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

    /// A position with a side to move and not in check; none if the pieces get into each other's way.
    fn set_up(
        &self,
        side: Colour,
        company: &[(Square, Piece)],
        others: &[(Square, Piece)],
    ) -> Option<Position> {
        let mut squares = [None; 256];
        for &(square, piece) in company.iter().chain(others).chain([&(self.from, self.piece)]) {
            if squares[square.index()].replace(piece).is_some() {
                return None;
            }
        }
        let side = if side == Colour::White { "w" } else { "b" };
        let placement = write_placement(self.rules, |square| squares[square.index()]);
        let fen = format!("{placement} {side} - - 0 1");
        let position = Position::from_fen(self.rules, &fen).ok()?;
        (!position.in_check()).then_some(position)
    }
}
