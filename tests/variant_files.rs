//! Variant files: the built-in ones, slips with their places, and arbitrary text.

use birnam::board::{Bitboard, Colour, Square};
use birnam::variant::parse::{Variant, parse};
use birnam::variant::{
    Cause, Definition, Facing, FirstMove, Hop, Library, Outcome, Pattern, PromotionTargets, Shots, Stay,
    Trigger, VariantError,
};
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
    targets.ids().join(" ")
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
    let expected =
        "chess capablanca gothic embassy janus chancellor modern courier tree-garden tree-garden-marquess";
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
    assert_eq!(pawn.promotions[0].stay, Stay::Never);
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
    let castling: Vec<String> = garden
        .castling
        .iter()
        .map(|c| {
            format!(
                "{} {}-{} {:?} {}",
                c.san, c.king_from, c.king_to, c.partners, c.partner_to
            )
        })
        .collect();
    let expected = [
        "O-O e1-c1 [a1] d1",
        "H-H e1-c1 [b1] d1",
        "E-E-E e1-g1 [i1] f1",
        "O-O-O e1-g1 [j1] f1",
    ];
    assert_eq!(castling, expected);
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
fn treeleaders_has_two_armies_that_shoot() {
    let file = parse("treeleaders.ini", TREELEADERS, |_| None).expect("well written");
    assert_eq!(file.len(), 2);
    assert!(file[1].definition.start.contains(" b ") && file[1].definition.pieces.len() == 18);
    let game = &file[0].definition;
    assert_eq!((game.stalemate, game.facing), (Outcome::Loss, Facing::Queen));
    assert!(game.castling_by_partner);
    assert!(game.piece("T").expect("a Treeleader").safe_path);
    let zone = game.piece("A").expect("an Archer").no_capture;
    assert!(zone[Colour::White].has(square("a7")) && !zone[Colour::White].has(square("a6")));
    assert!(zone[Colour::Black].has(square("a4")) && !zone[Colour::Black].has(square("a5")));
    let rifle = |id: &str| {
        game.piece(id)
            .and_then(|piece| piece.rifle.clone())
            .expect("a rifle")
    };
    let archer = rifle("A");
    assert_eq!((archer.standing, archer.moving), (true, false));
    let Shots::Moves(shots) = archer.shots else {
        panic!("an Archer shoots along lines");
    };
    assert!(
        matches!(
            shots[0].pattern,
            Pattern::Ride {
                range: 3,
                hop: Hop::None,
                ..
            }
        ) && !shots[0].quiet
    );
    let vampire = rifle("V");
    assert_eq!((vampire.standing, vampire.moving), (true, true));
    assert_eq!(
        (rifle("D").shots, rifle("D").standing, rifle("D").moving),
        (Shots::Along, false, true)
    );
    let nahbi = game.piece("M").expect("a Nahbi");
    assert!(nahbi.moves[0].capture && !nahbi.moves[1].capture);
}

#[test]
fn feudal_has_33_armies_with_abilities() {
    let game = &parse("feudal.ini", FEUDAL, |_| None).expect("well written")[0].definition;
    let armies = game.armies.as_ref().expect("armies");
    assert_eq!(armies.list.len(), 33);
    assert_eq!(
        (armies.list[0].name.as_str(), armies.list[0].pieces.join("")),
        ("Royal", "FDCA".to_string())
    );
    let squares: Vec<String> = armies.squares.iter().map(Square::to_string).collect();
    assert_eq!(squares.join(" "), "e1 h1 b1 k1");
    for army in &armies.list {
        let (summons, honours) = match army.name.as_str() {
            "Summons" => (true, false),
            "Honours" => (false, true),
            "Valour" => (true, true),
            _ => (false, false),
        };
        assert_eq!((army.summons, army.honours), (summons, honours), "{}", army.name);
    }
    let call = &game.summons[1];
    assert_eq!(
        (
            call.called.as_str(),
            call.caller.as_str(),
            call.attacks_of.as_str()
        ),
        ("N", "D", "N")
    );
    assert_eq!(
        (game.summons[0].attacks_of.as_str(), game.summons.len()),
        ("C", 6)
    );
    let honour = &game.honours[3];
    assert_eq!(
        (honour.piece.as_str(), honour.captures, honour.becomes.as_str()),
        ("P", 2, "G")
    );
    assert_eq!(
        (game.castling.len(), game.castling_over.join("")),
        (4, "OFWDSACLGMX".to_string())
    );
    let promotion = |id: &str| {
        game.piece(id)
            .map(|piece| piece.promotions[0].clone())
            .expect("a promotion")
    };
    assert!(matches!(promotion("P").to, PromotionTargets::Absent(_)));
    assert_eq!(
        (promotion("P").stay, ids(&promotion("P").to)),
        (Stay::Never, "Q R B N W D S A C L G M".into())
    );
    assert_eq!(
        (promotion("G").stay, ids(&promotion("G").to)),
        (Stay::Always, "Q R B N W D S A C L M".into())
    );
    assert!(matches!(promotion("G").trigger, Trigger::Enter(_)));
}

#[test]
fn short_sliders_promotes_by_place_capture_and_holdings() {
    let game = &parse("short-sliders.ini", SHORT_SLIDERS, |_| None).expect("well written")[0].definition;
    assert_eq!(game.pieces.len(), 44);
    assert_eq!(
        (game.bare_royal, game.brake.as_deref(), game.holdings),
        (Some(Outcome::Loss), Some("G'"), true)
    );
    let rules = |id: &str| game.piece(id).expect("a piece").transformations.clone();
    let Cause::Capture(victims) = &rules("N")[0].cause else {
        panic!("a Knight promotes by capture");
    };
    assert_eq!(victims.len(), 41, "all but King, Pawn and Berolina Pawn");
    let Cause::Reach(zone) = &rules("N")[1].cause else {
        panic!("a Knight promotes by place");
    };
    assert!(zone[Colour::White].has(square("a13")) && zone[Colour::Black].has(square("a4")));
    assert_eq!((zone[Colour::White].len(), rules("N")[1].to.as_str()), (48, "N'"));
    let Cause::Capture(victims) = &rules("N'")[0].cause else {
        panic!("a Gnu promotes by capture");
    };
    assert_eq!(victims.len(), 14 + 8, "all first and second promotions");
    assert_eq!(rules("S")[0].if_none_of, ["W", "S'"]);
    assert_eq!(rules("W")[1].if_none_of, ["S", "S'"]);
    assert_eq!(
        (
            rules("G").len(),
            rules("G'").len(),
            rules("S'").len(),
            rules("A").len()
        ),
        (1, 0, 0, 0)
    );
    assert_eq!(game.line_of("N"), ["N", "N'", "N!"]);
    assert_eq!(
        (game.line_of("W"), game.line_of("D")),
        (vec!["W", "S'"], vec!["D"])
    );
    let promotions = &game.piece("Y").expect("a Berolina Pawn").promotions;
    assert_eq!(
        (promotions[0].stay, promotions[0].to.ids().len()),
        (Stay::IfNone, 19 + 14)
    );
    assert_eq!(
        (promotions[1].stay, promotions[1].to.ids().len()),
        (Stay::Always, 19)
    );
    assert!(matches!(promotions[1].to, PromotionTargets::Held(_)));
}

#[test]
fn grand_promotes_to_what_was_lost() {
    let game = one(include_str!("../src/variant/library/grand.ini"));
    let promotions = &game.piece("P").expect("a pawn").promotions;
    assert_eq!(
        (promotions[0].stay, promotions[1].stay),
        (Stay::Never, Stay::Always)
    );
    assert!(matches!(promotions[0].to, PromotionTargets::Lost(_)));
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
