//! Making moves and taking them back.

use super::{Board, EnPassant, Move, Position, State, Touched};
use crate::board::{Bitboard, Colour};
use crate::movegen;
use crate::variant::{CastlingRule, Piece, PieceType, Rules, Supply};

impl Position {
    /// Makes a legal move.
    pub fn make(&mut self, mv: Move) {
        let (from, to, us) = (mv.from(), mv.to(), self.side);
        let Some(piece) = self.board.piece_at(from) else {
            debug_assert!(false, "no piece on {from}");
            return;
        };
        let (result, count) = self.result(piece, mv);
        let used = self.used_up(piece, mv);
        let before = self.save();
        let rules = &*self.rules;
        let mut state = State {
            mv: Some(mv),
            moved: Some(piece),
            captured: None,
            used,
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
            if from != to || result != piece {
                self.board.take(rules, piece, from);
                self.board.put(rules, result, to);
            }
        }

        if rules.has_extras {
            self.make_extras(mv, count, &mut state);
        }
        let rules = &*self.rules;
        let kind = rules.piece(piece.kind());
        state.rights &= !gone
            .iter()
            .fold(0, |lost, square| lost | rules.rights_lost[square.index()]);
        if rules.has_tracked {
            let mut touched = state.touched.get().and_not(gone);
            if result == piece && kind.tracked[us].has(to) {
                touched.insert(to);
            }
            state.touched = Touched::new(touched);
        }
        let irreversible = state.captured.is_some() || kind.definition.pawn || result != piece;
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
                origin: from,
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
            used: None,
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
        self.state.in_check = match self.state.mv {
            Some(mv) => {
                let irreversible = self.state.reversible == 0;
                movegen::royal_attacked_by(rules, &self.board, self.side, mv, irreversible)
            }
            None => movegen::royal_attacked(rules, &self.board, self.side),
        };
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
        if self.rules.has_extras {
            self.unmake_extras();
        }
        self.board.sums = before.sums;
        self.state = before;
    }

    /// The held type that a promotion uses up.
    fn used_up(&self, piece: Piece, mv: Move) -> Option<PieceType> {
        let kind = mv.promotion().filter(|_| self.rules.holdings)?;
        let rule = self.promotion_rule(self.rules.piece(piece.kind()), mv)?;
        if rule.supply == Supply::Held {
            self.source(kind)
        } else {
            None
        }
    }

    /// Brings holdings and capture counts up to date.
    fn make_extras(&mut self, mv: Move, count: u8, state: &mut State) {
        let us = self.side;
        let mut key = 0;
        if self.rules.holdings {
            if let Some(kind) = state
                .captured
                .map(Piece::kind)
                .filter(|kind| !self.rules.pawns.contains(kind))
            {
                key ^= self
                    .extras
                    .set_held(!us, kind, self.extras.held(!us, kind).saturating_add(1));
            }
            if let Some(kind) = state.used {
                key ^= self
                    .extras
                    .set_held(us, kind, self.extras.held(us, kind).saturating_sub(1));
            }
        }
        if let Some(rule) = castling_rule(&self.rules, mv, us) {
            key ^= self.extras.move_count(rule.partner_from, rule.partner_to);
        } else {
            let victim = mv.victim().unwrap_or(mv.from());
            state.counts = [self.extras.count(mv.from()), self.extras.count(victim)];
            key ^= self.extras.set_count(mv.from(), 0);
            key ^= self.extras.set_count(victim, 0);
            key ^= self.extras.set_count(mv.to(), count);
        }
        self.board.sums.hash ^= key;
    }

    /// Takes back what [`Position::make_extras`] did. The side to move is the one whose move is taken back.
    fn unmake_extras(&mut self) {
        let (us, state) = (self.side, &self.state);
        let Some(mv) = state.mv else { return };
        if self.rules.holdings {
            if let Some(kind) = state.used {
                self.extras.set_held(us, kind, self.extras.held(us, kind) + 1);
            }
            if let Some(kind) = state
                .captured
                .map(Piece::kind)
                .filter(|kind| !self.rules.pawns.contains(kind))
            {
                self.extras
                    .set_held(!us, kind, self.extras.held(!us, kind).saturating_sub(1));
            }
        }
        if let Some(rule) = castling_rule(&self.rules, mv, us) {
            self.extras.move_count(rule.partner_to, rule.partner_from);
        } else {
            self.extras.set_count(mv.to(), 0);
            if let Some(victim) = mv.victim() {
                self.extras.set_count(victim, state.counts[1]);
            }
            self.extras.set_count(mv.from(), state.counts[0]);
        }
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
        fresh.sums.hash ^= state_key(rules, &self.state) ^ self.extras.key();
        if self.side == Colour::Black {
            fresh.sums.hash ^= rules.zobrist.black_to_move;
        }
        assert_eq!(fresh, self.board, "incremental state after {:?}", self.state.mv);
        assert_eq!(
            movegen::royal_attacked(rules, &self.board, self.side),
            self.state.in_check,
            "check after {:?}",
            self.state.mv
        );
    }
}

/// The part of the hash that is not about pieces or the side to move.
#[inline]
pub(super) fn state_key(rules: &Rules, state: &State) -> u64 {
    let mut key = rules.zobrist.rights(state.rights);
    if let Some(chance) = state.en_passant {
        chance
            .passed(&rules.geometry)
            .each(|square| key ^= rules.zobrist.en_passant(square));
    }
    if rules.has_tracked {
        state
            .touched
            .get()
            .each(|square| key ^= rules.zobrist.moved(square));
    }
    key
}

/// Whether some pawn-type piece of a side could pseudo-legally make the capture en passant.
pub(super) fn usable(rules: &Rules, board: &Board, us: Colour, chance: EnPassant) -> bool {
    let targets = chance.passed(&rules.geometry).and_not(board.occupied());
    rules.pawns.iter().any(|&kind| {
        let captures = &rules.piece(kind).movement[us].en_passant_captures;
        (board.kind(kind) & board.of(us))
            .iter()
            .any(|from| captures[from.index()].meets(targets))
    })
}

/// The way to castle that a move is.
pub(super) fn castling_rule(rules: &Rules, mv: Move, us: Colour) -> Option<&CastlingRule> {
    rules.castling[us].iter().find(|rule| {
        (rule.king_from, rule.king_to, Some(rule.partner_from)) == (mv.from(), mv.to(), mv.partner())
    })
}

fn castle(board: &mut Board, rules: &Rules, mv: Move, us: Colour) {
    let Some(rule) = castling_rule(rules, mv, us) else {
        return;
    };
    if let (Some(king), Some(partner)) = (board.piece_at(rule.king_from), board.piece_at(rule.partner_from)) {
        board.take(rules, king, rule.king_from);
        board.take(rules, partner, rule.partner_from);
        board.put(rules, king, rule.king_to);
        board.put(rules, partner, rule.partner_to);
    }
}

fn uncastle(board: &mut Board, rules: &Rules, mv: Move, us: Colour) {
    let Some(rule) = castling_rule(rules, mv, us) else {
        return;
    };
    if let (Some(king), Some(partner)) = (board.piece_at(rule.king_to), board.piece_at(rule.partner_to)) {
        board.lift(rules, king, rule.king_to);
        board.lift(rules, partner, rule.partner_to);
        board.place(rules, king, rule.king_from);
        board.place(rules, partner, rule.partner_from);
    }
}
