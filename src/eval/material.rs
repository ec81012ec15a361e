//! Piece values from mobility.

use super::mobility::{SQUARE, mobility, reach};
use crate::board::{Bitboard, Colour, Geometry, Square};
use crate::variant::{Movement, PieceRules, PieceType};

/// What an expected target square is worth in centipawns to a piece with few of them, ...
const SQUARE_VALUE: i32 = 57;
/// ... and how much more (in 1/100 of a centipawn) with every square the piece has besides: pieces with many targets
/// find forks and double threats. Both fitted to knight, rook and queen on the orthodox board.
const SYNERGY: i32 = 75;
/// Of what a piece would gain by promotion, one part in this many belongs to its value, ...
const PROMOTION_SHARE: i32 = 32;
/// ... and more if it is promoted by a capture or by coming somewhere, whatever its kind.
const TRANSFORMATION_SHARE: i32 = 8;
/// No piece is worth more, whatever its file says: sums over a full board stay far from overflow.
const MAX_VALUE: i32 = 20_000;

/// Expected mobility of a piece on every square of the board.
pub(super) struct MobilityMap {
    by_square: Vec<(Square, i32)>,
    /// The average, in 1/1024 of a square.
    pub(super) average: i32,
}

impl MobilityMap {
    pub(super) fn new(playable: Bitboard, movement: &Movement) -> MobilityMap {
        let weigh = |square| (square, mobility(movement, square));
        let by_square: Vec<_> = playable.iter().map(weigh).collect();
        let average =
            by_square.iter().map(|&(_, weight)| weight).sum::<i32>() / by_square.len().max(1) as i32;
        MobilityMap { by_square, average }
    }

    /// By how many percent the mobility on a square differs from the average.
    pub(super) fn percent_above_average(&self) -> impl Iterator<Item = (Square, i32)> {
        self.by_square
            .iter()
            .map(|&(square, weight)| (square, (weight - self.average) * 100 / self.average.max(SQUARE)))
    }
}

/// Every type's value in centipawns; 0 for the royal one, which is never traded.
pub(super) fn values(geometry: &Geometry, pieces: &[PieceRules]) -> Vec<i32> {
    let own: Vec<i32> = pieces.iter().map(|piece| own_value(geometry, piece)).collect();
    let mut values = own.clone();
    // Each round carries the hope of promotion one step further down a chain of promotions.
    for _ in 0..3 {
        for (kind, piece) in pieces.iter().enumerate() {
            if piece.definition.value.is_none() {
                let value = own[kind];
                let change = piece.transformations[Colour::White]
                    .iter()
                    .map(|change| change.to);
                values[kind] = value
                    + promotion_gain(piece, value, &values) / PROMOTION_SHARE
                    + gain(change, value, &values) / TRANSFORMATION_SHARE;
            }
        }
    }
    values
}

/// What the best promotion by choice adds to a piece's value.
pub(super) fn promotion_gain(piece: &PieceRules, value: i32, values: &[i32]) -> i32 {
    let rules = piece.promotions[Colour::White].iter();
    gain(rules.flat_map(|rule| rule.to.iter().copied()), value, values)
}

/// What the best of some types is worth more than a value.
fn gain(kinds: impl Iterator<Item = PieceType>, value: i32, values: &[i32]) -> i32 {
    let best = kinds.map(|kind| values[kind.index()]).max();
    best.map_or(0, |best| (best - value).max(0))
}

/// A type's value without the hope of promotion.
fn own_value(geometry: &Geometry, piece: &PieceRules) -> i32 {
    if piece.definition.royal {
        return 0;
    }
    if let Some(value) = piece.definition.value {
        return value.clamp(-MAX_VALUE, MAX_VALUE);
    }
    let movement = &piece.movement[Colour::White];
    // More than a hundred squares are worth no more than a hundred: no sum of such values can overflow.
    let mobility = MobilityMap::new(geometry.playable(), movement)
        .average
        .min(100 * SQUARE);
    let value = mobility * (SQUARE_VALUE * 100 + SYNERGY * mobility / SQUARE) / SQUARE / 100;
    if piece.definition.pawn {
        value
    } else {
        // A piece that sees half of the board only is worth nine tenths.
        value * (400 + reachable_percent(geometry.playable(), movement)) / 500
    }
}

/// How much of the board a piece can come to, however many moves it takes, averaged over the squares where it may
/// start: 50 for a bishop.
pub(super) fn reachable_percent(playable: Bitboard, movement: &Movement) -> i32 {
    let mut left = playable;
    let mut pairs = 0;
    while let Some(start) = left.first() {
        let found = flood(movement, start);
        let part = found & left;
        pairs += (part.len() * found.len()) as i32;
        left = left.and_not(part);
    }
    let squares = playable.len() as i32;
    pairs * 100 / (squares * squares)
}

/// The squares that a piece can come to from a square in any number of moves, and the square itself.
fn flood(movement: &Movement, start: Square) -> Bitboard {
    let mut found = Bitboard::of(start);
    let mut edge = found;
    while edge.any() {
        let next = edge
            .iter()
            .fold(Bitboard::EMPTY, |set, square| set | reach(movement, square));
        edge = next.and_not(found);
        found |= next;
    }
    found
}
