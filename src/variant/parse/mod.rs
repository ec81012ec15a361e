//! Reads variant files: INI text in, [`Definition`]s out, with errors that name file, line, column and remedy.
//!
//! A file holds one variant or several:
//!
//! ```ini
//! ; Comments stand on lines of their own.
//! [variant example]
//! title = Example chess
//! inventor = Somebody, 2002
//! board = 10x8
//! start = rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1
//! castling = f1-c1 with a1 to d1; f1-i1 with j1 to h1
//!
//! [example piece K]
//! name = King
//! move = K
//! royal = yes
//! ```
//!
//! # `[variant NAME]`
//! The name is made of small letters, digits and hyphens.
//!
//! | key | value | default |
//! |---|---|---|
//! | `inherit` | a variant (built in, loaded before, or above in the file) whose keys, pieces and armies this one has, unless it gives them itself | none |
//! | `title` | the name for people | the name |
//! | `inventor` | inventor and year | empty |
//! | `board` | `FILESxRANKS`, each 1 to 16 | `8x8` |
//! | `holes` | a set of squares that do not exist, or `none` | none |
//! | `a1` | `dark` or `light`, the colour of that square | `dark` |
//! | `start` | FEN of the start position; holes are `*`, runs of empty squares can have two digits | must be given |
//! | `castling` | castlings separated by `;`, see below, or `none` | none |
//! | `castling-over` | ids of own pieces that royal piece and partner may pass over when castling; the squares where they end must be empty all the same | none |
//! | `castling-text` | how it is written: `king` (the king's two squares) or `partner` (king's and partner's square) | `king` |
//! | `stalemate` | `win`, `draw` or `loss` for the side that cannot move | `draw` |
//! | `checkmate` | the same for the side that is mated | `loss` |
//! | `bare-royal` | the same for a side that has nothing but its royal piece, at once and before mate, or `ongoing` | `ongoing` |
//! | `bare-royal-reply` | `yes` if a bare side goes on whose turn it is and that can bare the other one by a capture with its royal piece: one bare side loses, two do not | `no` |
//! | `royals-alone` | `draw` or `ongoing`, when both sides have nothing else | `draw` |
//! | `move-rule` | moves by each side without capture, pawn move or promotion that make a draw; 0: no such rule | `50` |
//! | `repetition` | occurrences of a position that make a draw; 0: no such rule | `3` |
//! | `facing` | the lines on which the two royal pieces may not face each other with nothing between, as if each attacked the other: `file`, `rook` (files and ranks), `queen` (diagonals too), or `allowed` | `allowed` |
//! | `brake` | the id of a piece next to which moves of several steps over empty squares (slides, lame leaps) end: they do not go on from a square next to it, be it the square they start from | none |
//! | `holdings` | `lost pieces`: the pieces (not pawn-type) that a side loses are kept for promotions `from holdings`; or `none` | `none` |
//! | `army-squares` | White's squares that the pieces of an army fill, in order | none |
//! | `summons` | calls separated by `;`, see below | none |
//! | `honours` | honours separated by `;`, see below | none |
//! | `evaluation` | what the evaluation counts for what, in centipawns: `NAME MIDDLE END` for the middle game and the end game, separated by `;`; the names are those of [`Coefficients`](crate::eval::Coefficients), and `birnam tune` finds the numbers | defaults for all variants |
//! | `winning` | how often a score wins, for the chances that programs show: the score in centipawns with which half of the games are won, and how many centipawns more make the odds 2.7 times as good | `100 120` |
//!
//! A castling is `FROM-TO with PARTNERS to SQUARE`: the royal piece goes from and to the first two squares, the
//! partner that starts on any of the named squares goes to the last one. It is White's; Black's is its mirror image (ranks
//! turned over, files kept), like everything in a variant file that is said of squares for one side. `as NAME` behind it
//! says how it is written in games, if not `O-O` towards the last file and `O-O-O` towards the first.
//!
//! # `[NAME piece ID]`
//! The id is a capital letter with an optional mark: `N`, `N'`, `N!`. The order of the sections is the order in which
//! the program lists the pieces.
//!
//! | key | value | default |
//! |---|---|---|
//! | `name` | the inventor's name | the id |
//! | `symbol` | the inventor's abbreviation, for legends | the id |
//! | `move` | XBetza, see [`betza`](super::betza) | must be given |
//! | `royal` | `yes` for the piece that must not be left attacked | `no` |
//! | `royal-path` | `safe` if the royal piece may not pass a square either where it would be attacked, or `any` | `any` |
//! | `pawn` | `yes` for a pawn-type piece: its moves reset the move rule, it takes and is taken en passant | `no` |
//! | `first-move` | where its first move (`i`) can be made from: `start rank` (any square of the ranks where it stands in the start array) or `start squares` (by pieces that have not moved) | `start rank` |
//! | `promote` | promotion rules separated by `;`, see below, or `none` | none |
//! | `transform` | changes of type that are no choice, separated by `;`, see below, or `none` | none |
//! | `level` | how far it is promoted, 0 to 9, for rules that speak of levels | `0` |
//! | `rifle` | what it captures without going there: XBetza for where it could capture if it were to move so, or `along`: after a move, the square as far on again in the same direction, whatever is between | none |
//! | `rifle-when` | `standing` (instead of moving), `moving` (in the same turn after a move, from the new square; for pieces that only move without capture), or both | `standing` (`moving` with `along`) |
//! | `no-capture` | a set of squares where it never captures, or `none` | none |
//! | `value` | centipawns, instead of the value derived from its moves | derived |
//!
//! ## Promotion
//! A rule of `promote` is `reach SET STAY WHAT` (the move ends in the set) or `enter SET STAY WHAT` (it also began outside);
//! the first one that fits a move counts. STAY is
//! - `forced`, or nothing: the piece must promote; a move for which there is nothing to choose is not possible;
//! - `if-possible`: it must promote if there is something to choose;
//! - `optional`: it may stay what it is.
//!
//! WHAT is
//! - `to IDS`: any of these;
//! - `to absent IDS`: those of which the side has no piece on the board after the move;
//! - `to lost IDS`: those of which the side has fewer pieces on the board than in the start array;
//! - `from holdings level NUMBERS`: the pieces (neither royal nor pawn-type) of these levels for which the side's
//!   holdings have the type itself or one that it is transformed into (the first of them is taken out).
//!
//! A rule of `transform` is `capture VICTIMS to ID` (by displacement) or `reach SET to ID`, and the first one that fits
//! happens, always and at once; it is not written in the move's text. VICTIMS are `pieces` (neither royal nor
//! pawn-type), `level NUMBERS` (those of them with these levels), or ids. With `if none IDS` behind it, it happens only
//! if the side has none of these on the board, the piece itself not counted.
//!
//! # `[NAME army ARMY]`
//! An army is one choice of pieces for the `army-squares`; each side has one. The first is that of both sides in the
//! start FEN. The name is made of letters, digits and hyphens.
//!
//! | key | value | default |
//! |---|---|---|
//! | `pieces` | ids in the order of the squares | must be given |
//! | `abilities` | `summons`, `honours` or both: what the keys of these names say is for this army | none |
//!
//! A call of `summons` is `ID by CALLER` or `ID by CALLER as OTHER`: as a move, a piece ID of the side comes to an empty square
//! that a CALLER attacks (or would, if it were an OTHER). An honour of `honours` is `ID to OTHER after NUMBER`: with so
//! many captures, counted on each piece, it becomes an OTHER. In a variant without armies both are for both sides.
//!
//! # Sets of squares
//! `a1`, `d4-g7` (a block), `rank 7-8`, `file a-c`, or several of them. For one side also `last 2` (ranks, from the mover's
//! side; `last` is `last 1`) and `first 2`; and `white SET black SET` where the two sides are not mirror images.

mod ability;
mod army;
mod array;
mod castling;
mod catalogue;
mod evaluation;
pub(crate) mod ini;
mod piece;
mod promotion;
mod rifle;
mod squares;
pub(crate) mod text;
mod variant;

use super::{Definition, VariantError};
pub(crate) use ini::suggestion;
use ini::{Entry, Keys, Section};
use std::sync::Arc;
use text::{Located, Text};

/// A variant read from a file.
#[derive(Clone, Debug)]
pub struct Variant {
    /// What the file says.
    pub definition: Definition,
    /// The text it came from, for those that inherit it.
    source: Source,
}

impl Variant {
    /// An error about the variant as a whole, at its section.
    #[must_use]
    pub fn error(&self, message: impl Into<String>) -> VariantError {
        self.source.header.text().error(message)
    }
}

/// The sections of a variant, with those it inherits.
#[derive(Clone, Debug)]
struct Source {
    name: String,
    header: Located,
    entries: Vec<Entry>,
    pieces: Vec<Part>,
    armies: Vec<Part>,
}

/// The section of a piece or an army.
#[derive(Clone, Debug)]
struct Part {
    name: String,
    header: Located,
    entries: Vec<Entry>,
}

impl Part {
    /// The keys, all of which must be known.
    fn keys(&self, known: &[&str]) -> Result<Keys<'_>, VariantError> {
        Keys::new(self.header.text(), &self.entries, known)
    }
}

/// Reads the variants of a file, in its order. `known` finds variants that are already there, to inherit from.
///
/// # Errors
/// Whatever is wrong first.
///
/// # Examples
/// ```
/// use birnam::variant::parse::parse;
///
/// let text = "[variant kings]\nstart = 4k3/8/8/8/8/8/8/4K3 w - - 0 1\n[kings piece K]\nmove = K\nroyal = yes\n";
/// let variants = parse("kings.ini", text, |_| None).expect("well written");
/// assert_eq!(variants[0].definition.name, "kings");
///
/// let error = parse("kings.ini", &text.replace("royal", "loyal"), |_| None).expect_err("no such key");
/// assert_eq!(error.to_string(), "kings.ini:5:1: unknown key \"loyal\"; did you mean \"royal\"?");
/// ```
pub fn parse<'k>(
    file: &str,
    text: &str,
    known: impl Fn(&str) -> Option<&'k Variant>,
) -> Result<Vec<Variant>, VariantError> {
    let sections = ini::sections(&Arc::from(file), text)?;
    if sections.is_empty() {
        return Err(VariantError::of_file(
            file,
            "no variant in this file; begin with [variant NAME]",
        ));
    }
    let sources = sources(sections)?;
    let mut variants: Vec<Variant> = Vec::new();
    for source in sources {
        let inherited = inherited(&source, &variants, &known)?;
        let source = match inherited {
            Some(parent) => source.on_top_of(parent),
            None => source,
        };
        let definition = variant::definition(&source)?;
        variants.push(Variant { definition, source });
    }
    Ok(variants)
}

/// Sorts the sections by variant.
fn sources(sections: Vec<Section>) -> Result<Vec<Source>, VariantError> {
    let mut sources: Vec<Source> = Vec::new();
    for Section { header, entries } in sections {
        let words: Vec<Text> = header.text().words().collect();
        match words[..] {
            [kind, name] if kind.as_str() == "variant" => {
                check_name(name)?;
                sources.push(Source {
                    name: name.as_str().to_string(),
                    entries,
                    pieces: Vec::new(),
                    armies: Vec::new(),
                    header,
                });
            }
            [owner, kind, name] if matches!(kind.as_str(), "piece" | "army") => {
                let source = find_owner(&mut sources, owner)?;
                let parts = if kind.as_str() == "piece" {
                    catalogue::check_id(name)?;
                    &mut source.pieces
                } else {
                    army::check_name(name)?;
                    &mut source.armies
                };
                parts.push(Part {
                    name: name.as_str().to_string(),
                    entries,
                    header,
                });
            }
            _ => {
                let message = format!(
                    "unknown section [{}]; it can be [variant NAME], [NAME piece ID] or [NAME army ARMY]",
                    header.as_str()
                );
                return Err(header.text().error(message));
            }
        }
    }
    Ok(sources)
}

/// The variant above that a section names.
fn find_owner<'s>(sources: &'s mut [Source], owner: Text) -> Result<&'s mut Source, VariantError> {
    let name = owner.as_str();
    let known = suggestion(name, sources.iter().map(|source| source.name.as_str()));
    sources
        .iter_mut()
        .find(|source| source.name == name)
        .ok_or_else(|| owner.error(format!("no [variant {name}] above this section{known}")))
}

fn check_name(name: Text) -> Result<(), VariantError> {
    let text = name.as_str();
    let plain = text
        .bytes()
        .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
    if plain && text.starts_with(|c: char| c.is_ascii_lowercase()) {
        return Ok(());
    }
    Err(name.error(format!(
        "\"{text}\" is no variant name; use small letters, digits and hyphens, beginning with a letter"
    )))
}

/// The variant that a source inherits from, if it does.
fn inherited<'v, 'k: 'v>(
    source: &Source,
    above: &'v [Variant],
    known: &impl Fn(&str) -> Option<&'k Variant>,
) -> Result<Option<&'v Source>, VariantError> {
    let Some(entry) = source
        .entries
        .iter()
        .find(|entry| entry.key.as_str() == "inherit")
    else {
        return Ok(None);
    };
    let name = entry.value.as_str();
    let parent = above
        .iter()
        .rev()
        .find(|variant| variant.definition.name == name)
        .or_else(|| known(name));
    match parent {
        Some(parent) => Ok(Some(&parent.source)),
        None => Err(entry.value.text().error(format!(
            "unknown variant \"{name}\"; it must be built in, or loaded before, or stand above in this file"
        ))),
    }
}

impl Source {
    /// This source with all that a parent has and it does not.
    fn on_top_of(self, parent: &Source) -> Source {
        Source {
            name: self.name,
            header: self.header,
            entries: merge(&parent.entries, self.entries),
            pieces: merge_parts(&parent.pieces, self.pieces),
            armies: merge_parts(&parent.armies, self.armies),
        }
    }
}

/// A parent's parts with own ones on top.
fn merge_parts(parent: &[Part], own: Vec<Part>) -> Vec<Part> {
    let mut parts = parent.to_vec();
    for part in own {
        match parts.iter_mut().find(|inherited| inherited.name == part.name) {
            Some(inherited) => {
                inherited.entries = merge(&inherited.entries, part.entries);
                inherited.header = part.header;
            }
            None => parts.push(part),
        }
    }
    parts
}

/// Own entries, and those of a parent with other keys.
fn merge(parent: &[Entry], own: Vec<Entry>) -> Vec<Entry> {
    let mut entries = own;
    for inherited in parent {
        if !entries
            .iter()
            .any(|entry| entry.key.as_str() == inherited.key.as_str())
        {
            entries.push(inherited.clone());
        }
    }
    entries
}
