//! The program as people call it: what it prints, and how it fails.

use crate::common;
use assert_cmd::Command;
use std::fs;

pub fn birnam(arguments: &[&str]) -> Command {
    // An empty configuration, so that a file of the machine that runs the tests does not matter.
    let mut command = Command::cargo_bin("birnam").expect("the program is built");
    command.args([
        "--config",
        concat!(env!("CARGO_MANIFEST_DIR"), "/engine.ini.example"),
    ]);
    command.args(arguments);
    command
}

/// Runs the program and returns its standard output.
pub fn output(arguments: &[&str]) -> String {
    let assert = birnam(arguments).assert().success();
    String::from_utf8(assert.get_output().stdout.clone()).expect("the output is text")
}

/// Runs the program, which must fail with nothing on standard output, and returns its standard error.
pub fn failure(arguments: &[&str]) -> String {
    let assert = birnam(arguments).assert().failure().stdout("");
    let text = String::from_utf8(assert.get_output().stderr.clone()).expect("the output is text");
    assert!(!text.contains("panicked"), "{text}");
    text
}

#[test]
fn variants_lists_names_sizes_and_titles() {
    let output = output(&["variants"]);
    for words in [["chess ", "8x8"], ["tree-garden ", "10x10"]] {
        let line = output
            .lines()
            .find(|line| line.starts_with(words[0]))
            .expect("the variant is listed");
        assert!(line.contains(words[1]), "{line}");
    }
}

#[test]
fn perft_prints_one_line_a_depth() {
    assert_eq!(
        output(&["perft", "chess", "3"]),
        "perft 1: 20\nperft 2: 400\nperft 3: 8902\n"
    );
}

#[test]
fn perft_divides_in_the_order_of_the_texts_on_any_number_of_threads() {
    let fen = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";
    let expected = "a5a4: 15\na5a6: 15\nb4a4: 15\nb4b1: 16\nb4b2: 16\nb4b3: 15\nb4c4: 15\nb4d4: 15\nb4e4: 15\nb4f4: 2\n\
        e2e3: 15\ne2e4: 16\ng2g3: 4\ng2g4: 17\nperft 1: 14\nperft 2: 191\n";
    for threads in ["1", "2", "50"] {
        let arguments = [
            "perft",
            "chess",
            "2",
            "--divide",
            "--threads",
            threads,
            "--fen",
            fen,
        ];
        assert_eq!(output(&arguments), expected);
    }
}

#[test]
fn show_prints_board_fen_and_moves() {
    let output = output(&[
        "show",
        "chess",
        "--fen",
        "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
        "--moves",
    ]);
    assert!(output.contains(" 7  .  .  .  .  .  Q  .  . \n"), "{output}");
    assert!(
        output.contains("Black to move, 1/2-1/2 (Black is stalemated)"),
        "{output}"
    );
    assert!(
        output.contains("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\n0 legal moves"),
        "{output}"
    );
}

#[test]
fn show_prints_where_a_piece_can_go() {
    let output = output(&["show", "short-sliders", "--piece", "A", "--square", "l1"]);
    assert!(output.starts_with("Archer\n"), "{output}");
    assert!(
        output.contains(" 3 .  .  .  .  .  .  .  .  .  ox *  .\n"),
        "{output}"
    );
    assert!(
        output.ends_with("* can capture there without going there\n"),
        "{output}"
    );
}

#[test]
fn diagrams_of_moves_are_as_in_the_file() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/diagrams/moves.txt");
    let text = fs::read_to_string(path).expect("the file can be read");
    let folder = tempfile::tempdir().expect("a temporary folder");
    assert!(crate::readme::check_sessions(&text, folder.path()) > 5);
}

#[test]
fn drawings_of_moves_explain_their_marks() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("moves.svg");
    for (variant, piece, square, words) in [
        ("treeleaders", "V", "e4", "from afar after going over a piece"),
        ("chess", "P", "e5", "can capture en passant there"),
        ("tree-garden", "K", "e1", "Champion, to castle with"),
        ("feudal", "D", "f5", "can call a piece there: Rook"),
        ("feudal", "R", "f5", "Calls are for these armies"),
    ] {
        let svg = ["--svg", path.to_str().expect("a plain path")];
        output(&[&["show", variant, "--piece", piece, "--square", square], &svg[..]].concat());
        let svg = fs::read_to_string(&path).expect("the drawing is there");
        assert!(svg.contains(words), "{variant} {piece}: {svg}");
    }
}

#[test]
fn armies_are_chosen_by_name() {
    let arguments = [
        "show",
        "feudal",
        "--white-army",
        "summons",
        "--black-army",
        "Valour",
    ];
    let fen = "rcnbdqklbnar/pppppppppppp/12/12/12/12/12/12/PPPPPPPPPPPP/RCNBFQKLBNAR w KQkq - 0 1 armies=Summons/Valour";
    assert!(output(&arguments).contains(fen));
    assert!(output(&["show", "feudal", "--black-army", "random"]).contains(" w KQkq - 0 1"));
}

#[test]
fn show_draws() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("board.svg");
    output(&[
        "show",
        "tree-garden",
        "--svg",
        path.to_str().expect("a plain path"),
    ]);
    let svg = fs::read_to_string(path).expect("the drawing is there");
    assert!(svg.starts_with("<svg") && svg.contains("Champion"), "{svg}");
}

#[test]
fn the_drawings_of_the_start_positions_are_up_to_date() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("board.svg");
    for expected in common::files("diagrams", "svg") {
        let name = expected
            .file_stem()
            .and_then(|name| name.to_str())
            .expect("a plain name");
        output(&["show", name, "--svg", path.to_str().expect("a plain path")]);
        let read = |path| fs::read_to_string(path).expect("the drawing can be read");
        assert!(
            read(&path) == read(&expected),
            "renew it: birnam show {name} --svg tests/diagrams/{name}.svg"
        );
    }
}

#[test]
fn a_game_is_played_to_its_end() {
    // White has a queen more and mates.
    let arguments = [
        "play",
        "chess",
        "--nodes",
        "2000",
        "--fen",
        "7k/8/5K2/8/8/8/8/Q7 w - - 0 1",
    ];
    let output = output(&arguments);
    assert!(output.contains("1. "), "{output}");
    assert!(output.ends_with("Result: 1-0 (White mates)\n"), "{output}");
}

#[test]
fn random_moves_follow_from_the_seed() {
    let play = |seed| {
        output(&[
            "play",
            "chess",
            "--nodes",
            "1",
            "--random-plies",
            "8",
            "--plies",
            "8",
            "--seed",
            seed,
        ])
    };
    assert_eq!(play("7"), play("7"));
    assert_ne!(play("7"), play("8"));
    assert!(play("7").ends_with("Result: * (stopped after half-move 8)\n"));
}

#[test]
fn wrong_words_are_explained() {
    for (arguments, words) in [
        (&["show", "ches"][..], "chess"),
        (&["perft", "chess", "0"], "1..=99"),
        (&["perft", "chess", "x"], "invalid digit"),
        (&["perft", "chess", "2", "--threads", "0"], "--threads"),
        (&["show", "chess", "--fen", "8/8 w"], "ranks"),
        (&["show", "feudal", "--white-army", "Royl"], "\"Royal\""),
        (&["show", "chess", "--white-army", "Royal"], "Chess has no armies"),
        (&["show", "chess", "--piece", "X"], "K Q R B N P"),
        (
            &["show", "chess", "--piece", "K", "--square", "i1"],
            "no such square",
        ),
        (&["play", "chess", "--movetime", "x"], "--movetime"),
        (
            &["analyse", "chess", "--threads", "0"],
            "a whole number from 1 to 256",
        ),
        (&["analyse", "chess", "--multipv", "x"], "--multipv"),
        (
            &["mates", "chess", "--shortest", "3", "--longest", "2"],
            "--shortest 3 is more",
        ),
        (
            &["mates", "chess", "--games", "0"],
            "only 0 problems came up in 0 games",
        ),
        (
            &["--variants", "no such file.ini", "variants"],
            "no such file.ini",
        ),
        (
            &["--log-file", "no/such/folder/log", "variants"],
            "no/such/folder/log",
        ),
        (&["--log-level", "loud", "variants"], "--log-level"),
        (&["paly", "chess"], "'play'"),
    ] {
        let message = failure(arguments);
        assert!(message.contains(words), "{arguments:?}: {message}");
    }
}

#[test]
fn a_wrong_configuration_is_explained_with_its_place() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("engine.ini");
    for (text, words) in [
        (
            "[engine]\nHsh = 3\n",
            ":2:1: unknown key \"Hsh\"; did you mean \"Hash\"?",
        ),
        (
            "[engine]\nHash = 0\n",
            ":2:8: \"0\" should be a whole number from 1 to 65536",
        ),
        ("[engine]\nPonder = maybe\n", ":2:10: \"maybe\""),
        ("[engine]\nVariant = ches\n", ":2:11: "),
        (
            "[engine]\nVariantPath = missing.ini\n",
            ":2:15: there is no file ",
        ),
        ("[log]\n\nLevel = loud\n", ":3:9: \"loud\""),
        ("[machine]\n", ":1:2: unknown section"),
        ("Hash = 3\n", ":1:1: "),
        ("[engine]\nHash\n", ":2:1: "),
    ] {
        fs::write(&path, text).expect("the file can be written");
        let mut command = Command::cargo_bin("birnam").expect("the program is built");
        let assert = command
            .arg("--config")
            .arg(&path)
            .arg("variants")
            .assert()
            .failure();
        let message = String::from_utf8_lossy(&assert.get_output().stderr).to_string();
        assert!(
            message.contains("engine.ini") && message.contains(words),
            "{text:?}: {message}"
        );
    }
}

/// Elsewhere the folder is not chosen by a variable that a test could set.
#[cfg(target_os = "linux")]
#[test]
fn the_configuration_folder_of_the_user_is_searched() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::create_dir(folder.path().join("birnam")).expect("a folder can be made");
    fs::write(folder.path().join("birnam/engine.ini"), "[engine]\nHash = no\n")
        .expect("the file can be written");
    let mut command = Command::cargo_bin("birnam").expect("the program is built");
    let assert = command
        .env("XDG_CONFIG_HOME", folder.path())
        .arg("variants")
        .assert()
        .failure();
    let message = String::from_utf8_lossy(&assert.get_output().stderr).to_string();
    assert!(message.contains("birnam/engine.ini:2:8: "), "{message}");
}

#[test]
fn the_log_goes_to_its_file() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("birnam.log");
    let file = path.to_str().expect("a plain path");
    output(&["--log-level", "debug", "--log-file", file, "variants"]);
    let log = fs::read_to_string(path).expect("the log is there");
    assert!(log.contains("birnam"), "{log}");
}

#[test]
fn the_example_configuration_says_the_defaults() {
    let text =
        fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/engine.ini.example")).expect("it is there");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("engine.ini");
    // With every setting switched on it must still be read; files that it names as examples do not exist.
    let switched_on: String = text
        .lines()
        .filter(|line| !line.contains("VariantPath") && !line.starts_with(";File"))
        .map(|line| match line.strip_prefix(';') {
            Some(setting) if !setting.starts_with(' ') => format!("{setting}\n"),
            _ => format!("{line}\n"),
        })
        .collect();
    fs::write(&path, switched_on).expect("the file can be written");
    let mut command = Command::cargo_bin("birnam").expect("the program is built");
    command
        .arg("--config")
        .arg(&path)
        .arg("variants")
        .assert()
        .success();
}
