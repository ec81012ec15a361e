//! What the text of a move says, before it is compared with what is legal.

use crate::board::Square;
use crate::variant::{PieceType, Rules};
use arrayvec::ArrayVec;

/// The parts of a move's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub mover: Mover,
    /// The squares in the order of the text; all but the first one are complete.
    pub squares: ArrayVec<Part, 4>,
    /// Whether there is an `x`.
    pub capture: bool,
    pub promotion: Promotion,
}

/// What is said of the piece that moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mover {
    /// Nothing: a pawn, or any piece whose square is given.
    Unnamed,
    /// Its type.
    Kind(PieceType),
    /// A promoted form of the piece with a letter: XBoard's `+N`.
    Promoted(char),
}

/// What is said of a promotion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Promotion {
    /// Nothing.
    None,
    /// The type.
    To(PieceType),
    /// XBoard's `=+`: whatever the promoted form is.
    Form,
}

/// A square, or one of its two coordinates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Part {
    file: Option<u8>,
    rank: Option<u8>,
}

impl Part {
    /// Whether it is a whole square, and that one.
    pub fn is(self, square: Square) -> bool {
        self == Part {
            file: Some(square.file()),
            rank: Some(square.rank()),
        }
    }

    /// Whether a square has what is given of its coordinates.
    pub fn fits(self, square: Square) -> bool {
        self.file.is_none_or(|file| file == square.file())
            && self.rank.is_none_or(|rank| rank == square.rank())
    }
}

impl Token {
    /// Takes a text apart; none if it is no move of any kind. The first rank has the number `first_rank` in it.
    pub fn parse(rules: &Rules, first_rank: u8, text: &str) -> Option<Token> {
        let mut rest = text;
        let mover = take_mover(rules, &mut rest)?;
        let mut token = Token {
            mover,
            squares: ArrayVec::new(),
            capture: false,
            promotion: Promotion::None,
        };
        while !rest.is_empty() {
            let body = rest.trim_start_matches(['x', '-', ':', ',', '@']);
            token.capture |= rest[..rest.len() - body.len()].contains(['x', ':']);
            rest = body;
            let complete = token
                .squares
                .last()
                .is_some_and(|part| part.file.is_some() && part.rank.is_some());
            if complete && let Some(promotion) = promotion(rules, rest) {
                token.promotion = promotion;
                break;
            }
            let part = take_part(first_rank, &mut rest)?;
            token.squares.try_push(part).ok()?;
        }
        let well_formed = token
            .squares
            .iter()
            .skip(1)
            .all(|part| part.file.is_some() && part.rank.is_some());
        (well_formed && !token.squares.is_empty()).then_some(token)
    }
}

/// The id at the beginning, if there is one.
fn take_mover(rules: &Rules, rest: &mut &str) -> Option<Mover> {
    if let Some(after) = rest.strip_prefix('+') {
        let letter = after.chars().next().filter(char::is_ascii_uppercase)?;
        *rest = after[1..].trim_start_matches(['\'', '!']);
        return Some(Mover::Promoted(letter));
    }
    if !rest.starts_with(|c: char| c.is_ascii_uppercase()) {
        return Some(Mover::Unnamed);
    }
    let length = 1 + usize::from(rest[1..].starts_with(['\'', '!']));
    let (id, after) = rest.split_at(length);
    *rest = after;
    rules.find_kind(id).map(Mover::Kind)
}

/// A text that is a whole square.
pub(super) fn square(first_rank: u8, mut text: &str) -> Option<Square> {
    let part = take_part(first_rank, &mut text)?;
    text.is_empty().then_some(Square::new(part.file?, part.rank?))
}

/// The next square or coordinate.
fn take_part(first_rank: u8, rest: &mut &str) -> Option<Part> {
    let file = rest.bytes().next().filter(|byte| (b'a'..=b'p').contains(byte));
    let after = &rest[usize::from(file.is_some())..];
    let digits = after.find(|c: char| !c.is_ascii_digit()).unwrap_or(after.len());
    let rank = match &after[..digits] {
        "" => None,
        number => Some(
            number
                .parse::<u8>()
                .ok()?
                .checked_sub(first_rank)
                .filter(|&rank| rank < 16)?,
        ),
    };
    *rest = &after[digits..];
    (file.is_some() || rank.is_some()).then_some(Part {
        file: file.map(|file| file - b'a'),
        rank,
    })
}

/// The whole of a text as a promotion: `=Q`, `(Q)`, `/Q`, `Q` or `q`.
fn promotion(rules: &Rules, text: &str) -> Option<Promotion> {
    let id = match text.strip_prefix(['=', '/']) {
        Some(id) => id,
        None => text
            .strip_prefix('(')
            .and_then(|inner| inner.strip_suffix(')'))
            .unwrap_or(text),
    };
    if id == "+" && text != id {
        return Some(Promotion::Form);
    }
    rules.find_kind(&id.to_ascii_uppercase()).map(Promotion::To)
}
