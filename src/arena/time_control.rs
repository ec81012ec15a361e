//! Time controls, and the clock of one side in a game.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// What bounds an engine's moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeControl {
    /// A chess clock.
    pub clock: Option<ClockControl>,
    /// That long for every move.
    pub move_time: Option<Duration>,
    /// Nodes for every move.
    pub nodes: Option<u64>,
    /// Depth of every move's search, in plies.
    pub depth: Option<u16>,
}

/// What a chess clock is set to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockControl {
    /// Moves for which `base` is given, again and again; none: it is for the whole game.
    pub moves: Option<u32>,
    /// Time at the beginning.
    pub base: Duration,
    /// Added after every move.
    pub increment: Duration,
}

impl TimeControl {
    /// Sets one part by its name on the command line: `tc`, `movetime`, `nodes` or `depth`.
    ///
    /// # Errors
    /// The value is none for it.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), String> {
        match key {
            "tc" => self.clock = Some(value.parse()?),
            "movetime" => self.move_time = Some(Duration::from_millis(positive(key, value)?)),
            "nodes" => self.nodes = Some(positive(key, value)?),
            "depth" => self.depth = Some(positive(key, value)?),
            _ => return Err(format!("unknown time control \"{key}\"")),
        }
        Ok(())
    }

    /// Whether anything bounds a move.
    #[must_use]
    pub fn is_bounded(&self) -> bool {
        *self != TimeControl::default()
    }
}

fn positive<T: FromStr + Default + PartialEq>(key: &str, value: &str) -> Result<T, String> {
    let number = value.parse().ok().filter(|number| *number != T::default());
    number.ok_or_else(|| format!("{key}={value}: a whole number above 0 expected"))
}

impl FromStr for ClockControl {
    type Err = String;

    /// Reads `[MOVES/]TIME[+INCREMENT]`, in seconds, the time also as minutes:seconds.
    fn from_str(text: &str) -> Result<ClockControl, String> {
        let wrong = || {
            format!(
                "tc={text}: [MOVES/]SECONDS[+INCREMENT] expected, such as 10+0.1, 40/60+0.5 or 5:00 (minutes)"
            )
        };
        let (moves, rest) = match text.split_once('/') {
            Some((moves, rest)) => (Some(moves), rest),
            None => (None, text),
        };
        let moves = match moves.map(str::parse) {
            None => None,
            Some(Ok(moves)) if moves > 0 => Some(moves),
            Some(_) => return Err(wrong()),
        };
        let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
        let (minutes, seconds) = base.split_once(':').unwrap_or(("0", base));
        let minutes: u32 = minutes.parse().map_err(|_| wrong())?;
        let base = time(seconds).ok_or_else(wrong)? + Duration::from_secs(60) * minutes;
        let increment = time(increment).ok_or_else(wrong)?;
        if base.is_zero() {
            return Err(wrong());
        }
        Ok(ClockControl {
            moves,
            base,
            increment,
        })
    }
}

/// A number of seconds, up to a day.
fn time(text: &str) -> Option<Duration> {
    let seconds: f64 = text.parse().ok()?;
    (0.0..=86_400.0)
        .contains(&seconds)
        .then(|| Duration::from_secs_f64(seconds))
}

impl fmt::Display for ClockControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}+{}", self.base.as_secs_f64(), self.increment.as_secs_f64())
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut words = Vec::new();
        words.extend(self.clock.map(|clock| clock.to_string()));
        words.extend(
            self.move_time
                .map(|time| format!("movetime {} ms", time.as_millis())),
        );
        words.extend(self.nodes.map(|nodes| format!("nodes {nodes}")));
        words.extend(self.depth.map(|depth| format!("depth {depth}")));
        f.write_str(&words.join(", "))
    }
}

/// The clock of one side in a game.
#[derive(Clone, Copy, Debug)]
pub struct GameClock {
    /// What bounds its moves.
    pub control: TimeControl,
    /// Time left on the chess clock; zero without one.
    pub remaining: Duration,
    moves_made: u32,
}

impl GameClock {
    /// The clock at the start of a game.
    #[must_use]
    pub fn new(control: TimeControl) -> GameClock {
        GameClock {
            control,
            remaining: control.clock.map_or(Duration::ZERO, |clock| clock.base),
            moves_made: 0,
        }
    }

    /// Moves until more time is added, if it ever is.
    #[must_use]
    pub fn moves_to_go(&self) -> Option<u32> {
        let moves = self.control.clock?.moves?;
        Some(moves - self.moves_made % moves)
    }

    /// Time for the next move; none if it is not bounded by time.
    #[must_use]
    pub fn allowance(&self) -> Option<Duration> {
        let on_clock = self.control.clock.map(|_| self.remaining);
        match (on_clock, self.control.move_time) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (one, other) => one.or(other),
        }
    }

    /// Takes note of a move and the time it took.
    pub fn spend(&mut self, time: Duration) {
        self.moves_made += 1;
        let Some(clock) = self.control.clock else { return };
        self.remaining = self.remaining.saturating_sub(time) + clock.increment;
        if clock
            .moves
            .is_some_and(|moves| self.moves_made.is_multiple_of(moves))
        {
            self.remaining += clock.base;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn controls_are_read_and_written() {
        for (text, written) in [
            ("10+0.1", "10+0.1"),
            ("40/60+0.5", "40/60+0.5"),
            ("5:30", "330+0"),
            ("1", "1+0"),
        ] {
            let clock: ClockControl = text.parse().expect("it is right");
            assert_eq!(clock.to_string(), written);
        }
        for text in [
            "", "0", "-1", "1+x", "0/1", "1/", "x:1", "inf", "NaN", "1e9", "1+-1",
        ] {
            assert!(text.parse::<ClockControl>().is_err(), "{text}");
        }
    }

    #[test]
    fn the_clock_runs() {
        let mut control = TimeControl::default();
        control.set("tc", "2/10+1").expect("it is right");
        let mut clock = GameClock::new(control);
        clock.spend(Duration::from_secs(4));
        assert_eq!(clock.remaining, Duration::from_secs(7));
        assert_eq!(clock.moves_to_go(), Some(1));
        clock.spend(Duration::from_secs(9));
        assert_eq!(clock.remaining, Duration::from_secs(11));
        assert_eq!(clock.moves_to_go(), Some(2));
    }
}
