//! Reading FEN: what is put into normal form, what is refused with which words, and that nothing makes it panic.

use crate::common;
use birnam::position::Position;
use birnam::variant::{Library, Rules};
use proptest::prelude::*;
use proptest::sample::select;
use std::sync::{Arc, LazyLock};

static LIBRARY: LazyLock<Library> = LazyLock::new(Library::built_in);
static NAMES: LazyLock<Vec<&str>> = LazyLock::new(|| LIBRARY.names().collect());

fn rules(name: &str) -> Arc<Rules> {
    LIBRARY.rules(name).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn every_row_holds() {
    let mut failures = Vec::new();
    for block in common::blocks("fen", "fen") {
        let read = Position::from_fen(&rules(block.get("variant")), block.get("fen"));
        let holds = match (&read, block.find("becomes"), block.find("error")) {
            (Ok(position), Some(expected), None) => position.fen() == expected,
            (Err(error), None, Some(words)) => error.to_string().contains(words),
            _ => false,
        };
        if !holds {
            let found = read
                .map(|position| position.fen())
                .map_err(|error| error.to_string());
            failures.push(format!("{} \"{}\": {found:?}", block.place, block.get("id")));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// What is read is written so that it is read again as the same.
fn check(name: &str, text: &str) {
    let rules = rules(name);
    if let Ok(position) = Position::from_fen(&rules, text) {
        let fen = position.fen();
        let again = Position::from_fen(&rules, &fen).expect("the program's own FEN is read");
        assert_eq!(again.fen(), fen, "from {text:?}");
        assert_eq!(again.hash(), position.hash(), "from {text:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_read_or_refused(name in select(&NAMES[..]), text in ".*") {
        check(name, &text);
    }

    #[test]
    fn any_field_is_read_or_refused(name in select(&NAMES[..]), index in 0..8_usize, field in r"[a-pA-P0-9'!*:/,=\[\]é-]{0,12}") {
        let rules = rules(name);
        let mut fields: Vec<&str> = rules.start.split(' ').collect();
        fields.insert(index.min(fields.len()), &field);
        if index < fields.len() - 1 {
            fields.remove(index + 1);
        }
        check(name, &fields.join(" "));
    }

    #[test]
    fn a_start_array_with_another_character_is_read_or_refused(
        name in select(&NAMES[..]), at: prop::sample::Index, character in any::<char>(), ascii in 32..127_u8,
    ) {
        for character in [character, char::from(ascii)] {
            let mut characters: Vec<char> = rules(name).start.chars().collect();
            let at = at.index(characters.len());
            characters[at] = character;
            check(name, &characters.iter().collect::<String>());
        }
    }
}
