//! Whole games between two child processes, in both protocols. The engines search to a fixed depth or number of nodes,
//! so that nothing depends on the speed of the machine.

use crate::common::child::Program;
use birnam::movegen::legal_moves;
use birnam::position::{Position, parse_move};
use birnam::tools::verdict::Verdict;
use birnam::variant::Library;

/// Plies after which a game that does not end is taken to go on for ever. The move rule ends games long before.
const ENDLESS: usize = 2000;

/// Plays a game under UCI. The library is the judge.
fn play_uci(variant: &str) {
    let rules = Library::built_in().rules(variant).expect("a built-in variant");
    let mut position = Position::start(&rules);
    let mut players = [(); 2].map(|()| Program::start(&["uci"]));
    for player in &mut players {
        player.send(&format!("setoption name UCI_Variant value {variant}"));
        player.send("ucinewgame");
    }
    let mut game = "position startpos moves".to_string();
    while Verdict::of(&position).is_none() {
        assert!(position.plies_made() < ENDLESS, "{variant}: {game}");
        let player = &mut players[position.side().index()];
        player.send(&game);
        // Some variety, the same on every run.
        player.send(&format!("go nodes {}", 200 + position.plies_made() % 7 * 50));
        let answer = player.await_line("bestmove ");
        let best = answer.split_whitespace().next().unwrap_or_default();
        let mv = parse_move(&position, best).unwrap_or_else(|error| panic!("{variant}: {game}: {error}"));
        position.make(mv);
        game.push(' ');
        game.push_str(best);
    }
    for player in players {
        let rest = player.finish();
        assert!(rest.is_empty(), "{variant}: {rest:?}");
    }
}

/// Plays a game under XBoard's protocol, passing moves on as XBoard does. Both players have to claim the same result.
fn play_xboard(variant: &str) {
    let mut players = [(); 2].map(|()| Program::start(&["xboard"]));
    for player in &mut players {
        for line in ["xboard", "protover 2", "new"] {
            player.send(line);
        }
        player.send(&format!("variant {variant}"));
        player.send("sd 2");
        player.send("ping 1");
        player.await_line("pong 1");
    }
    let [white, black] = &mut players;
    white.send("go");
    let mut turn = (white, black);
    let mut result = None;
    for ply in 0.. {
        assert!(ply < ENDLESS, "{variant} does not end");
        let line = turn.0.next_line(variant).unwrap_or_default();
        let Some(text) = line.strip_prefix("move ") else {
            // The side that was mated says so first, the other one said it after its move.
            assert!(is_result(&line), "{variant}: {line}");
            result = Some(line);
            break;
        };
        turn.1.send(&format!("usermove {text}"));
        turn = (turn.1, turn.0);
    }
    let claim = turn.1.next_line(variant);
    assert_eq!(claim, result, "{variant}: both players claim the same result");
    for player in players {
        let rest = player.finish();
        assert!(rest.is_empty(), "{variant}: {rest:?}");
    }
}

fn is_result(line: &str) -> bool {
    ["1-0 {", "0-1 {", "1/2-1/2 {"]
        .iter()
        .any(|result| line.starts_with(result))
}

#[test]
fn chess_under_uci() {
    play_uci("chess");
}

#[test]
fn capablanca_under_uci() {
    play_uci("capablanca");
}

#[test]
fn tree_garden_under_uci() {
    play_uci("tree-garden");
}

#[test]
fn chess_under_xboard() {
    play_xboard("normal");
}

#[test]
fn embassy_under_xboard() {
    play_xboard("embassy");
}

#[test]
fn tree_garden_under_xboard() {
    play_xboard("tree-garden");
}

#[test]
fn the_first_move_of_every_variant() {
    let library = Library::built_in();
    let mut program = Program::start(&["uci"]);
    for name in library.names() {
        let rules = library.rules(name).expect("built-in variants compile");
        program.send(&format!("setoption name UCI_Variant value {name}"));
        program.send("go depth 1");
        let answer = program.await_line("bestmove ");
        let best = answer.split_whitespace().next().unwrap_or_default();
        let start = Position::start(&rules);
        assert!(
            parse_move(&start, best).is_ok_and(|mv| legal_moves(&start).contains(&mv)),
            "{name}: {best}"
        );
    }
    program.finish();
}
