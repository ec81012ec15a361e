//! Variant files: the built-in ones, slips with their places, and arbitrary text.

use birnam::board::{Bitboard, Colour, Square};
use birnam::variant::parse::{Variant, parse};
use birnam::variant::{
    Definition, FirstMove, Hop, Library, Outcome, Pattern, PromotionTargets, Trigger, VariantError,
};
use proptest::prelude::*;

const CHESS: &str = include_str!("../src/variant/library/chess.ini");
const TREE_GARDEN: &str = include_str!("../src/variant/library/tree-garden.ini");

/// Reads a file on top of chess.
fn read(text: &str) -> Result<Vec<Variant>, VariantError> {
    let chess = parse("chess.ini", CHESS, |_| None).expect("chess is well written");
    parse("test.ini", text, |name| (name == "chess").then(|| &chess[0]))
}

fn definition(name: &str) -> Definition {
    Library::built_in()
        .definition(name)
        .expect("a built-in variant")
        .clone()
}

fn square(text: &str) -> Square {
    text.parse().expect("a square")
}

fn ids(targets: &PromotionTargets) -> String {
    match targets {
        PromotionTargets::List(ids) => ids.join(" "),
    }
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
    let expected = "chess capablanca gothic embassy janus chancellor modern tree-garden tree-garden-marquess";
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
fn chess_is_orthodox() {
    let chess = definition("chess");
    assert_eq!((chess.files, chess.ranks, chess.holes), (8, 8, Bitboard::EMPTY));
    assert_eq!((chess.stalemate, chess.checkmate), (Outcome::Draw, Outcome::Loss));
    assert_eq!(
        (chess.move_rule, chess.repetition, chess.royals_alone_draw),
        (50, 3, true)
    );
    assert!(!chess.castling_by_partner);
    let castling: Vec<String> = chess
        .castling
        .iter()
        .map(|c| format!("{}-{} {:?} {}", c.king_from, c.king_to, c.partners, c.partner_to))
        .collect();
    assert_eq!(castling, ["e1-c1 [a1] d1", "e1-g1 [h1] f1"]);
    let pawn = chess.pieces.last().expect("a pawn");
    assert_eq!(
        (pawn.id.as_str(), pawn.name.as_str(), pawn.pawn),
        ("P", "Pawn", true)
    );
    assert_eq!(pawn.moves.len(), 3);
    assert_eq!(ids(&pawn.promotions[0].to), "Q R B N");
    assert!(!pawn.promotions[0].optional);
    let Trigger::Reach(zone) = pawn.promotions[0].trigger else {
        panic!("a pawn promotes by reaching the last rank");
    };
    assert!(zone[Colour::White].has(square("e8")) && zone[Colour::Black].has(square("e1")));
    assert_eq!(zone[Colour::White].len(), 8);
}

#[test]
fn tree_garden_has_its_hole_and_its_partners() {
    let garden = definition("tree-garden");
    assert_eq!(garden.holes.len(), 16);
    assert!(garden.holes.has(square("d4")) && garden.holes.has(square("g7")));
    assert_eq!(garden.castling[0].partners, [square("a1"), square("b1")]);
    assert_eq!(garden.castling[1].partners, [square("i1"), square("j1")]);
    let pawn = garden
        .pieces
        .iter()
        .find(|piece| piece.id == "P")
        .expect("a pawn");
    assert_eq!(pawn.first_move, FirstMove::StartSquares);
    assert_eq!(ids(&pawn.promotions[0].to), "Q H E R A V B N");
    let marquess = definition("tree-garden-marquess");
    let pawn = marquess
        .pieces
        .iter()
        .find(|piece| piece.id == "P")
        .expect("a pawn");
    assert_eq!(ids(&pawn.promotions[0].to), "Q H E M A V");
    assert_eq!(
        pawn.moves,
        garden
            .pieces
            .iter()
            .find(|piece| piece.id == "P")
            .expect("a pawn")
            .moves
    );
    assert_eq!(marquess.pieces.len(), garden.pieces.len() + 1);
}

#[test]
fn castling_o_takes_the_outermost_pieces() {
    let text = "[variant x]\ninherit = chess\ncastling = none\n";
    assert!(
        read(text).expect("well written")[0]
            .definition
            .castling
            .is_empty()
    );
    let text = "[variant x]\nstart = rn2kn2/8/8/8/8/8/8/RN2KN2 w - - 0 1\n[x piece K]\nmove = KisO2\nroyal = yes\n\
                [x piece R]\nmove = R\n[x piece N]\nmove = N\n";
    let x = &read(text).expect("well written")[0].definition;
    assert_eq!(x.castling.len(), 2);
    assert_eq!(
        (x.castling[0].king_to, x.castling[0].partner_to),
        (square("c1"), square("d1"))
    );
    assert_eq!(
        (x.castling[1].king_to, x.castling[1].partners[0]),
        (square("g1"), square("f1"))
    );
    assert!(
        x.pieces[0]
            .moves
            .iter()
            .all(|c| !matches!(c.pattern, Pattern::Castle { .. }))
    );
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
fn a_missing_file_is_an_error_without_a_line() {
    let error = Library::built_in()
        .load("no/such/file.ini".as_ref())
        .expect_err("no such file");
    assert!(
        error.to_string().starts_with("no/such/file.ini: cannot be read"),
        "{error}"
    );
}

/// Whatever a text is, it is read or refused with a place inside it.
fn is_read_or_refused(text: &str) {
    if let Err(error) = read(text) {
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
    fn arbitrary_xbetza_never_panics(text in "([fblrvshmceinjpga]{0,4}[WFDNAHCZGKQRBOXY][0-9]{0,2}){1,4}") {
        is_read_or_refused(&format!("[variant x]\ninherit = chess\n[x piece K]\nmove = {text}"));
    }

    #[test]
    fn mutated_files_never_panic(
        edits in prop::collection::vec((any::<prop::sample::Index>(), 0..4_u8, any::<prop::sample::Index>(), any::<char>()), 1..6)
    ) {
        let mut text: Vec<char> = TREE_GARDEN.chars().collect();
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
