//! Start positions of variants whose sides choose their armies.

use super::{FenError, Position, SplitMix};
use crate::board::{Colour, Square};
use crate::variant::{Piece, Rules};
use std::sync::Arc;

impl Rules {
    /// The army with a name, in any letter case.
    #[must_use]
    pub fn find_army(&self, name: &str) -> Option<usize> {
        self.armies
            .iter()
            .position(|army| army.name.eq_ignore_ascii_case(name))
    }

    /// An army drawn by lot; 0 if there is none.
    #[must_use]
    pub fn draw_army(&self, random: &mut SplitMix) -> usize {
        (random.draw() % self.armies.len().max(1) as u64) as usize
    }
}

impl Position {
    /// The start position with an army for White and one for Black, as indices into [`Rules::armies`].
    ///
    /// # Errors
    /// The variant has no such army.
    pub fn start_with_armies(rules: &Arc<Rules>, armies: [usize; 2]) -> Result<Position, FenError> {
        if armies.iter().any(|&army| army >= rules.armies.len()) {
            return Err(FenError(format!("{} has no such army", rules.name)));
        }
        let mut position = Position::start(rules);
        for (colour, army) in Colour::BOTH.into_iter().zip(armies) {
            for (&square, &kind) in rules.army_squares.iter().zip(&rules.armies[army].pieces) {
                let rank = match colour {
                    Colour::White => square.rank(),
                    Colour::Black => rules.geometry.ranks() - 1 - square.rank(),
                };
                let square = Square::new(square.file(), rank);
                if let Some(piece) = position.board.piece_at(square) {
                    position.board.take(rules, piece, square);
                }
                position.board.put(rules, Piece::new(colour, kind), square);
            }
            position.extras.armies[colour] = army as u8;
        }
        // Reading it back works out the rest: the hash, and whether the position is playable.
        Position::from_fen(rules, &position.fen())
    }

    /// The start position, with armies drawn by lot where there are any.
    #[must_use]
    pub fn random_start(rules: &Arc<Rules>, random: &mut SplitMix) -> Position {
        if rules.armies.is_empty() {
            return Position::start(rules);
        }
        let drawn = [rules.draw_army(random), rules.draw_army(random)];
        Position::start_with_armies(rules, drawn).unwrap_or_else(|_| Position::start(rules))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::Library;

    #[test]
    fn every_pair_of_armies_can_be_set_up() {
        let rules = Library::built_in().rules("feudal").expect("feudal is built in");
        for white in 0..rules.armies.len() {
            for black in 0..rules.armies.len() {
                let position = Position::start_with_armies(&rules, [white, black]).expect("playable");
                assert_eq!(
                    (position.army(Colour::White), position.army(Colour::Black)),
                    (white, black)
                );
            }
        }
        let position = Position::start_with_armies(&rules, [12, 18]).expect("playable");
        assert_eq!(
            position.fen(),
            "rgnbxqkcbngr/pppppppppppp/12/12/12/12/12/12/PPPPPPPPPPPP/RGNBOQKCBNGR w KQkq - 0 1 \
             armies=Apocalyptic/Armageddon"
        );
    }

    #[test]
    fn variants_without_armies_have_none() {
        let rules = Library::built_in().rules("chess").expect("chess is built in");
        assert!(Position::start_with_armies(&rules, [0, 0]).is_err());
        let random = Position::random_start(&rules, &mut SplitMix(1));
        assert_eq!(random.fen(), Position::start(&rules).fen());
    }
}
