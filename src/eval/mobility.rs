//! How many squares a piece can be expected to reach from a square, if every square is empty with the same
//! probability.
//!
//! Source of the idea: Ralph Betza, "About the Values of Chess Pieces", 1996 ("crowded board mobility").

use crate::board::{Bitboard, LineTable, Square};
use crate::variant::{LameTable, Mode, Movement, Special};

/// One square, in the units of [`mobility`].
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

/// The probability that a piece reaches each square, in 1/1024, as if it could always end there.
struct Chances {
    quiet: [i32; 256],
    capture: [i32; 256],
}

impl Chances {
    /// A part of the movement reaches a square with a probability. Of several ways to one square the best counts.
    fn add(&mut self, mode: Mode, to: Square, chance: i32) {
        let better = |old: &mut i32| *old = chance.max(*old);
        if mode.quiet {
            better(&mut self.quiet[to.index()]);
        }
        if mode.capture {
            better(&mut self.capture[to.index()]);
        }
    }

    fn add_leaps(&mut self, quiet: bool, targets: Bitboard) {
        let mode = Mode {
            quiet,
            capture: !quiet,
        };
        targets.each(|to| self.add(mode, to, SQUARE));
    }

    /// `chance`: the probability to reach a square of the line with so many squares in between.
    fn add_line(&mut self, mode: Mode, table: &LineTable, from: Square, chance: impl Fn(usize) -> i32) {
        for to in table.mask(from) {
            self.add(mode, to, chance(table.between(from, to).len() as usize));
        }
    }

    /// `chance`: the probability that so many squares are as they must be for the leap.
    fn add_conditional(&mut self, mode: Mode, table: &LameTable, from: Square, chance: &[i32; 16]) {
        for leap in table.from(from) {
            self.add(mode, leap.to, chance[(leap.over.len() as usize).min(15)]);
        }
    }

    fn add_special(&mut self, special: &Special, from: Square) {
        let mode = special.mode();
        match special {
            Special::Lame { table, .. } | Special::ShotAlong { table } => {
                self.add_conditional(mode, table, from, &EMPTY);
            }
            Special::Jump { table, .. } => self.add_conditional(mode, table, from, &FULL),
            Special::Cannon { table, .. } => self.add_line(mode, table, from, one_screen),
            Special::Grasshopper { table, .. } => self.add_line(mode, table, from, screen_at_the_end),
            Special::ShotAfter { victims } => {
                let landings: Vec<_> = victims
                    .iter()
                    .zip(self.quiet)
                    .filter(|&(_, chance)| chance > 0)
                    .collect();
                for (victims, chance) in landings {
                    victims.each(|victim| self.add(mode, victim, chance));
                }
            }
        }
    }

    /// The expected number of squares in 1/1024. To threaten a square is worth more than to be able to go there.
    fn total(&self) -> i32 {
        (2 * self.quiet.iter().sum::<i32>() + 3 * self.capture.iter().sum::<i32>()) / 5
    }
}

/// What a piece can be expected to reach from a square, in 1/1024 of a square. First moves do not count: they are soon
/// gone.
pub(super) fn mobility(movement: &Movement, from: Square) -> i32 {
    let mut chances = Chances {
        quiet: [0; 256],
        capture: [0; 256],
    };
    chances.add_leaps(true, movement.quiet_leaps[from.index()]);
    chances.add_leaps(
        false,
        movement.capture_leaps[from.index()] | movement.rifle_leaps[from.index()],
    );
    let lines = movement.lines.iter().chain(&movement.rifle_lines);
    for line in lines.filter(|line| !line.first_only) {
        chances.add_line(line.mode, &line.table, from, |n| EMPTY[n]);
    }
    // Shots after a move come last: they need to know where the moves lead.
    let (shots, moves): (Vec<_>, Vec<_>) = movement.specials.iter().partition(|special| special.is_shot());
    for special in moves
        .into_iter()
        .chain(shots)
        .filter(|special| !special.first_only())
    {
        chances.add_special(special, from);
    }
    chances.total()
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
