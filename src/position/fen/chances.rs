//! The fields for castling rights and en passant.

use super::{FenError, Result, error};
use crate::board::{Bitboard, Colour, Square};
use crate::position::make::usable;
use crate::position::{Board, EnPassant, Position};
use crate::variant::{CastlingRight, Piece, Rules};
use std::fmt::Write;

impl Position {
    pub(super) fn rights_text(&self) -> String {
        let mut text = String::new();
        let held = |number: &usize| self.state.rights >> number & 1 != 0;
        for colour in Colour::BOTH {
            let mut letters: Vec<char> = (0..self.rules.rights.len())
                .filter(held)
                .map(|number| &self.rules.rights[number])
                .filter(|right| right.colour == colour)
                .map(|&right| right_letter(&self.rules, right))
                .collect();
            letters.sort_unstable();
            text.extend(letters);
        }
        if text.is_empty() { "-".to_string() } else { text }
    }

    pub(super) fn en_passant_text(&self) -> String {
        let Some(chance) = self.state.en_passant else {
            return "-".to_string();
        };
        let mut squares: Vec<_> = chance.passed(&self.rules.geometry).iter().collect();
        if self.side == Colour::White {
            squares.reverse();
        }
        let mut text: String = squares.iter().map(ToString::to_string).collect();
        if squares.iter().any(|square| square.file() != chance.victim.file()) {
            let _ = write!(text, ":{}", chance.victim);
        }
        text
    }
}

/// A right's letter in FEN.
pub(crate) fn right_letter(rules: &Rules, right: CastlingRight) -> char {
    let letter = if rules.rights_by_file {
        b'A' + right.partner.file()
    } else if right.partner.file() > right.king.file() {
        b'K'
    } else {
        b'Q'
    } as char;
    if right.colour == Colour::White {
        letter
    } else {
        letter.to_ascii_lowercase()
    }
}

/// Reads castling rights: each letter must mean one partner that stands in its place.
pub(super) fn read_rights(rules: &Rules, board: &Board, text: &str) -> Result<u32> {
    if text == "-" {
        return Ok(0);
    }
    let mut rights = 0;
    for letter in text.chars() {
        let upper = letter.to_ascii_uppercase();
        let colour = if letter == upper {
            Colour::White
        } else {
            Colour::Black
        };
        let fits = |right: &CastlingRight| {
            let side = if right.partner.file() > right.king.file() {
                'K'
            } else {
                'Q'
            };
            right.colour == colour && (upper == side || upper == (b'A' + right.partner.file()) as char)
        };
        let in_place = |right: &CastlingRight| {
            board.piece_at(right.king) == Some(Piece::new(colour, rules.royal))
                && board.piece_at(right.partner) == Some(Piece::new(colour, right.partner_kind))
        };
        let meant: Vec<_> = (0..rules.rights.len())
            .filter(|&n| fits(&rules.rights[n]))
            .collect();
        let found: Vec<_> = meant.iter().filter(|&&n| in_place(&rules.rights[n])).collect();
        match (&found[..], &meant[..]) {
            ([number], _) => rights |= 1 << **number,
            ([], []) => {
                return error(format!(
                    "castling rights \"{text}\": nothing can castle by the letter {letter}"
                ));
            }
            ([], _) => {
                return error(format!(
                    "castling rights \"{text}\": for {letter} the king or its partner is not in its place"
                ));
            }
            _ => {
                return error(format!(
                    "castling rights \"{text}\": {letter} can mean several partners; write their files"
                ));
            }
        }
    }
    Ok(rights)
}

/// Reads the en-passant field; a chance that nobody can use is none.
pub(super) fn read_en_passant(
    rules: &Rules,
    board: &Board,
    side: Colour,
    text: &str,
) -> Result<Option<EnPassant>> {
    if text == "-" {
        return Ok(None);
    }
    let (passed, victim) = match text.split_once(':') {
        Some((passed, victim)) => (passed, Some(victim)),
        None => (text, None),
    };
    let broken = || {
        FenError(format!(
            "en passant \"{text}\": it is -, squares such as e3 or e3e4, or a form such as d4:e5"
        ))
    };
    let mut squares = Vec::new();
    let mut rest = passed;
    while !rest.is_empty() {
        let end = rest
            .char_indices()
            .skip(1)
            .find(|(_, c)| !c.is_ascii_digit())
            .map_or(rest.len(), |(at, _)| at);
        squares.push(rest[..end].parse::<Square>().map_err(|_| broken())?);
        rest = &rest[end..];
    }
    let last = *squares.last().ok_or_else(broken)?;
    // The piece that passed the squares belongs to the other side and stands just beyond the last one.
    let forward = if side == Colour::White { -1 } else { 1 };
    let victim = match victim {
        Some(victim) => Some(victim.parse::<Square>().map_err(|_| broken())?),
        None => last.offset(0, forward),
    };
    let takeable = |square: &Square| {
        board
            .piece_at(*square)
            .is_some_and(|p| p.colour() != side && rules.pawns.contains(&p.kind()))
    };
    let chance = victim.filter(takeable).and_then(|victim| {
        let (dx, dy) = last.delta(victim);
        Some(EnPassant {
            origin: squares[0].offset(-dx, -dy)?,
            victim,
        })
    });
    let passed: Bitboard = squares.iter().copied().collect();
    Ok(chance
        .filter(|chance| chance.passed(&rules.geometry) == passed)
        .filter(|&chance| usable(rules, board, side, chance)))
}
