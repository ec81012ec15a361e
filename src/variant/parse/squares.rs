//! Squares and sets of squares as text.

use super::text::{Text, Words};
use crate::board::{Bitboard, ByColour, Colour, Square};
use crate::variant::VariantError;

/// The size of a board, as far as squares in text need it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Size {
    /// Number of files.
    pub(super) files: u8,
    /// Number of ranks.
    pub(super) ranks: u8,
}

impl Size {
    /// Reads a size such as `10x8`.
    ///
    /// # Errors
    /// It is none, or too large.
    pub(super) fn parse(text: Text) -> Result<Size, VariantError> {
        let side = |number: &str| number.parse::<u8>().ok().filter(|n| (1..=16).contains(n));
        let sides = text
            .as_str()
            .split_once('x')
            .map(|(files, ranks)| (side(files), side(ranks)));
        match sides {
            Some((Some(files), Some(ranks))) => Ok(Size { files, ranks }),
            _ => Err(text.error(format!(
                "\"{}\" is not the size of a board; write FILESxRANKS such as 10x8, each from 1 to 16",
                text.as_str()
            ))),
        }
    }

    /// Reads a square of the board.
    ///
    /// # Errors
    /// It is none, or not on the board.
    pub(super) fn square(self, text: Text) -> Result<Square, VariantError> {
        let square: Square = text.as_str().parse().map_err(|e| text.error(format!("{e}")))?;
        if square.file() < self.files && square.rank() < self.ranks {
            return Ok(square);
        }
        let Size { files, ranks } = self;
        Err(text.error(format!("the square {square} is not on the {files}x{ranks} board")))
    }

    /// All squares.
    pub(super) fn all(self) -> Bitboard {
        block(Square::new(0, 0), Square::new(self.files - 1, self.ranks - 1))
    }

    /// The square on the same file as seen from the other side.
    pub(super) fn mirror_square(self, square: Square) -> Square {
        Square::new(square.file(), self.ranks - 1 - square.rank())
    }

    /// A set as seen from the other side: ranks turned over, files kept.
    pub(super) fn mirror(self, set: Bitboard) -> Bitboard {
        set.into_iter().map(|square| self.mirror_square(square)).collect()
    }

    /// Reads a set that is the same for both sides: `a1`, `d4-g7`, `rank 7-10`, `file a-c`, one or several.
    ///
    /// # Errors
    /// Some word is no part of a set.
    pub(super) fn set(self, text: Text) -> Result<Bitboard, VariantError> {
        let mut words = text.words();
        let mut set = Bitboard::EMPTY;
        while let Some(part) = self.set_part(&mut words)? {
            set |= part;
        }
        match words.peek() {
            Some(word) => Err(word.error(not_a_set(word))),
            None => Ok(set),
        }
    }

    /// Reads a set of each side's own, up to a word that is no part of one. It is as White sees it and Black's is its
    /// mirror image, unless written `white SET black SET`. Besides the forms of [`Size::set`] there are `last N`
    /// and `first N` (ranks, from the mover's side; 1 if N is left out).
    ///
    /// # Errors
    /// There is no set, or a wrong one.
    pub(super) fn sides_set(self, words: &mut Words) -> Result<ByColour<Bitboard>, VariantError> {
        if words.accept("white") {
            let white = self.side_set(words, Colour::White)?;
            words.expect_word("black", "white a8 black a1")?;
            let black = self.side_set(words, Colour::Black)?;
            return Ok(ByColour([white, black]));
        }
        let white = self.side_set(words, Colour::White)?;
        Ok(ByColour([white, self.mirror(white)]))
    }

    fn side_set(self, words: &mut Words, side: Colour) -> Result<Bitboard, VariantError> {
        let mut set = None;
        loop {
            let part = if words.accept("last") {
                Some(self.outer_ranks(words, !side)?)
            } else if words.accept("first") {
                Some(self.outer_ranks(words, side)?)
            } else {
                self.set_part(words)?
            };
            match part {
                Some(part) => set = Some(set.unwrap_or(Bitboard::EMPTY) | part),
                None => break,
            }
        }
        set.ok_or_else(|| match words.peek() {
            Some(word) => word.error(not_a_set(word)),
            None => words
                .rest()
                .error("a set of squares is missing here, such as `last` or `rank 8-10` or `a1 d4-g7`"),
        })
    }

    /// The ranks nearest to a side's own edge, as many as the next word says.
    fn outer_ranks(self, words: &mut Words, side: Colour) -> Result<Bitboard, VariantError> {
        let number = words
            .peek()
            .and_then(|word| word.as_str().parse::<u8>().ok().map(|n| (word, n)));
        let count = match number {
            Some((word, n)) if !(1..=self.ranks).contains(&n) => {
                return Err(word.error(format!("the board has ranks 1 to {}", self.ranks)));
            }
            Some((_, n)) => {
                words.next();
                n
            }
            None => 1,
        };
        let white = block(Square::new(0, 0), Square::new(self.files - 1, count - 1));
        Ok(if side == Colour::White {
            white
        } else {
            self.mirror(white)
        })
    }

    /// Reads one part of a set, if the next word begins one.
    fn set_part(self, words: &mut Words) -> Result<Option<Bitboard>, VariantError> {
        if words.accept("rank") {
            let range = words.expect("a rank or ranks, such as 8 or 8-10")?;
            let (low, high) =
                ends(range, |text| rank(text).filter(|&rank| rank < self.ranks)).ok_or_else(|| {
                    range.error(format!(
                        "\"{}\" should be ranks of the board, such as 7 or 7-8",
                        range.as_str()
                    ))
                })?;
            return Ok(Some(block(
                Square::new(0, low),
                Square::new(self.files - 1, high),
            )));
        }
        if words.accept("file") {
            let range = words.expect("a file or files, such as a or a-c")?;
            let (low, high) =
                ends(range, |text| file(text).filter(|&file| file < self.files)).ok_or_else(|| {
                    range.error(format!(
                        "\"{}\" should be files of the board, such as a or a-c",
                        range.as_str()
                    ))
                })?;
            return Ok(Some(block(
                Square::new(low, 0),
                Square::new(high, self.ranks - 1),
            )));
        }
        let Some(word) = words.peek().filter(|word| looks_like_squares(word.as_str())) else {
            return Ok(None);
        };
        words.next();
        let mut corners = word.split('-');
        let first = self.square(corners.next().unwrap_or(word))?;
        let second = corners.next().map_or(Ok(first), |text| self.square(text))?;
        Ok(Some(block(first, second)))
    }
}

/// The rectangle between two corners.
fn block(a: Square, b: Square) -> Bitboard {
    let files = a.file().min(b.file())..=a.file().max(b.file());
    let ranks = a.rank().min(b.rank())..=a.rank().max(b.rank());
    ranks
        .flat_map(|rank| files.clone().map(move |file| Square::new(file, rank)))
        .collect()
}

/// Whether a word is meant as a square or a rectangle: small letters followed by digits.
fn looks_like_squares(word: &str) -> bool {
    word.split('-').count() <= 2
        && word.split('-').all(|corner| {
            corner.len() >= 2
                && corner.starts_with(|c: char| c.is_ascii_lowercase())
                && corner[1..].bytes().all(|b| b.is_ascii_digit())
        })
}

fn not_a_set(word: Text) -> String {
    format!(
        "\"{}\" is no set of squares; write squares (a1), blocks (d4-g7), `rank 7-8`, `file a-c`, `last 2`, `first`",
        word.as_str()
    )
}

/// Reads `X` or `X-Y`, as the lower and the upper end.
fn ends<'a>(text: Text<'a>, read: impl Fn(&'a str) -> Option<u8>) -> Option<(u8, u8)> {
    match text.as_str().split_once('-') {
        Some((a, b)) => {
            let (a, b) = (read(a)?, read(b)?);
            Some((a.min(b), a.max(b)))
        }
        None => read(text.as_str()).map(|a| (a, a)),
    }
}

/// A rank's number from 0, of its text from 1.
fn rank(text: &str) -> Option<u8> {
    text.parse::<u8>().ok()?.checked_sub(1)
}

/// A file's number from 0, of its letter.
fn file(text: &str) -> Option<u8> {
    match text.as_bytes() {
        [letter @ b'a'..=b'p'] => Some(letter - b'a'),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::parse::text::Located;
    use std::sync::Arc;

    const SIZE: Size = Size { files: 10, ranks: 8 };

    fn located(text: &str) -> Located {
        Located::new(&Arc::from("f"), 1, text, 0..text.len())
    }

    fn names(set: Bitboard) -> String {
        let names: Vec<String> = set.into_iter().map(|square| square.to_string()).collect();
        names.join(" ")
    }

    #[test]
    fn sets_are_blocks_ranks_and_files() {
        let set = |text: &str| SIZE.set(located(text).text()).map(names);
        assert_eq!(set("c3-b2 j8"), Ok("b2 c2 b3 c3 j8".to_string()));
        assert_eq!(set("rank 8 a1").map(|s| s.len()), Ok(3 * 11 - 1));
        assert_eq!(set("file c-d").map(|s| s.len()), Ok(3 * 16 - 1));
        for (text, column) in [
            ("a9", 1),
            ("a1 k1", 4),
            ("a1-b9", 4),
            ("rank 9", 6),
            ("file z", 6),
            ("rank", 5),
            ("x", 1),
            ("last", 1),
        ] {
            let error = SIZE.set(located(text).text()).expect_err(text);
            assert_eq!(error.column, column, "{text}: {error}");
        }
    }

    #[test]
    fn a_sides_set_is_mirrored_for_black() {
        let sides = |text: &str| {
            let located = located(text);
            let mut words = located.text().words();
            SIZE.sides_set(&mut words).map(|sets| {
                (
                    names(sets[Colour::White]),
                    names(sets[Colour::Black]),
                    words.rest().as_str().to_string(),
                )
            })
        };
        assert_eq!(
            sides("a1-a2 to Q"),
            Ok(("a1 a2".into(), "a7 a8".into(), "to Q".into()))
        );
        assert_eq!(
            sides("white a1 black b1"),
            Ok(("a1".into(), "b1".into(), String::new()))
        );
        assert_eq!(sides("last 2"), sides("rank 7-8"));
        assert_eq!(sides("first to Q"), sides("rank 1 to Q"));
        for text in ["", "to", "last 9", "white a1", "white black a1"] {
            assert!(sides(text).is_err(), "{text}");
        }
    }
}
