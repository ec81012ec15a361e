//! Games that show whether a variant is fair: side against side, or army against army.

use super::selfplay::{Bout, Scheme};
use crate::board::{ByColour, Colour};
use crate::position::{FenError, Position, SplitMix};
use crate::variant::{Piece, Rules};
use std::sync::Arc;

/// Which side makes the first move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Begin {
    /// The one that the variant says.
    AsUsual,
    /// Either side, in turn: where the sides have different pieces this tells the first move from the better army.
    Either,
}

/// Games between a variant's sides or armies.
#[derive(Clone, Debug)]
pub struct Balance {
    rules: Arc<Rules>,
    begin: Begin,
    /// Pairings of armies in a cycle.
    sample: Option<usize>,
    seed: u64,
}

impl Balance {
    /// Games of a variant. `sample` limits the pairings of armies in a cycle to so many, chosen at random for each
    /// cycle; the choice follows from the seed.
    #[must_use]
    pub fn new(rules: &Arc<Rules>, begin: Option<Begin>, sample: Option<usize>, seed: u64) -> Balance {
        let usual = if sides_differ(rules) {
            Begin::Either
        } else {
            Begin::AsUsual
        };
        Balance {
            rules: rules.clone(),
            begin: begin.unwrap_or(usual),
            sample,
            seed,
        }
    }

    /// Which side makes the first move.
    #[must_use]
    pub fn begin(&self) -> Begin {
        self.begin
    }

    /// All games of two armies: each with White, and with either side to begin if so.
    fn bouts(&self, first: usize, second: usize) -> Vec<Bout> {
        [(first, second), (second, first)]
            .into_iter()
            .flat_map(|(white, black)| {
                self.starts([white, black])
                    .into_iter()
                    .map(move |start| (white, black, start))
            })
            .map(|(white, black, start)| Bout { white, black, start })
            .collect()
    }

    /// The start position of two armies; the same with the other side to begin, if both do in turn.
    fn starts(&self, armies: [usize; 2]) -> Vec<Position> {
        let start = if self.rules.armies.is_empty() {
            Ok(Position::start(&self.rules))
        } else {
            Position::start_with_armies(&self.rules, armies)
        };
        let Ok(start) = start else {
            return Vec::new();
        };
        let other = match self.begin {
            Begin::AsUsual => None,
            Begin::Either => other_side_begins(&start).ok(),
        };
        std::iter::once(start).chain(other).collect()
    }

    /// All pairs of armies, or the sample of a cycle.
    fn pairings(&self, cycle: usize) -> Vec<(usize, usize)> {
        let armies = self.rules.armies.len();
        let mut pairings: Vec<_> = (0..armies)
            .flat_map(|first| (first + 1..armies).map(move |second| (first, second)))
            .collect();
        if let Some(sample) = self.sample {
            let mut random = SplitMix::numbered(self.seed, cycle as u64);
            for place in 0..pairings.len() {
                let other = place + (random.draw() % (pairings.len() - place) as u64) as usize;
                pairings.swap(place, other);
            }
            pairings.truncate(sample.max(1));
        }
        pairings
    }
}

impl Scheme for Balance {
    fn contestants(&self) -> Vec<String> {
        if self.rules.armies.is_empty() {
            Colour::BOTH.map(|side| side.name().to_string()).to_vec()
        } else {
            self.rules.armies.iter().map(|army| army.name.clone()).collect()
        }
    }

    fn cycle(&self, number: usize) -> Vec<Bout> {
        if self.rules.armies.is_empty() {
            let (white, black) = (0, 1);
            let starts = self.starts([white, black]);
            let two = starts.into_iter().cycle().take(2);
            return two.map(|start| Bout { white, black, start }).collect();
        }
        let pairings = self.pairings(number);
        pairings
            .into_iter()
            .flat_map(|(first, second)| self.bouts(first, second))
            .collect()
    }
}

/// Whether the two sides begin with different pieces.
fn sides_differ(rules: &Rules) -> bool {
    rules.kinds().any(|kind| {
        let [white, black] = Colour::BOTH.map(|side| rules.start_count[Piece::new(side, kind).index()]);
        white != black
    })
}

/// The position with the other side to move.
fn other_side_begins(position: &Position) -> Result<Position, FenError> {
    let letters = ByColour([" w ", " b "]);
    let side = position.side();
    let fen = position.fen().replacen(letters[side], letters[!side], 1);
    Position::from_fen(position.rules(), &fen)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::Library;
    use std::collections::HashSet;

    fn balance(variant: &str, sample: Option<usize>) -> Balance {
        let rules = Library::built_in().rules(variant).expect("it is built in");
        Balance::new(&rules, None, sample, 1)
    }

    #[test]
    fn equal_sides_take_turns_as_usual() {
        let games = balance("chess", None).cycle(0);
        assert_eq!(games.len(), 2);
        assert!(games.iter().all(|game| game.start.side() == Colour::White));
    }

    #[test]
    fn different_sides_both_get_the_first_move() {
        let balance = balance("treeleaders", None);
        assert_eq!(balance.contestants(), ["White", "Black"]);
        let sides: Vec<_> = balance.cycle(3).iter().map(|game| game.start.side()).collect();
        assert_eq!(sides, [Colour::White, Colour::Black]);
    }

    #[test]
    fn every_army_meets_every_other_with_both_colours() {
        let balance = balance("feudal", None);
        let armies = balance.contestants().len();
        let games = balance.cycle(0);
        let pairings: HashSet<_> = games.iter().map(|game| (game.white, game.black)).collect();
        assert_eq!(pairings.len(), armies * (armies - 1));
        for game in &games {
            assert_eq!(game.start.army(Colour::White), game.white);
            assert_eq!(game.start.army(Colour::Black), game.black);
        }
    }

    #[test]
    fn samples_differ_from_cycle_to_cycle_but_not_from_run_to_run() {
        let pairings = |cycle| balance("feudal", Some(5)).pairings(cycle);
        assert_eq!(pairings(0).len(), 5);
        assert_eq!(pairings(0), pairings(0));
        assert_ne!(pairings(0), pairings(1));
    }
}
