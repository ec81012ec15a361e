//! The search benchmark: a fixed list of positions of all variants, searched to a fixed depth on one thread.
//!
//! The number of nodes is the same on every machine and in every run. It changes when the search or the evaluation
//! changes its mind about anything, so that it serves as a signature of both.

use crate::position::Position;
use crate::search::{Control, Limits, Searcher};
use crate::variant::Library;
use std::fmt;
use std::time::Duration;

/// The depth in plies that the benchmark searches to unless told otherwise.
pub const DEFAULT_DEPTH: u16 = 12;

/// Size of the hash table in mebibytes. The node count depends on it.
const HASH_MB: usize = 16;

const POSITIONS: &str = include_str!("bench.txt");

/// Nodes and time of a search or of several.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Nodes searched.
    pub nodes: u64,
    /// Time taken.
    pub time: Duration,
}

impl Effort {
    /// Nodes searched in a second.
    #[must_use]
    pub fn nodes_per_second(self) -> u64 {
        (self.nodes as u128 * 1_000_000_000 / self.time.as_nanos().max(1)) as u64
    }
}

/// The line that a benchmark ends with: `Bench: N nodes M nps`.
impl fmt::Display for Effort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Bench: {} nodes {} nps", self.nodes, self.nodes_per_second())
    }
}

/// One position of the benchmark, searched.
#[derive(Clone, Debug)]
pub struct Line {
    /// The variant.
    pub variant: String,
    /// The position.
    pub fen: String,
    /// What it took.
    pub effort: Effort,
}

/// The positions of the benchmark, of one variant or all: variant and FEN, or `start`.
pub fn positions(variant: Option<&str>) -> impl Iterator<Item = (&'static str, &'static str)> {
    POSITIONS
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.split_once('|'))
        .map(|(name, fen)| (name.trim(), fen.trim()))
        .filter(move |&(name, _)| variant.is_none_or(|wanted| wanted == name))
}

/// Runs the benchmark over all variants or one (which then has at least its start position), and tells of each
/// position as soon as it has been searched.
///
/// # Errors
/// There is no such variant, or a position cannot be read.
pub fn run(
    library: &Library,
    depth: u16,
    variant: Option<&str>,
    progress: &mut dyn FnMut(&Line),
) -> Result<Effort, String> {
    let mut list: Vec<_> = positions(variant).collect();
    if let (Some(name), true) = (variant, list.is_empty()) {
        list.push((name, "start"));
    }
    let mut searcher = Searcher::new(HASH_MB, 1);
    let limits = Limits {
        depth: Some(depth),
        ..Limits::default()
    };
    let mut total = Effort::default();
    for (name, fen) in list {
        let rules = library.rules(name)?;
        let position = match fen {
            "start" => Position::start(&rules),
            fen => Position::from_fen(&rules, fen).map_err(|error| format!("{name}, {fen}: {error}"))?,
        };
        searcher.clear();
        let found = searcher.search(&position, &limits, &Control::default(), &mut |_| {});
        let effort = Effort {
            nodes: found.nodes,
            time: found.time,
        };
        total.nodes += effort.nodes;
        total.time += effort.time;
        progress(&Line {
            variant: name.to_string(),
            fen: position.fen(),
            effort,
        });
    }
    Ok(total)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_node_count_is_always_the_same() {
        let library = Library::built_in();
        let mut lines = 0;
        let first = run(&library, 4, None, &mut |_| lines += 1).expect("all positions can be read");
        assert_eq!(lines, positions(None).count());
        let second = run(&library, 4, None, &mut |_| ()).expect("all positions can be read");
        assert_eq!(first.nodes, second.nodes);
    }

    #[test]
    fn every_variant_has_a_position() {
        for name in Library::built_in().names() {
            assert!(positions(Some(name)).next().is_some(), "{name}");
        }
    }

    #[test]
    fn an_unknown_variant_is_an_error() {
        assert!(run(&Library::built_in(), 1, Some("no-such-game"), &mut |_| ()).is_err());
    }
}
