//! Direction letters: which of an atom's directions they choose.

use super::atom::{Steps, Symmetry};
use super::{BetzaError, error};

/// One choice of directions: a letter, or two that belong together.
enum Choice {
    /// A letter alone.
    One(char),
    /// A letter and `h`.
    Half(char),
    /// A vertical and a sideways letter in either order, or the same letter twice.
    Pair(char, char),
    /// `hr` or `hl`.
    Turned(char),
}

/// The directions of an atom that its letters choose; all of them if there are none.
pub(super) fn choose(steps: &Steps, letters: &[(usize, char)]) -> Result<Vec<(i8, i8)>, BetzaError> {
    let choices = choices(steps.symmetry, letters)?;
    let mut directions = steps.all();
    if !choices.is_empty() {
        directions.retain(|&step| choices.iter().any(|choice| allows(steps.symmetry, choice, step)));
    }
    Ok(directions)
}

/// The turns that a later leg's letters choose, in eighths of a circle clockwise from straight on.
pub(super) fn turns(symmetry: Symmetry, letters: &[(usize, char)]) -> Result<Vec<usize>, BetzaError> {
    if letters.is_empty() {
        return Ok(match symmetry {
            Symmetry::Orthogonal | Symmetry::Diagonal => vec![0, 2, 6],
            Symmetry::Oblique | Symmetry::Royal => vec![0, 1, 2, 3, 5, 6, 7],
        });
    }
    let unit = Steps {
        symmetry: Symmetry::Royal,
        leap: (1, 0),
        range: 1,
    };
    let chosen = choose(&unit, letters)?;
    let ring = unit.ring();
    Ok((0..ring.len())
        .filter(|&turn| chosen.contains(&ring[turn]))
        .collect())
}

/// Takes the letters together as they belong.
fn choices(symmetry: Symmetry, letters: &[(usize, char)]) -> Result<Vec<Choice>, BetzaError> {
    let mut choices = Vec::new();
    let mut rest = letters;
    while let Some((&(place, first), tail)) = rest.split_first() {
        let second = tail.first().map(|&(_, letter)| letter);
        let oblique = symmetry == Symmetry::Oblique;
        let (choice, length) = match (first, second) {
            ('h', Some('l' | 'r')) if oblique => (Choice::Turned(second.unwrap_or_default()), 2),
            ('h', _) => {
                let message = if oblique {
                    "\"h\" belongs behind a direction (fhN) or before l or r (hlN)"
                } else {
                    "\"h\" has a meaning only for oblique leaps such as N"
                };
                return Err(error(place, message));
            }
            (_, Some('h')) if oblique => (Choice::Half(first), 2),
            (_, Some(second)) if symmetry != Symmetry::Orthogonal && belong(first, second) => {
                (Choice::Pair(first, second), 2)
            }
            _ => (Choice::One(first), 1),
        };
        choices.push(choice);
        rest = &rest[length..];
    }
    Ok(choices)
}

/// Whether two letters are one choice: the same one twice, or a single direction with one across it.
const fn belong(first: char, second: char) -> bool {
    match first {
        'f' => matches!(second, 'f' | 'l' | 'r' | 's'),
        'b' => matches!(second, 'b' | 'l' | 'r' | 's'),
        'l' => matches!(second, 'l' | 'f' | 'b' | 'v'),
        'r' => matches!(second, 'r' | 'f' | 'b' | 'v'),
        _ => false,
    }
}

fn allows(symmetry: Symmetry, choice: &Choice, step: (i8, i8)) -> bool {
    let (dx, dy) = step;
    match *choice {
        Choice::Turned(side) => ((dy.abs() > dx.abs()) == (dx * dy > 0)) == (side == 'r'),
        Choice::Half(letter) => towards(letter, step),
        Choice::One(letter) => match symmetry {
            Symmetry::Orthogonal | Symmetry::Diagonal => towards(letter, step),
            Symmetry::Oblique | Symmetry::Royal => closest(letter, step),
        },
        Choice::Pair(first, second) => match symmetry {
            Symmetry::Oblique => towards(first, step) && closest(second, step),
            Symmetry::Royal if first == second => closest(first, step),
            _ => towards(first, step) && towards(second, step),
        },
    }
}

/// Whether a step goes in a direction at all.
const fn towards(letter: char, (dx, dy): (i8, i8)) -> bool {
    match letter {
        'f' => dy > 0,
        'b' => dy < 0,
        'l' => dx < 0,
        'r' => dx > 0,
        'v' => dy != 0,
        _ => dx != 0,
    }
}

/// Whether a step goes further in a direction than to the sides of it.
const fn closest(letter: char, step: (i8, i8)) -> bool {
    let (across, along) = match letter {
        'f' | 'b' | 'v' => (step.0.abs(), step.1.abs()),
        _ => (step.1.abs(), step.0.abs()),
    };
    towards(letter, step) && along > across
}
