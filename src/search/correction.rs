//! What the search learns about the evaluation's mistakes: positions that share their pawns, a side's pieces, the
//! material or the last moves are misjudged alike.

use super::history::gravitate;
use super::tunables::Tunables;
use crate::board::Colour;
use crate::position::PartHashes;

/// What positions can share.
const PARTS: usize = 5;
/// Entries for every part and side to move; a power of two.
const ENTRIES: usize = 1 << 13;
/// An entry stays within this.
const MOST: i32 = 1024;
/// Divides the weighted sum of the entries.
const SCALE: i32 = 2048;

/// Corrections of one thread.
#[derive(Clone, Debug)]
pub(super) struct Corrections(Box<[i16]>);

/// Where a position's corrections are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Places([u32; PARTS]);

impl Places {
    /// `moves`: identifies the last two moves.
    pub(super) fn new(side: Colour, parts: &PartHashes, moves: u32) -> Places {
        let others = parts.others;
        let mut number = side as u32;
        Places(
            [parts.pawns, others[side], others[!side], parts.material, moves].map(|key| {
                let start = number * ENTRIES as u32;
                number += 2;
                start + key % ENTRIES as u32
            }),
        )
    }
}

impl Corrections {
    /// Knows nothing yet.
    pub(super) fn new() -> Corrections {
        Corrections(vec![0; PARTS * 2 * ENTRIES].into_boxed_slice())
    }

    /// What to add to a position's evaluation, in centipawns.
    pub(super) fn get(&self, tunables: &Tunables, places: &Places) -> i32 {
        let weights = [
            tunables.correction_pawns,
            tunables.correction_pieces,
            tunables.correction_pieces,
            tunables.correction_material,
            tunables.correction_moves,
        ];
        let entries = places.0.map(|place| self.0[place as usize] as i32);
        let sum: i32 = weights
            .iter()
            .zip(entries)
            .map(|(weight, entry)| weight * entry)
            .sum();
        sum / SCALE
    }

    /// A search to a depth found the evaluation too low (positive error, in centipawns) or too high.
    pub(super) fn learn(&mut self, places: &Places, error: i32, depth: i32) {
        let bonus = (error * depth / 8).clamp(-MOST / 4, MOST / 4);
        for place in places.0 {
            gravitate(&mut self.0[place as usize], bonus, MOST);
        }
    }
}
