//! Standard algebraic notation: rows of data, and what holds in every position of every variant.

use crate::common::{blocks, position};
use crate::properties::{place, random_games};
use birnam::movegen::legal_moves;
use birnam::position::{Position, move_text, parse_move, parse_san, san};
use birnam::variant::Library;
use std::collections::BTreeSet;

const GAMES: u64 = if cfg!(debug_assertions) { 2 } else { 20 };

#[test]
fn every_move_has_a_san_of_its_own_that_is_read_back() {
    random_games(GAMES, |position, _| {
        let mut texts = BTreeSet::new();
        for &mv in &legal_moves(position) {
            let text = san(position, mv);
            let reading = parse_san(position, &text)
                .unwrap_or_else(|error| panic!("{text} for {mv:?}: {error} in {}", place(position)));
            assert_eq!(reading.mv, mv, "{text} in {}", place(position));
            assert!(
                reading.marks.chars().all(|mark| mark == '+' || mark == '#'),
                "{text} in {}",
                place(position)
            );
            let own = move_text(position, mv);
            assert_eq!(
                parse_san(position, &own).map(|reading| reading.mv),
                Ok(mv),
                "{own} in {}",
                place(position)
            );
            assert!(
                texts.insert(text),
                "two moves share the text of {mv:?} in {}",
                place(position)
            );
        }
    });
}

#[test]
fn moves_are_written_and_read_as_the_data_say() {
    let library = Library::built_in();
    for block in blocks("san", "san") {
        let position = position(&library, &block);
        for row in block.all("write") {
            let (text, written) = row.split_once(' ').expect("a move's text and its SAN");
            let mv =
                parse_move(&position, text).unwrap_or_else(|error| panic!("{}: {row}: {error}", block.place));
            assert_eq!(san(&position, mv), written, "{}: {text}", block.place);
        }
        for row in block.all("read") {
            let (written, text) = row.rsplit_once(' ').expect("a SAN and the move's text");
            assert_eq!(
                read(&position, written),
                Ok(text.to_string()),
                "{}: {row}",
                block.place
            );
        }
        for row in block.all("refuse") {
            let (written, message) = row.split_once(' ').expect("a SAN and a message");
            let error = read(&position, written).expect_err(row);
            assert!(error.contains(message), "{}: {row}: {error}", block.place);
        }
    }
}

/// The text of the move that a SAN means, or the message.
fn read(position: &Position, written: &str) -> Result<String, String> {
    match parse_san(position, written) {
        Ok(reading) => Ok(move_text(position, reading.mv)),
        Err(error) => Err(error.to_string()),
    }
}
