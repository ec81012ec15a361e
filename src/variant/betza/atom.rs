//! Atoms: the capital letters of XBetza.

use super::{BetzaError, Reader, UNLIMITED, error};

/// What a capital letter with its range stands for.
pub(super) enum Atom {
    /// Castling, the royal piece going so many squares.
    Castling { squares: u8 },
    /// Steps in symmetric directions.
    Leap(Steps),
}

/// A step in all its directions, and how often it can be repeated.
pub(super) struct Steps {
    /// How direction letters are to be understood.
    pub(super) symmetry: Symmetry,
    /// The longer and the shorter way of the step (of the orthogonal one for [`Symmetry::Royal`]).
    pub(super) leap: (i8, i8),
    /// Steps at most.
    pub(super) range: u8,
}

/// The kinds of directions.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Symmetry {
    Orthogonal,
    Diagonal,
    Oblique,
    /// The eight directions of `K` and `Q`.
    Royal,
}

impl Steps {
    /// Whether it is made of steps to adjacent squares, so that nothing lies between two of them.
    pub(super) fn single(&self) -> bool {
        self.leap.0 == 1
    }

    /// Whether there is a square halfway.
    pub(super) fn has_middle(&self) -> bool {
        self.leap.0 % 2 == 0 && self.leap.1 % 2 == 0
    }

    /// The directions that the atom has, clockwise from straight forward.
    pub(super) fn all(&self) -> Vec<(i8, i8)> {
        let ring = self.ring();
        match self.symmetry {
            Symmetry::Orthogonal => ring.into_iter().step_by(2).collect(),
            Symmetry::Diagonal => ring.into_iter().skip(1).step_by(2).collect(),
            Symmetry::Oblique | Symmetry::Royal => ring.to_vec(),
        }
    }

    /// Eight directions clockwise, for turns: the atom's own, or for orthogonal and diagonal ones both kinds.
    pub(super) fn ring(&self) -> [(i8, i8); 8] {
        let (a, b) = self.leap;
        match self.symmetry {
            Symmetry::Oblique => [
                (b, a),
                (a, b),
                (a, -b),
                (b, -a),
                (-b, -a),
                (-a, -b),
                (-a, b),
                (-b, a),
            ],
            _ => [
                (0, a),
                (a, a),
                (a, 0),
                (a, -a),
                (0, -a),
                (-a, -a),
                (-a, 0),
                (-a, a),
            ],
        }
    }
}

impl Atom {
    /// Reads an atom with its range.
    pub(super) fn read(reader: &mut Reader) -> Result<Atom, BetzaError> {
        let place = reader.next;
        let Some(letter) = reader.take_if(|_| true) else {
            return Err(error(
                place,
                "an atom (a capital letter such as W) is missing at the end",
            ));
        };
        if letter == 'O' {
            let squares = number(reader)?.map_or(2, |(_, squares)| squares);
            return match squares {
                2..=UNLIMITED => Ok(Atom::Castling { squares }),
                _ => Err(error(
                    place,
                    "O needs the number of squares the royal piece goes, 2 or more, such as O2",
                )),
            };
        }
        let sliding = matches!(letter, 'R' | 'B' | 'Q');
        let Some(base) = base(letter) else {
            let message = if letter.is_ascii_uppercase() {
                format!(
                    "unknown atom \"{letter}\"; known are W F D N A H C Z G (also with X or Y behind), K Q R B and O"
                )
            } else {
                format!("\"{letter}\" is no part of XBetza; write small modifiers, a capital atom, a number")
            };
            return Err(error(place, message));
        };
        let extended = !sliding && letter != 'K';
        let leap = match reader.take_if(|c| extended && (c == 'X' || c == 'Y')) {
            Some('X') => (base.0 + 3, base.1),
            Some(_) => (base.0 + 2, base.1 + 2),
            None => base,
        };
        let doubled = !sliding && leap == base && reader.take_if(|c| c == letter).is_some();
        let range = match number(reader)? {
            Some((place, _)) if doubled => {
                return Err(error(
                    place,
                    format!(
                        "{letter}{letter} is without limit already; write {letter} with a number or {letter}{letter} without"
                    ),
                ));
            }
            Some((_, 0)) => UNLIMITED,
            Some((_, range)) => range,
            None if doubled || sliding => UNLIMITED,
            None => 1,
        };
        let symmetry = match leap {
            _ if matches!(letter, 'K' | 'Q') => Symmetry::Royal,
            (_, 0) => Symmetry::Orthogonal,
            (a, b) if a == b => Symmetry::Diagonal,
            _ => Symmetry::Oblique,
        };
        Ok(Atom::Leap(Steps {
            symmetry,
            leap,
            range,
        }))
    }
}

/// The leap (longer way, shorter way) of a letter.
const fn base(letter: char) -> Option<(i8, i8)> {
    match letter {
        'W' | 'R' | 'K' | 'Q' => Some((1, 0)),
        'F' | 'B' => Some((1, 1)),
        'D' => Some((2, 0)),
        'N' => Some((2, 1)),
        'A' => Some((2, 2)),
        'H' => Some((3, 0)),
        'C' => Some((3, 1)),
        'Z' => Some((3, 2)),
        'G' => Some((3, 3)),
        _ => None,
    }
}

/// Reads a number with its place, if one stands there.
fn number(reader: &mut Reader) -> Result<Option<(usize, u8)>, BetzaError> {
    let place = reader.next;
    let mut value = None;
    while let Some(digit) = reader.take_if(|c| c.is_ascii_digit()) {
        let digit = digit.to_digit(10).unwrap_or(0);
        value = Some(value.unwrap_or(0) * 10 + digit);
        if value > Some(u32::from(UNLIMITED)) {
            return Err(error(place, "a range is at most 15; 0 means without limit"));
        }
    }
    Ok(value.map(|value| (place, value as u8)))
}
