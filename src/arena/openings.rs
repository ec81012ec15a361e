//! What games start from: books, files of positions, random moves.

mod random;

pub use random::{Judged, RandomOpenings, make_book};

use crate::epd;
use crate::pgn;
use crate::position::{Move, Position, SplitMix, Status};
use crate::variant::Rules;
use std::fs;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

/// How a game starts.
#[derive(Clone, Debug)]
pub struct Opening {
    /// The position that the engines are given.
    pub start: Position,
    /// Moves that are made without asking them.
    pub moves: Vec<Move>,
}

impl Opening {
    /// The position that the first engine is asked about.
    #[must_use]
    pub fn end(&self) -> Position {
        let mut position = self.start.clone();
        for &mv in &self.moves {
            position.make(mv);
        }
        position
    }
}

/// Where openings come from, as on the command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// The start position.
    Start,
    /// The book that comes with the program.
    Book,
    /// Random legal moves from the start position: so many half-moves.
    Random(usize),
    /// A file: positions, one a line, or games (`.pgn`).
    File(PathBuf),
}

impl FromStr for Source {
    type Err = String;

    fn from_str(text: &str) -> Result<Source, String> {
        match (text, text.strip_prefix("random:")) {
            ("start", _) => Ok(Source::Start),
            ("book", _) => Ok(Source::Book),
            (_, Some(plies)) => match plies.parse() {
                Ok(plies @ 1..=100) => Ok(Source::Random(plies)),
                _ => Err(format!(
                    "{text}: a number of half-moves from 1 to 100 expected, such as random:8"
                )),
            },
            _ => Ok(Source::File(PathBuf::from(text))),
        }
    }
}

impl std::fmt::Display for Source {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Source::Start => f.write_str("start"),
            Source::Book => f.write_str("book"),
            Source::Random(plies) => write!(f, "random:{plies}"),
            Source::File(path) => write!(f, "{}", path.display()),
        }
    }
}

/// Half-moves of a game in a file that are taken as its opening.
const PGN_PLIES: usize = 16;

/// The books that come with the program.
const BOOKS: [(&str, &str); 4] = [
    ("treeleaders", include_str!("books/treeleaders.epd")),
    ("tree-garden", include_str!("books/tree-garden.epd")),
    ("feudal", include_str!("books/feudal.epd")),
    ("short-sliders", include_str!("books/short-sliders.epd")),
];

/// The text of the book for a variant that comes with the program.
#[must_use]
pub fn book(variant: &str) -> Option<&'static str> {
    BOOKS
        .iter()
        .find(|(name, _)| *name == variant)
        .map(|&(_, text)| text)
}

/// An endless row of openings: the same numbers give the same openings.
#[derive(Clone, Debug)]
pub enum Openings {
    /// These, again and again.
    List(Vec<Opening>),
    /// Random ones.
    Random(Box<RandomOpenings>),
}

impl Openings {
    /// The openings of a source. A list is put in an order that follows from the seed.
    ///
    /// # Errors
    /// A file cannot be read, or a line in it is wrong; or there is no book for the variant.
    pub fn new(source: &Source, start: &Position, seed: u64) -> Result<Openings, String> {
        let rules = start.rules();
        let mut list = match source {
            Source::Random(plies) => {
                return Ok(Openings::Random(Box::new(RandomOpenings::new(
                    start.clone(),
                    *plies,
                    seed,
                ))));
            }
            Source::Start => vec![Opening {
                start: start.clone(),
                moves: Vec::new(),
            }],
            Source::Book => match book(&rules.name) {
                Some(text) => read_epd("the book", text, rules)?,
                None => return Err(format!("there is no book for {}; use random:8", rules.name)),
            },
            Source::File(path) => read_file(path, rules)?,
        };
        shuffle(&mut list, &mut SplitMix(seed));
        Ok(Openings::List(list))
    }

    /// The opening with a number.
    #[must_use]
    pub fn get(&self, number: usize) -> Opening {
        match self {
            Openings::List(list) => list[number % list.len()].clone(),
            Openings::Random(random) => random.get(number),
        }
    }
}

fn shuffle<T>(list: &mut [T], random: &mut SplitMix) {
    for last in (1..list.len()).rev() {
        list.swap(last, (random.draw() % (last as u64 + 1)) as usize);
    }
}

fn read_file(path: &Path, rules: &Arc<Rules>) -> Result<Vec<Opening>, String> {
    let name = path.display().to_string();
    let text =
        fs::read_to_string(path).map_err(|error| format!("cannot read the openings {name}: {error}"))?;
    if path
        .extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("pgn"))
    {
        read_pgn(&name, &text, rules)
    } else {
        read_epd(&name, &text, rules)
    }
}

/// Reads the beginnings of games.
fn read_pgn(file: &str, text: &str, rules: &Arc<Rules>) -> Result<Vec<Opening>, String> {
    let mut openings = Vec::new();
    for game in pgn::read(rules, text) {
        let game = game.map_err(|error| format!("{file}: {error}"))?;
        let mut opening = Opening {
            start: game.start,
            moves: game.line.plies.iter().take(PGN_PLIES).map(|ply| ply.mv).collect(),
        };
        // Of short games only so much as does not end them.
        while matches!(opening.end().status(), Status::Over(..)) {
            if opening.moves.pop().is_none() {
                return Err(format!(
                    "{file}: a game begins with a position in which it is over"
                ));
            }
        }
        openings.push(opening);
    }
    if openings.is_empty() {
        return Err(format!("{file}: there is no game in it"));
    }
    Ok(openings)
}

/// Reads positions, one a line: FEN or [EPD](epd). What comes behind the position is passed over.
///
/// # Errors
/// A line is no position of the variant, or its game is over; or there is no position at all.
pub fn read_epd(file: &str, text: &str, rules: &Arc<Rules>) -> Result<Vec<Opening>, String> {
    let mut openings = Vec::new();
    for record in epd::records(text) {
        let place = format!("{file}:{}", record.line);
        let start = Position::from_fen(rules, &record.fen)
            .map_err(|error| format!("{place}: not a position of {}: {error}", rules.name))?;
        if let Status::Over(_, reason) = start.status() {
            return Err(format!("{place}: the game is over there: {reason}"));
        }
        openings.push(Opening {
            start,
            moves: Vec::new(),
        });
    }
    if openings.is_empty() {
        return Err(format!("{file}: there is no position in it"));
    }
    Ok(openings)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::Library;
    use std::collections::HashSet;

    fn start(variant: &str) -> Position {
        let rules = Library::built_in().rules(variant).expect("it is built in");
        Position::start(&rules)
    }

    #[test]
    fn random_openings_follow_from_seed_and_number() {
        let start = start("tree-garden");
        let source: Source = "random:6".parse().expect("it is right");
        let get = |seed, number| {
            let openings = Openings::new(&source, &start, seed).expect("it is right");
            openings.get(number).end().fen()
        };
        assert_eq!(get(1, 5), get(1, 5));
        assert_ne!(get(1, 5), get(1, 6));
        assert_ne!(get(1, 5), get(2, 5));
    }

    #[test]
    fn positions_are_read_with_and_without_operations() {
        let text = "# comment\n\nrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - id \"x = 1\";\n\
                    7k/8/5K2/8/8/8/8/Q7 b - - 3 9 ce 12;\n";
        let openings = read_epd("x.epd", text, start("chess").rules()).expect("it is right");
        let fens: Vec<_> = openings.iter().map(|opening| opening.start.fen()).collect();
        assert_eq!(fens[0], start("chess").fen());
        assert_eq!(fens[1], "7k/8/5K2/8/8/8/8/Q7 b - - 3 9");
    }

    #[test]
    fn wrong_files_are_explained() {
        for (text, words) in [
            ("", "no position"),
            ("\nrnbq w - -\n", "x.epd:2: not a position of chess"),
            ("7k/5Q2/6K1/8/8/8/8/8 b - -", "x.epd:1: the game is over there"),
        ] {
            let message = read_epd("x.epd", text, start("chess").rules()).expect_err(text);
            assert!(message.contains(words), "{message}");
        }
        assert!("random:0".parse::<Source>().is_err());
    }

    #[test]
    fn the_books_have_many_positions() {
        for (name, text) in BOOKS {
            let openings = read_epd(name, text, start(name).rules()).expect("the book is right");
            assert_eq!(openings.len(), 200, "{name}");
        }
    }

    #[test]
    fn a_book_has_no_position_twice() {
        let openings = RandomOpenings::new(start("chess"), 2, 1);
        let book = make_book(&openings, 20);
        let fens: HashSet<_> = book.iter().map(|(position, _)| position.fen()).collect();
        assert_eq!(fens.len(), book.len());
    }
}
