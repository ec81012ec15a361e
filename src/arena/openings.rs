//! What games start from: books, files of positions, random moves.

use crate::board::Colour;
use crate::movegen::legal_moves;
use crate::pgn;
use crate::position::{Move, Position, SplitMix, Status};
use crate::search::{Control, Limits, Score, Searcher};
use crate::variant::Rules;
use std::collections::HashSet;
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

/// Reads positions, one a line: FEN or EPD. What comes behind the position is passed over; so are empty lines and
/// those that begin with `#`.
///
/// # Errors
/// A line is no position of the variant, or its game is over; or there is no position at all.
pub fn read_epd(file: &str, text: &str, rules: &Arc<Rules>) -> Result<Vec<Opening>, String> {
    let mut openings = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let place = format!("{file}:{}", index + 1);
        let start = Position::from_fen(rules, &position_words(line))
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

/// The words of a line that are a position: four fields, then counters and `key=value` words, before any EPD operation.
fn position_words(line: &str) -> String {
    let is_position = |(number, word): &(usize, &str)| {
        *number < 4 || word.parse::<u32>().is_ok() || word.contains('=') && !word.contains('"')
    };
    let words: Vec<&str> = line
        .split_whitespace()
        .enumerate()
        .take_while(is_position)
        .map(|(_, word)| word)
        .collect();
    words.join(" ")
}

/// Random legal moves from a position, chosen so that neither side stands much better than before them.
#[derive(Clone, Debug)]
pub struct RandomOpenings {
    start: Position,
    plies: usize,
    seed: u64,
    /// Nodes of the search that judges an opening.
    pub nodes: u64,
    /// How far White's score may be from that at the start for an opening to be taken at once, in centipawns. What
    /// counts is the change: in games of unequal sides the score of the start itself says little.
    pub balance: i32,
}

/// An opening, judged.
#[derive(Clone, Debug)]
pub struct Judged {
    /// The opening.
    pub opening: Opening,
    /// Its score for the side to move, in centipawns.
    pub score: i32,
    /// How far White's score is from that at the start.
    pub change: i32,
}

/// Openings drawn until one is balanced; then the best of them has to do.
const ATTEMPTS: usize = 40;

impl RandomOpenings {
    /// Openings of so many half-moves.
    #[must_use]
    pub fn new(start: Position, plies: usize, seed: u64) -> RandomOpenings {
        RandomOpenings {
            start,
            plies,
            seed,
            nodes: 3000,
            balance: 60,
        }
    }

    /// The opening with a number.
    #[must_use]
    pub fn get(&self, number: usize) -> Opening {
        self.judged(number).opening
    }

    /// The opening with a number, and what was thought of it.
    #[must_use]
    pub fn judged(&self, number: usize) -> Judged {
        // Numbers far apart, so that neighbouring seeds and openings have nothing in common.
        let mut random = SplitMix(SplitMix(self.seed).draw() ^ SplitMix(number as u64).draw());
        let mut searcher = Searcher::new(1, 1);
        let start = Opening {
            start: self.start.clone(),
            moves: Vec::new(),
        };
        let level = self
            .judge(&mut searcher, &start)
            .map_or(0, |score| white(&self.start, score));
        let mut best: Option<Judged> = None;
        for _ in 0..ATTEMPTS {
            let Some(opening) = self.attempt(&mut random) else {
                continue;
            };
            let Some(score) = self.judge(&mut searcher, &opening) else {
                continue;
            };
            let change = (white(&opening.end(), score) - level).abs();
            if best.as_ref().is_none_or(|other| change < other.change) {
                best = Some(Judged {
                    opening,
                    score,
                    change,
                });
            }
            if change <= self.balance {
                break;
            }
        }
        // Games that are always over so soon are played from the start.
        best.unwrap_or(Judged {
            opening: start,
            score: 0,
            change: 0,
        })
    }

    /// Random moves; none if the game is over after them.
    fn attempt(&self, random: &mut SplitMix) -> Option<Opening> {
        let mut position = self.start.clone();
        let mut moves = Vec::with_capacity(self.plies);
        for _ in 0..self.plies {
            let legal = legal_moves(&position);
            if legal.is_empty() {
                return None;
            }
            let mv = legal[(random.draw() % legal.len() as u64) as usize];
            position.make(mv);
            moves.push(mv);
        }
        let is_over = matches!(position.status(), Status::Over(..));
        (!is_over).then(|| Opening {
            start: self.start.clone(),
            moves,
        })
    }

    /// The score of a short search; none if it is a forced win.
    fn judge(&self, searcher: &mut Searcher, opening: &Opening) -> Option<i32> {
        // What is known of other openings must not matter.
        searcher.clear();
        let limits = Limits {
            nodes: Some(self.nodes),
            ..Limits::default()
        };
        let result = searcher.search(&opening.end(), &limits, &Control::default(), &mut |_| ());
        match result.score {
            Score::Centipawns(score) => Some(score),
            Score::Mate(_) => None,
        }
    }
}

/// A book: so many different balanced positions, each with its score for the side to move in centipawns. There are
/// fewer if the variant does not have as many so near the start.
#[must_use]
pub fn make_book(openings: &RandomOpenings, count: usize) -> Vec<(Position, i32)> {
    let mut seen = HashSet::new();
    (0..count * 4)
        .map(|number| openings.judged(number))
        .filter(|judged| judged.change <= openings.balance)
        .map(|judged| (judged.opening.end(), judged.score))
        .filter(|(position, _)| seen.insert(position.hash()))
        .take(count)
        .collect()
}

/// White's score, from that of the side to move.
fn white(position: &Position, score: i32) -> i32 {
    match position.side() {
        Colour::White => score,
        Colour::Black => -score,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::Library;

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
