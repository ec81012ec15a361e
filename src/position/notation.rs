//! Moves as text, as on the command line, in UCI, in files and in tests. Squares have ranks from 1.

use super::{Move, Position};
use crate::movegen;
use std::fmt;

/// The text is not a legal move of the position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveTextError(pub String);

impl fmt::Display for MoveTextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for MoveTextError {}

/// Writes a legal move: from and to, with the id promoted to; a capture away from the target square as two legs
/// (`b2b5,b5b2`); castling as the king's from and to, or as king and partner where the variant says so.
#[must_use]
pub fn move_text(position: &Position, mv: Move) -> String {
    let rules = position.rules();
    let (from, to) = (mv.from(), mv.to());
    let mut text = match (mv.partner(), mv.victim()) {
        (Some(partner), _) if rules.castling_by_partner => format!("{from}{partner}"),
        (_, Some(victim)) if victim != to && !is_plain_en_passant(position, mv) => {
            format!("{from}{victim},{victim}{to}")
        }
        _ => format!("{from}{to}"),
    };
    if let Some(kind) = mv.promotion() {
        text.push_str(&rules.id(kind).to_lowercase());
    }
    text
}

/// Whether a capture is made en passant by a piece that could not also just step to the target square, so that the
/// two squares say it all.
fn is_plain_en_passant(position: &Position, mv: Move) -> bool {
    position.en_passant().is_some_and(|chance| {
        Some(chance.victim) == mv.victim() && chance.passed(&position.rules().geometry).has(mv.to())
    }) && position.piece_at(mv.from()).is_some_and(|piece| {
        let movement = position.rules().movement(piece);
        movement.en_passant_captures[mv.from().index()].has(mv.to())
            && !movement.quiet_leaps[mv.from().index()].has(mv.to())
    })
}

/// Reads a move; it must be legal. Letter case is ignored.
///
/// # Errors
/// The text is no move at all, or not a legal one here.
pub fn parse_move(position: &Position, text: &str) -> Result<Move, MoveTextError> {
    let wanted = text.trim().to_ascii_lowercase();
    let legal = movegen::legal_moves(position);
    // Only moves from the square that the text begins with need to be written out.
    let rest = wanted.trim_start_matches(|c: char| !c.is_ascii_digit());
    let rest = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    let from = wanted[..wanted.len() - rest.len()].parse().ok();
    let mut candidates = legal.iter().filter(|mv| Some(mv.from()) == from);
    if let Some(&mv) = candidates.find(|&&mv| move_text(position, mv) == wanted) {
        return Ok(mv);
    }
    let alike: Vec<String> = legal
        .iter()
        .map(|&mv| move_text(position, mv))
        .filter(|legal| !wanted.is_empty() && legal.starts_with(&wanted))
        .collect();
    Err(MoveTextError(if alike.is_empty() {
        format!("\"{text}\" is not a legal move here")
    } else {
        format!("\"{text}\" is not complete: it could be {}", alike.join(" "))
    }))
}
