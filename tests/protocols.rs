//! Talks with the program in both protocols, from `tests/transcripts/*/*.txt`. `tests/child/mod.rs` describes the
//! format.

mod child;

use std::fs;
use std::path::Path;

fn run_folder(name: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts").join(name);
    let files = fs::read_dir(&folder).expect("the folder of transcripts is there");
    let mut paths: Vec<_> = files.map(|file| file.expect("a file").path()).collect();
    paths.sort();
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
