//! Talks with the program in both protocols, from `tests/transcripts/*/*.txt`. `tests/common/child.rs` describes the
//! format.

use crate::common::child;
use crate::common::files;

fn run_folder(name: &str) {
    let paths = files(&format!("transcripts/{name}"), "txt");
    assert!(!paths.is_empty());
    for path in paths {
        child::run_transcript(&path);
    }
}

#[test]
fn uci() {
    run_folder("uci");
}

#[test]
fn xboard() {
    run_folder("xboard");
}

#[test]
fn the_first_word_decides() {
    run_folder("auto");
}
