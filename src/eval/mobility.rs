//! How many squares a piece can be expected to reach from a square, if every square is empty with the same
//! probability.
//!
//! Source of the idea: Ralph Betza, "About the Values of Chess Pieces", 1996 ("crowded board mobility").

use crate::board::{Bitboard, LineTable, Square};
use crate::variant::{Lame, LameTable, Mode, Movement, Special};

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
    fn add(&mut self, mode: Mode, amount: i32) {
        self.quiet += if mode.quiet { amount } else { 0 };
        self.capture += if mode.capture { amount } else { 0 };
    }

    /// One number of both: to threaten a square is worth more than to be able to go there.
    pub(super) fn weighed(self) -> i32 {
        (2 * self.quiet + 3 * self.capture) / 5
    }
}

/// What a piece can be expected to reach from a square. First moves do not count: they are soon gone.
pub(super) fn mobility(movement: &Movement, from: Square) -> Mobility {
    let mut sum = Mobility {
        quiet: movement.quiet_leaps[from.index()].len() as i32 * SQUARE,
        capture: (movement.capture_leaps[from.index()].len() + movement.rifle_leaps[from.index()].len())
            as i32
            * SQUARE,
    };
    let lines = movement.lines.iter().chain(&movement.rifle_lines);
    for line in lines.filter(|line| !line.first_only) {
        sum.add(line.mode, along(&line.table, from, |n| EMPTY[n]));
    }
    for special in movement.specials.iter().filter(|special| !special.first_only()) {
        sum.add(special.mode(), of_special(movement, special, from));
    }
    sum
}

fn of_special(movement: &Movement, special: &Special, from: Square) -> i32 {
    match special {
        Special::Lame { table, .. } | Special::ShotAlong { table } => conditional(table, from, &EMPTY),
        Special::Jump { table, .. } => conditional(table, from, &FULL),
        Special::Cannon { table, .. } => along(table, from, one_screen),
        Special::Grasshopper { table, .. } => along(table, from, screen_at_the_end),
        // At least one square to shoot from has to be empty.
        Special::ShotAfter { .. } => movement.special_reach[from.index()].len() as i32 * EMPTY[1],
    }
}

/// The sum over a line's squares of the probability to reach one with `n` squares in between.
fn along(table: &LineTable, from: Square, probability: impl Fn(usize) -> i32) -> i32 {
    table
        .mask(from)
        .iter()
        .map(|to| probability(table.between(from, to).len() as usize))
        .sum()
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

/// The sum of the probabilities that the condition of a leap holds; of several ways to one target the best counts.
fn conditional(table: &LameTable, from: Square, all: &[i32; 16]) -> i32 {
    let chance = |leap: &Lame| all[(leap.over.len() as usize).min(15)];
    let leaps = table.from(from);
    let targets: Bitboard = leaps.iter().map(|leap| leap.to).collect();
    targets
        .iter()
        .map(|to| {
            leaps
                .iter()
                .filter(|leap| leap.to == to)
                .map(chance)
                .max()
                .unwrap_or(0)
        })
        .sum()
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
