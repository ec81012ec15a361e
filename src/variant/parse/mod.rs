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
//! | `inherit` | a variant (built in, loaded before, or above in the file) whose keys and pieces this one has, unless it gives them itself | none |
//! | `title` | the name for people | the name |
//! | `inventor` | inventor and year | empty |
//! | `board` | `FILESxRANKS`, each 1 to 16 | `8x8` |
//! | `holes` | a set of squares that do not exist, or `none` | none |
//! | `start` | FEN of the start position; holes are `*`, runs of empty squares can have two digits | must be given |
//! | `castling` | castlings separated by `;`, see below, or `none` | none |
//! | `castling-text` | how it is written: `king` (the king's two squares) or `partner` (king's and partner's square) | `king` |
//! | `stalemate` | `win`, `draw` or `loss` for the side that cannot move | `draw` |
//! | `checkmate` | the same for the side that is mated | `loss` |
//! | `move-rule` | moves by each side without capture, pawn move or promotion that make a draw; 0: no such rule | `50` |
//! | `repetition` | occurrences of a position that make a draw; 0: no such rule | `3` |
//! | `royals-alone` | `draw`, or `ongoing` | `draw` |
//!
//! A castling is `FROM-TO with PARTNERS to SQUARE`: the royal piece goes from and to the first two squares, the
//! partner that starts on any of the named squares goes to the last one. It is White's; Black's is its mirror image (ranks
//! turned over, files kept), like everything in a variant file that is said of squares for one side.
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
//! | `pawn` | `yes` for a pawn-type piece: its moves reset the move rule, it takes and is taken en passant | `no` |
//! | `first-move` | where its first move (`i`) can be made from: `start rank` (any square of the ranks where it stands in the start array) or `start squares` (by pieces that have not moved) | `start rank` |
//! | `promote` | promotion rules separated by `;`, see below, or `none` | none |
//! | `value` | centipawns, instead of the value derived from its moves | derived |
//!
//! A promotion rule is `reach SET to IDS` (the move ends in the set) or `enter SET to IDS` (it also began outside). With
//! `optional` before `to` the piece may stay what it is; `forced`, the default, can be written too.
//!
//! # Sets of squares
//! `a1`, `d4-g7` (a block), `rank 7-8`, `file a-c`, or several of them. For one side also `last 2` (ranks, from the mover's
//! side; `last` is `last 1`) and `first 2`; and `white SET black SET` where the two sides are not mirror images.

mod array;
mod castling;
mod ini;
mod piece;
mod promotion;
mod squares;
mod text;
mod variant;

use super::{Definition, VariantError};
pub(in crate::variant) use ini::suggestion;
use ini::{Entry, Section};
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
    pieces: Vec<PieceSource>,
}

/// The section of a piece.
#[derive(Clone, Debug)]
struct PieceSource {
    id: String,
    header: Located,
    entries: Vec<Entry>,
}

/// Reads the variants of a file, in its order. `known` finds variants that are already there, to inherit from.
///
/// # Errors
/// Whatever is wrong first.
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
                    header,
                });
            }
            [owner, kind, id] if kind.as_str() == "piece" => {
                let name = owner.as_str();
                let Some(source) = sources.iter_mut().find(|source| source.name == name) else {
                    let known = suggestion(name, sources.iter().map(|source| source.name.as_str()));
                    return Err(owner.error(format!("no [variant {name}] above this section{known}")));
                };
                check_id(id)?;
                source.pieces.push(PieceSource {
                    id: id.as_str().to_string(),
                    entries,
                    header,
                });
            }
            _ => {
                let message = format!(
                    "unknown section [{}]; it can be [variant NAME] or [NAME piece ID]",
                    header.as_str()
                );
                return Err(header.text().error(message));
            }
        }
    }
    Ok(sources)
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

/// Checks that a text is a piece id in upper case.
fn check_id(id: Text) -> Result<(), VariantError> {
    match id.as_str().as_bytes() {
        [b'A'..=b'Z'] | [b'A'..=b'Z', b'\'' | b'!'] => Ok(()),
        _ => Err(id.error(format!(
            "\"{}\" is no piece id; it is a capital letter with an optional mark, such as N, N' or N!",
            id.as_str()
        ))),
    }
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
    fn on_top_of(mut self, parent: &Source) -> Source {
        let mut pieces = parent.pieces.clone();
        for piece in self.pieces {
            match pieces.iter_mut().find(|inherited| inherited.id == piece.id) {
                Some(inherited) => {
                    inherited.entries = merge(&inherited.entries, piece.entries);
                    inherited.header = piece.header;
                }
                None => pieces.push(piece),
            }
        }
        self.entries = merge(&parent.entries, self.entries);
        self.pieces = pieces;
        self
    }
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
