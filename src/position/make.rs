//! Making moves and taking them back.

use super::{Board, EnPassant, Move, Position, State};
use crate::board::{Bitboard, Colour, Square};
use crate::movegen;
use crate::variant::{Piece, Rules};

impl Position {
    /// Makes a legal move.
    pub fn make(&mut self, mv: Move) {
        let (from, to, us) = (mv.from(), mv.to(), self.side);
        let Some(piece) = self.board.piece_at(from) else {
            debug_assert!(false, "no piece on {from}");
            return;
        };
        let before = self.save();
        let rules = &*self.rules;
        let kind = rules.piece(piece.kind());
        let mut state = State {
            mv: Some(mv),
            moved: Some(piece),
            captured: None,
            en_passant: None,
            ..before
        };

        let mut gone = Bitboard::of(from).with(to);
        if let Some(partner) = mv.partner() {
            castle(&mut self.board, rules, mv, us);
            gone.insert(partner);
        } else {
            if let Some(victim) = mv.victim() {
                state.captured = self.board.piece_at(victim);
                if let Some(captured) = state.captured {
                    self.board.take(rules, captured, victim);
                }
                gone.insert(victim);
            }
            let result = mv.promotion().map_or(piece, |kind| Piece::new(us, kind));
            if from != to || result != piece {
                self.board.take(rules, piece, from);
                self.board.put(rules, result, to);
            }
        }

        state.rights &= !gone
            .iter()
            .fold(0, |lost, square| lost | rules.rights_lost[square.index()]);
        state.touched = state.touched.and_not(gone);
        if mv.promotion().is_none() && kind.tracked[us].has(to) {
            state.touched.insert(to);
        }
        let irreversible = state.captured.is_some() || kind.definition.pawn || mv.promotion().is_some();
        state.halfmoves = if irreversible {
            0
        } else {
            state.halfmoves.saturating_add(1)
        };
        state.reversible = if irreversible {
            0
        } else {
            state.reversible.saturating_add(1)
        };
        if kind.definition.pawn
            && rules.movement(piece).en_passant_steps[from.index()].has(to)
            && !mv.is_capture()
        {
            let chance = EnPassant {
                passed: rules.geometry.between(from, to),
                victim: to,
            };
            state.en_passant = Some(chance).filter(|chance| usable(rules, &self.board, !us, *chance));
        }
        self.finish(before, state);
    }

    /// Passes the turn. Only when not in check.
    pub fn make_null(&mut self) {
        let before = self.save();
        let state = State {
            mv: None,
            moved: None,
            captured: None,
            en_passant: None,
            halfmoves: before.halfmoves.saturating_add(1),
            reversible: 0,
            ..before
        };
        self.finish(before, state);
    }

    /// Puts the state before a move on the stack.
    #[inline]
    fn save(&mut self) -> State {
        self.state.sums = self.board.sums;
        self.stack.push(self.state);
        self.state
    }

    /// Passes the turn, and brings the hash, the check flag and the move number up to date.
    #[inline]
    fn finish(&mut self, before: State, state: State) {
        let rules = &*self.rules;
        self.board.sums.hash ^=
            state_key(rules, &before) ^ state_key(rules, &state) ^ rules.zobrist.black_to_move;
        self.state = state;
        self.fullmove += u32::from(self.side == Colour::Black);
        self.side = !self.side;
        self.state.in_check = movegen::royal_attacked(rules, &self.board, self.side);
        #[cfg(debug_assertions)]
        self.check_incremental_state();
    }

    /// Takes the last move back. Without a move to take back it does nothing.
    pub fn unmake(&mut self) {
        let Some(before) = self.stack.pop() else {
            debug_assert!(false, "no move to take back");
            return;
        };
        let rules = &*self.rules;
        self.side = !self.side;
        self.fullmove -= u32::from(self.side == Colour::Black);
        if let (Some(mv), Some(piece)) = (self.state.mv, self.state.moved) {
            if mv.partner().is_some() {
                uncastle(&mut self.board, rules, mv, self.side);
            } else {
                if let Some(result) = self.board.piece_at(mv.to()) {
                    self.board.lift(rules, result, mv.to());
                    self.board.place(rules, piece, mv.from());
                }
                if let (Some(victim), Some(captured)) = (mv.victim(), self.state.captured) {
                    self.board.place(rules, captured, victim);
                }
            }
        }
        self.board.sums = before.sums;
        self.state = before;
    }

    /// Takes a null move back.
    pub fn unmake_null(&mut self) {
        self.unmake();
    }

    /// Recomputes all that make keeps up to date, and compares.
    #[cfg(debug_assertions)]
    fn check_incremental_state(&self) {
        let rules = &*self.rules;
        let mut fresh = Board::empty();
        for square in rules.geometry.playable() {
            if let Some(piece) = self.board.piece_at(square) {
                fresh.put(rules, piece, square);
            }
        }
        fresh.sums.hash ^= state_key(rules, &self.state);
        if self.side == Colour::Black {
            fresh.sums.hash ^= rules.zobrist.black_to_move;
        }
        assert_eq!(fresh, self.board, "incremental state after {:?}", self.state.mv);
    }
}

/// The part of the hash that is not about pieces or the side to move.
#[inline]
pub(super) fn state_key(rules: &Rules, state: &State) -> u64 {
    let mut key = rules.zobrist.rights(state.rights);
    if let Some(chance) = state.en_passant {
        chance
            .passed
            .each(|square| key ^= rules.zobrist.en_passant(square));
    }
    state.touched.each(|square| key ^= rules.zobrist.moved(square));
    key
}

/// Whether some pawn-type piece of a side could pseudo-legally make the capture en passant.
pub(super) fn usable(rules: &Rules, board: &Board, us: Colour, chance: EnPassant) -> bool {
    let targets = chance.passed.and_not(board.occupied());
    rules.pawns.iter().any(|&kind| {
        let captures = &rules.piece(kind).movement[us].en_passant_captures;
        (board.kind(kind) & board.of(us))
            .iter()
            .any(|from| captures[from.index()].meets(targets))
    })
}

/// The two pieces of a castling with the squares they leave and reach, the royal piece first.
fn castling_pieces(
    board: &Board,
    rules: &Rules,
    mv: Move,
    us: Colour,
    made: bool,
) -> Option<[(Piece, Square, Square); 2]> {
    let rule = rules.castling[us].iter().find(|rule| {
        (rule.king_from, rule.king_to, Some(rule.partner_from)) == (mv.from(), mv.to(), mv.partner())
    })?;
    let at = |from, to| {
        board
            .piece_at(if made { to } else { from })
            .map(|piece| (piece, from, to))
    };
    Some([
        at(rule.king_from, rule.king_to)?,
        at(rule.partner_from, rule.partner_to)?,
    ])
}

fn castle(board: &mut Board, rules: &Rules, mv: Move, us: Colour) {
    if let Some([king, partner]) = castling_pieces(board, rules, mv, us, false) {
        board.take(rules, king.0, king.1);
        board.take(rules, partner.0, partner.1);
        board.put(rules, king.0, king.2);
        board.put(rules, partner.0, partner.2);
    }
}

fn uncastle(board: &mut Board, rules: &Rules, mv: Move, us: Colour) {
    if let Some([king, partner]) = castling_pieces(board, rules, mv, us, true) {
        board.lift(rules, king.0, king.2);
        board.lift(rules, partner.0, partner.2);
        board.place(rules, king.0, king.1);
        board.place(rules, partner.0, partner.1);
    }
}
