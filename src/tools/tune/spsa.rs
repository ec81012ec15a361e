//! Tunes the search's numbers by playing: simultaneous perturbation stochastic approximation (SPSA).
//!
//! Source: J. C. Spall, "Implementation of the simultaneous perturbation algorithm for stochastic optimization", IEEE
//! Transactions on Aerospace and Electronic Systems 34, 1998. Every number is counted in steps of its own, so that one
//! gain serves all; two games with sides changed are one measurement.

use super::samples::{opening, play_out, search};
use crate::board::Colour;
use crate::position::SplitMix;
use crate::search::Searcher;
use crate::variant::Rules;
use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// How the gain and the perturbation fall with the number of measurements: Spall's practical exponents.
const GAIN_DECAY: f64 = 0.602;
const PERTURBATION_DECAY: f64 = 0.101;
/// Of all measurements this part goes by before the gain falls much.
const STABILITY: f64 = 0.1;

/// A number of the search that is being tuned.
#[derive(Clone, Debug)]
pub struct Number {
    /// Its name as an option.
    pub name: &'static str,
    /// Where it has come to.
    pub value: f64,
    /// By how much it is changed for a measurement, at the end.
    pub step: f64,
    /// The values that it may take.
    pub range: RangeInclusive<i32>,
}

impl Number {
    /// The numbers with these names, or all, as they are in the search.
    ///
    /// # Errors
    /// There is none of that name.
    pub fn choose(names: &[String]) -> Result<Vec<Number>, String> {
        let all = Searcher::tunables();
        if let Some(unknown) = names
            .iter()
            .find(|&name| !all.iter().any(|number| number.name == name))
        {
            let known: Vec<_> = all.iter().map(|number| number.name).collect();
            return Err(format!(
                "the search has no number {unknown}; it has {}",
                known.join(", ")
            ));
        }
        let chosen = all
            .iter()
            .filter(|number| names.is_empty() || names.iter().any(|name| name == number.name));
        let number = |tunable: &crate::search::Tunable| Number {
            name: tunable.name,
            value: f64::from(tunable.default),
            step: (f64::from(tunable.default.abs()) * 0.2)
                .max(f64::from(tunable.range.end() - tunable.range.start()) / 20.0)
                .max(1.0),
            range: tunable.range.clone(),
        };
        Ok(chosen.map(number).collect())
    }

    /// The value so many steps away, as an option takes it.
    fn option(&self, steps: f64) -> String {
        let value = (self.value + steps * self.step).round() as i32;
        value.clamp(*self.range.start(), *self.range.end()).to_string()
    }

    fn change(&mut self, steps: f64) {
        let (least, most) = (f64::from(*self.range.start()), f64::from(*self.range.end()));
        self.value = (self.value + steps * self.step).clamp(least, most);
    }
}

/// How to tune.
#[derive(Clone, Debug)]
pub struct Climb {
    /// The variants to play, in turn.
    pub variants: Vec<Arc<Rules>>,
    /// Pairs of games.
    pub pairs: usize,
    /// Nodes a move.
    pub nodes: u64,
    /// By how many steps a won pair moves every number at the end.
    pub gain: f64,
    /// Number that all random choices follow from.
    pub seed: u64,
    /// Pairs at the same time.
    pub threads: usize,
}

/// Plays pairs of games between two settings around the `numbers`, and moves these towards the better one. `progress`
/// is called with the numbers after each pair, from any thread.
pub fn climb(climb: &Climb, numbers: &mut [Number], progress: &(dyn Fn(&[Number]) + Sync)) {
    let next = AtomicUsize::new(0);
    let shared = Mutex::new(numbers);
    let work = || {
        let mut searchers = [Searcher::new(4, 1), Searcher::new(4, 1)];
        loop {
            let pair = next.fetch_add(1, Ordering::Relaxed);
            if pair >= climb.pairs {
                return;
            }
            let mut random = SplitMix::numbered(climb.seed, pair as u64);
            let left = climb.pairs as f64 / (pair + 1) as f64;
            let perturbation = left.powf(PERTURBATION_DECAY);
            let lock = || shared.lock().unwrap_or_else(PoisonError::into_inner);
            let signs: Vec<f64> = lock()
                .iter()
                .map(|number| {
                    let sign = if random.draw().is_multiple_of(2) {
                        1.0
                    } else {
                        -1.0
                    };
                    for (searcher, side) in searchers.iter_mut().zip([sign, -sign]) {
                        // The value is within the number's range.
                        let _ = searcher.tune(number.name, &number.option(side * perturbation));
                    }
                    sign
                })
                .collect();
            let lead = play_pair(climb, pair, &mut random, &mut searchers);
            let pairs = climb.pairs as f64;
            let gain = climb.gain
                * ((STABILITY + 1.0) * pairs / (STABILITY * pairs + (pair + 1) as f64)).powf(GAIN_DECAY);
            let mut numbers = lock();
            for (number, sign) in numbers.iter_mut().zip(&signs) {
                number.change(gain * lead * sign / perturbation);
            }
            progress(&numbers);
        }
    };
    thread::scope(|scope| {
        for _ in 0..climb.threads.max(1) {
            scope.spawn(work);
        }
    });
}

/// By how many points the first searcher wins a pair of games from one opening: -2 to 2.
fn play_pair(climb: &Climb, pair: usize, random: &mut SplitMix, searchers: &mut [Searcher; 2]) -> f64 {
    let rules = &climb.variants[pair % climb.variants.len()];
    let Some(start) = opening(rules, random) else {
        return 0.0;
    };
    let mut lead = 0.0;
    for white in 0..2 {
        for searcher in searchers.iter_mut() {
            searcher.clear();
        }
        let mut position = start.clone();
        let result = play_out(
            &mut position,
            climb.nodes,
            |colour, position, limits| {
                let player = if colour == Colour::White { white } else { 1 - white };
                search(&mut searchers[player], position, limits)
            },
            |_, _, _| (),
        );
        let points = result.unwrap_or(0.5) * 2.0 - 1.0;
        lead += if white == 0 { points } else { -points };
    }
    lead
}
