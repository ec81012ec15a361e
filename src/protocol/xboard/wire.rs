//! Moves and positions as XBoard writes them: ranks may count from 0, and what a plain pair of squares can't say is
//! said in two legs. Nothing outside this protocol knows of that.

use super::letters::{Letters, Suffix};
use super::marks::ends_beside_edge;
use crate::board::Square;
use crate::movegen::legal_moves;
use crate::position::{FenError, Move, Position};
use crate::variant::{Piece, PieceType, Rules};

/// How XBoard writes the moves of a variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Wire {
    /// Number of the first rank.
    first_rank: u8,
    /// Whether castling and captures away from the target square are written in two legs, and changes of type that
    /// are no choice are told; no for games whose rules XBoard knows itself.
    described: bool,
    /// Whether the program on the other side knows only castlings that are written as the king's two squares.
    simple_castling: bool,
    /// What it calls the piece types.
    letters: Letters,
}

/// The option `-rankOffset` that XBoard is taken to have been started with for boards of sixteen ranks: it can't read a
/// move from the sixteenth rank otherwise.
pub(in crate::protocol) const RANK_OFFSET: u8 = 1;

impl Wire {
    /// The writing of a variant that XBoard knows itself, or that it plays by what the engine tells it.
    pub(crate) fn new(rules: &Rules, native: bool) -> Wire {
        Wire::with_rank_offset(rules, native, RANK_OFFSET)
    }

    /// The same for an XBoard that was started with some `-rankOffset` for boards of sixteen ranks.
    pub(super) fn with_rank_offset(rules: &Rules, native: bool, offset: u8) -> Wire {
        Wire {
            first_rank: match rules.geometry.ranks() {
                // XBoard's own way on boards of ten ranks.
                10 => 0,
                16 => 1 - offset.min(1),
                _ => 1,
            },
            described: !native,
            simple_castling: false,
            letters: Letters::new(rules),
        }
    }

    /// The same for a program that is no XBoard and doesn't know of legs: castling is written as the king's two squares,
    /// unless the variant has another way to write it.
    pub(super) fn with_simple_castling(self, simple: bool) -> Wire {
        Wire {
            simple_castling: simple,
            ..self
        }
    }

    /// Writes a square.
    pub(super) fn square(&self, square: Square) -> String {
        let file = char::from(b'a' + square.file());
        format!("{file}{}", square.rank() + self.first_rank)
    }

    /// Writes going from one square to another.
    fn leg(&self, from: Square, to: Square) -> String {
        self.square(from) + &self.square(to)
    }

    /// Reads a square.
    pub(super) fn parse_square(&self, text: &str) -> Option<Square> {
        let (&file, digits) = text.as_bytes().split_first()?;
        let rank = std::str::from_utf8(digits).ok()?.parse::<u8>().ok()?;
        let rank = rank.checked_sub(self.first_rank).filter(|&rank| rank < 16)?;
        (b'a'..=b'p')
            .contains(&file)
            .then(|| Square::new(file - b'a', rank))
    }

    /// Writes a legal move.
    pub(crate) fn text(&self, position: &Position, mv: Move) -> String {
        self.squares(position.rules(), mv) + &self.suffix(position, mv).text
    }

    /// Whether XBoard knows the game only by what the engine tells it.
    pub(super) fn is_described(&self) -> bool {
        self.described
    }

    /// The letter that names a type in moves.
    pub(super) fn letter(&self, kind: PieceType) -> Option<char> {
        self.letters.letter(kind)
    }

    /// Writes types as a list for the user to choose from.
    pub(super) fn offer(&self, kinds: impl IntoIterator<Item = PieceType>) -> String {
        self.letters.offer(kinds)
    }

    /// Whether XBoard shows the right piece after a legal move.
    pub(super) fn is_exact(&self, position: &Position, mv: Move) -> bool {
        self.suffix(position, mv).exact
    }

    /// Writes the squares of a move.
    fn squares(&self, rules: &Rules, mv: Move) -> String {
        let (from, to) = (mv.from(), mv.to());
        match (mv.partner(), mv.victim()) {
            (Some(partner), _) if self.described && (rules.castling_by_partner || !self.simple_castling) => {
                self.castling_legs(rules, mv, partner)
            }
            (_, Some(victim)) if self.described && victim != to => {
                format!("{},{}", self.leg(from, victim), self.leg(victim, to))
            }
            _ => self.leg(from, to),
        }
    }

    /// What the piece becomes, by choice or not.
    pub(super) fn suffix(&self, position: &Position, mv: Move) -> Suffix {
        let kind = |position: &Position, square| position.piece_at(square).map(Piece::kind);
        let mut after = None;
        if self.described && mv.partner().is_none() {
            let mut position = position.clone();
            position.make(mv);
            after = kind(&position, mv.to());
        }
        let before = kind(position, mv.from());
        let becomes = after.or(mv.promotion()).or(before);
        match (before, becomes) {
            (Some(before), Some(becomes)) => self.letters.suffix(before, becomes, mv.promotion().is_some()),
            _ => Suffix::default(),
        }
    }

    /// The king's leg and the partner's. The king's comes first unless that would be an ordinary move of its own.
    fn castling_legs(&self, rules: &Rules, mv: Move, partner: Square) -> String {
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
    fn other_squares(&self, mv: Move) -> Vec<String> {
        let (from, to) = (mv.from(), mv.to());
        match mv.partner() {
            Some(partner) => vec![self.leg(from, partner), self.leg(from, to)],
            None if mv.victim().is_some_and(|victim| victim != to) && from != to => vec![self.leg(from, to)],
            None => Vec::new(),
        }
    }

    /// Reads a move; it must be legal. Some programs write castling as in books, `O-O` or `O-O-O`. A change of type that
    /// is no choice need not be written.
    ///
    /// # Errors
    /// Why it is none.
    pub(crate) fn parse(&self, position: &Position, text: &str) -> Result<Move, String> {
        // A move read back from a game file may end in a semicolon; promotions may have an equals sign.
        let text = text.trim_end_matches(';').replace('=', "").to_lowercase();
        let rules = position.rules();
        let moves = legal_moves(position);
        let begun_by = |squares: &str| text.strip_prefix(squares).map(str::to_string);
        let is_said = |mv: Move, rest: &str| {
            let suffix = self.suffix(position, mv);
            let own = position
                .piece_at(mv.from())
                .and_then(|piece| self.letter(piece.kind()));
            let stays = || {
                let mut letters = rest.chars();
                let named = letters.next().map(|letter| letter.to_ascii_uppercase());
                named.is_none() || named == own && letters.next().is_none()
            };
            rest == suffix.text.replace('=', "") || mv.promotion().is_none() && stays()
        };
        let exact = moves
            .iter()
            .find(|&&mv| begun_by(&self.squares(rules, mv)).is_some_and(|rest| is_said(mv, &rest)));
        let mut usual_first = moves.to_vec();
        usual_first.sort_by_key(|&mv| mv.partner().is_none() || !ends_beside_edge(&rules.geometry, mv));
        let other = || {
            usual_first.iter().find(|&&mv| {
                self.other_squares(mv)
                    .iter()
                    .any(|squares| begun_by(squares).is_some_and(|rest| is_said(mv, &rest)))
            })
        };
        let castling = || moves.iter().find(|&&mv| castling_text(mv) == Some(text.as_str()));
        let unmarked = || {
            moves.iter().find(|&&mv| {
                let rest = begun_by(&self.squares(rules, mv));
                let said = |rest: String| {
                    let kind = mv.promotion()?;
                    Some(rest.len() == 1 && self.letters.is_unmarked(&rest, kind))
                };
                rest.and_then(said) == Some(true)
            })
        };
        match exact.or_else(other).or_else(castling).or_else(unmarked) {
            Some(&mv) => Ok(mv),
            None => Err(format!("not legal for {}", position.side().name())),
        }
    }

    /// Writes a placement with XBoard's names of the pieces, without holdings, which it would take for its own.
    pub(super) fn placement(&self, rules: &Rules, placement: &str) -> String {
        let board = placement.split('[').next().unwrap_or_default();
        self.letters.placement_for_xboard(rules, board)
    }

    /// Reads a FEN from XBoard. It doesn't know every game's castling and en-passant rules, so that those fields may
    /// be missing, empty or meaningless: where they can't be read the position is taken without. The pieces of the
    /// start position are the start position.
    ///
    /// # Errors
    /// What is wrong with the placement or the side to move.
    pub(super) fn read_fen(&self, start: &Position, fen: &str) -> Result<Position, FenError> {
        let rules = start.rules();
        let mut fields = fen.split_whitespace();
        let placement = self
            .letters
            .placement_from_xboard(rules, fields.next().unwrap_or_default());
        let rest: Vec<&str> = fields.collect();
        let side = rest.first().copied().unwrap_or("w");
        if let Some(start) = starts_like(start, &placement, side) {
            return Ok(start);
        }
        Position::from_fen(rules, &format!("{placement} {}", rest.join(" ")))
            .or_else(|_| Position::from_fen(rules, &format!("{placement} {side} - - 0 1")))
    }
}

/// The start position with some pieces: the one given, if it is that, or one of other armies.
fn starts_like(start: &Position, placement: &str, side: &str) -> Option<Position> {
    let board = |fen: &str| fen.split([' ', '[']).next().map(str::to_string);
    let same = |position: &Position| {
        let fen = position.fen();
        board(&fen) == board(placement) && fen.split_whitespace().nth(1) == Some(side)
    };
    if same(start) {
        return Some(start.clone());
    }
    let armies = start.rules().armies.len();
    let pairs = (0..armies).flat_map(|white| (0..armies).map(move |black| [white, black]));
    pairs
        .filter_map(|armies| Position::start_with_armies(start.rules(), armies).ok())
        .find(same)
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
