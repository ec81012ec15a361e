//! Modifiers: the small letters of XBetza.

use super::{BetzaError, Reader, error};

/// The letters that say what to do about the squares on the way.
const WAYS: &str = "njpgz";

/// The modifiers of one leg.
#[derive(Default)]
pub(super) struct Modifiers {
    /// Direction letters and `h`, with their places.
    pub(super) directions: Vec<(usize, char)>,
    /// The other letters, with their places.
    others: Vec<(usize, char)>,
}

impl Modifiers {
    /// Reads up to the atom or the next leg (`a`).
    pub(super) fn read(reader: &mut Reader) -> Result<Modifiers, BetzaError> {
        let mut modifiers = Modifiers::default();
        loop {
            let place = reader.next;
            let Some(letter) = reader.take_if(|c| c.is_ascii_lowercase() && c != 'a') else {
                return Ok(modifiers);
            };
            match letter {
                'f' | 'b' | 'l' | 'r' | 'v' | 's' | 'h' => modifiers.directions.push((place, letter)),
                'm' | 'c' | 'e' | 'i' | 'n' | 'j' | 'p' | 'g' | 'z' => modifiers.add(place, letter)?,
                _ => {
                    let known = "f b l r v s h (directions) and m c e i n j p g z a";
                    return Err(error(
                        place,
                        format!("unknown modifier \"{letter}\"; known are {known}"),
                    ));
                }
            }
        }
    }

    fn add(&mut self, place: usize, letter: char) -> Result<(), BetzaError> {
        if self.has(letter) {
            let message = format!("the modifier \"{letter}\" stands here twice; once is enough");
            return Err(error(place, message));
        }
        if let (Some(other), true) = (self.way(), WAYS.contains(letter)) {
            let message = format!("\"{other}\" and \"{letter}\" exclude each other; keep one");
            return Err(error(place, message));
        }
        self.others.push((place, letter));
        Ok(())
    }

    /// Whether a letter (other than a direction) is there.
    pub(super) fn has(&self, letter: char) -> bool {
        self.others.iter().any(|&(_, other)| other == letter)
    }

    /// The letter that says what to do about the squares on the way.
    pub(super) fn way(&self) -> Option<char> {
        let mut letters = self.others.iter().map(|&(_, letter)| letter);
        letters.find(|&letter| WAYS.contains(letter))
    }

    /// Fails if one of the letters is there: they make no sense with what `with` names.
    pub(super) fn forbid(&self, letters: &str, with: &str) -> Result<(), BetzaError> {
        match self.others.iter().find(|(_, letter)| letters.contains(*letter)) {
            Some(&(place, letter)) => {
                let message = format!("the modifier \"{letter}\" has no meaning with {with}");
                Err(error(place, message))
            }
            None => Ok(()),
        }
    }
}
