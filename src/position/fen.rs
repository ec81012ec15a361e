//! FEN with the extensions that large boards and other armies need: counts of two digits, `*` for holes, ids with
//! marks, castling rights as partner files, en passant over several squares, and `key=value` words.

use super::make::{state_key, usable};
use super::{Board, EnPassant, Position, State};
use crate::board::{Bitboard, ByColour, Colour, Geometry, Square};
use crate::movegen;
use crate::variant::{CastlingRight, Piece, PieceType, Rules};
use std::fmt;
use std::fmt::Write;
use std::sync::Arc;

/// What is wrong with a FEN, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FenError(pub String);

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for FenError {}

type Result<T> = std::result::Result<T, FenError>;

fn error<T>(message: impl Into<String>) -> Result<T> {
    Err(FenError(message.into()))
}

impl Position {
    /// Reads a FEN. Castling rights come as `KQkq` or as the partners' files; fields may be missing from the side to
    /// move on, and have their defaults then (White, no rights, no en passant, 0, 1).
    ///
    /// # Errors
    /// What is wrong and where.
    pub fn from_fen(rules: &Arc<Rules>, fen: &str) -> Result<Position> {
        let (mut keys, mut fields) = (Vec::new(), Vec::new());
        for word in fen.split_ascii_whitespace() {
            match word.split_once('=') {
                Some(key) if !fields.is_empty() => keys.push(key),
                _ if !keys.is_empty() => {
                    return error(format!(
                        "\"{word}\" stands behind a key=value word; those come last"
                    ));
                }
                _ => fields.push(word),
            }
        }
        if fields.len() > 6 {
            return error(format!(
                "\"{}\" is one field too many; a FEN has six, then key=value words",
                fields[6]
            ));
        }
        let field = |index: usize, default: &'static str| fields.get(index).copied().unwrap_or(default);
        let mut board = Board::empty();
        place(rules, &mut board, field(0, ""))?;
        let side = match field(1, "w") {
            "w" => Colour::White,
            "b" => Colour::Black,
            other => return error(format!("side to move \"{other}\": it is w or b")),
        };
        let state = State {
            mv: None,
            moved: None,
            captured: None,
            rights: read_rights(rules, &board, field(2, "-"))?,
            en_passant: read_en_passant(rules, &board, side, field(3, "-"))?,
            touched: read_keys(rules, &board, &keys)?,
            halfmoves: number(field(4, "0"), "the number of plies without progress (field 5)", 0)?,
            reversible: 0,
            in_check: false,
            sums: board.sums,
        };
        let fullmove = number(field(5, "1"), "the move number (field 6)", 1)?;
        let mut position = Position {
            rules: Arc::clone(rules),
            board,
            side,
            fullmove,
            state,
            stack: Vec::new(),
        };
        position.board.sums.hash ^= state_key(rules, &position.state);
        if side == Colour::Black {
            position.board.sums.hash ^= rules.zobrist.black_to_move;
        }
        if movegen::royal_attacked(rules, &position.board, !side) {
            return error(format!(
                "{} is in check on {}, but it is {}'s turn",
                (!side).name(),
                position.royal(!side),
                side.name()
            ));
        }
        position.state.in_check = movegen::royal_attacked(rules, &position.board, side);
        Ok(position)
    }

    /// The FEN.
    #[must_use]
    pub fn fen(&self) -> String {
        let mut fen = self.placement();
        fen.push_str(if self.side == Colour::White { " w " } else { " b " });
        fen.push_str(&self.rights_text());
        fen.push(' ');
        fen.push_str(&self.en_passant_text());
        let _ = write!(fen, " {} {}", self.state.halfmoves, self.fullmove);
        if self.state.touched.any() {
            let squares: Vec<_> = self
                .state
                .touched
                .iter()
                .map(|square| square.to_string())
                .collect();
            let _ = write!(fen, " moved={}", squares.join(","));
        }
        fen
    }

    fn placement(&self) -> String {
        let geometry = &self.rules.geometry;
        let rows = (0..geometry.ranks()).rev().map(|rank| {
            let mut row = String::new();
            let mut empty = 0;
            for square in (0..geometry.files()).map(|file| Square::new(file, rank)) {
                let text = match self.piece_at(square) {
                    Some(piece) => self.rules.piece_id(piece),
                    None if geometry.is_hole(square) => "*".to_string(),
                    None => {
                        empty += 1;
                        continue;
                    }
                };
                flush(&mut row, &mut empty);
                row.push_str(&text);
            }
            flush(&mut row, &mut empty);
            row
        });
        rows.collect::<Vec<_>>().join("/")
    }

    fn rights_text(&self) -> String {
        let mut text = String::new();
        let held = |number: &usize| self.state.rights >> number & 1 != 0;
        for colour in Colour::BOTH {
            let mut letters: Vec<char> = (0..self.rules.rights.len())
                .filter(held)
                .map(|number| &self.rules.rights[number])
                .filter(|right| right.colour == colour)
                .map(|right| right_letter(&self.rules, right))
                .collect();
            letters.sort_unstable();
            text.extend(letters);
        }
        if text.is_empty() { "-".to_string() } else { text }
    }

    fn en_passant_text(&self) -> String {
        let Some(chance) = self.state.en_passant else {
            return "-".to_string();
        };
        let mut squares: Vec<_> = chance.passed.iter().collect();
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

/// Writes the number of empty squares counted so far, if any.
fn flush(row: &mut String, empty: &mut u32) {
    if *empty > 0 {
        let _ = write!(row, "{empty}");
        *empty = 0;
    }
}

/// A right's letter in FEN.
fn right_letter(rules: &Rules, right: &CastlingRight) -> char {
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

fn number<T: std::str::FromStr + PartialOrd>(text: &str, what: &str, least: T) -> Result<T> {
    match text.parse() {
        Ok(number) if number >= least => Ok(number),
        _ => error(format!("\"{text}\" is not {what}")),
    }
}

/// Reads the placement field into an empty board.
fn place(rules: &Rules, board: &mut Board, text: &str) -> Result<()> {
    for (piece, square) in read_placement(&rules.geometry, |id| rules.find_kind(id), text)? {
        board.put(rules, piece, square);
    }
    for colour in Colour::BOTH {
        let royals = (board.kind(rules.royal) & board.of(colour)).len();
        if royals != 1 {
            let id = rules.piece_id(Piece::new(colour, rules.royal));
            return error(format!(
                "{} has {royals} royal pieces ({id}); it must have one",
                colour.name()
            ));
        }
    }
    Ok(())
}

/// Reads a placement field: what stands where. `find` knows the types by their ids in upper case.
pub(crate) fn read_placement(
    geometry: &Geometry,
    find: impl Fn(&str) -> Option<PieceType>,
    text: &str,
) -> Result<Vec<(Piece, Square)>> {
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != geometry.ranks() as usize {
        return error(format!(
            "the placement has {} ranks, the board has {}",
            rows.len(),
            geometry.ranks()
        ));
    }
    let mut pieces = Vec::new();
    for (row, rank) in rows.iter().zip((0..geometry.ranks()).rev()) {
        read_row(geometry, &find, row, rank, &mut pieces)
            .map_err(|message| FenError(format!("rank {} (\"{row}\"){message}", rank + 1)))?;
    }
    Ok(pieces)
}

fn read_row(
    geometry: &Geometry,
    find: &impl Fn(&str) -> Option<PieceType>,
    row: &str,
    rank: u8,
    pieces: &mut Vec<(Piece, Square)>,
) -> std::result::Result<(), String> {
    let files = geometry.files() as usize;
    let mut file: usize = 0;
    let mut rest = row;
    while let Some(first) = rest.chars().next() {
        let token = token(rest, first);
        rest = &rest[token.len()..];
        let width = if first.is_ascii_digit() {
            token.parse().unwrap_or(usize::MAX)
        } else {
            1
        };
        if file.saturating_add(width) > files {
            return Err(format!(" has more than {files} squares"));
        }
        for square in (file..file + width).map(|file| Square::new(file as u8, rank)) {
            if (first == '*') != geometry.is_hole(square) {
                let what = if first == '*' {
                    "is not a hole"
                } else {
                    "is a hole, written *"
                };
                return Err(format!(": {square} {what}"));
            }
        }
        if first != '*' && !first.is_ascii_digit() {
            let colour = if first.is_ascii_uppercase() {
                Colour::White
            } else {
                Colour::Black
            };
            let kind = find(&token.to_ascii_uppercase()).ok_or(format!(": there is no piece \"{token}\""))?;
            pieces.push((Piece::new(colour, kind), Square::new(file as u8, rank)));
        }
        file += width;
    }
    if file < files {
        return Err(format!(" has {file} squares instead of {files}"));
    }
    Ok(())
}

/// The piece id, number or other character at the start of a text.
fn token(text: &str, first: char) -> &str {
    let length = if first.is_ascii_digit() {
        text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len())
    } else if first.is_ascii_alphabetic() && text[1..].starts_with(['\'', '!']) {
        2
    } else {
        first.len_utf8()
    };
    &text[..length]
}

/// Reads castling rights: each letter must mean one partner that stands in its place.
fn read_rights(rules: &Rules, board: &Board, text: &str) -> Result<u32> {
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
        let means = |right: &CastlingRight| {
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
            .filter(|&n| means(&rules.rights[n]))
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
fn read_en_passant(rules: &Rules, board: &Board, side: Colour, text: &str) -> Result<Option<EnPassant>> {
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
    Ok(victim
        .filter(takeable)
        .map(|victim| EnPassant {
            passed: squares.iter().copied().collect(),
            victim,
        })
        .filter(|&chance| usable(rules, board, side, chance)))
}

/// Reads the `key=value` words: the pieces that have moved.
fn read_keys(rules: &Rules, board: &Board, keys: &[(&str, &str)]) -> Result<Bitboard> {
    let mut moved = Bitboard::EMPTY;
    let remembered: ByColour<Bitboard> = ByColour::from_fn(|colour| {
        rules.kinds().fold(Bitboard::EMPTY, |set, kind| {
            set | rules.piece(kind).tracked[colour] & board.kind(kind) & board.of(colour)
        })
    });
    for &(key, value) in keys {
        if key != "moved"
            || rules
                .pieces
                .iter()
                .all(|piece| piece.tracked.0.iter().all(|set| set.is_empty()))
        {
            return error(format!("unknown key \"{key}\" in \"{key}={value}\""));
        }
        for text in value.split(',') {
            let square: Square = text
                .parse()
                .map_err(|e| FenError(format!("\"{key}={value}\": {e}")))?;
            if !Colour::BOTH.iter().any(|&colour| remembered[colour].has(square)) {
                return error(format!(
                    "\"{key}={value}\": no piece with a first move stands on one of its initial squares at {square}"
                ));
            }
            moved.insert(square);
        }
    }
    Ok(moved)
}
