//! XBetza, the notation for piece moves of XBoard and the Interactive Diagram.
//!
//! A piece's moves are written as *atoms* (capital letters), each with *modifiers* before it (small letters, in any
//! order) and a *range* after it: `fmWfcF` is a pawn without double step.
//!
//! # Atoms
//! | atom | leap | atom | leap | atom | leap |
//! |---|---|---|---|---|---|
//! | `W` | (1,0) | `F` | (1,1) | `D` | (2,0) |
//! | `N` | (2,1) | `A` | (2,2) | `H` | (3,0) |
//! | `C` | (3,1) | `Z` | (3,2) | `G` | (3,3) |
//!
//! `X` behind one of these lengthens the longer way by three (`WX` (4,0), `FX` (4,1), `DX` (5,0)), `Y` both ways by two
//! (`DY` (4,2), `NY` (4,3), `AY` (4,4)). `K` is `WF`; `R`, `B`, `Q` are unlimited slides. `O2` is castling with the
//! outermost own piece on either side, the royal piece going two squares.
//!
//! A number behind an atom repeats the step at most so often over empty squares (`R4`, `N2`), `0` without limit, and
//! so does doubling the letter: `NN` is the Nightrider.
//!
//! # Modifiers
//! - `m`, `c`, `e`: without capture; capturing; capturing en passant. With several any of them; with none `m` and `c`.
//! - `i`: only as the piece's first move.
//! - `n`: lame. All squares on the way must be empty: those passed in a straight line; for an oblique leap first the
//!   orthogonal steps, then the diagonal ones (`nN` is the Xiangqi horse). A pawn-type piece that moves several squares
//!   with `n` and without capture can be taken en passant on the squares that it passed.
//! - `j`: a leap goes over a piece on the square halfway (`jD`); a slide of single steps skips its first square,
//!   whatever is there (`jR`).
//! - `p`: over exactly one piece, with any number of empty squares before and behind it (the Xiangqi cannon is
//!   `mRcpR`). `g`: over exactly one piece, to the next square of the line (the Grasshopper is `gQ`).
//! - `z`: crooked. Every step turns by 90 degrees, alternating between two directions (`zFF` is the Crooked Bishop).
//! - `f b l r`: forward, backward, left, right; `v` is `fb`, `s` is `lr`. What they mean depends on the atom:
//!   - orthogonal: one direction each, several add up;
//!   - diagonal: two directions each (`fF`); a pair of one vertical and one sideways letter is one direction (`flF`);
//!   - oblique: the two moves closest to the direction (`fN`, also `ffN`); with `h` behind it the half board (`fhN`: all
//!     four); in a pair the first letter gives the half board and the second those of its moves that are closest to the
//!     second direction (`fsN`: the forward moves that go further sideways; `frN`: the right one of these); `hr` and
//!     `hl` are the four moves that are turned to the right or left from the nearest orthogonal direction;
//!   - `K` and `Q`: a letter alone is the one orthogonal direction (`fK` is `fW`), a pair the diagonals (`fsQ` is `fB`).
//!
//! # Several legs
//! `a` ("and again") adds a leg: the modifiers before it belong to the first leg, those behind it to the next one. The
//! piece steps to an empty square, then on from there; what it does at the end is said in the last leg. From the second leg
//! on directions are seen from the leg before: `f` is straight on, `l r` are turns by 90 degrees, `b` is back; `fs` are
//! turns by 45 and `bs` by 135 degrees, where an orthogonal step becomes a diagonal one and the other way round. Without
//! directions a leg goes on anywhere but back (`W` and `F` without turns by 45 degrees). So `maN` are two knight leaps,
//! `afsW` is the Xiangqi horse again, and `mafmasmW` goes two squares on and one aside, without capture.

mod atom;
mod direction;
mod modifiers;
mod pattern;
#[cfg(test)]
mod tests;

use super::{Component, Pattern};
use atom::Atom;
use modifiers::Modifiers;
use std::fmt;

/// What is wrong with a XBetza text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BetzaError {
    /// The character, from 0.
    pub character: usize,
    /// What is wrong and how to put it right.
    pub message: String,
}

impl fmt::Display for BetzaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "character {}: {}", self.character + 1, self.message)
    }
}

impl std::error::Error for BetzaError {}

/// The range that means without limit: no board has more than 16 squares in line.
pub const UNLIMITED: u8 = 15;

/// Parses a piece's moves.
///
/// # Errors
/// A character is unknown or has no meaning where it stands.
///
/// # Examples
/// ```
/// use birnam::variant::{Hop, Pattern, betza};
///
/// let pawn = betza::parse("fmWfcF").expect("a pawn without double step");
/// assert!(pawn[0].quiet && !pawn[0].capture);
/// let steps = vec![(1, 1), (-1, 1)];
/// assert_eq!(pawn[1].pattern, Pattern::Ride { steps, range: 1, hop: Hop::None });
///
/// let error = betza::parse("fmWq").expect_err("q is no modifier");
/// assert_eq!(error.character, 3);
/// ```
pub fn parse(text: &str) -> Result<Vec<Component>, BetzaError> {
    let characters: Vec<char> = text.chars().collect();
    let mut reader = Reader {
        characters: &characters,
        next: 0,
    };
    let mut components = Vec::new();
    while reader.next < characters.len() {
        components.push(component(&mut reader)?);
    }
    if components.is_empty() {
        return Err(error(0, "a piece needs a move, such as K"));
    }
    Ok(components)
}

fn error(character: usize, message: impl Into<String>) -> BetzaError {
    BetzaError {
        character,
        message: message.into(),
    }
}

/// The characters and how far they are read.
struct Reader<'a> {
    characters: &'a [char],
    next: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<char> {
        self.characters.get(self.next).copied()
    }

    fn take_if(&mut self, condition: impl FnOnce(char) -> bool) -> Option<char> {
        let found = self.peek().filter(|&c| condition(c))?;
        self.next += 1;
        Some(found)
    }
}

/// Reads modifiers (of one leg or several), atom and range.
fn component(reader: &mut Reader) -> Result<Component, BetzaError> {
    let start = reader.next;
    let first = Modifiers::read(reader)?;
    let mut later = Vec::new();
    while reader.take_if(|c| c == 'a').is_some() {
        later.push(Modifiers::read(reader)?);
    }
    let place = reader.next;
    let pattern = match Atom::read(reader)? {
        Atom::Castling { squares } if later.is_empty() => castling(&first, squares)?,
        Atom::Castling { .. } => return Err(error(place, "castling (O) has no further legs (\"a\")")),
        Atom::Leap(steps) if later.is_empty() => pattern::one_leg(&steps, &first, place)?,
        Atom::Leap(steps) => Pattern::Paths(pattern::legs(&steps, &first, &later, place)?),
    };
    let last = later.last().unwrap_or(&first);
    let any = last.has('m') || last.has('c') || last.has('e');
    let quiet = last.has('m') || !any;
    if first.has('n') && !passes(&pattern) {
        let message = "\"n\" has no meaning for a move that passes no square; leave it out";
        return Err(error(start, message));
    }
    Ok(Component {
        pattern,
        quiet,
        capture: last.has('c') || !any,
        first_only: first.has('i'),
        takes_en_passant: last.has('e'),
        leaves_en_passant: first.has('n') && quiet,
    })
}

/// Whether a pattern can pass a square.
fn passes(pattern: &Pattern) -> bool {
    match pattern {
        Pattern::Ride { range, .. } => *range > 1,
        Pattern::Paths(paths) => paths.iter().any(|path| !path.over.is_empty()),
        Pattern::Trails(_) => true,
        Pattern::Castle { .. } => false,
    }
}

fn castling(modifiers: &Modifiers, squares: u8) -> Result<Pattern, BetzaError> {
    modifiers.forbid("mcenjpgz", "castling (O)")?;
    match modifiers.directions.iter().find(|&&(_, letter)| letter != 's') {
        Some(&(place, letter)) => {
            let message = format!(
                "\"{letter}\" has no meaning with O, which castles to both sides; for one side use the key castling"
            );
            Err(error(place, message))
        }
        None => Ok(Pattern::Castle { squares }),
    }
}
