//! From moves to text.

use crate::board::Square;
use crate::movegen::legal_moves;
use crate::position::make::castling_rule;
use crate::position::{Move, Position, Reason, Status};
use crate::variant::{Piece, PieceType, Rules};

/// Writes a legal move in standard algebraic notation.
#[must_use]
pub fn san(position: &Position, mv: Move) -> String {
    let mut text = bare(position, &legal_moves(position), mv);
    let mut after = position.clone();
    after.make(mv);
    if matches!(after.status(), Status::Over(_, Reason::Checkmate)) {
        text.push('#');
    } else if after.in_check() {
        text.push('+');
    }
    text
}

/// How much is said of where a move comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Detail {
    Least,
    File,
    Rank,
    Square,
}

/// A legal move without the marks of check and mate, in no more detail than needed to tell it from the other ones.
pub(super) fn bare(position: &Position, legal: &[Move], mv: Move) -> String {
    let mut rivals: Vec<Move> = legal.to_vec();
    rivals.retain(|&other| other != mv && may_be_confused(position, other, mv));
    let distinct = |detail| {
        let text = spell(position, legal, mv, detail);
        rivals
            .iter()
            .all(|&rival| spell(position, legal, rival, detail) != text)
            .then_some(text)
    };
    [Detail::Least, Detail::File, Detail::Rank]
        .into_iter()
        .find_map(distinct)
        .unwrap_or_else(|| spell(position, legal, mv, Detail::Square))
}

/// Whether two moves are by pieces of one type with one target, or both are castlings. Others differ anyway.
fn may_be_confused(position: &Position, a: Move, b: Move) -> bool {
    match (a.partner(), b.partner()) {
        (Some(_), Some(_)) => true,
        (None, None) => a.to() == b.to() && position.piece_at(a.from()) == position.piece_at(b.from()),
        _ => false,
    }
}

fn spell(position: &Position, legal: &[Move], mv: Move, detail: Detail) -> String {
    if mv.partner().is_some() {
        return spell_castling(position, mv, detail);
    }
    let rules = position.rules();
    let (from, to) = (mv.from(), mv.to());
    let kind = position.piece_at(from).map(Piece::kind);
    let letter = kind.map_or("", |kind| letter(rules, kind));
    let mut text = match mv.victim() {
        Some(victim) if victim != to && !is_en_passant(position, mv) => {
            // Both a capture without moving and one by going there may be possible.
            let also_goes = legal
                .iter()
                .any(|other| other.from() == from && other.to() == victim);
            if from == to && !also_goes {
                format!("{letter}{from}x{victim}")
            } else {
                format!("{letter}{from}-{to}x{victim}")
            }
        }
        victim => {
            let origin = match detail {
                // A pawn's capture begins with its file, as there is no letter that it could begin with.
                Detail::Least if letter.is_empty() && victim.is_some() => file_letter(from),
                Detail::Least => String::new(),
                Detail::File => file_letter(from),
                Detail::Rank => (from.rank() + 1).to_string(),
                Detail::Square => from.to_string(),
            };
            let cross = if victim.is_some() { "x" } else { "" };
            format!("{letter}{origin}{cross}{to}")
        }
    };
    if let Some(kind) = mv.promotion() {
        text.push('=');
        text.push_str(rules.id(kind));
    }
    text
}

/// The name, with the squares that tell it from other castlings of that name.
fn spell_castling(position: &Position, mv: Move, detail: Detail) -> String {
    let rule = castling_rule(position.rules(), mv, position.side());
    let name = rule.map_or("O-O", |rule| &rule.san);
    match (detail, mv.partner()) {
        (Detail::Least, _) | (_, None) => name.to_string(),
        (Detail::File, _) => format!("{name}-{}", mv.to()),
        (_, Some(partner)) => format!("{name}-{partner}-{}", mv.to()),
    }
}

/// A type's id; nothing for a pawn-type piece with the id `P`.
pub(super) fn letter(rules: &Rules, kind: PieceType) -> &str {
    let definition = &rules.piece(kind).definition;
    if definition.pawn && definition.id == "P" {
        ""
    } else {
        &definition.id
    }
}

/// All ways to write a castling without marks.
pub(super) fn castling_texts(position: &Position, mv: Move) -> [String; 3] {
    [Detail::Least, Detail::File, Detail::Square].map(|detail| spell_castling(position, mv, detail))
}

/// Whether a capture is made en passant.
pub(super) fn is_en_passant(position: &Position, mv: Move) -> bool {
    let rules = position.rules();
    position.en_passant().is_some_and(|chance| {
        Some(chance.victim) == mv.victim() && chance.passed(&rules.geometry).has(mv.to())
    }) && position
        .piece_at(mv.from())
        .is_some_and(|piece| rules.movement(piece).en_passant_captures[mv.from().index()].has(mv.to()))
}

fn file_letter(square: Square) -> String {
    char::from(b'a' + square.file()).to_string()
}
