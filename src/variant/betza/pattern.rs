//! From an atom with its modifiers to a pattern.

use super::atom::{Steps, Symmetry};
use super::modifiers::Modifiers;
use super::{BetzaError, UNLIMITED, direction, error};
use crate::variant::{Hop, Path, Pattern};

/// Legs at most: the number of paths grows sevenfold with each.
const MAX_LEGS: usize = 4;

/// The pattern of a move of one leg. `place` is the atom's place.
pub(super) fn one_leg(steps: &Steps, modifiers: &Modifiers, place: usize) -> Result<Pattern, BetzaError> {
    let directions = direction::choose(steps, &modifiers.directions)?;
    let range = steps.range;
    if modifiers.has('e') && range > 1 {
        return Err(error(
            place,
            "\"e\" (en passant) is for single steps; leave the range out",
        ));
    }
    let hop = match modifiers.way() {
        Some('n') if !steps.single() => return Ok(Pattern::Paths(lame(&directions, range))),
        Some('z') => {
            let trails = crooked(steps, &directions).map_err(|message| error(place, message))?;
            return Ok(Pattern::Trails(trails));
        }
        None | Some('n') => Hop::None,
        Some('j') => {
            check_jump(steps).map_err(|message| error(place, message))?;
            Hop::Jump
        }
        Some(letter) if range == 1 => {
            let message = format!(
                "\"{letter}\" needs a range: the move goes to the piece, over it and on; for example {letter}R"
            );
            return Err(error(place, message));
        }
        Some('p') => Hop::Cannon,
        Some(_) => Hop::Grasshopper,
    };
    Ok(Pattern::Ride {
        steps: directions,
        range,
        hop,
    })
}

/// Whether `j` has a meaning with an atom.
fn check_jump(steps: &Steps) -> Result<(), &'static str> {
    match (steps.single(), steps.range > 1) {
        (true, false) => Err("\"j\" skips the first square of a slide, so it needs a range of 2 or more"),
        (false, true) => Err("\"j\" has no meaning for a repeated leap; leave the range out"),
        (false, false) if !steps.has_middle() => {
            Err("\"j\" on a leap needs a square halfway, as D, A and WX have")
        }
        _ => Ok(()),
    }
}

/// Lame leaps, repeated up to `range` times.
fn lame(directions: &[(i8, i8)], range: u8) -> Vec<Path> {
    let mut paths = Vec::new();
    for &(dx, dy) in directions {
        let mut from = (0, 0);
        let mut over = Vec::new();
        for _ in 0..range {
            over.extend(passed(dx, dy).into_iter().map(|step| sum(from, step)));
            from = sum(from, (dx, dy));
            if !fits(from) {
                break;
            }
            paths.push(Path {
                to: from,
                over: over.clone(),
            });
            over.push(from);
        }
    }
    paths
}

/// The squares that a lame leap passes, in order: orthogonal steps along the longer way, then diagonal ones.
fn passed(dx: i8, dy: i8) -> Vec<(i8, i8)> {
    let longer = dx.abs().max(dy.abs());
    let shorter = dx.abs().min(dy.abs());
    let aside = |step: i8| (step - (longer - shorter)).max(0);
    (1..longer)
        .map(|step| {
            if dx.abs() > dy.abs() {
                (step * dx.signum(), aside(step) * dy.signum())
            } else {
                (aside(step) * dx.signum(), step * dy.signum())
            }
        })
        .collect()
}

/// Trails that turn by 90 degrees at every step, alternating between two directions.
fn crooked(steps: &Steps, first: &[(i8, i8)]) -> Result<Vec<Vec<(i8, i8)>>, String> {
    if !matches!(steps.symmetry, Symmetry::Orthogonal | Symmetry::Diagonal) {
        return Err("\"z\" is for orthogonal and diagonal atoms, such as zF0 or zW0".to_string());
    }
    if steps.range == 1 {
        return Err("\"z\" needs a range, such as zFF or zF4".to_string());
    }
    // Each of the two directions can be taken as often as the board is long.
    let length = if steps.range == UNLIMITED {
        2 * UNLIMITED
    } else {
        steps.range
    };
    let mut trails = Vec::new();
    for &(dx, dy) in first {
        for second in [(dy, -dx), (-dy, dx)] {
            let mut at = (0, 0);
            let turning = (0..length).map(|number| {
                at = sum(at, if number % 2 == 0 { (dx, dy) } else { second });
                at
            });
            trails.push(turning.take_while(|&square| fits(square)).collect());
        }
    }
    Ok(trails)
}

/// The paths of a move of several legs.
pub(super) fn legs(
    steps: &Steps,
    first: &Modifiers,
    later: &[Modifiers],
    place: usize,
) -> Result<Vec<Path>, BetzaError> {
    const WITH: &str = "several legs (\"a\")";
    if later.len() >= MAX_LEGS {
        return Err(error(place, format!("a move has at most {MAX_LEGS} legs")));
    }
    if steps.range > 1 {
        return Err(error(
            place,
            "a move of several legs is of single steps; leave the range out",
        ));
    }
    first.forbid("cenjpgz", "a leg that another one follows")?;
    let (last, middle) = later
        .split_last()
        .ok_or_else(|| error(place, "a leg is missing"))?;
    for modifiers in middle {
        modifiers.forbid("ceinjpgz", "a leg that another one follows")?;
    }
    last.forbid("einjpgz", WITH)?;
    let mut turns = Vec::new();
    for modifiers in later {
        turns.push(direction::turns(steps.symmetry, &modifiers.directions)?);
    }
    let ring = steps.ring();
    let start = direction::choose(steps, &first.directions)?;
    let mut paths = Vec::new();
    for step in start {
        let heading = ring.iter().position(|&other| other == step).unwrap_or(0);
        walk(&ring, heading, (0, 0), &turns, &mut Vec::new(), &mut paths);
    }
    Ok(paths)
}

/// Makes the step in a heading, then the legs that are left, and collects where they end.
fn walk(
    ring: &[(i8, i8); 8],
    heading: usize,
    from: (i8, i8),
    legs: &[Vec<usize>],
    over: &mut Vec<(i8, i8)>,
    paths: &mut Vec<Path>,
) {
    let at = sum(from, ring[heading]);
    match legs.split_first() {
        None => {
            // The piece has left its own square, so it may pass it, but to end there is no move.
            let over: Vec<_> = over.iter().copied().filter(|&square| square != (0, 0)).collect();
            let path = Path { to: at, over };
            if at != (0, 0) && !paths.contains(&path) {
                paths.push(path);
            }
        }
        Some((turns, rest)) => {
            over.push(at);
            for turn in turns {
                walk(ring, (heading + turn) % 8, at, rest, over, paths);
            }
            over.pop();
        }
    }
}

const fn sum(a: (i8, i8), b: (i8, i8)) -> (i8, i8) {
    (a.0 + b.0, a.1 + b.1)
}

/// Whether an offset can be on a board.
const fn fits((x, y): (i8, i8)) -> bool {
    x.abs() <= 15 && y.abs() <= 15
}
