//! The state of a game: checkmate, stalemate, draws.
//!
//! Source: `FIDE Laws of Chess`, articles 5 and 9, with each variant's own values.

use super::{Move, Position};
use crate::board::Colour;
use crate::movegen;
use crate::variant::Outcome;
use std::fmt;

/// The state of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It goes on; the side to move is not attacked.
    Ongoing,
    /// It goes on; the side to move is in check.
    Check,
    /// It is over: the result from the side to move's point of view, and why.
    Over(Outcome, Reason),
}

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The side to move is checkmated.
    Checkmate,
    /// The side to move has no legal move and is not attacked.
    Stalemate,
    /// The position occurred as often as the variant allows.
    Repetition,
    /// Too many moves without a capture, pawn move or promotion.
    MoveRule,
    /// Nothing but the two royal pieces is left.
    RoyalsAlone,
    /// A side has nothing but its royal piece, where that decides the game.
    BareRoyal,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Reason::Checkmate => "checkmate",
            Reason::Stalemate => "stalemate",
            Reason::Repetition => "draw by repetition",
            Reason::MoveRule => "draw by the move rule",
            Reason::BareRoyal => "bare king",
            Reason::RoyalsAlone => "draw: only the royal pieces are left",
        })
    }
}

impl Position {
    /// How often the current position occurred before in this game.
    #[must_use]
    pub fn earlier_occurrences(&self) -> usize {
        self.earlier_plies().count()
    }

    /// How many plies ago the current position occurred, the latest time first.
    fn earlier_plies(&self) -> impl Iterator<Item = usize> + '_ {
        let hash = self.hash();
        let reach = (self.state.reversible as usize).min(self.stack.len());
        (4..=reach)
            .step_by(2)
            .filter(move |&ago| self.stack[self.stack.len() - ago].sums.hash == hash)
    }

    /// For the search: whether the position is a draw by the move rule, by bare royals, by as many occurrences as
    /// the variant allows, or because it occurred within the last `ply` plies, inside the search tree.
    #[must_use]
    pub fn is_draw_in_search(&self, ply: usize) -> bool {
        if self.royals_alone() {
            return true;
        }
        if self.rules.repetition != 0 && self.state.reversible >= 4 {
            let mut occurrences = 1;
            for ago in self.earlier_plies() {
                occurrences += 1;
                if ago < ply || occurrences >= self.rules.repetition {
                    return true;
                }
            }
        }
        self.move_rule_is_up() && (!self.in_check() || movegen::has_legal_move(self))
    }

    /// For the search: whether the side to move can bring about a position that occurred within the last `ply` plies, by
    /// moving back the piece that it moved last.
    #[must_use]
    pub fn can_repeat(&self, ply: usize) -> bool {
        let made = self.stack.len();
        let reach = (self.state.reversible as usize)
            .min(made)
            .min(ply.saturating_sub(1));
        if reach < 3 || self.rules.repetition == 0 {
            return false;
        }
        // The state before the last move is the one after the move two plies ago.
        let moved = |plies: usize| self.stack[made + 1 - plies].mv;
        let Some(last) = moved(2).filter(|mv| mv.partner().is_none()) else {
            return false;
        };
        let (now, mut before) = (last.to(), last.from());
        let Some(piece) = self.piece_at(now) else {
            return false;
        };
        let keys = &self.rules.zobrist;
        let hash = self.hash() ^ keys.black_to_move ^ keys.piece(piece, now);
        for ago in (3..=reach).step_by(2) {
            if let Some(earlier) = moved(ago - 1).filter(|mv| mv.to() == before) {
                before = earlier.from();
            }
            if self.stack[made - ago].sums.hash == hash ^ keys.piece(piece, before) {
                return now != before && movegen::is_legal(self, Move::quiet(now, before));
            }
        }
        false
    }

    /// The state of the game. Checkmate and stalemate come before any draw.
    #[must_use]
    pub fn status(&self) -> Status {
        if let Some(outcome) = self.bare_outcome() {
            return Status::Over(outcome, Reason::BareRoyal);
        }
        if !movegen::has_legal_move(self) {
            return if self.in_check() {
                Status::Over(self.rules.checkmate, Reason::Checkmate)
            } else {
                Status::Over(self.rules.stalemate, Reason::Stalemate)
            };
        }
        let draw = if self.royals_alone() {
            Some(Reason::RoyalsAlone)
        } else if self.rules.repetition != 0
            && self.earlier_occurrences() + 1 >= self.rules.repetition as usize
        {
            Some(Reason::Repetition)
        } else if self.move_rule_is_up() {
            Some(Reason::MoveRule)
        } else {
            None
        };
        match draw {
            Some(reason) => Status::Over(Outcome::Draw, reason),
            None if self.in_check() => Status::Check,
            None => Status::Ongoing,
        }
    }

    /// The result for the side to move where a side with nothing but its royal piece ends the game.
    #[must_use]
    pub fn bare_outcome(&self) -> Option<Outcome> {
        let outcome = self.rules.bare?;
        let bare = |side: Colour| !self.pieces_of(side).several();
        match (bare(self.side), bare(!self.side)) {
            (true, true) if self.rules.bare_reply => None,
            (true, false) if self.rules.bare_reply && self.can_bare() => None,
            (true, _) => Some(outcome),
            (false, true) => Some(outcome.reversed()),
            (false, false) => None,
        }
    }

    /// Whether the royal piece of the side to move can capture the only other piece that the enemy has.
    fn can_bare(&self) -> bool {
        let (rules, from) = (&self.rules, self.royal(self.side));
        let mut others = self.pieces_of(!self.side).without(self.royal(!self.side)).iter();
        let (Some(last), None) = (others.next(), others.next()) else {
            return false;
        };
        let (Some(royal), Some(victim)) = (self.piece_at(from), self.piece_at(last)) else {
            return false;
        };
        if !movegen::attacks(self, royal, from, self.occupied()).has(last) {
            return false;
        }
        let mut board = self.board().clone();
        board.lift(rules, victim, last);
        board.lift(rules, royal, from);
        board.place(rules, royal, last);
        !movegen::royal_attacked(rules, &board, self.side)
    }

    fn royals_alone(&self) -> bool {
        self.rules.royals_alone_draw && self.occupied().len() == 2
    }

    fn move_rule_is_up(&self) -> bool {
        self.rules.move_rule_plies != 0 && self.state.halfmoves >= self.rules.move_rule_plies
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::parse_move;
    use crate::variant::Library;

    #[test]
    fn a_move_back_repeats_the_position() {
        let rules = Library::built_in().rules("chess").expect("chess is built in");
        // Ways back to a position three plies ago, five plies ago, and to none.
        for (moves, ply, repeats) in [
            ("g1f3 g8f6 f3g1", 4, true),
            ("g1f3 g8f6 f3g1", 3, false),
            ("g1f3 g8f6 f3e5 f6g8 e5g4", 6, false),
            ("g1f3 g8f6 b1c3 f6e4 c3b1 e4f6 f3g1", 8, true),
            ("g1f3 g8f6 b1c3 f6e4 f3g1", 6, false),
            ("e2e4 g8f6 f1e2 f6g8 e2f1 g8f6", 7, true),
        ] {
            let mut position = Position::start(&rules);
            for text in moves.split(' ') {
                position.make(parse_move(&position, text).expect("a legal move"));
            }
            assert_eq!(position.can_repeat(ply), repeats, "{moves}");
        }
    }
}
