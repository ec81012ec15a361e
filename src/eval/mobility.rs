//! How many squares a piece can be expected to reach from a square, if every square is empty with the same
//! probability.
//!
//! Source of the idea: Ralph Betza, "About the Values of Chess Pieces", 1996 ("crowded board mobility").

use crate::board::{Bitboard, LineTable, Square};
use crate::variant::{LameTable, Mode, Movement, Special};

/// One square, in the units of [`Mobility`].
pub(super) const SQUARE: i32 = 1024;

/// `EMPTY[n]`: probability that n given squares are all empty, in 1/1024. One square is empty with probability 0.7.
const EMPTY: [i32; 16] = powers(7);

/// `FULL[n]`: probability that n given squares are all occupied, in 1/1024.
const FULL: [i32; 16] = powers(3);

const fn powers(tenths: i32) -> [i32; 16] {
    let mut table = [SQUARE; 16];
    let mut n = 1;
    while n < 16 {
        table[n] = (table[n - 1] * tenths + 5) / 10;
        n += 1;
    }
    table
}

/// Expected numbers of squares in 1/1024, as if each part of the movement could always end on its target.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Mobility {
    quiet: i32,
    capture: i32,
}

impl Mobility {
    /// One number of both: to threaten a square is worth more than to be able to go there.
    pub(super) fn weighed(self) -> i32 {
        (2 * self.quiet + 3 * self.capture) / 5
    }
}

/// The probability to reach each square from one, in 1/1024; of several ways to a square the best counts.
struct Chances(Box<[i32; 256]>);

impl Chances {
    fn none() -> Chances {
        Chances(Box::new([0; 256]))
    }

    fn add(&mut self, to: Square, chance: i32) {
        let known = &mut self.0[to.index()];
        *known = chance.max(*known);
    }

    /// The squares of a line, each with the probability that goes with the number of squares in between.
    fn add_line(&mut self, table: &LineTable, from: Square, chance: impl Fn(usize) -> i32) {
        for to in table.mask(from) {
            self.add(to, chance(table.between(from, to).len() as usize));
        }
    }

    /// The targets of leaps that depend on a number of squares being all empty or all full.
    fn add_leaps(&mut self, table: &LameTable, from: Square, all: &[i32; 16]) {
        for leap in table.from(from) {
            self.add(leap.to, all[(leap.over.len() as usize).min(15)]);
        }
    }

    fn sum(&self) -> i32 {
        self.0.iter().sum()
    }
}

/// What a piece can be expected to reach from a square. First moves do not count: they are soon gone.
pub(super) fn mobility(movement: &Movement, from: Square) -> Mobility {
    let mut quiet = chances(movement, from, |mode| mode.quiet);
    for to in movement.quiet_leaps[from.index()] {
        quiet.add(to, SQUARE);
    }
    let mut capture = chances(movement, from, |mode| mode.capture);
    for to in movement.capture_leaps[from.index()] | movement.rifle_leaps[from.index()] {
        capture.add(to, SQUARE);
    }
    for line in &movement.rifle_lines {
        capture.add_line(&line.table, from, |n| EMPTY[n]);
    }
    for special in &movement.specials {
        if let Special::ShotAfter { victims } = special {
            // A shot after a move is as likely as the move, if the square to shoot from is empty.
            for landing in movement.quiet_reach[from.index()] {
                let chance = quiet.0[landing.index()] * EMPTY[1] / SQUARE;
                victims[landing.index()].each(|victim| capture.add(victim, chance));
            }
        }
    }
    Mobility {
        quiet: quiet.sum(),
        capture: capture.sum(),
    }
}

/// What the parts of a movement that are no plain leaps reach in some mode.
fn chances(movement: &Movement, from: Square, wanted: impl Fn(Mode) -> bool) -> Chances {
    let mut chances = Chances::none();
    for line in movement
        .lines
        .iter()
        .filter(|line| !line.first_only && wanted(line.mode))
    {
        chances.add_line(&line.table, from, |n| EMPTY[n]);
    }
    for special in movement
        .specials
        .iter()
        .filter(|special| !special.first_only() && wanted(special.mode()))
    {
        match special {
            Special::Lame { table, .. } | Special::ShotAlong { table } => {
                chances.add_leaps(table, from, &EMPTY);
            }
            Special::Jump { table, .. } => chances.add_leaps(table, from, &FULL),
            Special::Cannon { table, .. } => chances.add_line(table, from, one_screen),
            Special::Grasshopper { table, .. } => chances.add_line(table, from, screen_at_the_end),
            Special::ShotAfter { .. } => {}
        }
    }
    chances
}

/// Exactly one of `n` squares is occupied.
fn one_screen(n: usize) -> i32 {
    n.checked_sub(1)
        .map_or(0, |empty| n as i32 * EMPTY[empty] * FULL[1] / SQUARE)
}

/// The last of `n` squares is occupied and the others are empty.
fn screen_at_the_end(n: usize) -> i32 {
    n.checked_sub(1)
        .map_or(0, |empty| EMPTY[empty] * FULL[1] / SQUARE)
}

/// Every square that a piece could go to from a square, if all that stands in between were favourable.
pub(super) fn reach(movement: &Movement, from: Square) -> Bitboard {
    let leaps = movement.quiet_leaps[from.index()] | movement.capture_leaps[from.index()];
    let lines = movement.lines.iter().map(|line| line.table.mask(from));
    let specials = movement.specials.iter().map(|special| match special {
        Special::Lame { table, .. } | Special::Jump { table, .. } => {
            table.from(from).iter().map(|leap| leap.to).collect()
        }
        Special::Cannon { table, .. } | Special::Grasshopper { table, .. } => table.mask(from),
        Special::ShotAfter { .. } | Special::ShotAlong { .. } => Bitboard::EMPTY,
    });
    lines.chain(specials).fold(leaps, |all, set| all | set)
}
