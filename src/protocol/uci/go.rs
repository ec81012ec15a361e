//! The arguments of `go`.

use super::position::read_move;
use crate::board::{ByColour, Colour};
use crate::position::{Move, Position};
use crate::search::{Clock, Limits};
use std::str::{FromStr, SplitWhitespace};
use std::time::Duration;

/// How long to search where nothing that could be read bounds the search: the interface expects it to end.
const FALLBACK: Duration = Duration::from_secs(1);

/// What `go` asks for.
#[derive(Debug)]
pub(super) enum Go {
    /// A search.
    Search(Box<Limits>),
    /// The leaves of the tree of legal moves, to a depth in plies.
    Perft(u32),
}

/// The arguments of `go`, read from left to right.
struct Reader<'a> {
    position: &'a Position,
    words: SplitWhitespace<'a>,
    limits: Limits,
    remaining: ByColour<Option<Duration>>,
    increment: ByColour<Option<Duration>>,
    moves_to_go: Option<u32>,
    /// Whether some number could not be read.
    lost_number: bool,
    /// What could not be read.
    complaints: Vec<String>,
}

/// Reads the arguments of `go`. Words that are no argument are passed over, as UCI wants it; so are arguments without a
/// value that can be read, with a complaint, as an interface that gets no move would wait for ever. Nothing is asked
/// for only where perft does not know its depth.
pub(super) fn parse_go(position: &Position, text: &str) -> (Option<Go>, Vec<String>) {
    let mut reader = Reader {
        position,
        words: text.split_whitespace(),
        limits: Limits::default(),
        remaining: ByColour::from_fn(|_| None),
        increment: ByColour::from_fn(|_| None),
        moves_to_go: None,
        lost_number: false,
        complaints: Vec::new(),
    };
    while let Some(word) = reader.words.next() {
        if word == "perft" {
            let go = reader.number(word).map(Go::Perft);
            return (go, reader.complaints);
        }
        reader.argument(word);
    }
    reader.finish()
}

impl<'a> Reader<'a> {
    fn argument(&mut self, word: &str) {
        match word {
            "wtime" => self.remaining[Colour::White] = self.milliseconds(word),
            "btime" => self.remaining[Colour::Black] = self.milliseconds(word),
            "winc" => self.increment[Colour::White] = self.milliseconds(word),
            "binc" => self.increment[Colour::Black] = self.milliseconds(word),
            "movestogo" => self.moves_to_go = self.number(word).filter(|&moves| moves > 0),
            "movetime" => self.limits.move_time = self.milliseconds(word),
            "depth" => self.limits.depth = self.number(word),
            "nodes" => self.limits.nodes = self.number(word),
            "mate" => self.limits.mate = self.number(word),
            "infinite" => self.limits.infinite = true,
            "ponder" => self.limits.ponder = true,
            "searchmoves" => self.limits.search_moves = self.moves(),
            _ => {}
        }
    }

    /// The next word, if it can be an argument's value.
    fn value(&mut self) -> Option<&'a str> {
        let value = self.words.clone().next().filter(|word| !is_keyword(word))?;
        self.words.next();
        Some(value)
    }

    /// Reads an argument's value.
    fn number<T: FromStr>(&mut self, name: &str) -> Option<T> {
        let value = self.value();
        let complaint = match value.map(|value| (value, value.parse())) {
            Some((_, Ok(number))) => return Some(number),
            Some((value, Err(_))) => format!("{name} cannot be \"{value}\""),
            None => format!("{name} needs a number after it"),
        };
        self.complaints.push(complaint);
        self.lost_number = true;
        None
    }

    /// A number of milliseconds. Interfaces send negative ones when a clock has run out.
    fn milliseconds(&mut self, name: &str) -> Option<Duration> {
        let number: i64 = self.number(name)?;
        Some(Duration::from_millis(number.max(0) as u64))
    }

    /// Reads moves up to the next keyword.
    fn moves(&mut self) -> Vec<Move> {
        let position = self.position;
        let mut moves = Vec::new();
        while let Some(word) = self.value() {
            match read_move(position, word) {
                Ok(mv) => moves.push(mv),
                Err(error) => self.complaints.push(format!("searchmoves: {error}")),
            }
        }
        moves
    }

    fn finish(mut self) -> (Option<Go>, Vec<String>) {
        let side = self.position.side();
        let mut limits = self.limits;
        // The other side's clock is better than none.
        let remaining = self.remaining[side].or(self.remaining[!side]);
        limits.clock = remaining.map(|remaining| Clock {
            remaining,
            increment: self.increment[side].unwrap_or_default(),
            moves_to_go: self.moves_to_go,
        });
        if self.lost_number && limits.is_unbounded() && !limits.infinite {
            limits.move_time = Some(FALLBACK);
            self.complaints
                .push("nothing else bounds the search, so that it takes a second".to_string());
        }
        (Some(Go::Search(Box::new(limits))), self.complaints)
    }
}

fn is_keyword(word: &str) -> bool {
    const KEYWORDS: [&str; 13] = [
        "perft",
        "wtime",
        "btime",
        "winc",
        "binc",
        "movestogo",
        "movetime",
        "depth",
        "nodes",
        "mate",
        "infinite",
        "ponder",
        "searchmoves",
    ];
    KEYWORDS.contains(&word)
}
