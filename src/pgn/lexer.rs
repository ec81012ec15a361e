//! A game file as tokens, game by game.

use super::Ending;

/// The tokens of one game.
#[derive(Debug, Default)]
pub(super) struct RawGame<'a> {
    /// The number of its first line, from 1.
    pub line: usize,
    pub tags: Vec<(String, String)>,
    /// All but the tags, each with the number of its line.
    pub tokens: Vec<(usize, Token<'a>)>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// A move, whatever that may be.
    Move(&'a str),
    Comment(&'a str),
    Glyph(u8),
    /// The beginning of a variation.
    Open,
    /// The end of a variation.
    Close,
    Ending(Ending),
    /// Something that PGN does not have, with what is wrong about it.
    Bad(String),
}

/// Takes a file apart. A game ends with its result, or where the tags of another one begin.
pub(super) fn games(text: &str) -> Vec<RawGame<'_>> {
    let text = text.trim_start_matches('\u{feff}');
    let mut lexer = Lexer {
        text,
        rest: text,
        line: 1,
    };
    let mut games = Vec::new();
    let mut game = RawGame::default();
    let mut ended = false;
    while let Some((line, item)) = lexer.next_item() {
        let begins = ended || matches!(item, Item::Tag(..)) && !game.tokens.is_empty();
        if begins {
            games.push(std::mem::take(&mut game));
        }
        if game.line == 0 {
            game.line = line;
        }
        ended = matches!(item, Item::Token(Token::Ending(_)));
        match item {
            Item::Tag(name, value) => game.tags.push((name, value)),
            Item::Token(token) => game.tokens.push((line, token)),
        }
    }
    games.push(game);
    // Comments after the last game belong to none.
    games.retain(|game| {
        let is_comment = |(_, token): &(usize, Token)| matches!(token, Token::Comment(_));
        !game.tags.is_empty() || !game.tokens.iter().all(is_comment)
    });
    games
}

enum Item<'a> {
    Tag(String, String),
    Token(Token<'a>),
}

struct Lexer<'a> {
    /// The whole file.
    text: &'a str,
    /// What is still to be read.
    rest: &'a str,
    /// The number of the line where that begins, from 1.
    line: usize,
}

impl<'a> Lexer<'a> {
    /// The next tag or token with its line.
    fn next_item(&mut self) -> Option<(usize, Item<'a>)> {
        loop {
            self.skip_blank();
            let line = self.line;
            let item = match self.rest.chars().next()? {
                '[' => self.tag(),
                '{' => self.comment('{', "}"),
                ';' => self.comment(';', "\n"),
                '(' => self.single(Token::Open),
                ')' => self.single(Token::Close),
                '}' => self.single(Token::Bad("a comment ends here that did not begin".to_string())),
                _ => match word_token(self.word()) {
                    Some(token) => Item::Token(token),
                    None => continue,
                },
            };
            return Some((line, item));
        }
    }

    /// Takes out a number of bytes.
    fn take(&mut self, bytes: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(bytes);
        self.line += taken.matches('\n').count();
        self.rest = rest;
        taken
    }

    /// Takes out what is before a text, and that text too; all if it is not there.
    fn take_through(&mut self, end: &str) -> Option<&'a str> {
        let found = self.rest.find(end);
        let taken = self.take(found.unwrap_or(self.rest.len()));
        found.map(|_| {
            self.take(end.len());
            taken
        })
    }

    /// Skips blanks, and lines that begin with a percent sign.
    fn skip_blank(&mut self) {
        loop {
            self.take(self.rest.len() - self.rest.trim_start().len());
            let before = &self.text[..self.text.len() - self.rest.len()];
            let at_line_start = before.is_empty() || before.ends_with('\n');
            if !(at_line_start && self.rest.starts_with('%')) {
                return;
            }
            self.take_through("\n");
        }
    }

    fn single(&mut self, token: Token<'a>) -> Item<'a> {
        self.take(1);
        Item::Token(token)
    }

    fn comment(&mut self, open: char, close: &str) -> Item<'a> {
        self.take(open.len_utf8());
        let all = self.rest;
        Item::Token(match self.take_through(close) {
            Some(comment) => Token::Comment(comment.trim()),
            None if open == ';' => Token::Comment(all.trim()),
            None => Token::Bad("a comment begins here and has no end".to_string()),
        })
    }

    /// Reads `[Name "value"]`; a malformed one takes its whole line.
    fn tag(&mut self) -> Item<'a> {
        let line = self.rest.lines().next().unwrap_or_default();
        if let Some((name, value, length)) = parse_tag(line) {
            self.take(length);
            return Item::Tag(name, value);
        }
        self.take(line.len());
        Item::Token(Token::Bad(format!(
            "\"{}\" should be a tag such as [White \"Name\"]",
            line.trim_end()
        )))
    }

    fn word(&mut self) -> &'a str {
        let ends = |c: char| c.is_whitespace() || "{}()[];".contains(c);
        let length = self.rest.find(ends).unwrap_or(self.rest.len());
        // A closing bracket without an opening one is no word, but must not stay.
        self.take(length.max(1))
    }
}

/// Name and value of a tag at the beginning of a line, and its length in bytes.
fn parse_tag(line: &str) -> Option<(String, String, usize)> {
    let inner = line.strip_prefix('[')?.trim_start();
    let name = inner.split(|c: char| c.is_whitespace() || c == '"').next()?;
    let quoted = inner[name.len()..].trim_start().strip_prefix('"')?;
    let mut value = String::new();
    let mut characters = quoted.char_indices();
    let end = loop {
        match characters.next()? {
            (index, '"') => break index + 1,
            (_, '\\') => value.push(characters.next()?.1),
            (_, character) => value.push(character),
        }
    };
    let rest = quoted[end..].trim_start().strip_prefix(']')?;
    let is_name = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    is_name.then(|| (name.to_string(), value, line.len() - rest.len()))
}

/// What a word is; none if it says nothing, such as the number of a move.
fn word_token(word: &str) -> Option<Token<'_>> {
    if let Some(ending) = Ending::parse(word) {
        return Some(Token::Ending(ending));
    }
    if let Some(number) = word.strip_prefix('$') {
        return Some(match number.parse() {
            Ok(glyph) => Token::Glyph(glyph),
            Err(_) => Token::Bad(format!("\"{word}\" should be a number from $0 to $255")),
        });
    }
    let body = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let text = if body.is_empty() || body.starts_with('.') {
        body.trim_start_matches('.')
    } else {
        word
    };
    match text {
        "" | "e.p." | "ep" | "+" | "++" | "#" => None,
        _ => Some(glyph(text).map_or(Token::Move(text), Token::Glyph)),
    }
}

/// The glyph that a mark of quality is short for.
pub(super) fn glyph(mark: &str) -> Option<u8> {
    Some(match mark {
        "!" => 1,
        "?" => 2,
        "!!" => 3,
        "??" => 4,
        "!?" => 5,
        "?!" => 6,
        _ => return None,
    })
}
