//! Hash keys of positions.
//!
//! Source: Albert Zobrist, "A New Hashing Method with Application for Game Playing", 1970.

use crate::board::Square;
use crate::variant::Piece;

/// The random numbers whose exclusive or is a position's hash.
#[derive(Debug)]
pub struct Zobrist {
    pieces: Vec<[u64; 256]>,
    /// Black is to move.
    pub black_to_move: u64,
    rights: Vec<u64>,
    en_passant: Box<[u64; 256]>,
    moved: Box<[u64; 256]>,
}

/// Generates well-mixed numbers from a seed.
///
/// Source: Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators", 2014 (SplitMix64).
#[derive(Clone, Debug)]
pub struct SplitMix(pub u64);

impl SplitMix {
    /// Numbers of their own for every one of a series (of games, say) that follow from one seed.
    #[must_use]
    pub fn numbered(seed: u64, number: u64) -> SplitMix {
        SplitMix(SplitMix(seed).draw() ^ SplitMix(number).draw())
    }

    /// One of several things. None if there are none.
    pub fn pick<'t, T>(&mut self, things: &'t [T]) -> Option<&'t T> {
        things.get((self.draw() % things.len().max(1) as u64) as usize)
    }

    /// The next number.
    #[must_use]
    pub fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        mix(self.0)
    }
}

/// Scatters a number over all 64 bits: the output function of SplitMix64.
#[must_use]
pub(super) fn mix(number: u64) -> u64 {
    let mut z = number;
    z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}

impl Zobrist {
    /// Keys for a number of piece types and castling rights; the same on every machine and run.
    #[must_use]
    pub fn new(types: usize, rights: usize) -> Zobrist {
        let mut random = SplitMix(0xB12A_0A11_D0C5);
        let mut table = || std::array::from_fn(|_| random.draw());
        let pieces = (0..types * 2).map(|_| table()).collect();
        let (en_passant, moved) = (Box::new(table()), Box::new(table()));
        let black_to_move = random.draw();
        let rights = (0..rights).map(|_| random.draw()).collect();
        Zobrist {
            pieces,
            black_to_move,
            rights,
            en_passant,
            moved,
        }
    }

    /// A piece on a square.
    #[must_use]
    #[inline]
    pub fn piece(&self, piece: Piece, square: Square) -> u64 {
        self.pieces[piece.index()][square.index()]
    }

    /// A set of castling rights.
    #[must_use]
    #[inline]
    pub fn rights(&self, rights: u32) -> u64 {
        let mut key = 0;
        let mut bits = rights;
        while bits != 0 {
            key ^= self.rights[bits.trailing_zeros() as usize];
            bits &= bits - 1;
        }
        key
    }

    /// A square where a capture en passant is possible.
    #[must_use]
    #[inline]
    pub fn en_passant(&self, square: Square) -> u64 {
        self.en_passant[square.index()]
    }

    /// A piece on one of its initial squares that has moved.
    #[must_use]
    #[inline]
    pub fn moved(&self, square: Square) -> u64 {
        self.moved[square.index()]
    }
}
