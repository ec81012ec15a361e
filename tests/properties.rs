//! What holds in every position of every variant, checked along random games. The games follow from a seed, so a
//! failure repeats; its message names variant, game and FEN.

use birnam::eval::Tapered;
use birnam::movegen::{Kind, count_legal, generate, has_legal_move, is_legal, legal_moves};
use birnam::position::{Move, MoveList, Position, SplitMix, Status, move_text, parse_move};
use birnam::tools::perft;
use birnam::variant::Library;
use std::collections::BTreeSet;

/// Builds with debug assertions check all incremental state after every move, and are slow.
const GAMES: u64 = if cfg!(debug_assertions) { 100 } else { 1000 };
const PLIES: usize = 120;

/// Variants where White's and Black's rules mirror each other: all but those with two different armies that castle
/// with different pieces.
fn is_symmetric(variant: &str) -> bool {
    !variant.starts_with("treeleaders")
}

/// Plays random games of every variant and shows each position to `check`, along with a source of random numbers.
pub fn random_games(games: u64, check: impl Fn(&mut Position, &mut SplitMix)) {
    let library = Library::built_in();
    let names: Vec<_> = library.names().map(str::to_string).collect();
    assert!(!names.is_empty());
    for name in names {
        let rules = library.rules(&name).expect("a listed variant exists");
        for game in 0..games {
            let mut random = SplitMix(game);
            let mut position = Position::start(&rules);
            for _ in 0..PLIES {
                check(&mut position, &mut random);
                let moves = legal_moves(&position);
                if moves.is_empty() {
                    break;
                }
                position.make(moves[(random.draw() % moves.len() as u64) as usize]);
            }
        }
    }
}

/// Name and FEN, for messages.
pub fn place(position: &Position) -> String {
    format!("{} {}", position.rules().name, position.fen())
}

/// All that a position tells about itself.
fn facts(position: &Position) -> (String, u64, Tapered, i32, bool, Status) {
    (
        position.fen(),
        position.hash(),
        position.piece_square_sum(),
        position.phase(),
        position.in_check(),
        position.status(),
    )
}

fn sorted(moves: &[Move]) -> Vec<Move> {
    let mut moves = moves.to_vec();
    moves.sort_unstable();
    moves
}

#[test]
fn a_fen_read_again_is_the_same_position() {
    random_games(GAMES, |position, random| {
        let fen = position.fen();
        let again = Position::from_fen(position.rules(), &fen)
            .unwrap_or_else(|error| panic!("{}: {error}", place(position)));
        assert_eq!(again.fen(), fen, "{}", place(position));
        assert_eq!(again.hash(), position.hash(), "{}", place(position));
        assert_eq!(
            again.piece_square_sum(),
            position.piece_square_sum(),
            "{}",
            place(position)
        );
        // Move generation takes long; a sample will do.
        if random.draw() % 8 == 0 {
            let moves = sorted(&legal_moves(position));
            assert_eq!(sorted(&legal_moves(&again)), moves, "{}", place(position));
        }
    });
}

#[test]
fn unmake_restores_everything() {
    random_games(GAMES / 20, |position, _| {
        let before = facts(position);
        for &mv in &legal_moves(position) {
            position.make(mv);
            position.unmake();
            assert_eq!(facts(position), before, "after {mv:?}");
        }
        if !position.in_check() {
            position.make_null();
            position.unmake_null();
            assert_eq!(facts(position), before, "after a null move");
        }
    });
}

#[test]
fn the_generators_agree() {
    random_games(GAMES / 10, |position, _| {
        let all = sorted(&legal_moves(position));
        let (mut tactical, mut quiet) = (MoveList::new(), MoveList::new());
        generate(position, Kind::Tactical, &mut tactical);
        generate(position, Kind::Quiet, &mut quiet);
        assert!(tactical.iter().all(|mv| mv.is_tactical()), "{}", place(position));
        assert!(!quiet.iter().any(|mv| mv.is_tactical()), "{}", place(position));
        assert_eq!(
            sorted(&[&*tactical, &*quiet].concat()),
            all,
            "{}",
            place(position)
        );
        assert!(
            all.windows(2).all(|pair| pair[0] != pair[1]),
            "{}",
            place(position)
        );
        assert_eq!(count_legal(position), all.len() as u64, "{}", place(position));
        assert_eq!(has_legal_move(position), !all.is_empty(), "{}", place(position));
    });
}

#[test]
fn legality_of_a_single_move_agrees_with_the_list() {
    random_games(GAMES / 10, |position, random| {
        let moves = sorted(&legal_moves(position));
        let check = |mv: Move| {
            let listed = moves.binary_search(&mv).is_ok();
            assert_eq!(is_legal(position, mv), listed, "{mv:?} in {}", place(position));
        };
        moves.iter().copied().for_each(check);
        // Moves of neighbouring positions are what a transposition table brings up.
        if let Some(&mv) = moves.get((random.draw() % moves.len().max(1) as u64) as usize) {
            let mut other = position.clone();
            other.make(mv);
            legal_moves(&other).iter().copied().for_each(check);
        }
        // Near misses: legal moves with some bit wrong; and any number at all.
        for &mv in &moves {
            Move::from_bits(mv.bits() ^ 1 << (random.draw() % 32))
                .into_iter()
                .for_each(check);
        }
        for _ in 0..20 {
            Move::from_bits(random.draw() as u32).into_iter().for_each(check);
        }
    });
}

#[test]
fn every_move_has_a_text_of_its_own() {
    random_games(GAMES / 50, |position, _| {
        let mut texts = BTreeSet::new();
        for &mv in &legal_moves(position) {
            let text = move_text(position, mv);
            assert_eq!(
                parse_move(position, &text),
                Ok(mv),
                "{text} in {}",
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
fn counts_are_the_same_with_colours_exchanged() {
    random_games(GAMES / 50, |position, random| {
        if !is_symmetric(&position.rules().name) || random.draw() % 8 != 0 {
            return;
        }
        let fen = position.fen();
        let mirrored = mirror(&fen, position.rules().geometry.ranks());
        let mut other = Position::from_fen(position.rules(), &mirrored)
            .unwrap_or_else(|error| panic!("{fen} mirrored is {mirrored}: {error}"));
        assert_eq!(
            perft::count(position, 2),
            perft::count(&mut other, 2),
            "{fen} mirrored is {mirrored}"
        );
    });
}

/// The FEN with colours exchanged and ranks turned over.
fn mirror(fen: &str, ranks: u8) -> String {
    let mut fields = fen.split(' ');
    let mut field = || fields.next().unwrap_or_default();
    let (placement, side, castling, en_passant) = (field(), field(), field(), field());
    let (clock, number) = (field(), field());
    let (board, holdings) = placement.split_once('[').unwrap_or((placement, ""));
    let rows: Vec<_> = board.split('/').rev().map(swap_case).collect();
    let board = rows.join("/");
    let placement = if holdings.is_empty() {
        board
    } else {
        format!("{board}[{}", exchange(holdings))
    };
    let side = if side == "w" { "b" } else { "w" };
    let (castling, en_passant) = (exchange(castling), mirror_squares(en_passant, ranks));
    let mut mirrored = vec![format!(
        "{placement} {side} {castling} {en_passant} {clock} {number}"
    )];
    for word in fields {
        let (key, value) = word.split_once('=').expect("trailing words are key=value");
        let value = match key {
            "armies" => {
                let (white, black) = value.split_once('/').expect("two armies");
                format!("{black}/{white}")
            }
            _ => mirror_squares(value, ranks),
        };
        mirrored.push(format!("{key}={value}"));
    }
    mirrored.join(" ")
}

fn swap_case(text: &str) -> String {
    let swap = |c: char| {
        if c.is_lowercase() {
            c.to_ascii_uppercase()
        } else {
            c.to_ascii_lowercase()
        }
    };
    text.chars().map(swap).collect()
}

/// Swaps case and brings what is now White's to the front. Marks stay with their letters.
fn exchange(text: &str) -> String {
    let first_black = text.find(|c: char| c.is_ascii_lowercase()).unwrap_or(text.len());
    let end = text.find(']').unwrap_or(text.len());
    let (white, rest) = text.split_at(first_black.min(end));
    let (black, end) = rest.split_at(end - white.len());
    swap_case(&[black, white, end].concat())
}

/// Turns the ranks of all squares in a text over.
fn mirror_squares(text: &str, ranks: u8) -> String {
    let mut mirrored = String::new();
    let mut digits = String::new();
    let mut after_file = false;
    for c in text.chars().chain([' ']) {
        if after_file && c.is_ascii_digit() {
            digits.push(c);
            continue;
        }
        if let Ok(rank) = digits.parse::<u8>() {
            mirrored.push_str(&(ranks + 1 - rank).to_string());
            digits.clear();
        }
        after_file = c.is_ascii_lowercase();
        mirrored.push(c);
    }
    mirrored.trim_end().to_string()
}
