//! What XBoard calls the piece types of a game.
//!
//! On its board a piece may have a letter with a mark, as in our ids. In a move it understands only a plain letter after
//! the squares, or `=+` for the promoted form of the piece that moves, so that there are at most 26 names for all the
//! types that a piece can become. A type with a mark gets a nickname out of the letters that are left over, or is the
//! promoted form of the type that turns into it. Where neither is possible, XBoard goes on to show the old type.

use crate::board::Colour;
use crate::variant::{PieceType, Rules};

/// What XBoard calls one piece type.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Name {
    /// In positions, in upper case.
    id: String,
    /// In moves: a plain letter.
    letter: Option<char>,
    /// The type whose promoted form it is.
    base: Option<PieceType>,
}

/// What XBoard calls the piece types of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Letters(Vec<Name>);

/// How a change of type is said in a move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Suffix {
    /// What follows the squares; may be empty.
    pub text: String,
    /// The type whose letter that is, if it is one.
    pub named: Option<PieceType>,
    /// Whether XBoard then shows the right type.
    pub exact: bool,
}

impl Letters {
    /// Finds names for all piece types.
    pub(crate) fn new(rules: &Rules) -> Letters {
        let plain = |id: &str| {
            let mut characters = id.chars();
            characters.next().filter(|_| characters.next().is_none())
        };
        let mut names: Vec<Name> = rules
            .kinds()
            .map(|kind| Name {
                id: rules.id(kind).to_string(),
                letter: plain(rules.id(kind)),
                base: None,
            })
            .collect();
        if names.iter().any(|name| name.letter.is_none()) {
            free_pawn_letters(rules, &mut names);
            name_promoted_types(rules, &mut names);
        }
        Letters(names)
    }

    /// The type's place in the table of piece letters.
    pub(super) fn token(&self, kind: PieceType) -> String {
        let name = &self.0[kind.index()];
        match (name.base, name.letter) {
            (Some(base), _) => format!("^{}", self.0[base.index()].id),
            (None, Some(letter)) if !name.id.starts_with(letter) => format!("{}={letter}", name.id),
            _ => name.id.clone(),
        }
    }

    /// The letter that names a type in moves.
    pub(super) fn letter(&self, kind: PieceType) -> Option<char> {
        self.0[kind.index()].letter
    }

    /// Whether a letter, in lower case, is that of a type with a mark. The mouse leaves marks out.
    pub(super) fn is_unmarked(&self, letter: &str, kind: PieceType) -> bool {
        let id = self.0[kind.index()].id.to_ascii_lowercase();
        id.strip_prefix(letter).is_some_and(|mark| mark.len() == 1)
    }

    /// How a move says that the piece becomes another type. If that is the player's choice it has to say something.
    pub(super) fn suffix(&self, from: PieceType, to: PieceType, choice: bool) -> Suffix {
        let name = &self.0[to.index()];
        let (named, exact) = match (name.letter, name.base) {
            _ if from == to => (None, true),
            (Some(_), _) => (Some(to), true),
            (None, Some(base)) if base == from => {
                return Suffix {
                    text: "=+".to_string(),
                    named: None,
                    exact: true,
                };
            }
            // The nearest type.
            (None, Some(base)) if choice => (Some(base), false),
            _ => (None, false),
        };
        let letter = named.and_then(|kind| self.letter(kind));
        let text = match letter.map(|letter| letter.to_ascii_lowercase()) {
            // In lower case it would be the sign for a capture, with another square to follow.
            Some('x') => "X".to_string(),
            letter => letter.map(String::from).unwrap_or_default(),
        };
        Suffix { text, named, exact }
    }

    /// Writes types as a list for the user to choose from. XBoard 4.9 looks up each of its types there, and never ends if
    /// it finds the letter of a type without its mark: so the mark comes along, and a letter with several marks can't be
    /// in the list.
    pub(super) fn offer(&self, kinds: impl IntoIterator<Item = PieceType>) -> String {
        let mut offer = String::new();
        for kind in kinds {
            let id = &self.0[kind.index()].id;
            let Some(letter) = id.chars().next().filter(char::is_ascii_alphabetic) else {
                continue;
            };
            let ids = self.0.iter().map(|name| name.id.as_str());
            let marks: Vec<&str> = ids
                .filter_map(|id| id.strip_prefix(letter))
                .filter(|mark| !mark.is_empty())
                .collect();
            if marks.len() < 2 && !offer.contains(letter) {
                offer.push(letter);
                offer.push_str(&marks.concat());
            }
        }
        offer
    }

    /// Writes a placement with XBoard's names.
    pub(super) fn placement_for_xboard(&self, rules: &Rules, placement: &str) -> String {
        rewrite(placement, |id| {
            let kind = rules.find_kind(id)?;
            Some(self.0[kind.index()].id.clone())
        })
    }

    /// Reads a placement with XBoard's names: the same with ours.
    pub(crate) fn placement_from_xboard(&self, rules: &Rules, placement: &str) -> String {
        rewrite(placement, |id| Some(self.our_id(rules, id)?.to_string()))
    }

    /// Reads a move of a game file (SAN) with XBoard's names: the same with ours.
    pub(crate) fn san_from_xboard(&self, rules: &Rules, text: &str) -> String {
        let begins_with_piece = text
            .trim_start_matches('+')
            .starts_with(|c: char| c.is_ascii_uppercase());
        let (mover, rest) = text.split_at(piece_length(text).filter(|_| begins_with_piece).unwrap_or(0));
        let mut san = self.our_id(rules, mover).unwrap_or(mover).to_string();
        match rest.split_once('=') {
            Some((squares, promotion)) => {
                let letter = promotion.chars().next();
                let index = self
                    .0
                    .iter()
                    .position(|name| letter.is_some() && name.letter == letter);
                san.push_str(squares);
                san.push('=');
                match index {
                    Some(index) => {
                        san.push_str(rules.id(PieceType::new(index)));
                        san.push_str(&promotion[1..]);
                    }
                    None => san.push_str(promotion),
                }
            }
            None => san.push_str(rest),
        }
        san
    }

    /// Our id of the type that XBoard calls so in positions.
    fn our_id<'a>(&self, rules: &'a Rules, id: &str) -> Option<&'a str> {
        let index = self.0.iter().position(|name| name.id == id)?;
        Some(rules.id(PieceType::new(index)))
    }
}

/// Where the first piece of a text that begins with one ends.
fn piece_length(text: &str) -> Option<usize> {
    let letter = text.trim_start_matches('+');
    let signs = text.len() - letter.len();
    letter.chars().next().filter(char::is_ascii_alphabetic)?;
    Some(signs + 1 + usize::from(letter[1..].starts_with(['\'', '!'])))
}

/// Rewrites each piece of a placement whose name, in upper case, is known.
fn rewrite(placement: &str, rename: impl Fn(&str) -> Option<String>) -> String {
    let mut text = String::new();
    let mut rest = placement;
    while let Some(first) = rest.chars().next() {
        let length = piece_length(rest).unwrap_or(first.len_utf8());
        let (token, tail) = rest.split_at(length);
        rest = tail;
        let renamed = rename(&token.to_ascii_uppercase());
        match renamed {
            Some(id) if token.contains(|c: char| c.is_ascii_lowercase()) => {
                text.push_str(&id.to_ascii_lowercase());
            }
            Some(id) => text.push_str(&id),
            None => text.push_str(token),
        }
    }
    text
}

/// Puts a mark on pawn-type pieces that nothing ever becomes: their letters are wanted for others.
fn free_pawn_letters(rules: &Rules, names: &mut [Name]) {
    for kind in rules.kinds().filter(|&kind| rules.piece(kind).definition.pawn) {
        let marked = format!("{}!", names[kind.index()].id);
        let free = marked.len() == 2 && names.iter().all(|name| name.id != marked);
        if free && !is_result(rules, kind) {
            names[kind.index()] = Name {
                id: marked,
                letter: None,
                base: None,
            };
        }
    }
}

/// Whether some piece can become a type.
fn is_result(rules: &Rules, kind: PieceType) -> bool {
    rules.kinds().any(|other| {
        let piece = rules.piece(other);
        Colour::BOTH.into_iter().any(|colour| {
            piece.promotions[colour]
                .iter()
                .any(|rule| rule.to.contains(&kind))
                || piece.transformations[colour].iter().any(|rule| rule.to == kind)
        }) || piece.honour.is_some_and(|honour| honour.to == kind)
    })
}

/// Names the types that others turn into without a choice. Those that turn into something else again need a letter of
/// their own, as a promoted form has no promoted form.
fn name_promoted_types(rules: &Rules, names: &mut [Name]) {
    let mut left: Vec<char> = ('A'..='Z')
        .rev()
        .filter(|&letter| names.iter().all(|name| name.letter != Some(letter)))
        .collect();
    for from in rules.kinds() {
        let Some(to) = rules.piece(from).transformations[Colour::White]
            .first()
            .map(|rule| rule.to)
        else {
            continue;
        };
        let has_one = names[to.index()].letter.is_some() || names[to.index()].base.is_some();
        if has_one || names[from.index()].base.is_some() {
            continue;
        }
        let leads_on = !rules.piece(to).transformations[Colour::White].is_empty();
        let letter = if leads_on { left.pop() } else { None };
        match letter {
            Some(letter) => names[to.index()].letter = Some(letter),
            None => {
                names[to.index()] = Name {
                    id: format!("+{}", names[from.index()].id),
                    letter: None,
                    base: Some(from),
                };
            }
        }
    }
}
