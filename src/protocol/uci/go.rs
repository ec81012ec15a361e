//! The arguments of `go`.

use super::read_move;
use crate::board::{ByColour, Colour};
use crate::position::{Move, Position};
use crate::search::{Clock, Limits};
use std::str::{FromStr, SplitWhitespace};
use std::time::Duration;

/// What `go` asks for.
#[derive(Debug)]
pub(super) enum Go {
    /// A search.
    Search(Box<Limits>),
    /// The leaves of the tree of legal moves, to a depth in plies.
    Perft(u32),
}

/// Clock values as UCI gives them, by side.
#[derive(Default)]
struct Times {
    remaining: ByColour<Option<Duration>>,
    increment: ByColour<Duration>,
    moves_to_go: Option<u32>,
}

/// Reads the arguments of `go`. Words that are no argument are passed over, as UCI wants it.
///
/// # Errors
/// An argument's value is missing or is none.
pub(super) fn parse_go(position: &Position, text: &str) -> Result<Go, String> {
    let mut limits = Limits::default();
    let mut times = Times::default();
    let mut words = text.split_whitespace();
    while let Some(word) = words.next() {
        match word {
            "perft" => return Ok(Go::Perft(number(word, words.next())?)),
            "wtime" => times.remaining[Colour::White] = Some(milliseconds(word, words.next())?),
            "btime" => times.remaining[Colour::Black] = Some(milliseconds(word, words.next())?),
            "winc" => times.increment[Colour::White] = milliseconds(word, words.next())?,
            "binc" => times.increment[Colour::Black] = milliseconds(word, words.next())?,
            "movestogo" => times.moves_to_go = Some(number(word, words.next())?).filter(|&moves| moves > 0),
            "movetime" => limits.move_time = Some(milliseconds(word, words.next())?),
            "depth" => limits.depth = Some(number(word, words.next())?),
            "nodes" => limits.nodes = Some(number(word, words.next())?),
            "mate" => limits.mate = Some(number(word, words.next())?),
            "infinite" => limits.infinite = true,
            "ponder" => limits.ponder = true,
            "searchmoves" => limits.search_moves = moves(position, &mut words)?,
            _ => {}
        }
    }
    let side = position.side();
    limits.clock = times.remaining[side].map(|remaining| Clock {
        remaining,
        increment: times.increment[side],
        moves_to_go: times.moves_to_go,
    });
    Ok(Go::Search(Box::new(limits)))
}

/// Reads moves up to the next keyword.
fn moves(position: &Position, words: &mut SplitWhitespace) -> Result<Vec<Move>, String> {
    let mut moves = Vec::new();
    while let Some(word) = words.clone().next().filter(|word| !is_keyword(word)) {
        let mv = read_move(position, word).map_err(|error| format!("searchmoves: {error}"))?;
        moves.push(mv);
        words.next();
    }
    Ok(moves)
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

fn number<T: FromStr>(name: &str, value: Option<&str>) -> Result<T, String> {
    let value = value.ok_or_else(|| format!("{name} needs a number after it"))?;
    value.parse().map_err(|_| format!("{name} cannot be \"{value}\""))
}

/// A number of milliseconds. Interfaces send negative ones when a clock has run out.
fn milliseconds(name: &str, value: Option<&str>) -> Result<Duration, String> {
    let number: i64 = number(name, value)?;
    Ok(Duration::from_millis(number.max(0) as u64))
}
