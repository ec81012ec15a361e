//! Holdings behind the placement, and the `key=value` words at the end.

use super::placement::token;
use super::{FenError, Result, error};
use crate::board::{Bitboard, Colour, Square};
use crate::position::extras::Extras;
use crate::position::{Board, Position};
use crate::variant::{Piece, PieceType, Rules};
use std::fmt::Write;

/// What the `key=value` words say about the state; the rest goes into the extras.
pub(super) struct Keys {
    /// Pieces on initial squares of theirs that have moved (`moved=`).
    pub touched: Bitboard,
}

impl Position {
    /// The holdings in brackets, White's first, each side's sorted by letter and level.
    pub(super) fn holdings_text(&self) -> String {
        let mut text = String::new();
        for colour in Colour::BOTH {
            let mut held: Vec<PieceType> = self
                .rules
                .kinds()
                .filter(|&kind| self.extras.held(colour, kind) > 0)
                .collect();
            held.sort_by_key(|&kind| sort_key(self.rules.id(kind)));
            for kind in held {
                let id = self.rules.piece_id(Piece::new(colour, kind));
                text.push_str(&id.repeat(self.extras.held(colour, kind).into()));
            }
        }
        if text.is_empty() {
            "[-]".to_string()
        } else {
            format!("[{text}]")
        }
    }

    /// The `key=value` words that are not at their defaults, each with a blank before it.
    pub(super) fn keys_text(&self) -> String {
        let mut text = String::new();
        let armies = self.extras.armies.0.map(|army| army as usize);
        if armies != [0, 0] {
            let names = armies.map(|army| self.rules.armies[army].name.as_str());
            let _ = write!(text, " armies={}", names.join("/"));
        }
        let counts = self
            .occupied()
            .iter()
            .map(|square| (square, self.extras.count(square)));
        let counts = counts
            .filter(|&(_, count)| count > 0)
            .map(|(square, count)| format!("{square}:{count}"));
        push_list(&mut text, "honours", counts);
        let moved = self.state.touched.get().iter().map(|square| square.to_string());
        push_list(&mut text, "moved", moved);
        text
    }
}

fn push_list(text: &mut String, key: &str, items: impl Iterator<Item = String>) {
    let items: Vec<_> = items.collect();
    if !items.is_empty() {
        let _ = write!(text, " {key}={}", items.join(","));
    }
}

/// Sorts by letter, then plain before `'` before `!`.
fn sort_key(id: &str) -> (Option<u8>, u8) {
    let level = match id.as_bytes().get(1) {
        None => 0,
        Some(b'\'') => 1,
        Some(_) => 2,
    };
    (id.bytes().next(), level)
}

/// Reads holdings, from behind the opening bracket.
pub(super) fn read_holdings(rules: &Rules, extras: &mut Extras, text: &str) -> Result<()> {
    if !rules.holdings {
        return error(format!("holdings \"[{text}\": this variant has none"));
    }
    let Some(mut rest) = text.strip_suffix(']') else {
        return error(format!("holdings \"[{text}\": the closing bracket is missing"));
    };
    if rest == "-" {
        return Ok(());
    }
    while let Some(first) = rest.chars().next() {
        let id = token(rest, first);
        rest = &rest[id.len()..];
        let colour = if first.is_ascii_uppercase() {
            Colour::White
        } else {
            Colour::Black
        };
        match rules.find_kind(&id.to_ascii_uppercase()) {
            Some(kind) if kind != rules.royal && !rules.pawns.contains(&kind) => {
                extras.set_held(colour, kind, extras.held(colour, kind).saturating_add(1));
            }
            _ => {
                return error(format!(
                    "holdings \"[{text}\": \"{id}\" is not a piece that can be held"
                ));
            }
        }
    }
    Ok(())
}

/// Reads the `key=value` words.
pub(super) fn read_keys(
    rules: &Rules,
    board: &Board,
    extras: &mut Extras,
    keys: &[(&str, &str)],
) -> Result<Keys> {
    let mut touched = Bitboard::EMPTY;
    for (index, &(key, value)) in keys.iter().enumerate() {
        if keys[..index].iter().any(|&(other, _)| other == key) {
            return error(format!("the key \"{key}\" is given twice"));
        }
        match key {
            "moved" if rules.has_tracked => {
                touched = read_moved(rules, board, value)?;
            }
            "armies" if !rules.armies.is_empty() => read_armies(rules, extras, value)?,
            "honours" if rules.pieces.iter().any(|piece| piece.honour.is_some()) => {
                read_honours(rules, board, extras, value)?;
            }
            _ => return error(format!("unknown key \"{key}\" in \"{key}={value}\"")),
        }
    }
    Ok(Keys { touched })
}

fn read_square(key: &str, value: &str, text: &str) -> Result<Square> {
    text.parse()
        .map_err(|e| FenError(format!("\"{key}={value}\": {e}")))
}

fn read_moved(rules: &Rules, board: &Board, value: &str) -> Result<Bitboard> {
    let mut touched = Bitboard::EMPTY;
    for text in value.split(',') {
        let square = read_square("moved", value, text)?;
        let remembered = board
            .piece_at(square)
            .is_some_and(|piece| rules.piece(piece.kind()).tracked[piece.colour()].has(square));
        if !remembered {
            return error(format!(
                "\"moved={value}\": {square} has no piece with a first move on one of its initial squares"
            ));
        }
        touched.insert(square);
    }
    Ok(touched)
}

fn read_armies(rules: &Rules, extras: &mut Extras, value: &str) -> Result<()> {
    let Some((white, black)) = value.split_once('/') else {
        return error(format!(
            "\"armies={value}\": two names with / between, such as armies=Royal/Royal"
        ));
    };
    for (colour, name) in [(Colour::White, white), (Colour::Black, black)] {
        match rules
            .armies
            .iter()
            .position(|army| army.name.eq_ignore_ascii_case(name))
        {
            Some(army) => extras.armies[colour] = army as u8,
            None => return error(format!("\"armies={value}\": there is no army \"{name}\"")),
        }
    }
    Ok(())
}

fn read_honours(rules: &Rules, board: &Board, extras: &mut Extras, value: &str) -> Result<()> {
    for text in value.split(',') {
        let Some((square, count)) = text.split_once(':') else {
            return error(format!("\"honours={value}\": each is square:count, such as e4:1"));
        };
        let square = read_square("honours", value, square)?;
        let honour = board
            .piece_at(square)
            .and_then(|piece| rules.piece(piece.kind()).honour);
        match (honour, count.parse::<u8>()) {
            (Some(honour), Ok(count)) if count > 0 && count < honour.captures => {
                extras.set_count(square, count);
            }
            (Some(honour), _) => {
                let most = honour.captures - 1;
                return error(format!(
                    "\"honours={value}\": the count on {square} goes from 1 to {most}"
                ));
            }
            (None, _) => {
                return error(format!(
                    "\"honours={value}\": {square} has no piece whose captures count"
                ));
            }
        }
    }
    Ok(())
}
