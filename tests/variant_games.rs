//! What the built-in variant files say, against the rules of their games.

use birnam::board::{Bitboard, Colour, Square};
use birnam::variant::parse::parse;
use birnam::variant::{
    Cause, Definition, Facing, FirstMove, Hop, Library, Outcome, Pattern, PromotionTargets, Shots, Stay,
    Trigger,
};

const CHESS: &str = include_str!("../src/variant/library/chess.ini");

fn definition(name: &str) -> Definition {
    Library::built_in()
        .definition(name)
        .expect("a built-in variant")
        .clone()
}

/// The definitions of a file, read on top of chess.
fn file(text: &str) -> Vec<Definition> {
    let chess = parse("chess.ini", CHESS, |_| None).expect("chess is well written");
    let variants =
        parse("test.ini", text, |name| (name == "chess").then(|| &chess[0])).expect("well written");
    variants.into_iter().map(|variant| variant.definition).collect()
}

fn square(text: &str) -> Square {
    text.parse().expect("a square")
}

fn ids(targets: &PromotionTargets) -> String {
    targets.ids().join(" ")
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
fn treeleaders_has_two_armies_that_shoot() {
    let file = file(include_str!("../src/variant/library/treeleaders.ini"));
    assert_eq!(file.len(), 2);
    assert!(file[1].start.contains(" b ") && file[1].pieces.len() == 18);
    let game = &file[0];
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
    let game = &file(include_str!("../src/variant/library/feudal.ini"))[0];
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
    let game = &file(include_str!("../src/variant/library/short-sliders.ini"))[0];
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
    let game = &file(include_str!("../src/variant/library/grand.ini"))[0];
    let promotions = &game.piece("P").expect("a pawn").promotions;
    assert_eq!(
        (promotions[0].stay, promotions[1].stay),
        (Stay::Never, Stay::Always)
    );
    assert!(matches!(promotions[0].to, PromotionTargets::Lost(_)));
}
