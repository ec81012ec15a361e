//! The result of a finished game, as in PGN and in words.

use crate::board::Colour;
use crate::position::{Position, Reason, Status};
use crate::variant::Outcome;
use std::fmt;

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The side that won; none in a draw.
    pub winner: Option<Colour>,
    /// Why, in words, such as "White mates".
    pub reason: String,
}

impl Verdict {
    /// The verdict on a position; none while the game goes on.
    #[must_use]
    pub fn of(position: &Position) -> Option<Verdict> {
        let Status::Over(outcome, reason) = position.status() else {
            return None;
        };
        let side = position.side();
        Some(Verdict {
            winner: match outcome {
                Outcome::Win => Some(side),
                Outcome::Draw => None,
                Outcome::Loss => Some(!side),
            },
            reason: describe(position, reason),
        })
    }

    /// The result as PGN writes it: `1-0`, `0-1` or `1/2-1/2`.
    #[must_use]
    pub const fn score(&self) -> &'static str {
        match self.winner {
            Some(Colour::White) => "1-0",
            Some(Colour::Black) => "0-1",
            None => "1/2-1/2",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.score(), self.reason)
    }
}

fn describe(position: &Position, reason: Reason) -> String {
    let (rules, side) = (position.rules(), position.side());
    match reason {
        Reason::Checkmate => format!("{} mates", (!side).name()),
        Reason::Stalemate => format!("{} is stalemated", side.name()),
        Reason::Repetition => format!("the position occurred {} times", rules.repetition),
        Reason::MoveRule => format!(
            "{} moves without a capture, a pawn move or a promotion",
            rules.move_rule_plies / 2
        ),
        Reason::RoyalsAlone => "only the royal pieces are left".to_string(),
        Reason::BareRoyal => "a side has nothing but its royal piece".to_string(),
    }
}
