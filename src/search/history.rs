//! What earlier nodes teach about moves.

use super::tunables::Tunables;
use crate::board::Square;
use crate::position::Move;
use crate::variant::{Piece, Rules};

/// A move's score in a history table stays within this.
pub(super) const MOST_HISTORY: i32 = 16_384;
/// The largest change at a time.
const MOST_BONUS: i32 = 1_600;

/// A number for every piece and square where it can end a move.
#[derive(Clone, Debug)]
struct PieceTo<T>(Vec<T>);

impl<T: Copy + Default> PieceTo<T> {
    fn new(rules: &Rules) -> PieceTo<T> {
        PieceTo(vec![T::default(); rules.pieces.len() * 2 * 256])
    }

    #[inline]
    fn at(piece: Piece, to: Square) -> usize {
        piece.index() * 256 + to.index()
    }

    #[inline]
    fn get(&self, piece: Piece, to: Square) -> T {
        self.0[PieceTo::<T>::at(piece, to)]
    }

    #[inline]
    fn get_mut(&mut self, piece: Piece, to: Square) -> &mut T {
        &mut self.0[PieceTo::<T>::at(piece, to)]
    }
}

/// A piece that a move brought to a square; none after a null move and before the first move.
pub(super) type Arrival = Option<(Piece, Square)>;

/// Entries of the table of follow-ups; a power of two. All pairs of moves of a large variant would not fit into any
/// cache, so that different pairs may share an entry.
const FOLLOW_UPS: usize = 1 << 16;

/// What came before a move: where its follow-ups begin in their table, for the moves one, two and four plies ago.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Context {
    starts: [u32; 3],
    /// In 1/64.
    weights: [i32; 3],
    /// What an escape from pawn-type pieces counts, by the piece's value, ...
    pub order_threat: i32,
    /// ... and a check.
    pub order_check: i32,
}

impl Context {
    /// `arrivals`: what the moves one, two and four plies ago brought.
    pub(super) fn new(tunables: &Tunables, arrivals: [Arrival; 3]) -> Context {
        Context {
            starts: arrivals.map(|arrival| key(arrival).wrapping_mul(0x9E37_79B1)),
            weights: [
                tunables.continuation_1,
                tunables.continuation_2,
                tunables.continuation_4,
            ],
            order_threat: tunables.order_threat,
            order_check: tunables.order_check,
        }
    }

    /// A number that stands for the last two moves.
    pub(super) fn last_two(self) -> u32 {
        (self.starts[0] ^ self.starts[1].rotate_left(7)) >> 8
    }
}

/// A number for each arrival.
fn key(arrival: Arrival) -> u32 {
    arrival.map_or(u32::MAX, |(piece, to)| (piece.index() * 256 + to.index()) as u32)
}

/// The history tables of one thread for one variant.
#[derive(Clone, Debug)]
pub(super) struct History {
    /// How good moves were after others, by [`Context`].
    follow_ups: Box<[i16]>,
    quiet: PieceTo<i16>,
    capture: PieceTo<i16>,
    counter: PieceTo<Option<Move>>,
}

impl History {
    /// Knows nothing yet.
    pub(super) fn new(rules: &Rules) -> History {
        History {
            follow_ups: vec![0; FOLLOW_UPS].into_boxed_slice(),
            quiet: PieceTo::new(rules),
            capture: PieceTo::new(rules),
            counter: PieceTo::new(rules),
        }
    }

    /// How good a quiet move of a piece to a square has been, in general and in a context. A history alone is from
    /// minus to plus [`MOST_HISTORY`].
    #[inline]
    pub(super) fn quiet(&self, context: &Context, piece: Piece, to: Square) -> i32 {
        let mut sum = 0;
        for (start, weight) in context.starts.iter().zip(context.weights) {
            sum += self.follow_ups[follow_up(*start, piece, to)] as i32 * weight;
        }
        self.quiet.get(piece, to) as i32 + sum / 64
    }

    /// How good a capture by a piece on a square has been, from minus to plus [`MOST_HISTORY`].
    #[inline]
    pub(super) fn capture(&self, piece: Piece, victim: Square) -> i32 {
        self.capture.get(piece, victim) as i32
    }

    /// The quiet move that refuted the arrival of a piece on a square last time.
    #[inline]
    pub(super) fn counter(&self, arrival: Arrival) -> Option<Move> {
        arrival.and_then(|(piece, to)| self.counter.get(piece, to))
    }

    /// A quiet move was better (positive bonus) or worse than expected.
    pub(super) fn learn_quiet(&mut self, context: &Context, piece: Piece, to: Square, bonus: i32) {
        learn(self.quiet.get_mut(piece, to), bonus);
        for &start in &context.starts {
            learn(&mut self.follow_ups[follow_up(start, piece, to)], bonus);
        }
    }

    /// A capture was better (positive bonus) or worse than expected.
    pub(super) fn learn_capture(&mut self, piece: Piece, victim: Square, bonus: i32) {
        learn(self.capture.get_mut(piece, victim), bonus);
    }

    /// A quiet move refuted the arrival of a piece on a square.
    pub(super) fn learn_counter(&mut self, arrival: Arrival, refutation: Move) {
        if let Some((piece, to)) = arrival {
            *self.counter.get_mut(piece, to) = Some(refutation);
        }
    }

    /// What a cutoff at a remaining depth is worth.
    pub(super) fn bonus(depth: i32) -> i32 {
        (depth * 150 - 50).clamp(0, MOST_BONUS)
    }
}

/// The place of a move in the table of follow-ups.
#[inline]
fn follow_up(start: u32, piece: Piece, to: Square) -> usize {
    (start as usize).wrapping_add(piece.index() * 256 + to.index()) % FOLLOW_UPS
}

/// Moves an entry of a history table.
fn learn(entry: &mut i16, bonus: i32) {
    gravitate(entry, bonus, MOST_HISTORY);
}

/// Moves an entry towards the sign of the bonus, the less the nearer it already is to a limit ("gravity").
pub(super) fn gravitate(entry: &mut i16, bonus: i32, most: i32) {
    let old = *entry as i32;
    *entry = (old + bonus - old * bonus.abs() / most) as i16;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_stay_within_their_limit() {
        let mut entry = 0;
        for _ in 0..1_000 {
            learn(&mut entry, MOST_BONUS);
        }
        assert!((15_000..=MOST_HISTORY).contains(&(entry as i32)), "{entry}");
        for _ in 0..1_000 {
            learn(&mut entry, -MOST_BONUS);
        }
        assert!((-MOST_HISTORY..=-15_000).contains(&(entry as i32)), "{entry}");
    }

    #[test]
    fn the_bonus_grows_with_the_depth() {
        assert!(History::bonus(0) == 0 && History::bonus(2) > History::bonus(1));
        assert_eq!(History::bonus(100), MOST_BONUS);
    }
}
