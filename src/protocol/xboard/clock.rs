//! Time controls as XBoard gives them.

use crate::search::{Clock, Limits};
use std::time::Duration;

/// Longest time that is taken seriously, in seconds: a hundred days.
const LONGEST: f64 = 8_640_000.0;

/// How long the engine may think.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct TimeControl {
    /// Moves in a session; 0 if the whole game is one.
    moves: u32,
    increment: Duration,
    /// Exactly so long for each move, instead of the clock.
    move_time: Option<Duration>,
    /// Deepest search in plies.
    depth: Option<u16>,
    /// What is left on the engine's clock.
    remaining: Duration,
}

impl Default for TimeControl {
    /// XBoard's own default: five minutes for forty moves.
    fn default() -> TimeControl {
        TimeControl {
            moves: 40,
            increment: Duration::ZERO,
            move_time: None,
            depth: None,
            remaining: Duration::from_secs(300),
        }
    }
}

impl TimeControl {
    /// `level MOVES MINUTES[:SECONDS] INCREMENT`; the increment is in seconds.
    ///
    /// # Errors
    /// The arguments are something else.
    pub(super) fn set_level(&mut self, text: &str) -> Result<(), String> {
        let parsed = || {
            let mut words = text.split_whitespace();
            let moves = words.next()?.parse().ok()?;
            let base = words.next()?;
            let (minutes, seconds) = base.split_once(':').unwrap_or((base, "0"));
            let base = duration(minutes.parse::<f64>().ok()? * 60.0 + seconds.parse::<f64>().ok()?)?;
            let increment = duration(words.next()?.parse().ok()?)?;
            Some((moves, base, increment))
        };
        let level = parsed().ok_or("level needs: MOVES MINUTES[:SECONDS] INCREMENT")?;
        (self.moves, self.remaining, self.increment) = level;
        self.move_time = None;
        Ok(())
    }

    /// `st SECONDS`: exactly so long for each move.
    ///
    /// # Errors
    /// The argument is no time.
    pub(super) fn set_move_time(&mut self, text: &str) -> Result<(), String> {
        let time = text.parse().ok().and_then(duration);
        self.move_time = Some(time.ok_or("st needs a number of seconds")?);
        Ok(())
    }

    /// `sd PLIES`: no deeper than that.
    ///
    /// # Errors
    /// The argument is no depth.
    pub(super) fn set_depth(&mut self, text: &str) -> Result<(), String> {
        let depth = text.parse().ok().filter(|&depth| depth > 0);
        self.depth = Some(depth.ok_or("sd needs a number of plies from 1 to 65535")?);
        Ok(())
    }

    /// `time CENTISECONDS`: what is left on the engine's clock.
    ///
    /// # Errors
    /// The argument is no number.
    pub(super) fn set_remaining(&mut self, text: &str) -> Result<(), String> {
        let centiseconds: i64 = text.parse().map_err(|_| "time needs a number of centiseconds")?;
        self.remaining = Duration::from_millis(centiseconds.max(0) as u64).saturating_mul(10);
        Ok(())
    }

    /// Forgets the depth, as a new game does.
    pub(super) fn clear_depth(&mut self) {
        self.depth = None;
    }

    /// Takes what was thought off the clock. XBoard will soon say what is really left; this is for thinking before
    /// that.
    pub(super) fn spend(&mut self, time: Duration) {
        self.remaining = self.remaining.saturating_sub(time);
    }

    /// The limits for the side to move after a number of plies.
    pub(super) fn limits(&self, plies: usize) -> Limits {
        let made = plies as u32 / 2;
        let moves_to_go = (self.moves > 0).then(|| self.moves - made % self.moves);
        let clock = Clock {
            remaining: self.remaining,
            increment: self.increment,
            moves_to_go,
        };
        Limits {
            clock: self.move_time.is_none().then_some(clock),
            move_time: self.move_time,
            depth: self.depth,
            ..Limits::default()
        }
    }
}

/// A number of seconds as a duration, if it is one and not absurdly long.
fn duration(seconds: f64) -> Option<Duration> {
    (0.0..=LONGEST)
        .contains(&seconds)
        .then(|| Duration::from_secs_f64(seconds))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_read() {
        let mut control = TimeControl::default();
        for (text, seconds, increment, to_go) in [
            ("40 5 0", 300.0, 0.0, Some(38)),
            ("0 2:30 0.5", 150.0, 0.5, None),
            ("0 0.1 12", 6.0, 12.0, None),
        ] {
            assert_eq!(control.set_level(text), Ok(()), "{text}");
            let clock = control.limits(85).clock.expect("a clock");
            assert_eq!(clock.remaining, Duration::from_secs_f64(seconds), "{text}");
            assert_eq!(clock.increment, Duration::from_secs_f64(increment), "{text}");
            assert_eq!(clock.moves_to_go, to_go, "{text}");
        }
    }

    #[test]
    fn broken_arguments_change_nothing() {
        let mut control = TimeControl::default();
        for text in [
            "", "40", "40 5", "a 5 0", "40 -5 0", "40 5:x 0", "0 1 inf", "0 NaN 0", "-1 5 0",
        ] {
            assert!(control.set_level(text).is_err(), "{text}");
        }
        assert!(control.set_move_time("-1").is_err());
        assert!(control.set_depth("0").is_err());
        assert!(control.set_remaining("soon").is_err());
        assert_eq!(control, TimeControl::default());
    }

    #[test]
    fn the_clock_counts_sessions() {
        let mut control = TimeControl::default();
        assert_eq!(control.set_remaining("-20"), Ok(()));
        let clock = control.limits(78).clock.expect("a clock");
        assert_eq!((clock.remaining, clock.moves_to_go), (Duration::ZERO, Some(1)));
        assert_eq!(
            control.limits(80).clock.and_then(|clock| clock.moves_to_go),
            Some(40)
        );
        assert_eq!(control.set_move_time("0.5"), Ok(()));
        let limits = control.limits(0);
        assert!(limits.clock.is_none());
        assert_eq!(limits.move_time, Some(Duration::from_millis(500)));
    }
}
