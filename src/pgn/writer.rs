//! Games as text, in PGN's export format.

use super::{Game, Line};
use crate::board::Colour;
use crate::position::{Move, Position, move_text, san};
use std::fmt::Write;

/// The tags that every game has, in this order, with what they say if nothing is known.
const ROSTER: [(&str, &str); 6] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
];

/// Tags that are worked out anew, and XBoard's description of a variant, which goes with its own way to write moves.
const DERIVED: [&str; 5] = ["Result", "Variant", "SetUp", "FEN", "VariantMen"];

/// The longest line of moves, in characters.
const WIDTH: usize = 79;

/// How moves are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// Standard algebraic notation.
    San,
    /// From and to, as on the command line and in UCI.
    Text,
}

impl Notation {
    fn write(self, position: &Position, mv: Move) -> String {
        match self {
            Notation::San => san(position, mv),
            Notation::Text => move_text(position, mv),
        }
    }
}

impl Game {
    /// The game as PGN, with an empty line at the end, so that games can follow one another.
    #[must_use]
    pub fn pgn(&self, notation: Notation) -> String {
        let mut text = self.tag_section();
        text.push('\n');
        let mut words = Words::default();
        write_line(&mut words, &mut self.start.clone(), &self.line, notation);
        words.push(&self.ending.to_string());
        text.push_str(&words.text);
        text.push_str("\n\n");
        text
    }

    fn tag_section(&self) -> String {
        let mut text = String::new();
        let mut tag = |name: &str, value: &str| {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            let value: String = value.chars().filter(|c| !c.is_control()).collect();
            let _ = writeln!(text, "[{name} \"{value}\"]");
        };
        for (name, unknown) in ROSTER {
            tag(name, self.tags.get(name).unwrap_or(unknown));
        }
        tag("Result", &self.ending.to_string());
        let rules = self.start.rules();
        tag("Variant", &rules.name);
        let fen = self.start.fen();
        if fen != Position::start(rules).fen() {
            tag("SetUp", "1");
            tag("FEN", &fen);
        }
        let derived = |name: &str| DERIVED.contains(&name) || ROSTER.iter().any(|(other, _)| *other == name);
        for (name, value) in self.tags.iter().filter(|(name, _)| !derived(name)) {
            tag(name, value);
        }
        text
    }
}

/// Text that is filled up to a width, word by word.
#[derive(Default)]
struct Words {
    text: String,
    /// Characters in the last line.
    column: usize,
    /// Whether the next word follows the last one without a blank.
    glued: bool,
}

impl Words {
    fn push(&mut self, word: &str) {
        let length = word.chars().count();
        if std::mem::take(&mut self.glued) || self.text.is_empty() {
            self.column += length;
        } else if self.column + 1 + length > WIDTH {
            self.text.push('\n');
            self.column = length;
        } else {
            self.text.push(' ');
            self.column += 1 + length;
        }
        self.text.push_str(word);
    }

    /// The same, and the next word follows without a blank.
    fn push_glued(&mut self, word: &str) {
        self.push(word);
        self.glued = true;
    }

    fn push_comment(&mut self, comment: &str) {
        // PGN has no way to write a closing brace in a comment.
        let comment = comment.replace('}', ")");
        let words: Vec<&str> = comment.split_whitespace().collect();
        let last = words.len().saturating_sub(1);
        for (index, word) in words.iter().enumerate() {
            let open = if index == 0 { "{" } else { "" };
            let close = if index == last { "}" } else { "" };
            self.push(&format!("{open}{word}{close}"));
        }
    }
}

/// Writes moves from a position, and leaves it as it was.
fn write_line(words: &mut Words, position: &mut Position, line: &Line, notation: Notation) {
    words.push_comment(&line.comment);
    let mut numbered = false;
    for ply in &line.plies {
        let text = notation.write(position, ply.mv);
        words.push(&format!("{}{text}", number(position, numbered)));
        for glyph in &ply.glyphs {
            words.push(&format!("${glyph}"));
        }
        words.push_comment(&ply.comment);
        for variation in &ply.variations {
            words.push_glued("(");
            write_line(words, position, variation, notation);
            words.glued = true;
            words.push(")");
        }
        // The number of a black move is repeated after anything that stands between.
        numbered = ply.comment.is_empty() && ply.variations.is_empty();
        position.make(ply.mv);
    }
    for _ in &line.plies {
        position.unmake();
    }
}

/// The number of the move to come: always before White's, before Black's where its number is not clear.
fn number(position: &Position, numbered: bool) -> String {
    match position.side() {
        Colour::White => format!("{}. ", position.fullmove()),
        Colour::Black if !numbered => format!("{}... ", position.fullmove()),
        Colour::Black => String::new(),
    }
}
