//! What stops a moving piece.

use crate::board::{Bitboard, Square};
use crate::variant::Rules;

/// What a piece's moves from one square depend on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Terrain {
    /// All squares with a piece: what hoppers jump over.
    pub occupied: Bitboard,
    /// Squares where a slide ends, and that a lame leap cannot pass: the occupied ones, and those where it is braked.
    pub path: Bitboard,
}

impl Terrain {
    /// The terrain for a piece on a square.
    ///
    /// A piece that brakes (the Bodyguard's Hia power in Short Sliders) stops every move of several steps on the
    /// squares next to it: the move can end there, but not go on; and one that starts there goes one step only.
    #[inline]
    pub fn new(rules: &Rules, from: Square, occupied: Bitboard, brakes: Bitboard) -> Terrain {
        let mut path = occupied;
        if rules.brake.is_some() && brakes.any() {
            let zone = brake_zone(rules, from, brakes);
            path = if zone.has(from) {
                Bitboard::ALL
            } else {
                occupied | zone
            };
        }
        Terrain { occupied, path }
    }
}

/// The squares next to pieces that brake, other than the piece on a square itself.
#[inline]
pub(super) fn brake_zone(rules: &Rules, from: Square, brakes: Bitboard) -> Bitboard {
    let others = brakes.without(from).iter();
    others.fold(Bitboard::EMPTY, |zone, brake| {
        zone | rules.geometry.neighbours(brake)
    })
}
