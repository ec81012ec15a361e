//! Counts of results, game by game and pair by pair, and their moments.

use serde::{Deserialize, Serialize};
use std::ops::AddAssign;

/// Counts of results with a score for each: what mean and variance come from.
pub trait Sample {
    /// Games that one observation consists of.
    const GAMES: u32;

    /// Score (as a share of the points, 0 to 1) and count of each possible result.
    fn outcomes(&self) -> impl Iterator<Item = (f64, f64)>;

    /// Number of observations.
    fn size(&self) -> f64 {
        self.outcomes().map(|(_, count)| count).sum()
    }

    /// The average score, 0 to 1; one half without observations.
    fn mean(&self) -> f64 {
        let size = self.size();
        if size == 0.0 {
            return 0.5;
        }
        let sum: f64 = self.outcomes().map(|(score, count)| score * count).sum();
        sum / size
    }

    /// The variance of one observation's score; 0 without observations.
    fn variance(&self) -> f64 {
        let (size, mean) = (self.size(), self.mean());
        if size == 0.0 {
            return 0.0;
        }
        let square = |(score, count): (f64, f64)| (score - mean).powi(2) * count;
        self.outcomes().map(square).sum::<f64>() / size
    }
}

/// Wins, draws and losses of one side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Tally {
    /// Number of games.
    #[must_use]
    pub const fn games(self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Points: 1 for a win, one half for a draw.
    #[must_use]
    pub fn points(self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// Share of the games that were drawn, 0 to 1; 0 without games.
    #[must_use]
    pub fn draw_share(self) -> f64 {
        self.draws as f64 / self.games().max(1) as f64
    }

    /// Counts a game by the points that it brought, twice over: 2 for a win, 1 for a draw, 0 for a loss.
    pub fn count(&mut self, half_points: u8) {
        match half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }

    /// The same games from the other side's point of view.
    #[must_use]
    pub const fn reversed(self) -> Tally {
        Tally {
            wins: self.losses,
            draws: self.draws,
            losses: self.wins,
        }
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
    }
}

impl Sample for Tally {
    const GAMES: u32 = 1;

    fn outcomes(&self) -> impl Iterator<Item = (f64, f64)> {
        [(0.0, self.losses), (0.5, self.draws), (1.0, self.wins)]
            .into_iter()
            .map(|(score, count)| (score, count as f64))
    }
}

/// Counts of game pairs by one side's points in the pair: 0, one half, 1, 1 and a half, 2.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pentanomial(pub [u64; 5]);

impl Pentanomial {
    /// Number of pairs.
    #[must_use]
    pub fn pairs(self) -> u64 {
        self.0.iter().sum()
    }

    /// Counts a pair by its points, twice over: 0 to 4.
    pub fn count(&mut self, half_points: u8) {
        self.0[half_points.min(4) as usize] += 1;
    }

    /// The same pairs from the other side's point of view.
    #[must_use]
    pub const fn reversed(self) -> Pentanomial {
        let [none, half, one, more, two] = self.0;
        Pentanomial([two, more, one, half, none])
    }

    /// Pairs won for each pair lost; infinite if none was lost, not a number if none was won either.
    #[must_use]
    pub fn pairs_ratio(self) -> f64 {
        let [none, half, _, more, two] = self.0;
        (more + two) as f64 / (none + half) as f64
    }
}

impl AddAssign for Pentanomial {
    fn add_assign(&mut self, other: Pentanomial) {
        for (count, more) in self.0.iter_mut().zip(other.0) {
            *count += more;
        }
    }
}

impl Sample for Pentanomial {
    const GAMES: u32 = 2;

    fn outcomes(&self) -> impl Iterator<Item = (f64, f64)> {
        self.0
            .into_iter()
            .enumerate()
            .map(|(quarter, count)| (quarter as f64 / 4.0, count as f64))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_of_small_samples() {
        let tally = Tally {
            wins: 1,
            draws: 2,
            losses: 1,
        };
        assert!((tally.mean() - 0.5).abs() < 1e-12);
        assert!((tally.variance() - 0.125).abs() < 1e-12);
        let pairs = Pentanomial([1, 0, 2, 0, 1]);
        assert!((pairs.variance() - 0.125).abs() < 1e-12);
        assert_eq!(Tally::default().mean().to_bits(), 0.5_f64.to_bits());
    }

    #[test]
    fn pairs_are_counted_by_their_points() {
        let mut pairs = Pentanomial::default();
        for points in [4, 4, 3, 2, 0] {
            pairs.count(points);
        }
        assert_eq!(pairs, Pentanomial([1, 0, 1, 1, 2]));
        assert_eq!(pairs.reversed(), Pentanomial([2, 1, 1, 0, 1]));
        assert!((pairs.pairs_ratio() - 3.0).abs() < 1e-12);
    }
}
