//! `birnam analyse`, `birnam solve` and `birnam mates` as people call them.

use crate::cli::{birnam, failure, output};
use std::fs;
use tempfile::TempDir;

/// Writes a file into a folder and returns its path.
fn file(folder: &TempDir, name: &str, text: &str) -> String {
    let path = folder.path().join(name);
    fs::write(&path, text).expect("the file can be written");
    path.to_str().expect("a plain path").to_string()
}

const BACK_RANK: &str = "6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1";

#[test]
fn an_analysis_has_a_line_for_every_depth_and_the_best_move() {
    let output = output(&["analyse", "chess", "--depth", "3", "--fen", BACK_RANK]);
    let lines: Vec<_> = output.lines().collect();
    assert!(lines[0].trim_start().starts_with("depth"), "{output}");
    assert!(
        lines[1].contains("mate in 1") && lines[1].ends_with("  e1e8"),
        "{output}"
    );
    assert!(output.ends_with("\n\nBest move: e1e8\n"), "{output}");
}

#[test]
fn an_analysis_shows_several_lines_in_the_notation_wanted() {
    let output = output(&[
        "analyse",
        "feudal",
        "--white-army",
        "Summons",
        "--depth",
        "2",
        "--multipv",
        "3",
        "--san",
    ]);
    let second = output.lines().filter(|line| line.trim_start().starts_with("2 "));
    assert_eq!(second.count(), 3, "{output}");
    assert!(output.contains("(expected answer: "), "{output}");
}

#[test]
fn a_finished_game_has_a_result_instead_of_an_analysis() {
    let stalemate = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
    assert_eq!(
        output(&["analyse", "chess", "--fen", stalemate]),
        "Result: 1/2-1/2 (Black is stalemated)\n"
    );
}

#[test]
fn problems_are_solved_and_counted() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let text = format!(
        "# two of chess\n{BACK_RANK} bm Re8#; id \"back rank\";\n{BACK_RANK} am e1e8;\n\
         9k/10/8K1/3****3/3****3/3****3/3****3/10/10/Q9 w - - dm 1; variant \"tree-garden\";\n"
    );
    let (path, json) = (file(&folder, "x.epd", &text), folder.path().join("x.json"));
    let json_path = json.to_str().expect("a plain path");
    let assert = birnam(&["solve", &path, "--depth", "3", "--json", json_path])
        .assert()
        .failure();
    let output = String::from_utf8_lossy(&assert.get_output().stdout).to_string();
    let expected = [
        format!("solved {path}:2 (back rank): expected Re8#; found Re8#, mate in 1"),
        format!("failed {path}:3: expected not Re8#; found Re8#, mate in 1"),
        format!("solved {path}:4: expected mate in 1; found Qa10#, mate in 1"),
        "2 of 3 solved".to_string(),
    ];
    assert_eq!(output.lines().collect::<Vec<_>>(), expected);
    let errors = String::from_utf8_lossy(&assert.get_output().stderr).to_string();
    assert!(
        errors.contains("error: 1 of 3 problems were not solved"),
        "{errors}"
    );
    let document: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(json).expect("it was written")).expect("JSON");
    assert_eq!(document["solved"], 2);
    assert_eq!(document["positions"][2]["variant"], "tree-garden");

    let solved = file(&folder, "solved.epd", &format!("{BACK_RANK} dm 1;\n"));
    birnam(&["solve", &solved, "--variant", "chess"])
        .assert()
        .success();
}

#[test]
fn wrong_problems_are_explained_with_their_place() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (text, words) in [
        (
            format!("\n{BACK_RANK} bm Re9;"),
            "x.epd:2: bm: \"Re9\" is not a legal move here",
        ),
        (
            format!("{BACK_RANK} id \"x\";"),
            "x.epd:1: nothing is to be found there: add bm",
        ),
        ("8/8 w - - dm 1;".to_string(), "x.epd:1: not a position of chess"),
        (String::new(), "x.epd: there is no position"),
    ] {
        let message = failure(&["solve", &file(&folder, "x.epd", &text)]);
        assert!(message.contains(words), "{text}: {message}");
    }
    assert!(failure(&["solve", "missing.epd"]).contains("cannot read missing.epd"));
}

#[test]
fn mate_problems_are_made_and_solved() {
    let problems = output(&[
        "mates",
        "chess",
        "--count",
        "2",
        "--longest",
        "2",
        "--nodes",
        "100",
    ]);
    assert_eq!(problems.lines().count(), 2);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let output = output(&["solve", &file(&folder, "x.epd", &problems), "--nodes", "500000"]);
    assert!(output.ends_with("2 of 2 solved\n"), "{output}");
}
