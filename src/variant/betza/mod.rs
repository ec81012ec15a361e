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
//! - `j`: a leap must go over a piece on the way; a slide (of single steps) skips its first square, whatever is there.
//! - `p`: over exactly one piece, with any number of empty squares before and behind it (the Xiangqi cannon is
//!   `mRcpR`). `g`: over exactly one piece, to the next square of the line (the Grasshopper is `gQ`).
//! - `f b l r`: forward, backward, left, right; `v` is `fb`, `s` is `lr`. What they mean depends on the atom:
//!   - orthogonal: one direction each, several add up;
//!   - diagonal: two directions each (`fF`); a pair of one vertical and one sideways letter is one direction (`flF`);
//!   - oblique: the two moves closest to the direction (`fN`, also `ffN`); with `h` behind it the half board (`fhN`: all
//!     four); in a pair the first letter gives the half board and the second those of its moves that are closest to the
//!     second direction (`fsN`: the forward moves that go further sideways; `frN`: the right one of these); `hr` and
//!     `hl` are the four moves that are turned to the right or left from the nearest orthogonal direction;
//!   - `K` and `Q`: a letter alone is the one orthogonal direction (`fK` is `fW`), a pair the diagonals (`fsQ` is `fB`).

mod atom;
mod direction;
#[cfg(test)]
mod tests;

use super::{Component, Hop, Path, Pattern};
use atom::{Atom, Steps};
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

/// The modifiers in front of an atom.
#[derive(Default)]
struct Modifiers {
    /// Direction letters and `h`, with their places.
    directions: Vec<(usize, char)>,
    /// The other letters, with their places.
    others: Vec<(usize, char)>,
}

impl Modifiers {
    fn read(reader: &mut Reader) -> Result<Modifiers, BetzaError> {
        let mut modifiers = Modifiers::default();
        loop {
            let place = reader.next;
            let Some(letter) = reader.take_if(|c| c.is_ascii_lowercase()) else {
                return Ok(modifiers);
            };
            match letter {
                'f' | 'b' | 'l' | 'r' | 'v' | 's' | 'h' => modifiers.directions.push((place, letter)),
                'm' | 'c' | 'e' | 'i' | 'n' | 'j' | 'p' | 'g' => {
                    if modifiers.has(letter) {
                        return Err(error(
                            place,
                            format!("the modifier \"{letter}\" stands here twice; once is enough"),
                        ));
                    }
                    modifiers.others.push((place, letter));
                }
                _ => {
                    let message = format!(
                        "unknown modifier \"{letter}\"; known are f b l r v s h (directions) and m c e i n j p g"
                    );
                    return Err(error(place, message));
                }
            }
        }
    }

    fn has(&self, letter: char) -> bool {
        self.others.iter().any(|&(_, other)| other == letter)
    }

    /// Fails if one of the letters is there: they make no sense with what `with` names.
    fn forbid(&self, letters: &str, with: &str) -> Result<(), BetzaError> {
        match self.others.iter().find(|(_, letter)| letters.contains(*letter)) {
            Some(&(place, letter)) => Err(error(
                place,
                format!("the modifier \"{letter}\" has no meaning with {with}"),
            )),
            None => Ok(()),
        }
    }

    /// At most one way to deal with the squares on the way.
    fn way(&self) -> Result<Option<char>, BetzaError> {
        let mut ways = self.others.iter().filter(|(_, letter)| "njpg".contains(*letter));
        match (ways.next(), ways.next()) {
            (Some((_, first)), Some(&(place, second))) => Err(error(
                place,
                format!("\"{first}\" and \"{second}\" exclude each other; keep one"),
            )),
            (first, _) => Ok(first.map(|&(_, letter)| letter)),
        }
    }
}

/// Reads modifiers, atom and range.
fn component(reader: &mut Reader) -> Result<Component, BetzaError> {
    let start = reader.next;
    let modifiers = Modifiers::read(reader)?;
    let place = reader.next;
    let atom = Atom::read(reader)?;
    let pattern = match atom {
        Atom::Castling { squares } => castling(&modifiers, squares)?,
        Atom::Leap(steps) => {
            let directions = direction::choose(&steps, &modifiers.directions)?;
            moves(&steps, directions, modifiers.way()?).map_err(|message| error(place, message))?
        }
    };
    let any = modifiers.has('m') || modifiers.has('c') || modifiers.has('e');
    let component = Component {
        quiet: modifiers.has('m') || !any,
        capture: modifiers.has('c') || !any,
        first_only: modifiers.has('i'),
        takes_en_passant: modifiers.has('e'),
        leaves_en_passant: false,
        pattern,
    };
    let passes = match &component.pattern {
        Pattern::Ride { range, .. } => *range > 1,
        Pattern::Paths(paths) => paths.iter().any(|path| !path.over.is_empty()),
        Pattern::Castle { .. } => false,
    };
    if modifiers.has('n') && !passes {
        return Err(error(
            start,
            "\"n\" has no meaning for a move that passes no square; leave it out",
        ));
    }
    Ok(Component {
        leaves_en_passant: modifiers.has('n') && component.quiet,
        ..component
    })
}

fn castling(modifiers: &Modifiers, squares: u8) -> Result<Pattern, BetzaError> {
    modifiers.forbid("mcenjpg", "castling (O)")?;
    match modifiers.directions.iter().find(|&&(_, letter)| letter != 's') {
        Some(&(place, letter)) => Err(error(
            place,
            format!(
                "\"{letter}\" has no meaning with O, which castles to both sides; for one side use the key castling"
            ),
        )),
        None => Ok(Pattern::Castle { squares }),
    }
}

/// Builds the pattern of steps in certain directions.
fn moves(steps: &Steps, directions: Vec<(i8, i8)>, way: Option<char>) -> Result<Pattern, String> {
    let range = steps.range;
    let hop = match way {
        Some('n') if !steps.single() => return Ok(Pattern::Paths(lame(&directions, range))),
        None | Some('n') => Hop::None,
        Some('j') => {
            if steps.single() && range == 1 {
                return Err(
                    "\"j\" skips the first square of a slide, so it needs a range of 2 or more".to_string(),
                );
            }
            if !steps.single() && range > 1 {
                return Err("\"j\" has no meaning for a repeated leap; it is for one leap over a piece, or a slide of single steps that skips its first square".to_string());
            }
            Hop::Jump
        }
        Some(letter) => {
            if range == 1 {
                return Err(format!(
                    "\"{letter}\" needs a range: the move goes to the piece, over it and on; for example {letter}R"
                ));
            }
            if letter == 'p' {
                Hop::Cannon
            } else {
                Hop::Grasshopper
            }
        }
    };
    Ok(Pattern::Ride {
        steps: directions,
        range,
        hop,
    })
}

/// Lame leaps, repeated up to `range` times.
fn lame(directions: &[(i8, i8)], range: u8) -> Vec<Path> {
    let mut paths = Vec::new();
    for &(dx, dy) in directions {
        let (mut x, mut y) = (0, 0);
        let mut over = Vec::new();
        for _ in 0..range {
            let leap: Vec<(i8, i8)> = passed(dx, dy)
                .into_iter()
                .map(|(px, py)| (x + px, y + py))
                .collect();
            over.extend(leap);
            (x, y) = (x + dx, y + dy);
            if x.abs() > 15 || y.abs() > 15 {
                break;
            }
            paths.push(Path {
                to: (x, y),
                over: over.clone(),
            });
            over.push((x, y));
        }
    }
    paths
}

/// The squares that a lame leap passes, in order: orthogonal steps along the longer way, then diagonal ones.
fn passed(dx: i8, dy: i8) -> Vec<(i8, i8)> {
    let longer = dx.abs().max(dy.abs());
    let shorter = dx.abs().min(dy.abs());
    (1..longer)
        .map(|step| {
            let aside = (step - (longer - shorter)).max(0);
            if dx.abs() > dy.abs() {
                (step * dx.signum(), aside * dy.signum())
            } else {
                (aside * dx.signum(), step * dy.signum())
            }
        })
        .collect()
}
