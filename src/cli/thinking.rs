//! How much a command lets the engine think: options that several commands share.

use super::session::Session;
use crate::protocol::{HASH_MB, THREADS};
use crate::search::{Limits, Score, Searcher};
use clap::Args;
use std::ops::RangeInclusive;
use std::time::Duration;

/// Limits of a search, and what it runs on.
#[derive(Args, Debug)]
pub(super) struct Thinking {
    /// Milliseconds a position (if no limit is given, 100 to play, else 1000)
    #[arg(long, value_name = "MS")]
    movetime: Option<u64>,
    /// Half-moves to look ahead
    #[arg(long, value_name = "D")]
    depth: Option<u16>,
    /// Nodes to search for each position
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Threads to search with (default: as in engine.ini, or 1)
    #[arg(long, value_name = "N", value_parser = threads)]
    threads: Option<usize>,
    /// Size of the hash table in MB (default: as in engine.ini, or 16)
    #[arg(long, value_name = "MB", value_parser = hash)]
    hash: Option<usize>,
}

impl Thinking {
    /// The limits; if none is given, a time.
    pub fn limits(&self, default: Duration) -> Limits {
        let unlimited = self.movetime.is_none() && self.depth.is_none() && self.nodes.is_none();
        let given = self.movetime.map(Duration::from_millis);
        Limits {
            move_time: given.or(unlimited.then_some(default)),
            depth: self.depth,
            nodes: self.nodes,
            ..Limits::default()
        }
    }

    /// What searches.
    pub fn searcher(&self, session: &Session) -> Searcher {
        Searcher::new(
            self.hash.unwrap_or(session.config.hash_mb),
            self.threads.unwrap_or(session.config.threads),
        )
    }
}

fn threads(text: &str) -> Result<usize, String> {
    whole_number(text, THREADS)
}

fn hash(text: &str) -> Result<usize, String> {
    whole_number(text, HASH_MB)
}

/// Reads a number that must lie in a range.
pub(super) fn whole_number(text: &str, range: RangeInclusive<usize>) -> Result<usize, String> {
    match text.parse() {
        Ok(number) if range.contains(&number) => Ok(number),
        _ => Err(format!(
            "a whole number from {} to {} expected",
            range.start(),
            range.end()
        )),
    }
}

/// A score for people, as the side to move sees it: pawns, or the distance of a mate.
pub(super) fn score_text(score: Score) -> String {
    match score {
        Score::Centipawns(value) => format!("{:+.2}", f64::from(value) / 100.0),
        Score::Mate(moves) if moves > 0 => format!("mate in {moves}"),
        Score::Mate(moves) => format!("mated in {}", -moves),
    }
}
