//! What the rules of a file need to know of its pieces before they are read as a whole.

use super::Part;
use super::ini::{Keys, suggestion};
use super::text::{Text, Words};
use crate::variant::VariantError;

/// A piece type, as far as others speak of it.
#[derive(Debug)]
struct Kind<'a> {
    id: &'a str,
    /// Neither royal nor pawn-type.
    piece: bool,
    level: u8,
}

/// All piece types of a variant.
#[derive(Debug)]
pub(super) struct Catalogue<'a> {
    kinds: Vec<Kind<'a>>,
}

/// Checks that a text is a piece id in upper case.
///
/// # Errors
/// It is not.
pub(super) fn check_id(id: Text) -> Result<(), VariantError> {
    match id.as_str().as_bytes() {
        [b'A'..=b'Z'] | [b'A'..=b'Z', b'\'' | b'!'] => Ok(()),
        _ => Err(id.error(format!(
            "\"{}\" is no piece id; it is a capital letter with an optional mark, such as N, N' or N!",
            id.as_str()
        ))),
    }
}

/// Reads the key that says how far a piece is promoted.
///
/// # Errors
/// It is no number from 0 to 9.
pub(super) fn level(keys: Keys) -> Result<u8, VariantError> {
    Ok(keys.number("level", 0, 9)?.unwrap_or(0) as u8)
}

impl<'a> Catalogue<'a> {
    /// Collects the types of a variant, with the keys of their sections.
    ///
    /// # Errors
    /// A key that matters here has a wrong value.
    pub(super) fn new(parts: &'a [Part], keys: &[Keys]) -> Result<Catalogue<'a>, VariantError> {
        let kinds = parts.iter().zip(keys).map(|(part, keys)| {
            Ok(Kind {
                id: &part.name,
                piece: !keys.flag("royal")? && !keys.flag("pawn")?,
                level: level(*keys)?,
            })
        });
        Ok(Catalogue {
            kinds: kinds.collect::<Result<_, _>>()?,
        })
    }

    /// The ids of all pieces that are neither royal nor pawn-type.
    pub(super) fn pieces(&self) -> Vec<String> {
        self.select(|_| true)
    }

    fn select(&self, wanted: impl Fn(&Kind) -> bool) -> Vec<String> {
        let chosen = self.kinds.iter().filter(|kind| kind.piece && wanted(kind));
        chosen.map(|kind| kind.id.to_string()).collect()
    }

    /// Reads the id of a type.
    ///
    /// # Errors
    /// There is no such type.
    pub(super) fn id(&self, word: Text) -> Result<String, VariantError> {
        let id = word.as_str();
        if self.kinds.iter().any(|kind| kind.id == id) {
            return Ok(id.to_string());
        }
        let known = suggestion(id, self.kinds.iter().map(|kind| kind.id));
        Err(word.error(format!("no piece \"{id}\" in this variant{known}")))
    }

    /// Reads ids, one or several, up to a word in small letters or the end.
    ///
    /// # Errors
    /// There is none, one is unknown, or one stands twice.
    pub(super) fn ids(&self, words: &mut Words) -> Result<Vec<String>, VariantError> {
        let mut list: Vec<String> = Vec::new();
        while let Some(word) = words.peek().filter(|word| !is_keyword(word.as_str())) {
            let id = self.id(word)?;
            if list.contains(&id) {
                return Err(word.error(format!("{id} stands here twice; once is enough")));
            }
            list.push(id);
            words.next();
        }
        if list.is_empty() {
            return Err(words.rest().error("piece ids are missing here, such as Q R B N"));
        }
        Ok(list)
    }

    /// Reads a text that is a list of ids.
    ///
    /// # Errors
    /// As [`Catalogue::ids`]; and something else stands behind them.
    pub(super) fn id_list(&self, text: Text) -> Result<Vec<String>, VariantError> {
        let mut words = text.words();
        let ids = self.ids(&mut words)?;
        words.finish("Q R B N")?;
        Ok(ids)
    }

    /// Reads levels, one or several, and finds the pieces that have them.
    ///
    /// # Errors
    /// There is none, or no piece has one of them.
    pub(super) fn levels(&self, words: &mut Words) -> Result<Vec<String>, VariantError> {
        let mut levels = Vec::new();
        while let Some(word) = words.peek().filter(|word| !is_keyword(word.as_str())) {
            let level = word.as_str().parse::<u8>().ok();
            match level.filter(|&level| self.kinds.iter().any(|kind| kind.piece && kind.level == level)) {
                Some(level) => levels.push(level),
                None => {
                    return Err(word.error(format!(
                        "no piece of this variant has the level \"{}\"",
                        word.as_str()
                    )));
                }
            }
            words.next();
        }
        if levels.is_empty() {
            return Err(words.rest().error("a level is missing here, such as 0"));
        }
        Ok(self.select(|kind| levels.contains(&kind.level)))
    }
}

/// Whether a word is part of a rule's wording rather than an id or a number.
fn is_keyword(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_lowercase())
}
