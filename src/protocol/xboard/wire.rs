//! Moves and positions as XBoard writes them: ranks may count from 0, and what a plain pair of squares can't say is
//! said in two legs. Nothing outside this protocol knows of that.

use crate::board::Square;
use crate::movegen::legal_moves;
use crate::position::{FenError, Move, Position};
use crate::variant::Rules;
use std::sync::Arc;

/// How XBoard writes the moves of a variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Wire {
    /// Number of the first rank. XBoard counts from 0 on boards of ten ranks; for sixteen it has to be started with
    /// `-rankOffset 1`, which does the same, as it can't write a move from the sixteenth rank otherwise.
    first_rank: u8,
    /// Whether castling and captures away from the target square are written in two legs; no for games whose rules
    /// XBoard knows itself.
    legs: bool,
}

impl Wire {
    /// The writing of a variant that XBoard knows itself, or that it plays by what the engine tells it.
    pub(crate) fn new(rules: &Rules, native: bool) -> Wire {
        Wire {
            first_rank: u8::from(!matches!(rules.geometry.ranks(), 10 | 16)),
            legs: !native,
        }
    }

    /// Writes a square.
    fn square(self, square: Square) -> String {
        let file = char::from(b'a' + square.file());
        format!("{file}{}", square.rank() + self.first_rank)
    }

    /// Writes going from one square to another.
    fn leg(self, from: Square, to: Square) -> String {
        self.square(from) + &self.square(to)
    }

    /// Reads a square.
    pub(super) fn parse_square(self, text: &str) -> Option<Square> {
        let (&file, digits) = text.as_bytes().split_first()?;
        let rank = std::str::from_utf8(digits).ok()?.parse::<u8>().ok()?;
        let rank = rank.checked_sub(self.first_rank).filter(|&rank| rank < 16)?;
        (b'a'..=b'p')
            .contains(&file)
            .then(|| Square::new(file - b'a', rank))
    }

    /// Writes a legal move.
    pub(crate) fn text(self, rules: &Rules, mv: Move) -> String {
        let (from, to) = (mv.from(), mv.to());
        let mut text = match (mv.partner(), mv.victim()) {
            (Some(partner), _) if self.legs => self.castling_legs(rules, mv, partner),
            (_, Some(victim)) if self.legs && victim != to => {
                format!("{},{}", self.leg(from, victim), self.leg(victim, to))
            }
            _ => self.leg(from, to),
        };
        if let Some(kind) = mv.promotion() {
            text.push_str(&rules.id(kind).to_lowercase());
        }
        text
    }

    /// The king's leg and the partner's. The king's comes first unless that would be an ordinary move of its own.
    fn castling_legs(self, rules: &Rules, mv: Move, partner: Square) -> String {
        let king = self.leg(mv.from(), mv.to());
        let ways = &rules.castling.0;
        let way = ways
            .iter()
            .flatten()
            .find(|way| way.king_from == mv.from() && way.king_to == mv.to() && way.partner_from == partner);
        match way {
            Some(way) => {
                let partner = self.leg(partner, way.partner_to);
                if rules.castling_by_partner {
                    format!("{partner},{king}")
                } else {
                    format!("{king},{partner}")
                }
            }
            None => king,
        }
    }

    /// Other ways that XBoard or its user may write a move.
    fn other_texts(self, mv: Move) -> Vec<String> {
        let (from, to) = (mv.from(), mv.to());
        match mv.partner() {
            Some(partner) => vec![self.leg(from, partner), self.leg(from, to)],
            None if mv.victim().is_some_and(|victim| victim != to) && from != to => vec![self.leg(from, to)],
            None => Vec::new(),
        }
    }

    /// Reads a move; it must be legal. Some programs write castling as in books, `O-O` or `O-O-O`.
    ///
    /// # Errors
    /// Why it is none.
    pub(crate) fn parse(self, position: &Position, text: &str) -> Result<Move, String> {
        // A move read back from a game file may end in a semicolon; promotions may have an equals sign.
        let text = text.trim_end_matches(';').replace('=', "").to_lowercase();
        let moves = legal_moves(position);
        let exact = moves.iter().find(|&&mv| self.text(position.rules(), mv) == text);
        let other = || moves.iter().find(|&&mv| self.other_texts(mv).contains(&text));
        let castling = || moves.iter().find(|&&mv| castling_text(mv) == Some(text.as_str()));
        match exact.or_else(other).or_else(castling) {
            Some(&mv) => Ok(mv),
            None => Err(format!("not legal for {}", position.side().name())),
        }
    }
}

/// Castling as in books, in lower case: short towards the last file.
fn castling_text(mv: Move) -> Option<&'static str> {
    let partner = mv.partner()?;
    Some(if partner.file() > mv.from().file() {
        "o-o"
    } else {
        "o-o-o"
    })
}

/// Reads a FEN from XBoard. It doesn't know every game's castling and en-passant rules, so that those fields may be
/// missing, empty or meaningless: where they can't be read the position is taken without. The pieces of the start
/// position are the start position.
///
/// # Errors
/// What is wrong with the placement or the side to move.
pub(super) fn read_fen(rules: &Arc<Rules>, fen: &str) -> Result<Position, FenError> {
    let fields: Vec<&str> = fen.split_whitespace().collect();
    let mut start = rules.start.split_whitespace();
    if fields.iter().take(2).copied().eq(start.by_ref().take(2)) {
        return Ok(Position::start(rules));
    }
    Position::from_fen(rules, fen).or_else(|error| match fields[..] {
        [placement, side, ..] => Position::from_fen(rules, &format!("{placement} {side} - - 0 1")),
        _ => Err(error),
    })
}
