//! Lines right, wrong and broken, in any order: whatever comes, the engine lives and answers.

use crate::common::child::Program;
use birnam::position::SplitMix;

/// Lines that are sent to each protocol.
const LINES: usize = 10_000;

/// After how many lines an answer is asked for.
const ROUND: usize = 250;

const UCI: &[&str] = &[
    "uci",
    "ucinewgame",
    "position startpos",
    "position startpos moves e2e4 e7e5",
    "position fen 8/8 w",
    "position",
    "position fen 4k3/P7/8/8/8/8/8/4K3 w - - 0 1 moves a7a8q",
    "go depth 1",
    "go nodes 50",
    "go mate",
    "go movetime 1",
    "go infinite",
    "go ponder",
    "ponderhit",
    "stop",
    "go wtime -5 btime 1 winc 0 binc x",
    "go searchmoves e2e4",
    "d",
    "setoption name Hash value 1",
    "setoption name Hash value 2",
    "setoption name MultiPV value 3",
    "setoption",
    "setoption name MultiPV value 1",
    "setoption name UCI_Variant value feudal",
    "setoption name White Army value random",
    "setoption name UCI_Variant value chess",
    "setoption name UCI_Variant value short-sliders",
    "go perft 1",
    "quit?",
    "setoption name Skill Level value 3",
    "setoption name UCI_ShowWDL value true",
    "debug on",
    "register later",
];

const XBOARD: &[&str] = &[
    "xboard",
    "protover 2",
    "new",
    "force",
    "go",
    "playother",
    "variant normal",
    "variant feudal",
    "variant treeleaders",
    "variant short-sliders",
    "variant nothing",
    "usermove e2e4",
    "usermove e1e2",
    "usermove d2d4",
    "usermove a7a8q",
    "e2e4",
    "usermove",
    "sd 1",
    "st 0",
    "st 1",
    "level 0 0:01 0",
    "level",
    "time 1",
    "otim -1",
    "?",
    "undo",
    "remove",
    "analyze",
    "exit",
    ".",
    "exclude e2e4",
    "include all",
    "exclude all",
    "lift e1",
    "put e4",
    "hover a1",
    "lift",
    "hard",
    "easy",
    "post",
    "nopost",
    "draw",
    "hint",
    "bk",
    "result 1-0 {x}",
    "memory 1",
    "cores 1",
    "option MultiPV=2",
    "option Clear Hash",
    "option Black Army=Honours",
    "option Skill Level=1",
    "setboard 8/8 w",
    "setboard",
    "name x",
    "computer",
    "rating 1 2",
    "setboard 4k3/P7/8/8/8/8/8/4K3 w - - 0 1",
    "random",
    "accepted x",
    "rejected y",
    "edit",
    "#",
    "c",
    "Ke1",
    "xe2",
    "pause",
    "resume",
];

/// A line of the list, or one with something wrong.
fn line(lines: &[&str], random: &mut SplitMix) -> String {
    let mut pick = |below: usize| (random.draw() % below as u64) as usize;
    let mut text = lines[pick(lines.len())].to_string();
    match pick(8) {
        0 => {
            let end = pick(text.len() + 1);
            text.truncate(end);
        }
        1 => {
            let other = lines[pick(lines.len())];
            text = format!("{text} {other}");
        }
        2 => {
            let odd = ['\0', 'ß', '9', '-', ' ', '\t', '+', '\u{1F600}'][pick(8)];
            text.insert(pick(text.len() + 1), odd);
        }
        _ => {}
    }
    // That would end it.
    let ends = text.split_whitespace().next() == Some("quit");
    if ends { String::new() } else { text }
}

fn fuzz(argument: &str, lines: &[&str], stop: &str, question: &str, answer: &str) {
    let mut random = SplitMix(2026);
    let mut program = Program::start(&[argument]);
    for round in 0..LINES / ROUND {
        for _ in 0..ROUND {
            program.send(&line(lines, &mut random));
        }
        program.send(stop);
        program.send(&question.replace('N', &round.to_string()));
        program.await_line(&answer.replace('N', &round.to_string()));
    }
    program.send(stop);
    program.send("quit");
    program.finish();
}

#[test]
fn uci() {
    fuzz("uci", UCI, "stop", "isready", "readyok");
}

#[test]
fn xboard() {
    fuzz("xboard", XBOARD, "force", "ping N", "pong N");
}
