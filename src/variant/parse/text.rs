//! Text that knows where in its file it stands, so that every error can point at it.

use crate::variant::VariantError;
use std::ops::Range;
use std::sync::Arc;

/// Owned text with its place.
#[derive(Clone, Debug)]
pub(crate) struct Located {
    file: Arc<str>,
    line: u32,
    column: u32,
    text: String,
}

impl Located {
    /// The part of a line that begins at a byte, with the line's number in its file (from 1).
    pub(crate) fn new(file: &Arc<str>, line: u32, whole: &str, range: Range<usize>) -> Located {
        Located {
            file: Arc::clone(file),
            line,
            column: characters(&whole[..range.start]) + 1,
            text: whole[range].to_string(),
        }
    }

    /// The text.
    pub(crate) fn as_str(&self) -> &str {
        &self.text
    }

    /// The text with its place, to take apart.
    pub(crate) fn text(&self) -> Text<'_> {
        Text {
            file: &self.file,
            line: self.line,
            column: self.column,
            content: &self.text,
        }
    }
}

/// Borrowed text with its place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Text<'a> {
    file: &'a str,
    line: u32,
    column: u32,
    content: &'a str,
}

impl<'a> Text<'a> {
    /// The text itself.
    pub(crate) fn as_str(self) -> &'a str {
        self.content
    }

    /// A part of it, by bytes.
    pub(crate) fn part(self, range: Range<usize>) -> Text<'a> {
        Text {
            column: self.column + characters(&self.content[..range.start]),
            content: &self.content[range],
            ..self
        }
    }

    /// Its end, as an empty text.
    pub(crate) fn end(self) -> Text<'a> {
        self.part(self.content.len()..self.content.len())
    }

    /// The text without blanks around it.
    pub(crate) fn trim(self) -> Text<'a> {
        let start = self.content.len() - self.content.trim_start().len();
        let length = self.content.trim().len();
        self.part(start..start + length)
    }

    /// The parts between separators, trimmed.
    pub(crate) fn split(self, separator: char) -> impl Iterator<Item = Text<'a>> {
        let mut start = 0;
        self.content.split(separator).map(move |piece| {
            let part = self.part(start..start + piece.len());
            start += piece.len() + separator.len_utf8();
            part.trim()
        })
    }

    /// The words, to be read one by one.
    pub(crate) fn words(self) -> Words<'a> {
        Words { rest: self.trim() }
    }

    /// An error at its first character.
    pub(crate) fn error(self, message: impl Into<String>) -> VariantError {
        VariantError {
            file: self.file.to_string(),
            line: self.line,
            column: self.column,
            message: message.into(),
        }
    }

    /// An error at one of its characters, counted from 0.
    pub(crate) fn error_at(self, character: usize, message: impl Into<String>) -> VariantError {
        VariantError {
            column: self.column + character as u32,
            ..self.error(message)
        }
    }
}

/// The words of a text that are still to be read.
#[derive(Clone, Debug)]
pub(crate) struct Words<'a> {
    rest: Text<'a>,
}

impl<'a> Words<'a> {
    /// The next word, which stays.
    pub(crate) fn peek(&self) -> Option<Text<'a>> {
        let text = self.rest.content;
        let length = text.find(char::is_whitespace).unwrap_or(text.len());
        (length > 0).then(|| self.rest.part(0..length))
    }

    /// What is left.
    pub(crate) fn rest(&self) -> Text<'a> {
        self.rest
    }

    /// Takes the next word if it is the one given.
    pub(crate) fn accept(&mut self, word: &str) -> bool {
        let found = self.peek().is_some_and(|next| next.as_str() == word);
        if found {
            self.next();
        }
        found
    }

    /// Takes the next word.
    ///
    /// # Errors
    /// There is none; `what` says what should stand there.
    pub(crate) fn expect(&mut self, what: &str) -> Result<Text<'a>, VariantError> {
        self.next()
            .ok_or_else(|| self.rest.error(format!("something is missing here: {what}")))
    }

    /// Takes a certain word.
    ///
    /// # Errors
    /// Another one stands there; `example` shows the whole form.
    pub(crate) fn expect_word(&mut self, word: &str, example: &str) -> Result<(), VariantError> {
        if self.accept(word) {
            return Ok(());
        }
        let found = match self.peek() {
            Some(next) => format!("\"{}\"", next.as_str()),
            None => "the end".to_string(),
        };
        Err(self.rest.error(format!(
            "\"{word}\" should stand here, not {found}; for example: {example}"
        )))
    }

    /// Makes sure that nothing is left.
    ///
    /// # Errors
    /// A word is left; `example` shows the whole form.
    pub(crate) fn finish(&self, example: &str) -> Result<(), VariantError> {
        match self.peek() {
            None => Ok(()),
            Some(word) => Err(word.error(format!(
                "\"{}\" is too much here; for example: {example}",
                word.as_str()
            ))),
        }
    }
}

impl<'a> Iterator for Words<'a> {
    type Item = Text<'a>;

    fn next(&mut self) -> Option<Text<'a>> {
        let word = self.peek()?;
        self.rest = self.rest.part(word.content.len()..self.rest.content.len()).trim();
        Some(word)
    }
}

fn characters(text: &str) -> u32 {
    text.chars().count() as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_know_their_columns_in_characters() {
        let line = "näme =  a1 ; bé c";
        let located = Located::new(
            &Arc::from("f"),
            3,
            line,
            line.find('a').expect("an a")..line.len(),
        );
        let text = located.text();
        assert_eq!(text.error("x").column, 9);
        let places: Vec<_> = text
            .split(';')
            .flat_map(Text::words)
            .map(|word| (word.as_str().to_string(), word.error("").column))
            .collect();
        assert_eq!(places, [("a1".into(), 9), ("bé".into(), 14), ("c".into(), 17)]);
        assert_eq!(text.end().error("").column, 18);
        assert_eq!(text.end().error("").to_string(), "f:3:18: ");
    }

    #[test]
    fn what_is_missing_or_too_much_is_said() {
        let line = "to x";
        let located = Located::new(&Arc::from("f"), 1, line, 0..4);
        let mut words = located.text().words();
        assert!(words.expect_word("with", "with x").is_err());
        assert!(words.expect_word("to", "to x").is_ok());
        assert!(words.finish("to").is_err());
        assert_eq!(words.expect("a square").map(Text::as_str), Ok("x"));
        assert!(words.expect("a square").is_err());
        assert!(words.finish("to x").is_ok());
    }
}
