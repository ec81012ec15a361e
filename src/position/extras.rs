//! What a position holds besides pieces on squares: holdings, honours, armies. Empty in most variants.

use crate::board::{ByColour, Colour, Square};
use crate::position::zobrist::mix;
use crate::variant::{MAX_TYPES, Piece, PieceType};

/// Holdings, capture counts and armies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Extras {
    /// How many pieces of each type a side has lost and can bring back.
    held: ByColour<[u8; MAX_TYPES]>,
    /// Captures made by the piece on each square, where they are counted.
    counts: [u8; 256],
    /// Each side's army, an index into the rules' armies.
    pub armies: ByColour<u8>,
}

impl Extras {
    pub fn new() -> Extras {
        Extras {
            held: ByColour([[0; MAX_TYPES]; 2]),
            counts: [0; 256],
            armies: ByColour([0; 2]),
        }
    }

    /// How many pieces of a type a side holds.
    #[inline]
    pub fn held(&self, side: Colour, kind: PieceType) -> u8 {
        self.held[side][kind.index()]
    }

    /// Sets how many pieces of a type a side holds; returns the change of the hash.
    pub fn set_held(&mut self, side: Colour, kind: PieceType, number: u8) -> u64 {
        let old = std::mem::replace(&mut self.held[side][kind.index()], number);
        let piece = Piece::new(side, kind);
        held_key(piece, old) ^ held_key(piece, number)
    }

    /// Captures made by the piece on a square.
    #[inline]
    pub fn count(&self, square: Square) -> u8 {
        self.counts[square.index()]
    }

    /// Sets the captures made by the piece on a square; returns the change of the hash.
    #[inline]
    pub fn set_count(&mut self, square: Square, number: u8) -> u64 {
        let old = std::mem::replace(&mut self.counts[square.index()], number);
        if old == number {
            0
        } else {
            count_key(square, old) ^ count_key(square, number)
        }
    }

    /// Moves a count along with its piece; returns the change of the hash.
    pub fn move_count(&mut self, from: Square, to: Square) -> u64 {
        let count = self.count(from);
        self.set_count(from, 0) ^ self.set_count(to, count)
    }

    /// The whole part of the hash, from scratch.
    pub fn key(&self) -> u64 {
        let mut key = mix(u64::from(self.armies.0[0]) << 8 | u64::from(self.armies.0[1]) | 3 << 32);
        for colour in Colour::BOTH {
            for (index, &number) in self.held[colour].iter().enumerate() {
                key ^= held_key(Piece::new(colour, PieceType::new(index)), number);
            }
        }
        for index in 0..=255 {
            let square = Square::from_index(index);
            key ^= count_key(square, self.count(square));
        }
        key
    }
}

fn held_key(piece: Piece, number: u8) -> u64 {
    if number == 0 {
        0
    } else {
        mix((piece.index() as u64) << 8 | u64::from(number) | 1 << 32)
    }
}

fn count_key(square: Square, number: u8) -> u64 {
    if number == 0 {
        0
    } else {
        mix((square.index() as u64) << 8 | u64::from(number) | 2 << 32)
    }
}
