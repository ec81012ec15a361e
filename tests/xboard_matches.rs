//! Whole matches in the real XBoard, on a virtual screen; and moves made in it by mouse. The tools come from Debian:
//! `xboard`, `xvfb`, `xauth`. Where they are missing, as on other systems, the tests say so and pass; `.ci/run` installs
//! them.

use birnam::pgn::{Ending, read};
use birnam::tools::verdict::Verdict;
use birnam::variant::Library;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

/// Where Debian puts it.
const XBOARD: &str = "/usr/games/xboard";

/// Options without which it waits for somebody to close a window, or changes the user's settings.
const UNATTENDED: &str = "-noGUI -testLegality false -ruleMoves 0 -repeatsToDraw 0 -popupExitMessage false \
                          -popupMoveErrors false -saveSettingsOnExit false -soundProgram true -matchPause 100";

/// Plays a match of two games and checks the games that XBoard saves of it.
fn play(variant: &str, armies: Option<[&str; 2]>) {
    if !Path::new(XBOARD).exists() {
        eprintln!("{XBOARD} is missing: no match played");
        return;
    }
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let engine = format!("{} xboard", env!("CARGO_BIN_EXE_birnam"));
    let mut command = Command::new("timeout");
    command
        .args(["600", "xvfb-run", "--auto-servernum", XBOARD])
        .args(UNATTENDED.split_whitespace())
        .args([
            "-fcp", &engine, "-scp", &engine, "-fd", ".", "-sd", ".", "-variant", variant,
        ])
        .args(["-mg", "2", "-tc", "60", "-inc", "1", "-depth", "1"])
        .args([
            "-sgf",
            "games.pgn",
            "-debug",
            "-debugfile",
            "debug.txt",
            "-rankOffset",
        ])
        .arg(if variant == "short-sliders" { "1" } else { "0" })
        .current_dir(&folder)
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    if let Some([white, black]) = armies {
        let options = format!("White Army={white},Black Army={black}");
        command.args(["-firstOptions", &options, "-secondOptions", &options]);
    }
    let status = command.status().expect("XBoard starts");
    let file = |name: &str| {
        let text = fs::read(folder.path().join(name)).unwrap_or_default();
        String::from_utf8_lossy(&text).into_owned()
    };
    let debug = file("debug.txt");
    assert!(status.success(), "{variant}: {status}\n{debug}");
    for bad in ["llegal", "orfeit", "Error (", "tellusererror"] {
        assert!(!debug.contains(bad), "{variant}: \"{bad}\" in\n{debug}");
    }
    check_games(variant, &file("games.pgn"));
}

/// Checks that both games end as the rules say.
fn check_games(variant: &str, text: &str) {
    let rules = Library::built_in().rules(variant).expect("a built-in variant");
    let games: Vec<_> = read(&rules, text).collect();
    assert_eq!(games.len(), 2, "{variant}:\n{text}");
    for game in games {
        let game = game.unwrap_or_else(|error| panic!("{variant}: {error}\n{text}"));
        let mut position = game.start.clone();
        for ply in &game.line.plies {
            position.make(ply.mv);
        }
        assert!(
            Verdict::of(&position).is_some(),
            "{variant}: the game is not over\n{text}"
        );
        assert_eq!(game.ending, Ending::of(&position), "{variant}:\n{text}");
    }
}

#[test]
fn treeleaders() {
    play("treeleaders", None);
}

#[test]
fn tree_garden() {
    play("tree-garden", None);
}

#[test]
fn short_sliders() {
    play("short-sliders", None);
}

#[test]
fn feudal() {
    for armies in [
        ["Royal", "Apocalyptic"],
        ["Summons", "Honours"],
        ["Valour", "Armageddon"],
    ] {
        play("feudal", Some(armies));
    }
}
