//! A set of squares of the 16x16 grid.

use super::Square;
use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// A set of squares of the 16x16 grid, one bit a square: word `rank / 4`, lane `rank % 4`, bit `file` of the lane.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
#[repr(align(32))]
pub struct Bitboard(pub(crate) [u64; 4]);

/// Sets of one square; a table load beats a 256-bit shift.
static SINGLE: [Bitboard; 256] = {
    let mut table = [Bitboard::EMPTY; 256];
    let mut i = 0;
    while i < 256 {
        table[i].0[i >> 6] = 1 << (i & 63);
        i += 1;
    }
    table
};

impl Bitboard {
    /// No square.
    pub const EMPTY: Bitboard = Bitboard([0; 4]);
    /// All 256 squares.
    pub const ALL: Bitboard = Bitboard([u64::MAX; 4]);

    /// The set of one square.
    #[must_use]
    #[inline]
    pub fn of(square: Square) -> Bitboard {
        SINGLE[square.index()]
    }

    /// The squares of one rank (0 to 15), all sixteen files.
    #[must_use]
    pub const fn rank(rank: u8) -> Bitboard {
        let mut set = [0; 4];
        set[(rank >> 2) as usize] = 0xFFFF << ((rank & 3) * 16);
        Bitboard(set)
    }

    /// The squares of one file (0 to 15), all sixteen ranks.
    #[must_use]
    pub const fn file(file: u8) -> Bitboard {
        Bitboard([0x0001_0001_0001_0001 << file; 4])
    }

    /// Whether the square is in the set.
    #[must_use]
    #[inline]
    pub const fn has(self, square: Square) -> bool {
        self.0[square.index() >> 6] >> (square.index() & 63) & 1 != 0
    }

    /// Whether the set has no square.
    #[must_use]
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0[0] | self.0[1] | self.0[2] | self.0[3] == 0
    }

    /// Whether the set has a square.
    #[must_use]
    #[inline]
    pub const fn any(self) -> bool {
        !self.is_empty()
    }

    /// Whether the two sets share a square.
    #[must_use]
    #[inline]
    pub fn meets(self, other: Bitboard) -> bool {
        (self & other).any()
    }

    /// Whether the set has two squares or more.
    #[must_use]
    #[inline]
    pub const fn several(self) -> bool {
        self.len() > 1
    }

    /// The number of squares.
    #[must_use]
    #[inline]
    pub const fn len(self) -> u32 {
        if cfg!(all(target_arch = "x86_64", not(target_feature = "popcnt"))) {
            return self.len_portable();
        }
        self.0[0].count_ones() + self.0[1].count_ones() + self.0[2].count_ones() + self.0[3].count_ones()
    }

    /// [`Bitboard::len`] for processors without a population count, such as the x86-64 baseline: all four words go
    /// through the same steps, which the compiler turns into vector operations.
    #[inline]
    const fn len_portable(self) -> u32 {
        let mut words = self.0;
        let mut i = 0;
        while i < 4 {
            let pairs = words[i] - (words[i] >> 1 & 0x5555_5555_5555_5555);
            words[i] = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
            i += 1;
        }
        // Nibbles hold 4 at most: two of them add up without overflow, and then bytes of 16 do.
        let (low, high) = (words[0] + words[1], words[2] + words[3]);
        let bytes = (low & 0x0F0F_0F0F_0F0F_0F0F)
            + (low >> 4 & 0x0F0F_0F0F_0F0F_0F0F)
            + (high & 0x0F0F_0F0F_0F0F_0F0F)
            + (high >> 4 & 0x0F0F_0F0F_0F0F_0F0F);
        let sums = (bytes & 0x00FF_00FF_00FF_00FF) + (bytes >> 8 & 0x00FF_00FF_00FF_00FF);
        (sums.wrapping_mul(0x0001_0001_0001_0001) >> 48) as u32
    }

    /// The first square in board order (a1, b1, ...), if any.
    #[must_use]
    #[inline]
    pub fn first(self) -> Option<Square> {
        for word in 0..4 {
            if self.0[word] != 0 {
                return Some(Square::from_index(
                    (word as u8) << 6 | self.0[word].trailing_zeros() as u8,
                ));
            }
        }
        None
    }

    /// Adds a square.
    // All four words at once: writing one word of a set that is then read as a vector stalls the processor.
    #[inline]
    pub fn insert(&mut self, square: Square) {
        *self |= Bitboard::of(square);
    }

    /// Takes a square out.
    #[inline]
    pub fn remove(&mut self, square: Square) {
        *self &= !Bitboard::of(square);
    }

    /// Adds the square if it is not in the set, else takes it out.
    #[inline]
    pub fn toggle(&mut self, square: Square) {
        *self ^= Bitboard::of(square);
    }

    /// The set with a square added.
    #[must_use]
    #[inline]
    pub fn with(self, square: Square) -> Bitboard {
        self | Bitboard::of(square)
    }

    /// The set with a square taken out.
    #[must_use]
    #[inline]
    pub fn without(self, square: Square) -> Bitboard {
        self & !Bitboard::of(square)
    }

    /// The set itself if a condition holds, else no square; without a branch.
    #[must_use]
    #[inline]
    pub fn if_true(self, condition: bool) -> Bitboard {
        self & Bitboard([u64::from(condition).wrapping_neg(); 4])
    }

    /// The squares of `self` that are not in `other`.
    #[must_use]
    #[inline]
    pub fn and_not(self, other: Bitboard) -> Bitboard {
        self & !other
    }

    /// The squares with a square of the set on their left or on their right.
    #[must_use]
    #[inline]
    pub fn beside(self) -> Bitboard {
        const FIRST_FILE: u64 = 0x0001_0001_0001_0001;
        const LAST_FILE: u64 = FIRST_FILE << 15;
        Bitboard(
            self.0
                .map(|word| (word & !LAST_FILE) << 1 | (word & !FIRST_FILE) >> 1),
        )
    }

    /// Calls `f` with every square in board order. Word by word with an early return on the empty set: three times
    /// as fast as asking for the first square of the whole set again and again.
    #[inline]
    pub fn each(self, mut f: impl FnMut(Square)) {
        if self.is_empty() {
            return;
        }
        for word in 0..4 {
            let mut bits = self.0[word];
            while bits != 0 {
                f(Square::from_index(
                    (word as u8) << 6 | bits.trailing_zeros() as u8,
                ));
                bits &= bits - 1;
            }
        }
    }

    /// The squares in board order.
    #[must_use]
    #[inline]
    pub const fn iter(self) -> Squares {
        Squares {
            words: self.0,
            word: 0,
        }
    }
}

/// The squares of a [`Bitboard`] in board order.
#[derive(Clone, Debug)]
pub struct Squares {
    words: [u64; 4],
    word: usize,
}

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        while self.word < 4 {
            let bits = self.words[self.word];
            if bits != 0 {
                self.words[self.word] = bits & (bits - 1);
                return Some(Square::from_index(
                    (self.word as u8) << 6 | bits.trailing_zeros() as u8,
                ));
            }
            self.word += 1;
        }
        None
    }
}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline]
    fn into_iter(self) -> Squares {
        self.iter()
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Bitboard {
        squares.into_iter().fold(Bitboard::EMPTY, Bitboard::with)
    }
}

macro_rules! bitwise {
    ($operator:ident, $method:ident, $assign:ident, $assign_method:ident, $op:tt) => {
        impl $operator for Bitboard {
            type Output = Bitboard;

            #[inline]
            fn $method(self, other: Bitboard) -> Bitboard {
                let (a, b) = (self.0, other.0);
                Bitboard([a[0] $op b[0], a[1] $op b[1], a[2] $op b[2], a[3] $op b[3]])
            }
        }

        impl $assign for Bitboard {
            #[inline]
            fn $assign_method(&mut self, other: Bitboard) {
                *self = *self $op other;
            }
        }
    };
}

bitwise!(BitAnd, bitand, BitAndAssign, bitand_assign, &);
bitwise!(BitOr, bitor, BitOrAssign, bitor_assign, |);
bitwise!(BitXor, bitxor, BitXorAssign, bitxor_assign, ^);

impl Not for Bitboard {
    type Output = Bitboard;

    #[inline]
    fn not(self) -> Bitboard {
        Bitboard([!self.0[0], !self.0[1], !self.0[2], !self.0[3]])
    }
}

impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn naive(set: Bitboard) -> Vec<Square> {
        (0..=255)
            .map(Square::from_index)
            .filter(|&square| set.has(square))
            .collect()
    }

    #[test]
    fn ranks_and_files_hold_sixteen_squares_each() {
        for i in 0..16 {
            assert!(Bitboard::rank(i).iter().all(|square| square.rank() == i));
            assert!(Bitboard::file(i).iter().all(|square| square.file() == i));
            assert_eq!((Bitboard::rank(i).len(), Bitboard::file(i).len()), (16, 16));
        }
        assert_eq!((Bitboard::ALL.len(), Bitboard::ALL.len_portable()), (256, 256));
    }

    proptest! {
        #[test]
        fn set_operations_agree_with_square_lists(a: [u64; 4], b: [u64; 4], index: u8) {
            let (a, b, square) = (Bitboard(a), Bitboard(b), Square::from_index(index));
            prop_assert_eq!(a.iter().collect::<Vec<_>>(), naive(a));
            let mut walked = Vec::new();
            a.each(|square| walked.push(square));
            prop_assert_eq!(walked, naive(a));
            prop_assert_eq!(a.len() as usize, naive(a).len());
            prop_assert_eq!(a.len_portable(), a.len());
            prop_assert_eq!(a.first(), naive(a).first().copied());
            prop_assert_eq!(a.several(), naive(a).len() > 1);
            for s in (0..=255).map(Square::from_index) {
                let neighbours = [s.offset(-1, 0), s.offset(1, 0)];
                prop_assert_eq!(a.beside().has(s), neighbours.into_iter().flatten().any(|at| a.has(at)));
            }
            prop_assert_eq!(a.meets(b), naive(a).iter().any(|&s| b.has(s)));
            for s in (0..=255).map(Square::from_index) {
                prop_assert_eq!((a & b).has(s), a.has(s) && b.has(s));
                prop_assert_eq!((a | b).has(s), a.has(s) || b.has(s));
                prop_assert_eq!((a ^ b).has(s), a.has(s) != b.has(s));
                prop_assert_eq!(a.and_not(b).has(s), a.has(s) && !b.has(s));
            }
            prop_assert_eq!(a.with(square), a | Bitboard::of(square));
            prop_assert_eq!(a.without(square), a & !Bitboard::of(square));
            prop_assert_eq!(a.iter().collect::<Bitboard>(), a);
        }
    }
}
