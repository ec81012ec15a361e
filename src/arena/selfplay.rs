//! Birnam against itself, for measurements: who has the better side, what is a piece worth.
//!
//! A [`Scheme`] says which games are of interest, in cycles without end; a run plays as many as there is time for, all
//! on one machine or a part of them on each of several, and can be continued later.

use super::game::PlayedGame;
use super::interrupt::Interrupt;
use super::openings::{Opening, Openings, RandomOpenings};
use super::record::{EngineInfo, GameRecord, MatchOutcome};
use super::runner::{Match, News};
use super::schedule::{Pairing, shard};
use super::spec::Protocol;
use crate::position::Position;
use std::collections::HashSet;

/// Nodes of the search that sees to it that random moves have not lost a game already.
const OPENING_NODES: u64 = 200;

/// Games to prepare at once, for each game played at the same time.
const CHUNK: usize = 32;

/// Which games to play.
pub trait Scheme {
    /// Names of what is compared. Games refer to them by their index, as they do to engines.
    fn contestants(&self) -> Vec<String>;

    /// The games of a cycle: the same number gives the same games, and all cycles have as many.
    fn cycle(&self, number: usize) -> Vec<Bout>;
}

/// A game to be played.
#[derive(Clone, Debug)]
pub struct Bout {
    /// White's index among the contestants.
    pub white: usize,
    /// Black's index among the contestants.
    pub black: usize,
    /// The position that it starts from.
    pub start: Position,
}

/// How much is to be played.
#[derive(Clone, Debug)]
pub struct Extent {
    /// Games of all parts together, counted from the first one; none: until the interrupt is given.
    pub games: Option<usize>,
    /// The part to play here, from 1, and the number of parts.
    pub shard: Option<(usize, usize)>,
    /// Random half-moves at the start of each game.
    pub random_plies: usize,
    /// What the random moves follow from.
    pub seed: u64,
}

/// The contestants as a match's engines.
#[must_use]
pub fn contestants(scheme: &dyn Scheme) -> Vec<EngineInfo> {
    let info = |name| EngineInfo {
        name,
        command: String::new(),
        protocol: Protocol::Internal.name().to_string(),
        options: Vec::new(),
    };
    scheme.contestants().into_iter().map(info).collect()
}

/// Plays the games of a scheme that `outcome` does not have yet, adds them to it, and tells of each. `plan` says how;
/// its engines are two, both Birnam, and its openings are not used.
///
/// # Errors
/// The engines cannot play, or `finished` fails, which ends the run.
pub fn run(
    scheme: &dyn Scheme,
    plan: &Match,
    extent: &Extent,
    interrupt: &Interrupt,
    outcome: &mut MatchOutcome,
    finished: &mut dyn FnMut(&GameRecord) -> Result<(), String>,
) -> Result<(), String> {
    let mut known: HashSet<usize> = outcome.games.iter().map(|game| game.index).collect();
    let mut cycle = 0;
    let mut index = 0;
    while !interrupt.is_given() && extent.games.is_none_or(|games| index < games) {
        let mut chunk = Chunk::default();
        while chunk.pairings.len() < CHUNK * plan.concurrency {
            let bouts = scheme.cycle(cycle);
            if bouts.is_empty() || extent.games.is_some_and(|games| index >= games) {
                break;
            }
            cycle += 1;
            for bout in bouts {
                chunk.add(bout, index, cycle);
                index += 1;
            }
        }
        if chunk.bouts.is_empty() {
            break;
        }
        chunk.leave_out(&known, extent);
        let mut result = Ok(());
        let mut news = |news: News| {
            if let (News::Finished(played), Ok(())) = (news, &result) {
                let record = chunk.record(*played);
                result = finished(&record);
                known.insert(record.index);
                outcome.games.push(record);
                if result.is_err() {
                    interrupt.give();
                }
            }
        };
        let part = Match {
            openings: Openings::List(chunk.openings(extent)),
            ..plan.clone()
        };
        part.play(&chunk.pairings, interrupt, &mut news)?;
        result?;
    }
    outcome.games.sort_by_key(|game| game.index);
    Ok(())
}

/// Games that are prepared together.
#[derive(Default)]
struct Chunk {
    bouts: Vec<Bout>,
    /// Number of the first one.
    first: usize,
    /// What is to be played of them. The engines are number 0 with White and 1 with Black.
    pairings: Vec<Pairing>,
}

impl Chunk {
    fn add(&mut self, bout: Bout, index: usize, round: usize) {
        if self.bouts.is_empty() {
            self.first = index;
        }
        self.pairings.push(Pairing {
            index,
            round,
            pair: index / 2,
            opening: self.bouts.len(),
            white: 0,
            black: 1,
        });
        self.bouts.push(bout);
    }

    fn leave_out(&mut self, known: &HashSet<usize>, extent: &Extent) {
        if let Some((part, parts)) = extent.shard {
            self.pairings = shard(&self.pairings, part, parts);
        }
        let wanted = |index| extent.games.is_none_or(|games| index < games);
        self.pairings
            .retain(|game| wanted(game.index) && !known.contains(&game.index));
    }

    /// What the games start from. Games that are not to be played get no random moves, which take time to find.
    fn openings(&self, extent: &Extent) -> Vec<Opening> {
        let played: HashSet<usize> = self.pairings.iter().map(|game| game.opening).collect();
        let opening = |(number, bout): (usize, &Bout)| {
            let start = bout.start.clone();
            if extent.random_plies == 0 || !played.contains(&number) {
                return Opening {
                    start,
                    moves: Vec::new(),
                };
            }
            let mut random = RandomOpenings::new(start, extent.random_plies, extent.seed);
            random.nodes = OPENING_NODES;
            // A choice of balanced positions would hide what is to be measured.
            random.balance = i32::MAX;
            random.get(self.first + number)
        };
        self.bouts.iter().enumerate().map(opening).collect()
    }

    /// The record of a game, with contestants in place of engines.
    fn record(&self, played: PlayedGame) -> GameRecord {
        let mut record = played.record;
        if let Some(bout) = self.bouts.get(record.opening) {
            (record.white, record.black) = (bout.white, bout.black);
        }
        record.opening = record.index;
        record
    }
}
