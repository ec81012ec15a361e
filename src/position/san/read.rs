//! From text to moves.

use super::token::{self, Mover, Promotion, Token};
use super::write::{bare, castling_texts, is_en_passant, letter};
use crate::board::Square;
use crate::movegen::{attacks, legal_moves};
use crate::position::make::castling_rule;
use crate::position::{Move, MoveList, Position};
use crate::variant::{Piece, PieceType};
use std::fmt;

/// A move that was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SanReading<'a> {
    /// The legal move.
    pub mv: Move,
    /// What stood after it: marks of check and mate, right or wrong, and of its quality (`!?`).
    pub marks: &'a str,
}

/// The text is not a legal move of the position, or not only one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SanError {
    /// The text.
    pub text: String,
    /// What it could mean, if it could mean several moves.
    pub meanings: Vec<String>,
    /// Otherwise, legal moves: those of the piece named, or all if it has none. Empty if there are none at all.
    pub legal: Vec<String>,
}

impl fmt::Display for SanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = &self.text;
        if !self.meanings.is_empty() {
            write!(
                f,
                "\"{text}\" is not complete: it could be {}",
                self.meanings.join(" ")
            )
        } else if self.legal.is_empty() {
            write!(
                f,
                "\"{text}\" is not possible: the game is over, there is no legal move"
            )
        } else {
            write!(
                f,
                "\"{text}\" is not a legal move here; legal are {}",
                self.legal.join(" ")
            )
        }
    }
}

impl std::error::Error for SanError {}

/// Reads a move in standard algebraic notation, and in what other programs make of it: without or with a wrong `x`,
/// `+` or `#`; `0-0`; from-square in full; promotion as `e8Q` or `e8(Q)`; a promotion that is no choice; the text form
/// of moves; and XBoard's own, where a capture away from the target square is `Gxg8-g1` (by way of the victim's
/// square), castling `Kxi1-g1`, and a piece called to a square `L@e4`.
///
/// # Errors
/// The text is no legal move, or could be several.
pub fn parse_san<'a>(position: &Position, text: &'a str) -> Result<SanReading<'a>, SanError> {
    parse_san_of(position, text, Writer::default())
}

/// What is special about the program that wrote a move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Writer<'a> {
    /// The number that it gives to the first rank: 1, or 0 in game files of XBoard for boards of ten ranks.
    pub first_rank: u8,
    /// What it takes the pieces on all squares for, if that may not be what they are.
    pub shown: Option<&'a [Option<PieceType>; 256]>,
}

impl Default for Writer<'_> {
    fn default() -> Self {
        Writer {
            first_rank: 1,
            shown: None,
        }
    }
}

/// Reads a move in the standard algebraic notation of some program, as [`parse_san`] does.
///
/// # Errors
/// The text is no legal move, or could be several.
pub(crate) fn parse_san_of<'a>(
    position: &Position,
    text: &'a str,
    writer: Writer,
) -> Result<SanReading<'a>, SanError> {
    let legal = legal_moves(position);
    let mut move_part = text;
    let mut meanings = Vec::new();
    loop {
        let found = meant(position, &legal, move_part, writer);
        if let [mv] = found[..] {
            let marks = &text[move_part.len()..];
            return Ok(SanReading { mv, marks });
        }
        meanings = if found.is_empty() { meanings } else { found };
        // Marks only go when they can't be part of the move: an id may end in one, and a promotion in a plus.
        match without_mark(move_part) {
            Some(shorter) => move_part = shorter,
            None => return Err(error(position, &legal, text, &meanings)),
        }
    }
}

/// The text without the last mark at its end.
fn without_mark(text: &str) -> Option<&str> {
    ["!", "?", "+", "#", "e.p.", "ep"]
        .iter()
        .find_map(|mark| text.strip_suffix(mark))
}

fn error(position: &Position, legal: &MoveList, text: &str, meanings: &[Move]) -> SanError {
    let spell = |moves: &mut dyn Iterator<Item = Move>| {
        let mut texts: Vec<_> = moves.map(|mv| bare(position, legal, mv)).collect();
        texts.sort_unstable();
        texts
    };
    let named = text.chars().next().filter(char::is_ascii_uppercase);
    let of_piece = |mv: Move| {
        let piece = position.piece_at(mv.from());
        piece.is_some_and(|piece| position.rules().id(piece.kind()).chars().next() == named)
    };
    let mut alike = spell(&mut legal.iter().copied().filter(|&mv| of_piece(mv)));
    if alike.is_empty() {
        alike = spell(&mut legal.iter().copied());
    }
    SanError {
        text: text.to_string(),
        meanings: spell(&mut meanings.iter().copied()),
        legal: alike,
    }
}

/// The legal moves that a text without marks can mean: one, if it is clear.
fn meant(position: &Position, legal: &MoveList, text: &str, writer: Writer) -> Vec<Move> {
    let castlings = meant_castlings(position, legal, text, writer);
    if !castlings.is_empty() {
        return castlings;
    }
    let Some(token) = Token::parse(position.rules(), writer.first_rank, text) else {
        return Vec::new();
    };
    let mut moves: Vec<Move> = legal.to_vec();
    moves.retain(|&mv| fits(position, &token, writer, mv));
    let exact = |mv: &Move| writer.first_rank == 1 && bare(position, legal, *mv) == text;
    prefer(&mut moves, exact);
    if token.promotion == Promotion::None {
        prefer(&mut moves, |mv| mv.promotion().is_none());
    }
    prefer(&mut moves, |mv| mv.is_capture() == token.capture);
    prefer(&mut moves, |mv| mv.partner().is_none());
    if writer.shown.is_some() && !position.rules().calls.is_empty() {
        // XBoard doesn't know that pieces can be called, and names their squares in full when they are.
        prefer(&mut moves, |mv| goes_by_itself(position, *mv));
    }
    prefer(&mut moves, |mv| {
        let piece = position.piece_at(mv.from());
        token.mover == Mover::Unnamed
            && piece.is_some_and(|piece| letter(position.rules(), piece.kind()).is_empty())
    });
    moves
}

/// Where there is a choice, keeps the moves that are better in some respect, if any are.
fn prefer(moves: &mut Vec<Move>, better: impl Fn(&Move) -> bool) {
    if moves.len() > 1 && moves.iter().any(&better) {
        moves.retain(better);
    }
}

/// The legal castlings with a name. If none has it, but it is chess's `O-O` or `O-O-O`, those where the royal piece ends
/// on the square that follows (XBoard's `O-O-c1`), or those towards that side, or all: programs that don't know the
/// game get the name wrong.
fn meant_castlings(position: &Position, legal: &MoveList, text: &str, writer: Writer) -> Vec<Move> {
    let zeros = match text {
        text if text.starts_with("0-0-0") => 3,
        text if text.starts_with("0-0") => 2,
        _ => 0,
    };
    let text = text.replacen('0', "O", zeros);
    let mut castlings: Vec<Move> = legal.to_vec();
    castlings.retain(|mv| mv.partner().is_some());
    let (name, end) = match text.rsplit_once('-') {
        Some((name, end)) => (name, token::square(writer.first_rank, end)),
        None => ("", None),
    };
    let is_usual = |name: &str| name == "O-O" || name == "O-O-O";
    let named = |mv: &Move| castling_texts(position, *mv).contains(&text);
    if writer.first_rank == 1 && castlings.iter().any(named) {
        castlings.retain(named);
    } else if end.is_some() && is_usual(name) {
        castlings.retain(|mv| Some(mv.to()) == end);
    } else if is_usual(&text) {
        prefer(&mut castlings, |mv| {
            (mv.to().file() > mv.from().file()) == (text == "O-O")
        });
    } else {
        castlings.clear();
    }
    castlings
}

/// The ordinary moves that XBoard may have written with a castling's name: it takes the long sideways moves of a royal
/// piece that slides for castlings, two squares being the likeliest. Its own way to write castlings of such a piece
/// is another one.
pub(crate) fn slides_like_castling(position: &Position, text: &str) -> Vec<Move> {
    if !matches!(text.trim_end_matches(['+', '#', '!', '?']), "O-O" | "O-O-O") {
        return Vec::new();
    }
    let royal = position.royal(position.side());
    let sideways = |mv: &&Move| {
        let (dx, dy) = mv.from().delta(mv.to());
        mv.from() == royal && mv.partner().is_none() && dy == 0 && dx.abs() > 1
    };
    let mut moves: Vec<_> = legal_moves(position).iter().filter(sideways).copied().collect();
    moves.sort_by_key(|mv| mv.from().delta(mv.to()).0.abs());
    moves
}

/// Whether a piece that moves as it captures could go where it goes without being called.
fn goes_by_itself(position: &Position, mv: Move) -> bool {
    position
        .piece_at(mv.from())
        .is_some_and(|piece| attacks(position, piece, mv.from(), position.occupied()).has(mv.to()))
}

/// Whether a text can mean a move.
fn fits(position: &Position, token: &Token, writer: Writer, mv: Move) -> bool {
    fits_promotion(position, token.promotion, mv)
        && routes(position, mv).iter().any(|(start, route)| {
            fits_mover(position, token, writer, *start) && fits_route(token, *start, route)
        })
}

fn fits_mover(position: &Position, token: &Token, writer: Writer, start: Square) -> bool {
    let Some(kind) = position.piece_at(start).map(Piece::kind) else {
        return false;
    };
    let shown = writer.shown.and_then(|shown| shown[start.index()]);
    let is_pawn = |kind| position.rules().piece(kind).definition.pawn;
    match token.mover {
        Mover::Kind(wanted) => kind == wanted || shown == Some(wanted),
        Mover::Unnamed => {
            is_pawn(kind)
                || shown.is_some_and(is_pawn)
                || token.squares.len() > 1 && token.squares[0].is(start)
        }
        Mover::Promoted(letter) => {
            let id = position.rules().id(kind);
            id.len() > 1 && id.starts_with(letter)
        }
    }
}

/// Whether the squares of a text are a route, perhaps after something of the square where it starts.
fn fits_route(token: &Token, start: Square, route: &[Square]) -> bool {
    let squares = match token.squares.len().checked_sub(route.len()) {
        Some(0) => &token.squares[..],
        Some(1) if token.squares[0].fits(start) => &token.squares[1..],
        _ => return false,
    };
    squares.iter().zip(route).all(|(part, &square)| part.is(square))
}

fn fits_promotion(position: &Position, promotion: Promotion, mv: Move) -> bool {
    let result = || {
        let piece = position.piece_at(mv.from())?;
        Some((piece.kind(), position.result(piece, mv).0.kind()))
    };
    match promotion {
        // The choice may have been left out; staying what it is comes first.
        Promotion::None => true,
        Promotion::To(kind) => result().is_some_and(|(before, after)| before != after && after == kind),
        Promotion::Form => result().is_some_and(|(before, after)| before != after),
    }
}

/// The ways to write a move as squares after the one where it starts.
fn routes(position: &Position, mv: Move) -> Vec<(Square, Vec<Square>)> {
    let (from, to) = (mv.from(), mv.to());
    if let Some(partner) = mv.partner() {
        let mut routes = vec![(from, vec![to]), (from, vec![partner]), (from, vec![partner, to])];
        if let Some(rule) = castling_rule(position.rules(), mv, position.side()) {
            let end = rule.partner_to;
            routes.push((from, vec![to, partner, end]));
            routes.push((partner, vec![from, to]));
            routes.push((partner, vec![from, end]));
            routes.push((partner, vec![end, from, to]));
        }
        return routes;
    }
    let Some(victim) = mv.victim().filter(|&victim| victim != to) else {
        return vec![(from, vec![to])];
    };
    let mut routes = vec![
        (from, vec![to, victim]),
        (from, vec![victim, to]),
        (from, vec![victim, victim, to]),
    ];
    if from == to {
        routes.push((from, vec![victim]));
    } else if is_en_passant(position, mv) {
        routes.push((from, vec![to]));
    }
    routes
}
