//! Small positions from `tests/rules/*.rules`, each with moves derived by hand from a sentence of the rules:
//!
//! ```text
//! variant NAME
//! id UNIQUE SHORT WORDS
//! rule "the sentence"
//! fen FEN
//! after M M ...        play these first; the lists then speak of the position after them
//! moves M M ...        the complete list of legal moves (repeatable)
//! from SQ M M ...      the complete list from one square (repeatable)
//! has M M ...          moves that must be legal
//! not M M ...          moves that must not be legal
//! becomes FEN          the FEN of the position
//! status WORD          ongoing, check, checkmate, stalemate, repetition, fifty-moves, bare-royals, bare-king
//! ```

use crate::common;
use crate::common::Block;
use birnam::movegen::legal_moves;
use birnam::position::{Position, Reason, Status, move_text, parse_move};
use birnam::variant::Library;
use std::collections::{BTreeMap, BTreeSet};

type Texts = BTreeSet<String>;

#[test]
fn every_row_holds() {
    let library = Library::built_in();
    let mut failures = Vec::new();
    let mut ids = BTreeSet::new();
    for block in common::blocks("rules", "rules") {
        let row = format!("{} {} \"{}\"", block.place, block.get("variant"), block.get("id"));
        assert!(
            ids.insert((block.get("variant").to_string(), block.get("id").to_string())),
            "{row}: the id stands twice"
        );
        let mut wrong = unknown_keywords(&block);
        wrong.extend(check(&library, &block));
        if !wrong.is_empty() {
            failures.push(format!(
                "{row}\n  rule: {}\n  {}",
                block.get("rule"),
                wrong.join("\n  ")
            ));
        }
    }
    assert!(
        failures.is_empty(),
        "{} rows fail:\n{}",
        failures.len(),
        failures.join("\n")
    );
}

fn unknown_keywords(block: &Block) -> Vec<String> {
    const KNOWN: [&str; 11] = [
        "variant", "id", "rule", "fen", "after", "moves", "from", "has", "not", "becomes", "status",
    ];
    let unknown = block
        .lines
        .iter()
        .filter(|(key, _)| !KNOWN.contains(&key.as_str()));
    unknown.map(|(key, _)| format!("unknown keyword {key}")).collect()
}

/// What does not hold.
fn check(library: &Library, block: &Block) -> Vec<String> {
    let mut position = common::position(library, block);
    for text in block.all("after").flat_map(str::split_whitespace) {
        match parse_move(&position, text) {
            Ok(mv) => position.make(mv),
            Err(error) => return vec![format!("after: {error} (in {})", position.fen())],
        }
    }
    let legal: Texts = legal_moves(&position)
        .iter()
        .map(|&mv| move_text(&position, mv))
        .collect();
    let mut wrong = vec![format!("fen: {}", position.fen())];
    wrong.extend(check_moves(block, &legal));
    wrong.extend(check_state(block, &position));
    // The FEN alone is no complaint.
    if wrong.len() == 1 { Vec::new() } else { wrong }
}

fn check_moves(block: &Block, legal: &Texts) -> Vec<String> {
    let mut wrong = Vec::new();
    let list = |keyword| -> Texts {
        block
            .all(keyword)
            .flat_map(str::split_whitespace)
            .map(str::to_string)
            .collect()
    };
    if block.find("moves").is_some() {
        compare("moves", &list("moves"), legal, &mut wrong);
    }
    let mut by_square: BTreeMap<&str, Texts> = BTreeMap::new();
    for line in block.all("from") {
        let (square, moves) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let moves = moves.split_whitespace().map(str::to_string);
        by_square.entry(square).or_default().extend(moves);
    }
    for (square, expected) in by_square {
        let found = legal
            .iter()
            .filter(|text| from_square(text) == square)
            .cloned()
            .collect();
        compare(&format!("from {square}"), &expected, &found, &mut wrong);
    }
    for text in list("has").difference(legal) {
        wrong.push(format!("has: {text} is missing"));
    }
    for text in list("not").intersection(legal) {
        wrong.push(format!("not: {text} is superfluous"));
    }
    wrong
}

/// The square that a move's text begins with.
fn from_square(text: &str) -> &str {
    let end = text[1..]
        .find(|c: char| !c.is_ascii_digit())
        .map_or(text.len(), |at| at + 1);
    &text[..end]
}

fn compare(what: &str, expected: &Texts, found: &Texts, wrong: &mut Vec<String>) {
    let list = |texts: Vec<&String>| {
        texts
            .into_iter()
            .map(String::as_str)
            .collect::<Vec<_>>()
            .join(" ")
    };
    let missing = list(expected.difference(found).collect());
    let superfluous = list(found.difference(expected).collect());
    if !missing.is_empty() {
        wrong.push(format!("{what}: missing {missing}"));
    }
    if !superfluous.is_empty() {
        wrong.push(format!("{what}: superfluous {superfluous}"));
    }
}

fn check_state(block: &Block, position: &Position) -> Vec<String> {
    let mut wrong = Vec::new();
    let fen = position.fen();
    if let Some(expected) = block.find("becomes").filter(|&expected| expected != fen) {
        wrong.push(format!("becomes: expected {expected}"));
    }
    let status = status_word(position.status());
    if let Some(expected) = block.find("status").filter(|&expected| expected != status) {
        wrong.push(format!("status: expected {expected}, found {status}"));
    }
    wrong
}

fn status_word(status: Status) -> &'static str {
    match status {
        Status::Ongoing => "ongoing",
        Status::Check => "check",
        Status::Over(_, Reason::Checkmate) => "checkmate",
        Status::Over(_, Reason::Stalemate) => "stalemate",
        Status::Over(_, Reason::Repetition) => "repetition",
        Status::Over(_, Reason::MoveRule) => "fifty-moves",
        Status::Over(_, Reason::RoyalsAlone) => "bare-royals",
        Status::Over(_, Reason::BareRoyal) => "bare-king",
    }
}
