//! Counting games.

use crate::arena::record::{GameRecord, GameResult};
use crate::arena::stats::{Encounter, Tally};
use crate::board::Colour;
use std::collections::BTreeMap;

/// White's points in a game, twice over: 2, 1 or 0.
#[must_use]
pub const fn half_points(result: GameResult) -> u8 {
    match result {
        GameResult::WhiteWins => 2,
        GameResult::Draw => 1,
        GameResult::BlackWins => 0,
    }
}

/// All games from White's point of view.
#[must_use]
pub fn white_tally(games: &[GameRecord]) -> Tally {
    let mut tally = Tally::default();
    for game in games {
        tally.count(half_points(game.result));
    }
    tally
}

/// The side that makes the first move of a game, as its start position says.
#[must_use]
pub fn first_mover(game: &GameRecord) -> Colour {
    match game.start.split_ascii_whitespace().nth(1) {
        Some("b") => Colour::Black,
        _ => Colour::White,
    }
}

/// All games, summed up by who played White and who Black.
pub(super) fn encounters(games: &[GameRecord]) -> Vec<Encounter> {
    let mut tallies: BTreeMap<(usize, usize), Tally> = BTreeMap::new();
    for game in games {
        let tally = tallies.entry((game.white, game.black)).or_default();
        tally.count(half_points(game.result));
    }
    tallies
        .into_iter()
        .map(|((white, black), tally)| Encounter { white, black, tally })
        .collect()
}
