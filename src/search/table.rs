//! The hash table (transposition table), shared by all threads.
//!
//! An entry is two atomic words, data and key xor data: an entry torn by two threads writing at once does not match
//! any key, so no lock is needed. Source: Robert Hyatt and Timothy Mann, "A lock-less transposition table
//! implementation for parallel search", 2002.

use super::limits::Bound;
use super::memory::Memory;
use super::score;
use crate::position::Move;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Words of an entry.
const ENTRY: usize = 2;
/// Entries that a position can be found in: one cache line.
const CLUSTER: usize = 4;
const CLUSTER_WORDS: usize = ENTRY * CLUSTER;
const CLUSTER_BYTES: usize = CLUSTER_WORDS * size_of::<u64>();
/// Searches until a generation number comes again.
const GENERATIONS: u8 = 32;
/// An entry of an earlier search is worth so many plies less, for every search since.
const AGE_PENALTY: i32 = 8;
/// A new bound replaces the exact score of the same position if it is not shallower by more plies than that.
const KEEP_MARGIN: i32 = 4;

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// The best or refuting move.
    pub mv: Option<Move>,
    /// The score, counted from the root.
    pub score: i32,
    /// The static evaluation; none in check.
    pub eval: Option<i32>,
    /// Remaining depth of the search that found it, at least 0.
    pub depth: i32,
    /// What the score is.
    pub bound: Bound,
    /// Whether the position is, or once was, on the principal variation.
    pub pv: bool,
}

/// In place of the static evaluation, if there is none.
const NO_EVAL: i16 = i16::MIN;

/// The table.
pub(super) struct Table {
    words: Memory,
    /// Words before the first one that begins a cache line.
    offset: usize,
    clusters: usize,
    generation: u8,
    /// Whether a search may have stored something.
    used: bool,
}

impl Table {
    /// An empty table of so many mebibytes, or less if there is not as much memory.
    pub(super) fn new(megabytes: usize) -> Table {
        let mut clusters = (megabytes.clamp(1, usize::MAX >> 21) << 20) / CLUSTER_BYTES;
        loop {
            let words = (clusters + 1) * CLUSTER_WORDS;
            if let Some(words) = Memory::zeroed(words) {
                let offset = words.as_ptr().align_offset(CLUSTER_BYTES).min(CLUSTER_WORDS);
                return Table {
                    words,
                    offset,
                    clusters,
                    generation: 0,
                    used: false,
                };
            }
            log::warn!(
                "not enough memory for a hash table of {} MB",
                (clusters * CLUSTER_BYTES) >> 20
            );
            clusters = (clusters / 2).max(1);
        }
    }

    /// Waits until its memory is there, so that the first moves are as fast as later ones, but no longer than that.
    pub(super) fn wait_until_warm(&self, patience: Duration) {
        self.words.wait_until_warm(patience);
    }

    /// Makes it as new. The memory is kept: it would take longer to get it anew.
    pub(super) fn clear(&mut self) {
        self.generation = 0;
        if std::mem::take(&mut self.used) {
            for word in self.words.iter() {
                word.store(0, Ordering::Relaxed);
            }
        }
    }

    /// A new search begins: entries of earlier ones are replaced first.
    pub(super) fn next_generation(&mut self) {
        self.used = true;
        self.generation = (self.generation + 1) % GENERATIONS;
    }

    /// The first word of the cluster where a position belongs.
    #[inline]
    fn place(&self, hash: u64) -> usize {
        // The lowest 16 bits are not part of the stored key, so they come first in choosing the place.
        let number = (hash.rotate_right(16) as u128 * self.clusters as u128) >> 64;
        self.offset + number as usize * CLUSTER_WORDS
    }

    #[inline]
    fn cluster(&self, hash: u64) -> &[AtomicU64] {
        let start = self.place(hash);
        &self.words[start..start + CLUSTER_WORDS]
    }

    /// Tells the processor to fetch what [`Table::find`] will look at soon. Waiting for memory was a fifth of the
    /// search time without.
    #[inline]
    pub(super) fn prefetch(&self, hash: u64) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let word: *const AtomicU64 = &raw const self.words[self.place(hash)];
            // SAFETY: a prefetch is a hint that reads and writes nothing, and the address is valid besides.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(word.cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = hash;
    }

    /// What is known of the position with a hash, `ply` plies from the root.
    pub(super) fn find(&self, hash: u64, ply: usize) -> Option<Entry> {
        self.cluster(hash).chunks_exact(ENTRY).find_map(|entry| {
            let packed = Packed::load(entry);
            (packed.is_used() && packed.matches(hash)).then(|| packed.unpack(ply))
        })
    }

    /// Remembers a position; a move known before is kept if there is no new one.
    pub(super) fn store(&self, hash: u64, ply: usize, entry: &Entry) {
        let cluster = self.cluster(hash);
        let mut best = (i32::MAX, &cluster[..ENTRY]);
        for place in cluster.chunks_exact(ENTRY) {
            let old = Packed::load(place);
            if old.is_used() && old.matches(hash) {
                return self.update(place, old, hash, ply, entry);
            }
            let worth = if old.is_used() {
                old.depth() - AGE_PENALTY * self.age(old)
            } else {
                i32::MIN
            };
            if worth < best.0 {
                best = (worth, place);
            }
        }
        Packed::new(hash, ply, entry, self.generation).store(best.1);
    }

    fn update(&self, place: &[AtomicU64], old: Packed, hash: u64, ply: usize, entry: &Entry) {
        let known = old.unpack(ply);
        let fresh = self.age(old) == 0;
        if fresh && entry.bound != Bound::Exact && entry.depth + KEEP_MARGIN < known.depth {
            return;
        }
        let entry = Entry {
            mv: entry.mv.or(known.mv),
            ..*entry
        };
        Packed::new(hash, ply, &entry, self.generation).store(place);
    }

    fn age(&self, packed: Packed) -> i32 {
        ((self.generation + GENERATIONS - packed.generation()) % GENERATIONS) as i32
    }

    /// How full the table is with entries of this search, in permill, from a sample.
    pub(super) fn fullness(&self) -> u16 {
        let sample = self.clusters.min(250);
        let words = &self.words[self.offset..self.offset + sample * CLUSTER_WORDS];
        let entries = words.chunks_exact(ENTRY).map(Packed::load);
        let used = entries
            .filter(|&entry| entry.is_used() && self.age(entry) == 0)
            .count();
        (used * 1000 / (sample * CLUSTER)) as u16
    }
}

/// An entry as it lies in memory.
///
/// `data` from the lowest bit: move 32, score 16, depth 8, bound 2 (0: unused), principal variation 1, generation 5.
/// `key`: the highest 48 bits of the hash, then the static evaluation 16.
#[derive(Clone, Copy)]
struct Packed {
    key: u64,
    data: u64,
}

const KEY_MASK: u64 = !0xFFFF;

impl Packed {
    fn new(hash: u64, ply: usize, entry: &Entry, generation: u8) -> Packed {
        let bound = match entry.bound {
            Bound::Exact => 1,
            Bound::Lower => 2,
            Bound::Upper => 3,
        };
        let data = entry.mv.map_or(0, Move::bits) as u64
            | (score::to_table(entry.score, ply) as i16 as u16 as u64) << 32
            | (entry.depth.clamp(0, 255) as u64) << 48
            | bound << 56
            | u64::from(entry.pv) << 58
            | (generation as u64) << 59;
        let eval = entry.eval.map_or(NO_EVAL, |eval| eval as i16);
        Packed {
            key: hash & KEY_MASK | eval as u16 as u64,
            data,
        }
    }

    fn load(words: &[AtomicU64]) -> Packed {
        let data = words[1].load(Ordering::Relaxed);
        Packed {
            key: words[0].load(Ordering::Relaxed) ^ data,
            data,
        }
    }

    fn store(self, words: &[AtomicU64]) {
        words[0].store(self.key ^ self.data, Ordering::Relaxed);
        words[1].store(self.data, Ordering::Relaxed);
    }

    fn is_used(self) -> bool {
        self.data >> 56 & 3 != 0
    }

    fn matches(self, hash: u64) -> bool {
        (self.key ^ hash) & KEY_MASK == 0
    }

    fn depth(self) -> i32 {
        (self.data >> 48 & 0xFF) as i32
    }

    fn generation(self) -> u8 {
        (self.data >> 59) as u8
    }

    fn unpack(self, ply: usize) -> Entry {
        let eval = self.key as u16 as i16;
        Entry {
            mv: Move::from_bits(self.data as u32),
            score: score::from_table((self.data >> 32) as u16 as i16 as i32, ply),
            eval: (eval != NO_EVAL).then_some(eval as i32),
            depth: self.depth(),
            bound: match self.data >> 56 & 3 {
                1 => Bound::Exact,
                2 => Bound::Lower,
                _ => Bound::Upper,
            },
            pv: self.data >> 58 & 1 != 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Square;
    use crate::position::SplitMix;

    fn entry(depth: i32, bound: Bound) -> Entry {
        Entry {
            mv: Some(Move::capture(Square::new(4, 1), Square::new(11, 15))),
            score: -1234,
            eval: Some(57),
            depth,
            bound,
            pv: depth % 2 == 0,
        }
    }

    #[test]
    fn entries_come_back() {
        let table = Table::new(1);
        let mut random = SplitMix(1);
        for depth in 0..100 {
            for bound in [Bound::Exact, Bound::Lower, Bound::Upper] {
                let (hash, stored) = (random.draw(), entry(depth, bound));
                assert_eq!(table.find(hash, 3), None);
                table.store(hash, 3, &stored);
                assert_eq!(table.find(hash, 3), Some(stored));
            }
        }
    }

    #[test]
    fn wins_are_counted_from_the_node() {
        let table = Table::new(1);
        let win = Entry {
            score: score::won_at(9),
            eval: None,
            mv: None,
            ..entry(4, Bound::Exact)
        };
        table.store(77 << 16, 4, &win);
        let found = table.find(77 << 16, 2).expect("stored");
        assert_eq!(found.score, score::won_at(7));
    }

    #[test]
    fn a_move_outlives_a_bound_without_one() {
        let table = Table::new(1);
        table.store(5 << 20, 0, &entry(3, Bound::Exact));
        let upper = Entry {
            mv: None,
            ..entry(4, Bound::Upper)
        };
        table.store(5 << 20, 0, &upper);
        let found = table.find(5 << 20, 0).expect("stored");
        assert_eq!((found.mv, found.depth), (entry(3, Bound::Exact).mv, 4));
    }

    #[test]
    fn deep_and_fresh_entries_stay() {
        let mut table = Table::new(1);
        table.store(0, 0, &entry(20, Bound::Exact));
        table.next_generation();
        // All these fall into the cluster of hash 0.
        let hash = |n: u64| n << 30;
        for n in 1..4 {
            table.store(hash(n), 0, &entry(10 + n as i32, Bound::Exact));
        }
        table.store(hash(4), 0, &entry(1, Bound::Exact));
        assert!(
            table.find(hash(1), 0).is_none(),
            "the shallowest one of this search, 11, less than 20 - 8"
        );
        table.store(hash(5), 0, &entry(1, Bound::Exact));
        assert!(table.find(0, 0).is_some() && table.find(hash(4), 0).is_none());
    }

    #[test]
    fn a_cleared_table_is_empty() {
        let mut table = Table::new(1);
        table.next_generation();
        table.store(77, 0, &entry(1, Bound::Exact));
        table.clear();
        assert!(table.find(77, 0).is_none());
    }

    #[test]
    fn a_large_table_is_there_at_once_and_empty() {
        let table = Table::new(4096);
        assert!(
            table.clusters >= (1024 << 20) / CLUSTER_BYTES,
            "{}",
            table.clusters
        );
        assert_eq!(table.fullness(), 0);
        assert_eq!(table.find(u64::MAX, 0), None);
    }
}
