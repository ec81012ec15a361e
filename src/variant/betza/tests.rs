use super::*;
use crate::variant::{Hop, Path};

/// A component in short: flags, then what the pattern says, targets sorted.
fn short(component: &Component) -> String {
    let flags = [
        (component.first_only, 'i'),
        (component.quiet, 'm'),
        (component.capture, 'c'),
        (component.takes_en_passant, 'e'),
        (component.leaves_en_passant, 'n'),
    ];
    let flags: String = flags
        .iter()
        .filter(|(set, _)| *set)
        .map(|&(_, letter)| letter)
        .collect();
    let point = |(x, y): (i8, i8)| format!("{x},{y}");
    let points = |list: &[(i8, i8)]| list.iter().copied().map(point).collect::<Vec<_>>().join(" ");
    let pattern = match &component.pattern {
        Pattern::Ride { steps, range, hop } => {
            let mut steps = steps.clone();
            steps.sort_unstable();
            let hop = match hop {
                Hop::None => String::new(),
                hop => format!(" {hop:?}"),
            };
            format!("{} x{range}{hop}", points(&steps))
        }
        Pattern::Paths(paths) => {
            let texts: Vec<String> = paths
                .iter()
                .map(|p| format!("{}>{}", points(&p.over), point(p.to)))
                .collect();
            texts.join(" | ")
        }
        Pattern::Trails(trails) => {
            let texts: Vec<String> = trails.iter().map(|trail| points(trail)).collect();
            texts.join(" | ")
        }
        Pattern::Castle { squares } => format!("castle {squares}"),
    };
    format!("{flags}: {pattern}")
}

#[test]
fn moves_mean_what_xboard_means_by_them() {
    let table = [
        // Atoms and ranges.
        ("W", "mc: -1,0 0,-1 0,1 1,0 x1"),
        ("F", "mc: -1,-1 -1,1 1,-1 1,1 x1"),
        ("R4", "mc: -1,0 0,-1 0,1 1,0 x4"),
        ("W0", "mc: -1,0 0,-1 0,1 1,0 x15"),
        ("WW", "mc: -1,0 0,-1 0,1 1,0 x15"),
        ("B", "mc: -1,-1 -1,1 1,-1 1,1 x15"),
        ("K2", "mc: -1,-1 -1,0 -1,1 0,-1 0,1 1,-1 1,0 1,1 x2"),
        ("NN", "mc: -2,-1 -2,1 -1,-2 -1,2 1,-2 1,2 2,-1 2,1 x15"),
        ("fWX", "mc: 0,4 x1"),
        ("flFX", "mc: -4,1 x1"),
        ("fDY", "mc: -2,4 2,4 x1"),
        ("fNY", "mc: -3,4 3,4 x1"),
        ("flAY", "mc: -4,4 x1"),
        // What a move does.
        ("mfW", "m: 0,1 x1"),
        ("cfeF", "ce: -1,1 1,1 x1"),
        ("feF", "e: -1,1 1,1 x1"),
        ("mcfW", "mc: 0,1 x1"),
        ("iO2", "imc: castle 2"),
        ("isO3", "imc: castle 3"),
        // Directions of orthogonal and diagonal atoms.
        ("flW", "mc: -1,0 0,1 x1"),
        ("vR", "mc: 0,-1 0,1 x15"),
        ("sD", "mc: -2,0 2,0 x1"),
        ("fB", "mc: -1,1 1,1 x15"),
        ("lA", "mc: -2,-2 -2,2 x1"),
        ("rbF", "mc: 1,-1 x1"),
        ("brF", "mc: 1,-1 x1"),
        ("flrbF", "mc: -1,1 1,-1 x1"),
        ("ffF", "mc: -1,1 1,1 x1"),
        ("vF", "mc: -1,-1 -1,1 1,-1 1,1 x1"),
        // Directions of oblique atoms.
        ("fN", "mc: -1,2 1,2 x1"),
        ("ffN", "mc: -1,2 1,2 x1"),
        ("fhN", "mc: -2,1 -1,2 1,2 2,1 x1"),
        ("fsN", "mc: -2,1 2,1 x1"),
        ("frN", "mc: 2,1 x1"),
        ("rfN", "mc: 1,2 x1"),
        ("rvN", "mc: 1,-2 1,2 x1"),
        ("sN", "mc: -2,-1 -2,1 2,-1 2,1 x1"),
        ("vN", "mc: -1,-2 -1,2 1,-2 1,2 x1"),
        ("hrN", "mc: -2,1 -1,-2 1,2 2,-1 x1"),
        ("hlN", "mc: -2,-1 -1,2 1,-2 2,1 x1"),
        ("fNbhN", "mc: -1,2 1,2 x1; mc: -2,-1 -1,-2 1,-2 2,-1 x1"),
        // Directions of king and queen.
        ("fK", "mc: 0,1 x1"),
        ("fsK", "mc: -1,1 1,1 x1"),
        ("flQ", "mc: -1,1 x15"),
        ("vQ", "mc: 0,-1 0,1 x15"),
        // Lame moves, with the squares passed in order.
        ("fmnD", "mn: 0,1>0,2"),
        ("fnH", "mcn: 0,1 0,2>0,3"),
        ("flnA", "mcn: -1,1>-2,2"),
        ("rfnN", "mcn: 0,1>1,2"),
        ("frcnC", "c: 1,0 2,0>3,1"),
        ("frcnZ", "c: 1,0 2,1>3,2"),
        ("frcnDY", "c: 1,0 2,0 3,1>4,2"),
        ("rfcnN2", "c: 0,1>1,2 | 0,1 1,2 1,3>2,4"),
        ("fmnW3", "mn: 0,1 x3"),
        // Over pieces.
        ("mjfD", "m: 0,2 x1 Jump"),
        ("jfR3", "mc: 0,1 x3 Jump"),
        ("cpfR", "c: 0,1 x15 Cannon"),
        ("gfB", "mc: -1,1 1,1 x15 Grasshopper"),
        // Crooked moves.
        ("zfrF3", "mc: 1,1 2,0 3,1 | 1,1 0,2 1,3"),
        ("zfcW2", "c: 0,1 1,1 | 0,1 -1,1"),
        // Several legs.
        ("fafsW", "mc: 0,1>1,2 | 0,1>-1,2"),
        ("mfasmW", "m: 0,1>1,1 | 0,1>-1,1"),
        ("mrafmW", "m: 1,0>2,0"),
        ("fabW", "mc: "),
        ("rfaffN", "mc: 1,2>2,4"),
        ("frafarcF", "c: 1,1 2,2>3,1"),
        // Whole pieces.
        ("fmWfceFifmnD", "m: 0,1 x1; ce: -1,1 1,1 x1; imn: 0,1>0,2"),
    ];
    for (text, expected) in table {
        let components = parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let found: Vec<String> = components.iter().map(short).collect();
        assert_eq!(found.join("; "), expected, "{text}");
    }
}

#[test]
fn slips_are_errors_at_their_character() {
    let table = [
        ("", 0, "needs a move"),
        ("f", 1, "atom"),
        ("fmWx", 3, "unknown modifier \"x\""),
        ("WE", 1, "unknown atom \"E\""),
        ("W F", 1, "no part of XBetza"),
        ("W-", 1, "no part of XBetza"),
        ("Wé", 1, "no part of XBetza"),
        ("4W", 0, "no part of XBetza"),
        ("RX", 1, "unknown atom \"X\""),
        ("NN2", 2, "without limit already"),
        ("W16", 1, "at most 15"),
        ("W99999999999", 1, "at most 15"),
        ("mmW", 1, "twice"),
        ("njD", 1, "exclude each other"),
        ("nW", 0, "no meaning"),
        ("hW", 0, "oblique"),
        ("fhF", 1, "oblique"),
        ("hN", 0, "behind a direction"),
        ("jW", 1, "needs a range"),
        ("jD2", 1, "repeated leap"),
        ("jN", 1, "square halfway"),
        ("eW2", 1, "en passant"),
        ("pW", 1, "needs a range"),
        ("gD", 1, "needs a range"),
        ("zN0", 1, "orthogonal and diagonal"),
        ("zF", 1, "needs a range"),
        ("aW2", 1, "leave the range out"),
        ("caW", 0, "another one follows"),
        ("anW", 1, "several legs"),
        ("aiaW", 1, "another one follows"),
        ("aaaaW", 4, "at most 4 legs"),
        ("aO2", 1, "no further legs"),
        ("ahW", 1, "oblique"),
        ("O1", 0, "number of squares"),
        ("mO2", 0, "no meaning with castling"),
        ("lO2", 0, "both sides"),
    ];
    for (text, character, message) in table {
        let error = parse(text).expect_err(text);
        assert_eq!(error.character, character, "{text}: {error}");
        assert!(error.message.contains(message), "{text}: {error}");
    }
}

/// The lame leaps of a piece that has no other moves, in order.
fn paths(text: &str) -> Vec<Path> {
    let mut list = Vec::new();
    for component in parse(text).expect("well written") {
        let Pattern::Paths(paths) = component.pattern else {
            panic!("{text} has other moves than lame ones");
        };
        list.extend(paths);
    }
    sorted(list)
}

fn sorted(mut paths: Vec<Path>) -> Vec<Path> {
    paths.sort_by_key(|path| (path.to, path.over.clone()));
    paths.dedup();
    paths
}

/// Turns paths (the squares passed, then the target) into all eight orientations.
fn eightfold(paths: &[&[(i8, i8)]]) -> Vec<Path> {
    let mut list = Vec::new();
    for turn in 0..8 {
        let turned = |&(x, y): &(i8, i8)| {
            let x = if turn & 1 == 0 { x } else { -x };
            let y = if turn & 2 == 0 { y } else { -y };
            if turn & 4 == 0 { (x, y) } else { (y, x) }
        };
        for path in paths {
            let mut over: Vec<(i8, i8)> = path.iter().map(turned).collect();
            let to = over.pop().expect("a path has a target");
            list.push(Path { to, over });
        }
    }
    sorted(list)
}

/// Archer: 1, 2 or 3 squares in an orthogonal direction, then 3 less that many at a right angle.
#[test]
fn the_archer_goes_by_l_shaped_paths() {
    let expected = eightfold(&[
        &[(0, 1), (1, 1), (2, 1)],
        &[(0, 1), (0, 2), (1, 2)],
        &[(0, 1), (0, 2), (0, 3)],
    ]);
    assert_eq!(expected.len(), 20);
    assert_eq!(paths("mnHmasmafmWmafmasmW"), expected);
}

/// Nahbi: two squares diagonally, then one orthogonally in any of the four directions.
#[test]
fn the_nahbi_turns_after_two_diagonal_squares() {
    let expected = eightfold(&[&[(1, 1), (2, 2), (2, 3)], &[(1, 1), (2, 2), (2, 1)]]);
    assert_eq!(expected.len(), 16);
    assert_eq!(paths("afafsbsF"), expected);
}

/// Bowman: one orthogonal and one diagonal step in either order.
#[test]
fn the_bowman_goes_by_either_step() {
    let expected = eightfold(&[&[(0, 1), (1, 2)], &[(1, 1), (1, 2)]]);
    assert_eq!(expected.len(), 16);
    assert_eq!(paths("mnNmafsmF"), expected);
}

/// Dragon: two knight leaps, the square between empty, not back to where it came from.
#[test]
fn the_dragon_leaps_twice() {
    let ring = [
        (1, 2),
        (2, 1),
        (2, -1),
        (1, -2),
        (-1, -2),
        (-2, -1),
        (-2, 1),
        (-1, 2),
    ];
    let mut expected = Vec::new();
    for a in ring {
        for b in ring {
            let to = (a.0 + b.0, a.1 + b.1);
            if to != (0, 0) {
                expected.push(Path { to, over: vec![a] });
            }
        }
    }
    assert_eq!(paths("maN"), sorted(expected));
}

/// Crooked Bishop: from e4, d5-e6-d7-e8 or d5-c4-b5-a4 and so on; eight trails.
#[test]
fn the_crooked_bishop_has_eight_trails() {
    let components = parse("zFF").expect("well written");
    let Pattern::Trails(trails) = &components[0].pattern else {
        panic!("zFF is a bent slide");
    };
    assert_eq!(trails.len(), 8);
    for example in [
        [(-1, 1), (0, 2), (-1, 3), (0, 4)],
        [(-1, 1), (-2, 0), (-3, 1), (-4, 0)],
    ] {
        assert!(
            trails.iter().any(|trail| trail.starts_with(&example)),
            "{example:?}"
        );
    }
}
