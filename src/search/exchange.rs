//! Static exchange evaluation: what a move wins or loses if both sides go on capturing on the square where it ends,
//! each time with the least valuable piece, as long as it pays.

use crate::board::{Bitboard, Colour, Square};
use crate::movegen;
use crate::position::{Move, Position};
use crate::variant::{Piece, Rules};

/// In the place of the royal piece's value: more than all that can be won.
const ROYAL: i32 = 1_000_000;

/// A piece's value in an exchange.
fn value(rules: &Rules, piece: Piece) -> i32 {
    if piece.kind() == rules.royal {
        ROYAL
    } else {
        rules.weights.value(piece.kind())
    }
}

/// What a move wins at once: the captured piece, and the difference that a change of the moving piece's type makes.
pub(super) fn immediate_gain(position: &Position, mv: Move) -> i32 {
    let rules = position.rules();
    let worth = |piece: Piece| rules.weights.value(piece.kind());
    let captured = mv
        .victim()
        .and_then(|victim| position.piece_at(victim))
        .map_or(0, worth);
    let grown = position.piece_at(mv.from()).map_or(0, |piece| {
        let (result, _) = position.result(piece, mv);
        if result == piece {
            0
        } else {
            worth(result) - worth(piece)
        }
    });
    captured + grown
}

/// Whether a move wins at least `threshold` centipawns by the exchange that it begins.
pub(super) fn wins_at_least(position: &Position, mv: Move, threshold: i32) -> bool {
    let rules = position.rules();
    let Some(mover) = position.piece_at(mv.from()) else {
        return threshold <= 0;
    };
    // What the mover is ahead of the threshold, if the exchange ended here.
    let mut balance = immediate_gain(position, mv) - threshold;
    if balance < 0 {
        return false;
    }
    let mut at_risk = mv
        .promotion()
        .map_or_else(|| value(rules, mover), |kind| rules.weights.value(kind));
    let mut occupied = position.occupied().without(mv.from());
    if let Some(victim) = mv.victim() {
        occupied.remove(victim);
    }
    occupied.insert(mv.to());
    loop {
        // The opponent may recapture, or stop and leave it at that.
        if balance - at_risk >= 0 {
            return true;
        }
        let Some((square, next)) = least_attacker(position, mv.to(), !mover.colour(), occupied) else {
            return true;
        };
        balance -= at_risk;
        at_risk = next;
        occupied.remove(square);
        // So may the mover. The balance is negative here, so that it has to go on.
        if balance + at_risk < 0 {
            return false;
        }
        let Some((square, next)) = least_attacker(position, mv.to(), mover.colour(), occupied) else {
            return false;
        };
        balance += at_risk;
        at_risk = next;
        occupied.remove(square);
    }
}

/// The least valuable piece of a side that can capture on a square, and its value. The royal piece only if nothing
/// defends the square any more.
fn least_attacker(
    position: &Position,
    target: Square,
    side: Colour,
    occupied: Bitboard,
) -> Option<(Square, i32)> {
    let rules = position.rules();
    let attackers = movegen::attackers(position, target, side, occupied) & occupied;
    let valued = |at| position.piece_at(at).map(|piece| (at, value(rules, piece)));
    let (at, least) = attackers
        .iter()
        .filter_map(valued)
        .min_by_key(|&(_, value)| value)?;
    let defended = || (movegen::attackers(position, target, !side, occupied) & occupied).any();
    (least != ROYAL || !defended()).then_some((at, least))
}
