//! A score for the middle game and one for the end game, added up together.

use std::ops::{Add, AddAssign, Neg, Sub, SubAssign};

/// Two scores in centipawns in one word, for the middle game and the end game.
///
/// The end game's score is in the upper half, so that one addition adds both. Either may use all of an `i32`'s range
/// but its lowest value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tapered(i64);

impl Tapered {
    /// No score in either.
    pub const ZERO: Tapered = Tapered(0);

    /// A score for the middle game and one for the end game, in centipawns.
    #[must_use]
    #[inline]
    pub const fn new(middle: i32, end: i32) -> Tapered {
        Tapered(((end as i64) << 32) + middle as i64)
    }

    /// The middle game's score.
    #[must_use]
    #[inline]
    pub const fn middle(self) -> i32 {
        self.0 as i32
    }

    /// The end game's score.
    #[must_use]
    #[inline]
    pub const fn end(self) -> i32 {
        // A negative lower half borrowed one from the upper half; adding half a unit gives it back.
        ((self.0 + 0x8000_0000) >> 32) as i32
    }

    /// Weighs both scores: all middle game at `phase` = `full`, all end game at 0.
    #[must_use]
    #[inline]
    pub const fn blend(self, phase: i32, full: i32) -> i32 {
        (self.middle() * phase + self.end() * (full - phase)) / full
    }

    /// Both scores multiplied by a number.
    #[must_use]
    #[inline]
    pub const fn times(self, factor: i32) -> Tapered {
        // Both halves at once: what the lower one carries over is what unpacking takes back.
        Tapered(self.0 * factor as i64)
    }
}

impl Add for Tapered {
    type Output = Tapered;

    #[inline]
    fn add(self, other: Tapered) -> Tapered {
        Tapered(self.0 + other.0)
    }
}

impl Sub for Tapered {
    type Output = Tapered;

    #[inline]
    fn sub(self, other: Tapered) -> Tapered {
        Tapered(self.0 - other.0)
    }
}

impl Neg for Tapered {
    type Output = Tapered;

    #[inline]
    fn neg(self) -> Tapered {
        Tapered(-self.0)
    }
}

impl AddAssign for Tapered {
    #[inline]
    fn add_assign(&mut self, other: Tapered) {
        *self = *self + other;
    }
}

impl SubAssign for Tapered {
    #[inline]
    fn sub_assign(&mut self, other: Tapered) {
        *self = *self - other;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn both_halves_add_up_apart(a in -40_000..40_000, b in -40_000..40_000, c in -40_000..40_000, d in -40_000..40_000) {
            let sum = Tapered::new(a, b) + Tapered::new(c, d);
            prop_assert_eq!((sum.middle(), sum.end()), (a + c, b + d));
            let difference = Tapered::new(a, b) - Tapered::new(c, d);
            prop_assert_eq!((difference.middle(), difference.end()), (a - c, b - d));
            let product = Tapered::new(a, b).times(c / 100);
            prop_assert_eq!((product.middle(), product.end()), (a * (c / 100), b * (c / 100)));
            let negative = -Tapered::new(a, b);
            prop_assert_eq!((negative.middle(), negative.end()), (-a, -b));
        }
    }

    #[test]
    fn blending_goes_from_end_game_to_middle_game() {
        let score = Tapered::new(-100, 300);
        assert_eq!(score.blend(64, 64), -100);
        assert_eq!(score.blend(0, 64), 300);
        assert_eq!(score.blend(32, 64), 100);
    }
}
