//! What the engines of a match achieved, alone and against each other.

use super::games::half_points;
use crate::arena::record::{Effort, Fault, GameRecord, MatchOutcome};
use crate::arena::stats::{Pentanomial, Strength, Tally};
use serde::Serialize;
use std::collections::BTreeMap;

/// The games between two engines.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Duel {
    /// An engine, by number.
    pub first: usize,
    /// The other one; a higher number.
    pub second: usize,
    /// All games from the first one's point of view.
    pub tally: Tally,
    /// The complete pairs of games from the first one's point of view.
    pub pairs: Pentanomial,
    /// How strong the first one is against the second.
    pub strength: Option<Strength>,
}

impl Duel {
    /// All duels of some games, in the order of the engines' numbers. Games of an engine against itself are none.
    #[must_use]
    pub fn all(games: &[GameRecord]) -> Vec<Duel> {
        let mut duels: BTreeMap<(usize, usize), Duel> = BTreeMap::new();
        // By duel and pair: how many games, and the first engine's points in them, twice over.
        let mut pairs: BTreeMap<(usize, usize, usize), (u8, u8)> = BTreeMap::new();
        for game in games.iter().filter(|game| game.white != game.black) {
            let (first, second) = (game.white.min(game.black), game.white.max(game.black));
            let white = half_points(game.result);
            let points = if first == game.white { white } else { 2 - white };
            let duel = duels.entry((first, second)).or_insert(Duel {
                first,
                second,
                tally: Tally::default(),
                pairs: Pentanomial::default(),
                strength: None,
            });
            duel.tally.count(points);
            let pair = pairs.entry((first, second, game.pair)).or_default();
            *pair = (pair.0 + 1, pair.1 + points);
        }
        for ((first, second, _), (_, points)) in pairs.into_iter().filter(|(_, pair)| pair.0 == 2) {
            if let Some(duel) = duels.get_mut(&(first, second)) {
                duel.pairs.count(points);
            }
        }
        let mut duels: Vec<Duel> = duels.into_values().collect();
        for duel in &mut duels {
            duel.strength = strength(duel.tally, duel.pairs);
        }
        duels
    }
}

/// The strength that games show: from pairs if they are all paired, which is more exact, else from single games.
fn strength(tally: Tally, pairs: Pentanomial) -> Option<Strength> {
    if 2 * pairs.pairs() == tally.games() {
        Strength::of(&pairs)
    } else {
        Strength::of(&tally)
    }
}

/// What one engine achieved.
#[derive(Clone, Debug, Serialize)]
pub struct PlayerReport {
    /// Its name.
    pub name: String,
    /// All its games against others.
    pub tally: Tally,
    /// Its games with White.
    pub as_white: Tally,
    /// Its games with Black.
    pub as_black: Tally,
    /// Its complete pairs of games.
    pub pairs: Pentanomial,
    /// How strong it is against all its opponents taken together.
    pub strength: Option<Strength>,
    /// Games that it lost by its own fault: how often each occurred.
    pub faults: BTreeMap<Fault, usize>,
    /// Seconds used, all games together.
    pub seconds: f64,
    /// Seconds a move, on average.
    pub seconds_per_move: f64,
    /// Nodes a second, if the engine tells.
    pub nodes_per_second: Option<f64>,
    /// Depth of a move's search in plies, on average, if the engine tells.
    pub depth: Option<f64>,
}

impl PlayerReport {
    /// What the games say of one engine.
    pub(super) fn new(player: usize, outcome: &MatchOutcome, duels: &[Duel]) -> PlayerReport {
        let (mut as_white, mut as_black) = (Tally::default(), Tally::default());
        let mut effort = Effort::default();
        let mut faults = BTreeMap::new();
        for game in &outcome.games {
            let points = half_points(game.result);
            if game.white == player {
                as_white.count(points);
                add(&mut effort, game.white_effort);
            }
            if game.black == player {
                as_black.count(2 - points);
                add(&mut effort, game.black_effort);
            }
            // Only the loser can be at fault.
            let lost = game.white == player && points == 0 || game.black == player && points == 2;
            if let (Some(fault), true) = (game.fault, lost) {
                *faults.entry(fault).or_insert(0) += 1;
            }
        }
        let (mut tally, mut pairs) = (Tally::default(), Pentanomial::default());
        for duel in duels {
            if duel.first == player {
                tally += duel.tally;
                pairs += duel.pairs;
            } else if duel.second == player {
                tally += duel.tally.reversed();
                pairs += duel.pairs.reversed();
            }
        }
        let each = |sum: u64, count: f64| (sum > 0 && count > 0.0).then(|| sum as f64 / count);
        PlayerReport {
            name: outcome.engines[player].name.clone(),
            tally,
            as_white,
            as_black,
            pairs,
            strength: strength(tally, pairs),
            faults,
            seconds: effort.seconds,
            seconds_per_move: effort.seconds / f64::from(effort.moves.max(1)),
            nodes_per_second: each(effort.nodes, effort.seconds),
            depth: each(effort.depths, f64::from(effort.moves)),
        }
    }
}

fn add(sum: &mut Effort, more: Effort) {
    sum.moves += more.moves;
    sum.seconds += more.seconds;
    sum.nodes += more.nodes;
    sum.depths += more.depths;
}
