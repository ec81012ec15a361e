//! FEN with the extensions that large boards and other armies need: counts of two digits, `*` for holes, ids with
//! marks, castling rights as partner files, en passant over several squares, and `key=value` words.

mod chances;
mod keys;
mod placement;

pub(crate) use chances::right_letter;
pub(crate) use placement::{read_placement, write_placement};

use super::make::state_key;
use super::{Board, Extras, Position, State, Touched};
use crate::board::Colour;
use crate::movegen;
use crate::variant::{Piece, Rules};
use chances::{read_en_passant, read_rights};
use keys::{Keys, read_holdings, read_keys};
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
        let (placement, holdings) = match field(0, "").split_once('[') {
            Some((placement, holdings)) => (placement, Some(holdings)),
            None => (field(0, ""), None),
        };
        let mut board = Board::empty();
        place(rules, &mut board, placement)?;
        let side = match field(1, "w") {
            "w" => Colour::White,
            "b" => Colour::Black,
            other => return error(format!("side to move \"{other}\": it is w or b")),
        };
        let mut extras = Extras::new();
        if let Some(holdings) = holdings {
            read_holdings(rules, &mut extras, holdings)?;
        }
        let Keys { touched } = read_keys(rules, &board, &mut extras, &keys)?;
        let state = State {
            mv: None,
            moved: None,
            captured: None,
            counts: [0; 2],
            used: None,
            rights: read_rights(rules, &board, field(2, "-"))?,
            en_passant: read_en_passant(rules, &board, side, field(3, "-"))?,
            touched: Touched::new(touched),
            halfmoves: number(field(4, "0"), "the number of plies without progress (field 5)", 0)?,
            reversible: 0,
            in_check: false,
            sums: board.sums,
        };
        let fullmove = number(field(5, "1"), "the move number (field 6)", 1)?;
        let mut position = Position {
            rules: Arc::clone(rules),
            board,
            extras,
            side,
            fullmove,
            state,
            stack: Vec::new(),
        };
        position.board.sums.hash ^= state_key(rules, &position.state) ^ position.extras.key();
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
        let mut fen = write_placement(&self.rules, |square| self.piece_at(square));
        if self.rules.holdings {
            fen.push_str(&self.holdings_text());
        }
        fen.push_str(if self.side == Colour::White { " w " } else { " b " });
        fen.push_str(&self.rights_text());
        fen.push(' ');
        fen.push_str(&self.en_passant_text());
        let _ = write!(fen, " {} {}", self.state.halfmoves, self.fullmove);
        fen.push_str(&self.keys_text());
        fen
    }
}

fn number<T: std::str::FromStr + PartialOrd + Copy>(text: &str, what: &str, least: T) -> Result<T> {
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
