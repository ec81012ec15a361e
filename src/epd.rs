//! EPD: positions with operations, one a line.
//!
//! A line is a position, as in FEN but perhaps without counters, then operations: each an opcode, its operands and a
//! semicolon, such as `bm Nf3 Nc3; id "developing";`. The `key=value` words that the FEN of some variants ends with
//! belong to the position. The last semicolon may be missing. Empty lines, and those that begin with `#`, are passed
//! over.
//!
//! Source: PGN Specification, section 16.2.

/// A line with a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record<'a> {
    /// The number of the line, from 1.
    pub line: usize,
    /// The position, to be read as FEN.
    pub fen: String,
    /// The operations, not read yet: many readers are not interested.
    operations: &'a str,
}

/// An opcode with its operands; strings have lost their quotation marks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operation<'a> {
    /// What it is about, such as `bm`.
    pub opcode: &'a str,
    /// What it says.
    pub operands: Vec<&'a str>,
}

/// The lines of a text that have a position.
pub fn records(text: &str) -> impl Iterator<Item = Record<'_>> {
    text.lines()
        .enumerate()
        .map(|(index, line)| (index + 1, line.trim()))
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .map(|(number, line)| Record::new(number, line))
}

impl<'a> Record<'a> {
    fn new(line: usize, text: &'a str) -> Record<'a> {
        let mut words: Vec<&str> = Vec::new();
        let mut rest = text;
        while let Some(word) = rest.split_whitespace().next()
            && is_of_position(words.len(), word)
        {
            words.push(word);
            rest = &rest.trim_start()[word.len()..];
        }
        Record {
            line,
            fen: words.join(" "),
            operations: rest,
        }
    }

    /// The operations.
    ///
    /// # Errors
    /// A string does not end.
    pub fn operations(&self) -> Result<Vec<Operation<'a>>, String> {
        let mut operations = Vec::new();
        let mut words: Vec<&str> = Vec::new();
        let mut rest = self.operations.trim_start();
        while let Some(first) = rest.chars().next() {
            let (word, behind) = match first {
                ';' => {
                    operations.extend(Operation::new(&words));
                    words.clear();
                    rest = rest[1..].trim_start();
                    continue;
                }
                '"' => rest[1..]
                    .split_once('"')
                    .ok_or_else(|| format!("the string {rest} has no second quotation mark at its end"))?,
                _ => {
                    let is_end = |c: char| c.is_whitespace() || c == ';';
                    rest.split_at(rest.find(is_end).unwrap_or(rest.len()))
                }
            };
            words.push(word);
            rest = behind.trim_start();
        }
        operations.extend(Operation::new(&words));
        Ok(operations)
    }
}

impl<'a> Operation<'a> {
    fn new(words: &[&'a str]) -> Option<Operation<'a>> {
        let (opcode, operands) = words.split_first()?;
        Some(Operation {
            opcode,
            operands: operands.to_vec(),
        })
    }
}

/// Whether the word with an index belongs to the position: four fields, then counters and `key=value` words.
fn is_of_position(index: usize, word: &str) -> bool {
    index < 4 || word.parse::<u32>().is_ok() || word.contains('=') && !word.contains('"')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(line: &str) -> Record<'_> {
        records(line).next().expect("a line with a position")
    }

    #[test]
    fn positions_come_with_and_without_counters_and_keys() {
        for (line, fen) in [
            ("8/8 w - - bm e8=Q;", "8/8 w - -"),
            ("8/8 w - - 3 9 bm Kb1;", "8/8 w - - 3 9"),
            (
                "8/8  b - -  0 1 armies=A/B id \"x = 1\";",
                "8/8 b - - 0 1 armies=A/B",
            ),
            ("8/8", "8/8"),
        ] {
            assert_eq!(one(line).fen, fen);
        }
    }

    #[test]
    fn operations_have_words_and_strings() {
        let operations = one("8/8 w - - bm Nf3  Nc3+; id \"one; two\" ;; dm 3").operations();
        let expected = [
            ("bm", vec!["Nf3", "Nc3+"]),
            ("id", vec!["one; two"]),
            ("dm", vec!["3"]),
        ];
        let expected = expected.map(|(opcode, operands)| Operation { opcode, operands });
        assert_eq!(operations, Ok(expected.to_vec()));
    }

    #[test]
    fn a_string_without_end_is_an_error() {
        assert!(one("8/8 w - - id \"x;").operations().is_err());
        assert_eq!(one("8/8 w - -").operations(), Ok(Vec::new()));
    }

    #[test]
    fn lines_are_counted_with_those_passed_over() {
        let lines: Vec<usize> = records("# comment\n\n8/8 w - -\n\n8/8 b - -\n")
            .map(|record| record.line)
            .collect();
        assert_eq!(lines, [3, 5]);
    }
}
