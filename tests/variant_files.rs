//! Variant files: the built-in ones, slips with their places, and arbitrary text.

use birnam::board::Colour;
use birnam::variant::parse::{Variant, parse};
use birnam::variant::{Definition, Hop, Library, Outcome, Pattern, VariantError};
use proptest::prelude::*;
use std::io::Write;

const CHESS: &str = include_str!("../src/variant/library/chess.ini");
const FEUDAL: &str = include_str!("../src/variant/library/feudal.ini");
const SHORT_SLIDERS: &str = include_str!("../src/variant/library/short-sliders.ini");
const TREELEADERS: &str = include_str!("../src/variant/library/treeleaders.ini");
const TREE_GARDEN: &str = include_str!("../src/variant/library/tree-garden.ini");

/// Reads a file on top of chess.
fn read(text: &str) -> Result<Vec<Variant>, VariantError> {
    let chess = parse("chess.ini", CHESS, |_| None).expect("chess is well written");
    parse("test.ini", text, |name| (name == "chess").then(|| &chess[0]))
}

/// The only definition of a text.
fn one(text: &str) -> Definition {
    read(text).expect("well written").remove(0).definition
}

#[test]
fn slips_are_errors_with_a_place_and_a_remedy() {
    let cases = include_str!("variant_files/errors.txt");
    let mut wrong = Vec::new();
    let cases = cases.split("\n=== ").skip(1);
    for case in cases {
        let (head, text) = case.split_once('\n').expect("a case has a first line");
        let (place, message) = head.split_once(' ').expect("a place and a message");
        match read(text) {
            Ok(_) => wrong.push(format!("accepted, but {head}\n{text}")),
            Err(e) if format!("{}:{}", e.line, e.column) == place && e.message.contains(message) => {}
            Err(e) => wrong.push(format!("{e}\ninstead of {head}\n{text}")),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn the_library_has_the_variants_in_order() {
    let library = Library::built_in();
    let names: Vec<&str> = library.names().collect();
    let expected = "chess capablanca gothic embassy janus chancellor modern grand courier treeleaders treeleaders-black-first \
         tree-garden tree-garden-marquess feudal short-sliders";
    assert_eq!(names.join(" "), expected);
    for name in names {
        let definition = library.definition(name).expect("a listed variant");
        assert_eq!(definition.name, name);
        assert!(
            !definition.title.is_empty() && definition.pieces.len() > 5,
            "{name}"
        );
    }
}

#[test]
fn unknown_names_are_answered_with_the_nearest() {
    let library = Library::built_in();
    let error = library.definition("tree-gardn").expect_err("a mistyped name");
    assert!(
        error.contains("did you mean \"tree-garden\"?") && error.contains("birnam variants"),
        "{error}"
    );
}

#[test]
fn castling_o_takes_the_outermost_pieces() {
    assert!(
        one("[variant x]\ninherit = chess\ncastling = none\n")
            .castling
            .is_empty()
    );
    let text = "[variant x]\nstart = rn2kn2/8/8/8/8/8/8/RN2KN2 w - - 0 1\n[x piece K]\nmove = KisO2\nroyal = yes\n\
                [x piece R]\nmove = R\n[x piece N]\nmove = N\n";
    let mut library = Library::built_in();
    library.load_text("test.ini", text).expect("well written");
    let rules = library.rules("x").expect("playable");
    for colour in Colour::BOTH {
        let mut ways: Vec<String> = rules.castling[colour]
            .iter()
            .map(|way| {
                format!(
                    "{}-{} {}-{}",
                    way.king_from, way.king_to, way.partner_from, way.partner_to
                )
            })
            .collect();
        ways.sort_unstable();
        let rank = if colour == Colour::White { "1" } else { "8" };
        let expected = ["e1-c1 a1-d1", "e1-g1 f1-f1"].map(|way| way.replace('1', rank));
        assert_eq!(ways, expected);
    }
}

#[test]
fn only_pawns_can_be_taken_en_passant() {
    let text = "[variant x]\ninherit = chess\n[x piece N]\nmove = nNmpR\n";
    let variants = read(text).expect("well written");
    let knight = variants[0]
        .definition
        .pieces
        .iter()
        .find(|piece| piece.id == "N")
        .expect("a knight");
    assert!(knight.moves.iter().all(|component| !component.leaves_en_passant));
    assert!(matches!(
        knight.moves[1].pattern,
        Pattern::Ride { hop: Hop::Cannon, .. }
    ));
}

#[test]
fn a_file_can_inherit_within_itself_and_replace_a_known_variant() {
    let text = "\u{feff}# comment\r\n[variant chess]\r\ninherit = chess\r\ntitle = Other\r\n\r\n[variant y]\r\n\
                inherit = chess\r\nstalemate = win\r\n";
    let variants = read(text).expect("well written");
    let titles: Vec<&str> = variants
        .iter()
        .map(|variant| variant.definition.title.as_str())
        .collect();
    assert_eq!(titles, ["Other", "Other"]);
    assert_eq!(variants[1].definition.stalemate, Outcome::Win);
}

#[test]
fn an_error_in_inherited_text_points_at_its_own_file() {
    let text = "[variant x]\ninherit = chess\nboard = 7x8\nstart = 4k2/7/7/7/7/7/7/4K2 w - - 0 1\n";
    let error = read(text).expect_err("the castling of chess does not fit");
    assert_eq!((error.file.as_str(), error.line), ("chess.ini", 5), "{error}");
}

#[test]
fn what_cannot_be_played_is_an_error_at_the_variant() {
    let text = "[variant x]\ninherit = chess\nstart = 4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1\ncastling = none\n";
    let mut library = Library::built_in();
    let error = library
        .load_text("test.ini", text)
        .expect_err("rights without rooks");
    assert_eq!((error.line, error.column), (1, 2), "{error}");
    assert!(library.definition("x").is_err());
}

#[test]
fn a_loaded_file_joins_the_library() {
    let mut file = tempfile::NamedTempFile::new().expect("a temporary file");
    file.write_all(b"[variant x]\ninherit = tree-garden\n[variant chess]\ninherit = chess\ntitle = Y\n")
        .expect("written");
    let mut library = Library::built_in();
    let before = library.names().count();
    library.load(file.path()).expect("well written");
    assert_eq!(library.names().count(), before + 1);
    assert_eq!(library.rules("chess").expect("known").title, "Y");
    assert_eq!(library.rules("x").expect("known").pieces.len(), 10);
}

#[test]
fn a_missing_file_is_an_error_without_a_line() {
    let error = Library::built_in()
        .load("no/such/file.ini".as_ref())
        .expect_err("no such file");
    assert!(
        error.to_string().starts_with("no/such/file.ini: cannot be read"),
        "{error}"
    );
}

/// Whatever a text is, it is read and compiled, or refused with a place inside it.
fn is_read_or_refused(text: &str) {
    let result = Library::built_in().load_text("test.ini", text);
    if let Err(error) = result {
        let own = error.file == "test.ini";
        assert!(own || error.file == "chess.ini", "{error}");
        let text = if own { text } else { CHESS };
        let line = error.line as usize;
        assert!(line <= text.lines().count(), "{error}");
        assert_eq!(line == 0, error.column == 0, "{error}");
        if line > 0 {
            let characters = text
                .lines()
                .nth(line - 1)
                .expect("an existing line")
                .chars()
                .count();
            assert!(error.column as usize <= characters + 1, "{error}");
        }
        assert!(!error.message.is_empty());
    }
}

proptest! {
    #[test]
    fn arbitrary_text_never_panics(text in "\\PC*") {
        is_read_or_refused(&text);
    }

    #[test]
    fn arbitrary_values_never_panic(key in "[a-z-]{1,12}", value in "\\PC{0,40}", id in "[A-Z]['!]?") {
        is_read_or_refused(&format!("[variant x]\ninherit = chess\n{key} = {value}\n[x piece {id}]\n{key} = {value}"));
    }

    #[test]
    fn arbitrary_xbetza_never_panics(text in "([fblrvshmceinjpgaz]{0,4}[WFDNAHCZGKQRBOXY][0-9]{0,2}){1,4}") {
        is_read_or_refused(&format!("[variant x]\ninherit = chess\n[x piece K]\nmove = {text}"));
    }

    #[test]
    fn mutated_files_never_panic(
        file in prop::sample::select(vec![TREE_GARDEN, TREELEADERS, FEUDAL, SHORT_SLIDERS]),
        edits in prop::collection::vec((any::<prop::sample::Index>(), 0..4_u8, any::<prop::sample::Index>(), any::<char>()), 1..6)
    ) {
        let mut text: Vec<char> = file.chars().collect();
        for (place, kind, other, character) in edits {
            let (place, other) = (place.index(text.len()), other.index(text.len()));
            match kind {
                0 => { text.remove(place); }
                1 => text.insert(place, character),
                2 => text[place] = text[other],
                _ => text.swap(place, other),
            }
        }
        is_read_or_refused(&text.into_iter().collect::<String>());
    }
}
