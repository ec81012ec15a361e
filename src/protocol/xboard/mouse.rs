//! Moves made with the mouse: what XBoard tells of them, and the marks that it gets.

use super::{XBoard, marks};
use crate::board::Square;
use crate::position::Move;
use crate::variant::Piece;

impl XBoard {
    /// A piece is lifted, or put down on its way and lifted again for a second leg.
    pub(super) fn lift(&mut self, text: &str) {
        let Some(square) = self.wire.parse_square(text) else {
            return;
        };
        let position = &self.engine.position;
        let second = self
            .lifted
            .filter(|_| self.wire.is_described())
            .and_then(|from| marks::second_leg(position, from, square));
        let marks = if let Some(marks) = second {
            marks
        } else {
            let marks = marks::first_leg(position, square, self.wire.is_described(), |mv| self.becomes(mv));
            self.lifted = Some(square);
            marks
        };
        self.output.line(format_args!("highlight {marks}"));
    }

    /// A piece is put down: what it becomes there is told, or offered if the user has a choice.
    pub(super) fn put(&mut self, text: &str) {
        let (Some(from), Some(to)) = (self.lifted, self.wire.parse_square(text)) else {
            return;
        };
        let moves = marks::changes_at(&self.engine.position, from, to);
        let outcomes: Vec<_> = moves.iter().map(|&mv| self.becomes(mv)).collect();
        let Some(first) = outcomes.iter().flatten().next() else {
            return;
        };
        let choice = if outcomes.iter().all(|outcome| outcome.as_ref() == Some(first)) {
            first.clone()
        } else {
            let named = |&mv| self.wire.suffix(&self.engine.position, mv).named;
            // To stay what it is comes last.
            let stays = outcomes.iter().any(Option::is_none);
            let own = self.engine.position.piece_at(from).filter(|_| stays);
            self.wire
                .offer(moves.iter().filter_map(named).chain(own.map(Piece::kind)))
        };
        if !choice.is_empty() {
            self.output.line(format_args!("choice {choice}"));
        }
    }

    /// How XBoard is told what a piece becomes with a move: by a letter, or by a plus sign.
    fn becomes(&self, mv: Move) -> Option<String> {
        let suffix = self.wire.suffix(&self.engine.position, mv).text;
        let text = suffix.trim_start_matches('=').to_ascii_uppercase();
        (!text.is_empty()).then_some(text)
    }

    /// Makes a move, of whoever it is.
    pub(super) fn make(&mut self, mv: Move) {
        let position = &self.engine.position;
        let shown = self.told || self.wire.is_exact(position, mv);
        self.engine.position.make(mv);
        self.position_changed();
        if !shown {
            self.told = true;
            self.tell_of(mv.to());
        }
    }

    /// Tells the user once a game that XBoard shows a piece for what it was.
    fn tell_of(&mut self, square: Square) {
        let position = &self.engine.position;
        if let Some(piece) = position.piece_at(square) {
            let name = &position.rules().piece(piece.kind()).definition.name;
            let square = self.wire.square(square);
            self.output.line(format_args!(
                "telluser XBoard has no letter left for the {name} that now stands on {square}, and shows another piece \
                 there. The engine plays on with the right one. This can happen again in this game."
            ));
        }
    }

    /// Forgets what belongs to the position that was on the board.
    pub(super) fn position_changed(&mut self) {
        self.lifted = None;
        self.excluded.clear();
        self.editor = None;
    }
}
