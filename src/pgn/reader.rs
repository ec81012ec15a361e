//! Games from text; every move is checked.

use super::lexer::{RawGame, Token, games, glyph};
use super::shown::Shown;
use super::start::{Dialect, dialects};
use super::{Ending, Game, Line, Ply, Tags};
use crate::board::Colour;
use crate::position::{Move, Position, SanWriter, parse_san_of, slides_like_castling};
use crate::protocol::Letters;
use crate::variant::Rules;
use std::fmt;
use std::sync::Arc;

/// How deep variations can be nested.
const MAX_DEPTH: usize = 50;

/// The most readings of a game that are tried where its text leaves moves open.
const MAX_READINGS: usize = 100;

/// What a comment begins with that is XBoard's drawing of the start position.
const DIAGRAM: &str = "--------------";

/// A game that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PgnError {
    /// The number of the game in its file, from 1.
    pub game: usize,
    /// The number of the line, from 1.
    pub line: usize,
    /// The move that was to come, such as `12...`, if the game got that far.
    pub number: Option<String>,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for PgnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {}, line {}", self.game, self.line)?;
        if let Some(number) = &self.number {
            write!(f, ", move {number}")?;
        }
        write!(f, ": {}", self.message)
    }
}

impl std::error::Error for PgnError {}

/// Reads a file of games of a variant, one by one. Each is either a game with legal moves only, or the first thing
/// that is wrong with it.
///
/// The games may be this program's own, other programs', or those that XBoard saves: see [`crate::position::parse_san`] for how moves
/// can be written. Where a file of XBoard leaves open what the ranks' numbers begin with, or which armies play, the
/// game is read as what makes all its moves legal; so it is where a long sideways move of a sliding royal piece has a
/// castling's name.
pub fn read<'a>(rules: &'a Arc<Rules>, text: &'a str) -> impl Iterator<Item = Result<Game, PgnError>> + 'a {
    let read = |(index, raw)| {
        read_game(rules, &raw).map_err(|fault| PgnError {
            game: index + 1,
            line: fault.line,
            number: fault.number,
            message: fault.message,
        })
    };
    games(text).into_iter().enumerate().map(read)
}

/// What is wrong with a game.
struct Fault {
    line: usize,
    number: Option<String>,
    message: String,
    /// The number of tokens before it.
    progress: usize,
}

fn read_game(rules: &Arc<Rules>, raw: &RawGame) -> Result<Game, Fault> {
    let mut tags = Tags::default();
    for (name, value) in &raw.tags {
        tags.set(name, value.as_str());
    }
    let at_start = |message| Fault {
        line: raw.line,
        number: None,
        message,
        progress: 0,
    };
    let mut first_fault: Option<Fault> = None;
    for dialect in dialects(rules, &tags).map_err(at_start)? {
        match read_moves(&dialect, raw) {
            Ok((line, ending)) => {
                let ending = ending
                    .or_else(|| Ending::parse(tags.get("Result")?))
                    .unwrap_or(Ending::Unknown);
                return Ok(Game {
                    tags,
                    start: dialect.start,
                    line,
                    ending,
                });
            }
            // The reading that gets furthest is the one meant.
            Err(fault) => {
                if first_fault
                    .as_ref()
                    .is_none_or(|first| fault.progress > first.progress)
                {
                    first_fault = Some(fault);
                }
            }
        }
    }
    Err(first_fault.unwrap_or_else(|| at_start("its start position cannot be read".to_string())))
}

/// All moves, and the result if the game says it at its end: the first reading that makes all moves legal.
fn read_moves(dialect: &Dialect, raw: &RawGame) -> Result<(Line, Option<Ending>), Fault> {
    let mut choices = Vec::new();
    let mut reading = read_once(dialect, raw, &mut choices);
    for _ in 1..MAX_READINGS {
        if reading.is_ok() || !Choice::next_reading(&mut choices) {
            break;
        }
        let other = read_once(dialect, raw, &mut choices);
        reading = match (reading, other) {
            (Err(first), Err(other)) if other.progress <= first.progress => Err(first),
            (_, other) => other,
        };
    }
    reading
}

/// One of several moves that a text can mean.
#[derive(Clone, Copy, Debug)]
struct Choice {
    taken: usize,
    /// How many there are.
    number: usize,
}

impl Choice {
    /// Changes the last choice that has alternatives left, and forgets those after it. Returns whether there is one.
    fn next_reading(choices: &mut Vec<Choice>) -> bool {
        while let Some(last) = choices.last_mut() {
            last.taken += 1;
            if last.taken < last.number {
                return true;
            }
            choices.pop();
        }
        false
    }
}

/// Reads all moves with the choices made before; new ones are added, and begin with the likeliest.
fn read_once(
    dialect: &Dialect,
    raw: &RawGame,
    choices: &mut Vec<Choice>,
) -> Result<(Line, Option<Ending>), Fault> {
    let mut reader = Reader {
        choices,
        choices_made: 0,
        tokens: &raw.tokens,
        next: 0,
        position: dialect.start.clone(),
        first_rank: dialect.first_rank,
        xboard: dialect.xboard.as_ref(),
        shown: dialect.xboard.is_some().then(|| vec![Shown::of(&dialect.start)]),
    };
    let line = reader.line(0)?;
    match reader.tokens.get(reader.next) {
        None => Ok((line, None)),
        Some((_, Token::Ending(ending))) => Ok((line, Some(*ending))),
        Some(_) => Err(reader.fault("a variation ends here that did not begin")),
    }
}

/// Reads the tokens of a game.
struct Reader<'a> {
    tokens: &'a [(usize, Token<'a>)],
    next: usize,
    position: Position,
    first_rank: u8,
    /// What XBoard calls the pieces, if it wrote the game.
    xboard: Option<&'a Letters>,
    /// What the writing program takes the pieces for, before the first move and after each move made.
    shown: Option<Vec<Shown>>,
    /// Which move to take wherever a text can mean several.
    choices: &'a mut Vec<Choice>,
    /// How many of these have been used.
    choices_made: usize,
}

impl Reader<'_> {
    /// Moves up to the end of the variation or of the game. They stay made.
    fn line(&mut self, depth: usize) -> Result<Line, Fault> {
        let mut line = Line::default();
        while let Some((_, token)) = self.tokens.get(self.next) {
            match token {
                Token::Close | Token::Ending(_) => break,
                Token::Bad(message) => return Err(self.fault(message)),
                Token::Comment(comment) if comment.starts_with(DIAGRAM) => {}
                Token::Comment(comment) => {
                    let place = line
                        .plies
                        .last_mut()
                        .map_or(&mut line.comment, |ply| &mut ply.comment);
                    append(place, comment);
                }
                Token::Glyph(number) => match line.plies.last_mut() {
                    Some(ply) => ply.glyphs.push(*number),
                    None => return Err(self.fault("a glyph stands here, but no move before it")),
                },
                Token::Open => {
                    let Some(ply) = line.plies.last_mut() else {
                        return Err(self.fault("a variation begins here, but there is no move before it"));
                    };
                    ply.variations.push(self.variation(ply.mv, depth + 1)?);
                }
                Token::Move(text) => line.plies.push(self.ply(text)?),
            }
            self.next += 1;
        }
        Ok(line)
    }

    fn ply(&mut self, text: &str) -> Result<Ply, Fault> {
        let shown = self.shown.as_ref().and_then(|shown| shown.last());
        let writer = SanWriter {
            first_rank: self.first_rank,
            shown: shown.map(|shown| &shown.0),
        };
        let san = match self.xboard {
            Some(letters) => &letters.san_from_xboard(self.position.rules(), text),
            None => text,
        };
        let mut meanings = match self.xboard {
            Some(_) => slides_like_castling(&self.position, san),
            None => Vec::new(),
        };
        let reading = parse_san_of(&self.position, san, writer);
        if !meanings.is_empty() {
            meanings.extend(reading.as_ref().ok().map(|reading| reading.mv));
            let mv = meanings[self.choose(meanings.len())];
            self.make(mv, san);
            return Ok(Ply::new(mv));
        }
        let reading = reading.map_err(|error| self.fault(&error.to_string()))?;
        let mut ply = Ply::new(reading.mv);
        let quality = reading.marks.trim_matches(['+', '#']);
        ply.glyphs.extend(glyph(quality));
        self.make(reading.mv, san);
        Ok(ply)
    }

    /// Which of so many moves that a text can mean this reading takes.
    fn choose(&mut self, number: usize) -> usize {
        if self.choices_made == self.choices.len() {
            self.choices.push(Choice { taken: 0, number });
        }
        self.choices_made += 1;
        self.choices[self.choices_made - 1].taken
    }

    /// A variation on the move made last, from its opening parenthesis to before its closing one.
    fn variation(&mut self, last: Move, depth: usize) -> Result<Line, Fault> {
        if depth > MAX_DEPTH {
            return Err(self.fault(&format!("variations are nested more than {MAX_DEPTH} deep")));
        }
        let open = self.next;
        let plies = self.position.plies_made();
        let shown = self.shown.as_ref().and_then(|shown| shown.last()).cloned();
        self.unmake();
        self.next += 1;
        let line = self.line(depth)?;
        while self.position.plies_made() >= plies {
            self.unmake();
        }
        if !matches!(self.tokens.get(self.next), Some((_, Token::Close))) {
            self.next = open;
            return Err(self.fault("a variation begins here and has no end"));
        }
        self.position.make(last);
        if let (Some(all), Some(shown)) = (&mut self.shown, shown) {
            all.push(shown);
        }
        Ok(line)
    }

    /// Makes a move that the writing program calls `text`.
    fn make(&mut self, mv: Move, text: &str) {
        let Some(all) = &mut self.shown else {
            self.position.make(mv);
            return;
        };
        let before = self.position.clone();
        self.position.make(mv);
        let mut shown = all.last().cloned().unwrap_or_else(|| Shown::of(&before));
        shown.make(&before, &self.position, mv, text);
        all.push(shown);
    }

    fn unmake(&mut self) {
        self.position.unmake();
        if let Some(all) = &mut self.shown {
            all.pop();
        }
    }

    /// What is wrong with the next token.
    fn fault(&self, message: &str) -> Fault {
        let last = self.tokens.len().saturating_sub(1);
        let dots = match self.position.side() {
            Colour::White => ".",
            Colour::Black => "...",
        };
        Fault {
            line: self.tokens.get(self.next.min(last)).map_or(0, |(line, _)| *line),
            number: Some(format!("{}{dots}", self.position.fullmove())),
            message: message.to_string(),
            progress: self.next,
        }
    }
}

/// Adds a comment to what is there. Line breaks are only blanks.
fn append(place: &mut String, comment: &str) {
    for word in comment.split_whitespace() {
        if !place.is_empty() {
            place.push(' ');
        }
        place.push_str(word);
    }
}
