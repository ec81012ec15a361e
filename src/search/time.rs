//! How long to think.

use super::limits::{Clock, Limits};
use super::tunables::Tunables;
use std::time::{Duration, Instant};

/// With less time than this and no increment the rest of a long game may be ahead: the less there is, the more
/// moves are planned for, ...
const SCARCE: Duration = Duration::from_secs(2);
/// ... up to so many.
const EXPECTED_WHEN_SCARCE: u32 = 400;
/// No more moves than this are planned for, even if the next time control is further away.
const MOST_MOVES: u32 = 50;
/// The overhead of so many moves is kept back, when the clock does not say how many there will be.
const RESERVED_MOVES: u32 = 2;
/// The hard limit is this many times the soft limit...
const HARD_FACTOR: u32 = 5;
/// ... but never more than so many tenths of the time left, unless this is the last move of the control.
const MOST_TENTHS: u32 = 6;

/// Time for one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Budget {
    /// Begin no new iteration after that; stretched and shrunk by [`Budget::is_spent`].
    soft: Option<Duration>,
    /// Stop after that, whatever the search is doing.
    hard: Duration,
}

impl Budget {
    /// The budget of a search; none if time does not bound it.
    pub(super) fn new(limits: &Limits, tunables: &Tunables) -> Option<Budget> {
        let expected = tunables.time_moves as u32;
        let on_clock = limits
            .clock
            .map(|clock| Budget::on_clock(clock, limits.overhead, expected));
        let fixed = limits.move_time.map(|time| Budget::fixed(time, limits.overhead));
        match (on_clock, fixed) {
            (Some(a), Some(b)) => Some(Budget {
                soft: a.soft,
                hard: a.hard.min(b.hard),
            }),
            (one, other) => one.or(other),
        }
    }

    /// A fixed time: never less than half of it, however much is to be kept back.
    fn fixed(time: Duration, overhead: Duration) -> Budget {
        Budget {
            soft: None,
            hard: time.saturating_sub(overhead).max(time / 2),
        }
    }

    /// The rest of the game is expected to take so many moves, if the clock does not say.
    fn on_clock(clock: Clock, overhead: Duration, expected: u32) -> Budget {
        // Some programs say 0 where they mean that there is no next control.
        let to_go = clock.moves_to_go.filter(|&moves| moves != 0);
        let moves = match to_go {
            Some(moves) => moves.min(MOST_MOVES),
            None if clock.increment.is_zero() => when_scarce(clock.remaining, expected),
            None => expected,
        };
        // What the moves to come cost in any case is no time to think.
        let reserved = overhead.saturating_mul(to_go.map_or(RESERVED_MOVES, |_| moves));
        let here = clock.remaining.saturating_sub(reserved);
        // All moves up to the control but the last bring the increment.
        let total = here.saturating_add(clock.increment.saturating_mul(moves - 1));
        let most = if to_go == Some(1) {
            here
        } else {
            here / 10 * MOST_TENTHS
        };
        let soft = (total / moves).min(most);
        Budget {
            soft: Some(soft),
            hard: soft.saturating_mul(HARD_FACTOR).min(most),
        }
    }

    /// Whether the search must stop at once.
    pub(super) fn is_over(&self, elapsed: Duration) -> bool {
        elapsed >= self.hard
    }

    /// Whether another iteration is not worth beginning. `percent` stretches or shrinks the soft limit.
    pub(super) fn is_spent(&self, elapsed: Duration, percent: u32) -> bool {
        self.soft
            .is_some_and(|soft| elapsed >= soft.saturating_mul(percent) / 100)
    }

    /// Whether thinking less than the time given is of use: on a clock it is, with a fixed time for the move it is not.
    pub(super) fn saves_time(&self) -> bool {
        self.soft.is_some()
    }
}

/// How many moves to plan for when time runs out and none is added.
fn when_scarce(remaining: Duration, expected: u32) -> u32 {
    let lacking = SCARCE.saturating_sub(remaining);
    let more = u128::from(EXPECTED_WHEN_SCARCE - expected) * lacking.as_micros() / SCARCE.as_micros();
    expected + more as u32
}

/// Measures the time of a search, and of its move if it ponders first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stopwatch {
    /// When the search began.
    start: Instant,
    /// When the move's own time began; none while pondering.
    move_start: Option<Instant>,
}

impl Stopwatch {
    pub(super) fn start(ponder: bool) -> Stopwatch {
        let start = Instant::now();
        Stopwatch {
            start,
            move_start: (!ponder).then_some(start),
        }
    }

    /// Time since the search began.
    pub(super) fn total(&self) -> Duration {
        self.start.elapsed()
    }

    /// Time charged to the move; none while pondering.
    pub(super) fn for_move(&self) -> Option<Duration> {
        self.move_start.map(|start| start.elapsed())
    }

    pub(super) fn is_pondering(&self) -> bool {
        self.move_start.is_none()
    }

    /// The expected move was played: from now on the time counts.
    pub(super) fn ponder_hit(&mut self) {
        self.move_start.get_or_insert_with(Instant::now);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn on_clock(clock: Clock) -> Budget {
        let limits = Limits {
            clock: Some(clock),
            overhead: Duration::from_millis(30),
            ..Limits::default()
        };
        Budget::new(&limits, &Tunables::default()).expect("a clock bounds the search")
    }

    fn budget(remaining: u64, increment: u64, moves_to_go: Option<u32>) -> (u128, u128) {
        let clock = Clock {
            remaining: Duration::from_millis(remaining),
            increment: Duration::from_millis(increment),
            moves_to_go,
        };
        let budget = on_clock(clock);
        (
            budget.soft.unwrap_or_default().as_millis(),
            budget.hard.as_millis(),
        )
    }

    #[test]
    fn the_overhead_is_never_spent() {
        for remaining in [0, 1, 29, 30, 31, 60, 100, 1_000, 10_000_000] {
            for increment in [0, 10, 1_000, 100_000] {
                for moves_to_go in [None, Some(0), Some(1), Some(2), Some(40), Some(1_000)] {
                    let (soft, hard) = budget(remaining, increment, moves_to_go);
                    let case = format!("{remaining} + {increment} / {moves_to_go:?}");
                    assert!(
                        soft <= hard && hard <= remaining.saturating_sub(30).into(),
                        "{case}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_whole_control_fits_on_the_clock() {
        for moves in [1, 2, 10, 40] {
            let mut remaining = 60_000;
            for left in (1..=moves).rev() {
                // The worst case: every move takes its hard limit and the whole overhead.
                let (_, hard) = budget(remaining, 0, Some(left));
                remaining = remaining.checked_sub(hard as u64 + 30).expect("never below zero");
            }
        }
    }

    #[test]
    fn a_sudden_death_lasts_for_a_thousand_moves() {
        for start in [5_000, 60_000, 600_000] {
            let mut left = Duration::from_millis(start);
            for number in 0..1_000 {
                let clock = Clock {
                    remaining: left,
                    increment: Duration::ZERO,
                    moves_to_go: None,
                };
                let soft = on_clock(clock).soft.unwrap_or_default();
                // A third of a millisecond passes on the way even if the engine answers at once.
                let used = soft + Duration::from_micros(300);
                left = left
                    .checked_sub(used)
                    .unwrap_or_else(|| panic!("{start} ms end at move {number}"));
            }
        }
    }

    #[test]
    fn the_last_move_of_a_control_may_use_nearly_all() {
        assert_eq!(budget(10_000, 0, Some(1)), (9_970, 9_970));
    }

    #[test]
    fn an_increment_is_used() {
        let (without, _) = budget(60_000, 0, None);
        let (with, _) = budget(60_000, 1_000, None);
        assert!(with > without + 900, "{with} against {without}");
    }

    #[test]
    fn a_fixed_time_is_used_up() {
        let limits = Limits {
            move_time: Some(Duration::from_millis(50)),
            ..Limits::default()
        };
        let budget = Budget::new(&limits, &Tunables::default()).expect("time bounds the search");
        assert!(
            !budget.is_spent(Duration::from_millis(49), 100) && !budget.is_over(Duration::from_millis(49))
        );
        assert!(budget.is_over(Duration::from_millis(50)));
    }

    #[test]
    fn the_overhead_is_kept_back_of_a_fixed_time() {
        for (time, overhead, left) in [(1000, 30, 970), (50, 30, 25), (10, 5000, 5), (0, 30, 0)] {
            let [time, overhead, left] = [time, overhead, left].map(Duration::from_millis);
            assert_eq!(Budget::fixed(time, overhead).hard, left);
        }
    }
}
