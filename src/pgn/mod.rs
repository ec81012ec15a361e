//! Game files: Portable Game Notation of every variant, written and read.
//!
//! A [`Game`] is its tags, the position it starts from, its moves with comments and variations, and its result.
//! [`Game::pgn`] writes it; [`read`] reads a file of games and checks every move. No crate for PGN is of use here: those
//! there are read the notation of chess only.
//!
//! Source: PGN Specification and Implementation Guide, 1994.

mod lexer;
mod reader;
mod shown;
mod start;
mod tags;
mod writer;

pub use reader::{PgnError, read};
pub use tags::Tags;
pub use writer::Notation;

use crate::board::Colour;
use crate::position::{Move, Position};
use crate::tools::verdict::Verdict;
use std::fmt;

/// A game.
#[derive(Clone, Debug)]
pub struct Game {
    /// What is known of it; without the tags that follow from the rest (`Result`, `Variant`, `SetUp`, `FEN`).
    pub tags: Tags,
    /// The position it starts from, without history.
    pub start: Position,
    /// Its moves.
    pub line: Line,
    /// How it ended.
    pub ending: Ending,
}

/// Moves one after the other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// What is said before the first move; empty if nothing.
    pub comment: String,
    /// The moves.
    pub plies: Vec<Ply>,
}

/// A move of one side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ply {
    /// The move, legal where it stands.
    pub mv: Move,
    /// Numeric annotation glyphs, such as 1 for a good move.
    pub glyphs: Vec<u8>,
    /// What is said after it; empty if nothing.
    pub comment: String,
    /// What could have been played in its place.
    pub variations: Vec<Line>,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// White won.
    WhiteWins,
    /// Black won.
    BlackWins,
    /// Nobody won.
    Draw,
    /// It goes on, or nobody knows.
    Unknown,
}

impl Ending {
    /// The ending that a text in PGN stands for.
    #[must_use]
    pub fn parse(text: &str) -> Option<Ending> {
        Some(match text {
            "1-0" => Ending::WhiteWins,
            "0-1" => Ending::BlackWins,
            "1/2-1/2" => Ending::Draw,
            "*" => Ending::Unknown,
            _ => return None,
        })
    }

    /// The ending that the rules give a position.
    #[must_use]
    pub fn of(position: &Position) -> Ending {
        match Verdict::of(position).map(|verdict| verdict.winner) {
            Some(Some(Colour::White)) => Ending::WhiteWins,
            Some(Some(Colour::Black)) => Ending::BlackWins,
            Some(None) => Ending::Draw,
            None => Ending::Unknown,
        }
    }
}

/// As PGN writes it.
impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Ending::WhiteWins => "1-0",
            Ending::BlackWins => "0-1",
            Ending::Draw => "1/2-1/2",
            Ending::Unknown => "*",
        })
    }
}

impl Game {
    /// A game that begins with a position (whose history does not matter), without tags and moves.
    #[must_use]
    pub fn new(start: Position) -> Game {
        Game {
            tags: Tags::default(),
            start,
            line: Line::default(),
            ending: Ending::Unknown,
        }
    }

    /// Adds a legal move, and what is to be said of it (nothing, if empty).
    pub fn push(&mut self, mv: Move, comment: impl Into<String>) {
        self.line.plies.push(Ply {
            comment: comment.into(),
            ..Ply::new(mv)
        });
    }

    /// The position after the last move.
    #[must_use]
    pub fn last_position(&self) -> Position {
        let mut position = self.start.clone();
        for ply in &self.line.plies {
            position.make(ply.mv);
        }
        position
    }
}

impl Ply {
    /// A move without annotations.
    #[must_use]
    pub fn new(mv: Move) -> Ply {
        Ply {
            mv,
            glyphs: Vec::new(),
            comment: String::new(),
            variations: Vec::new(),
        }
    }
}
