//! Lines of riders (slides, nightriders, any repeated leap) and the lane test that finds their blockers.
//!
//! A line that meets each rank at most once has at most one square in each 16-bit lane. "Which lanes of
//! `occupied & line` are not zero" is then its whole occupancy in one 16-bit word indexed by rank, both nearest
//! blockers come from leading and trailing zero counts, and `line & RANKS[low][high]` is the attack set. A line along
//! a rank is one lane to begin with; its word is indexed by file.

use super::{Bitboard, Square};

/// `RANKS[low][high]`: all squares on the ranks from low to high, both included; empty if low > high.
static RANKS: [[Bitboard; 16]; 16] = spans(true);

/// `FILES[low][high]`: the same for files.
static FILES: [[Bitboard; 16]; 16] = spans(false);

const fn spans(of_ranks: bool) -> [[Bitboard; 16]; 16] {
    let mut table = [[Bitboard::EMPTY; 16]; 16];
    let mut low = 0;
    while low < 16 {
        let mut set = [0; 4];
        let mut high = low;
        while high < 16 {
            let one = if of_ranks {
                Bitboard::rank(high as u8)
            } else {
                Bitboard::file(high as u8)
            };
            let mut word = 0;
            while word < 4 {
                set[word] |= one.0[word];
                word += 1;
            }
            table[low][high] = Bitboard(set);
            high += 1;
        }
        low += 1;
    }
    table
}

/// Bit `r` of the result tells whether the set has a square on rank `r`.
#[cfg(target_arch = "x86_64")]
#[inline]
fn lanes(set: Bitboard) -> u32 {
    use std::arch::x86_64::{
        _mm_cmpeq_epi16, _mm_movemask_epi8, _mm_packs_epi16, _mm_set_epi64x, _mm_setzero_si128,
    };
    let [a, b, c, d] = set.0;
    // SAFETY: SSE2 is part of the x86-64 baseline, and these intrinsics only touch registers.
    unsafe {
        let zero = _mm_setzero_si128();
        let low = _mm_cmpeq_epi16(_mm_set_epi64x(b as i64, a as i64), zero);
        let high = _mm_cmpeq_epi16(_mm_set_epi64x(d as i64, c as i64), zero);
        !_mm_movemask_epi8(_mm_packs_epi16(low, high)) as u32 & 0xFFFF
    }
}

#[cfg(not(target_arch = "x86_64"))]
#[inline]
fn lanes(set: Bitboard) -> u32 {
    lanes_portable(set)
}

/// [`lanes`] in plain integer arithmetic, for targets without SSE2.
#[cfg(any(test, not(target_arch = "x86_64")))]
#[inline]
fn lanes_portable(set: Bitboard) -> u32 {
    const LOW: u64 = 0x7FFF_7FFF_7FFF_7FFF;
    let mut result = 0;
    for (i, &word) in set.0.iter().enumerate() {
        // Bit 15 of every lane that is not zero, moved to bits 0, 16, 32, 48, then gathered by one multiplication.
        let flags = (((word & LOW) + LOW) | word) >> 15 & 0x0001_0001_0001_0001;
        result |= ((flags.wrapping_mul(0x0001_0002_0004_0008) >> 48 & 15) as u32) << (4 * i);
    }
    result
}

/// Bit `f` of the result tells whether the set has a square on file `f`.
#[inline]
fn files(set: Bitboard) -> u32 {
    let [a, b, c, d] = set.0;
    let word = a | b | c | d;
    let word = word | word >> 32;
    (word | word >> 16) as u32 & 0xFFFF
}

/// How a line runs through a square: the squares met in order on either side, as (files right, ranks up) from the
/// square. On each side either the ranks or the files must run steadily one way, so that no two squares of the line
/// share a position in its word.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Line {
    /// Offsets met one after the other on one side.
    pub ahead: Vec<(i8, i8)>,
    /// Offsets met one after the other on the other side.
    pub back: Vec<(i8, i8)>,
    /// How many squares at the start of each side are jumped over, whatever they hold: 0, or 1 for ski riders.
    pub skip: usize,
    /// Whether the word is indexed by file instead of rank.
    pub horizontal: bool,
}

impl Line {
    /// The straight line of a repeated step (dx, dy), with a number of steps at most on either side.
    #[must_use]
    pub fn straight((dx, dy): (i8, i8), ahead: u8, back: u8) -> Line {
        let side = |sign: i8, steps: u8| {
            (1..=steps as i8)
                .map(|n| (dx * sign * n, dy * sign * n))
                .take_while(|&step| in_grid(step))
                .collect()
        };
        Line {
            ahead: side(1, ahead),
            back: side(-1, back),
            skip: 0,
            horizontal: dy == 0,
        }
    }
}

/// Whether an offset can lead from one square of the 16x16 grid to another.
fn in_grid((dx, dy): (i8, i8)) -> bool {
    dx.abs() < 16 && dy.abs() < 16
}

/// A [`Line`] through every square of a board: its squares up to the edge or the first hole.
#[derive(Clone, Debug)]
pub struct LineTable {
    masks: Box<[Bitboard; 256]>,
    horizontal: bool,
}

/// The occupancy of one line through one square, as a word indexed by rank (by file on a horizontal line).
#[derive(Clone, Copy, Debug)]
pub struct Blockers {
    mask: Bitboard,
    horizontal: bool,
    below: u32,
    above: u32,
}

#[inline]
fn span(horizontal: bool, low: u32, high: u32) -> Bitboard {
    let table = if horizontal { &FILES } else { &RANKS };
    table[(low & 15) as usize][(high & 15) as usize]
}

impl LineTable {
    /// Lays the line through every one of a board's squares; it ends at the first square that does not exist.
    #[must_use]
    pub fn new(playable: Bitboard, line: &Line) -> LineTable {
        let mut masks = Box::new([Bitboard::EMPTY; 256]);
        for square in playable {
            for side in [&line.ahead, &line.back] {
                masks[square.index()] |= side[line.skip.min(side.len())..]
                    .iter()
                    .map_while(|&(dx, dy)| square.offset(dx, dy).filter(|&at| playable.has(at)))
                    .collect();
            }
        }
        LineTable {
            masks,
            horizontal: line.horizontal,
        }
    }

    /// The same lines, but from some squares only; none through the others.
    #[must_use]
    pub fn only_from(mut self, squares: Bitboard) -> LineTable {
        for square in !squares {
            self.masks[square.index()] = Bitboard::EMPTY;
        }
        self
    }

    /// The squares of the line through a square, without the square itself: what a rider reaches on an empty board.
    #[must_use]
    #[inline]
    pub fn mask(&self, square: Square) -> Bitboard {
        self.masks[square.index()]
    }

    /// Finds the blockers of the line through a square.
    #[must_use]
    #[inline]
    pub fn blockers(&self, square: Square, occupied: Bitboard) -> Blockers {
        let mask = self.masks[square.index()];
        let (word, at) = if self.horizontal {
            (files(occupied & mask), square.file())
        } else {
            (lanes(occupied & mask), square.rank())
        };
        let upper = (u32::MAX << 1) << at;
        Blockers {
            mask,
            horizontal: self.horizontal,
            below: word & !upper,
            above: word & upper,
        }
    }

    /// What a rider attacks along the line: every square up to the first blocker on either side, and those blockers.
    #[must_use]
    #[inline]
    pub fn attacks(&self, square: Square, occupied: Bitboard) -> Bitboard {
        self.blockers(square, occupied).attacks()
    }

    /// The squares strictly between two squares of one line of this table.
    #[must_use]
    #[inline]
    pub fn between(&self, a: Square, b: Square) -> Bitboard {
        let (a_at, b_at) = if self.horizontal {
            (a.file(), b.file())
        } else {
            (a.rank(), b.rank())
        };
        let (low, high) = (a_at.min(b_at) as u32, a_at.max(b_at) as u32);
        if high - low < 2 {
            return Bitboard::EMPTY;
        }
        self.mask(a) & span(self.horizontal, low + 1, high - 1)
    }
}

/// Bit number of the highest bit, 0 for none: with the lowest position as sentinel.
#[inline]
fn highest(word: u32) -> u32 {
    (word | 1).ilog2()
}

/// Bit number of the lowest bit, 15 for none: with the highest position as sentinel.
#[inline]
fn lowest(word: u32) -> u32 {
    (word | 0x8000).trailing_zeros()
}

impl Blockers {
    /// Every square up to the first blocker on either side, and those blockers.
    #[must_use]
    #[inline]
    pub fn attacks(&self) -> Bitboard {
        self.mask & span(self.horizontal, highest(self.below), lowest(self.above))
    }

    /// What a hopper (cannon) reaches over exactly one piece: every square behind the first blocker on either side
    /// up to the second one, and those second blockers.
    #[must_use]
    #[inline]
    pub fn hops(&self) -> Bitboard {
        let mut set = Bitboard::EMPTY;
        if self.below != 0 {
            let screen = highest(self.below);
            if screen > 0 {
                let next = highest(self.below & !(1 << screen));
                set |= span(self.horizontal, next, screen - 1);
            }
        }
        if self.above != 0 {
            let screen = lowest(self.above);
            if screen < 15 {
                let next = lowest(self.above & !(1 << screen));
                set |= span(self.horizontal, screen + 1, next);
            }
        }
        set & self.mask
    }

    /// What a grasshopper reaches: the next square of the line just behind the first blocker on either side.
    /// `step` is the distance between neighbouring squares of the line in ranks (in files on a horizontal one).
    #[must_use]
    #[inline]
    pub fn behind(&self, step: u32) -> Bitboard {
        let mut set = Bitboard::EMPTY;
        if self.below != 0 {
            let screen = highest(self.below);
            if screen >= step {
                set |= span(self.horizontal, screen - step, screen - step);
            }
        }
        if self.above != 0 {
            let screen = lowest(self.above);
            if screen + step < 16 {
                set |= span(self.horizontal, screen + step, screen + step);
            }
        }
        set & self.mask
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Geometry;
    use proptest::prelude::*;

    /// Squares of one side in order, as far as the board goes.
    fn ray(playable: Bitboard, from: Square, side: &[(i8, i8)], skip: usize) -> Vec<Square> {
        let mut squares = Vec::new();
        for &(dx, dy) in side.iter().skip(skip) {
            match from.offset(dx, dy) {
                Some(at) if playable.has(at) => squares.push(at),
                _ => break,
            }
        }
        squares
    }

    fn walk(squares: &[Square], occupied: Bitboard) -> [Bitboard; 3] {
        let [mut attacks, mut hops, mut behind] = [Bitboard::EMPTY; 3];
        let mut blockers = 0;
        for &square in squares {
            if blockers == 0 {
                attacks.insert(square);
            } else if blockers == 1 {
                hops.insert(square);
                if hops.len() == 1 {
                    behind.insert(square);
                }
            }
            blockers += u32::from(occupied.has(square));
        }
        [attacks, hops, behind]
    }

    /// Straight riders of every step and range, ski riders, and crooked bishops upwards and sideways.
    fn line() -> impl Strategy<Value = (Line, Option<u32>)> {
        let straight = (-4i8..=4, -4i8..=4, 0u8..=15, 0u8..=15, 0usize..=1)
            .prop_filter("a step goes somewhere", |&(dx, dy, ..)| (dx, dy) != (0, 0))
            .prop_map(|(dx, dy, ahead, back, skip)| {
                let step = if dy == 0 { dx } else { dy };
                (
                    Line {
                        skip,
                        ..Line::straight((dx, dy), ahead, back)
                    },
                    Some(step.unsigned_abs().into()),
                )
            });
        let crooked = (any::<bool>(), any::<bool>()).prop_map(|(horizontal, mirror)| {
            let side = |sign: i8| {
                let zigzag = |n: i8| (n * sign, if (n % 2 == 0) == mirror { -1 } else { 1 } * (n % 2));
                (1..=15)
                    .map(zigzag)
                    .map(|(a, b)| if horizontal { (a, b) } else { (b, a) })
                    .collect()
            };
            (
                Line {
                    ahead: side(1),
                    back: side(-1),
                    skip: 0,
                    horizontal,
                },
                None,
            )
        });
        prop_oneof![3 => straight, 1 => crooked]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(400))]

        #[test]
        fn lane_tests_agree(words: [u64; 4], thin: [u64; 4], mask: u64) {
            for set in [Bitboard(words), Bitboard(words) & Bitboard(thin) & Bitboard([mask; 4])] {
                let expected = (0..16).filter(|&r| set.meets(Bitboard::rank(r))).map(|r| 1 << r).sum::<u32>();
                prop_assert_eq!(lanes(set), expected);
                prop_assert_eq!(lanes_portable(set), expected);
            }
        }

        #[test]
        fn riders_agree_with_a_plain_ray_walk(
            files in 1u8..=16, ranks in 1u8..=16, (line, step) in line(),
            a: [u64; 4], b: [u64; 4], c: [u64; 4], d: [u64; 4],
        ) {
            let holes = Bitboard(a) & Bitboard(b) & Bitboard(c) & Bitboard(d);
            let Ok(geometry) = Geometry::new(files, ranks, holes) else { return Ok(()) };
            let playable = geometry.playable();
            let table = LineTable::new(playable, &line);
            let occupied = Bitboard(a) & Bitboard(d) & playable;
            for from in playable {
                let [mut attacks, mut hops, mut behind] = [Bitboard::EMPTY; 3];
                let mut mask = Bitboard::EMPTY;
                for side in [&line.ahead, &line.back] {
                    let squares = ray(playable, from, side, line.skip);
                    mask |= squares.iter().copied().collect();
                    let [a, h, b] = walk(&squares, occupied);
                    attacks |= a;
                    hops |= h;
                    behind |= b;
                }
                prop_assert_eq!(table.mask(from), mask);
                prop_assert_eq!(table.attacks(from, occupied), attacks);
                let blockers = table.blockers(from, occupied);
                prop_assert_eq!(blockers.hops(), hops);
                if let Some(step) = step {
                    prop_assert_eq!(blockers.behind(step), behind);
                }
            }
        }
    }
}
