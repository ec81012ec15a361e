//! Test data in blocks of lines: `KEYWORD VALUE`, a blank line between blocks, `#` for comments.

// Every test is a crate of its own and uses a part of this.
#![allow(dead_code)]

pub mod child;

use birnam::position::Position;
use birnam::variant::Library;
use std::fs;
use std::path::{Path, PathBuf};

/// A block of lines.
pub struct Block {
    /// File and line where it begins, for messages.
    pub place: String,
    /// Keyword and value of each line.
    pub lines: Vec<(String, String)>,
}

impl Block {
    /// The values of all lines with a keyword.
    pub fn all<'a>(&'a self, keyword: &'a str) -> impl Iterator<Item = &'a str> {
        self.lines
            .iter()
            .filter(move |(key, _)| key == keyword)
            .map(|(_, value)| value.as_str())
    }

    /// The value of the first line with a keyword.
    pub fn find<'a>(&'a self, keyword: &'a str) -> Option<&'a str> {
        self.all(keyword).next()
    }

    /// The value of a line that has to be there.
    pub fn get<'a>(&'a self, keyword: &'a str) -> &'a str {
        self.find(keyword)
            .unwrap_or_else(|| panic!("{}: the block has no line `{keyword} ...`", self.place))
    }
}

/// The files of a folder below `tests` with an extension, in the order of their names.
pub fn files(folder: &str, extension: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(folder);
    let mut files: Vec<_> = fs::read_dir(&folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| entry.expect("a folder's entry can be read").path())
        .filter(|path| path.extension().is_some_and(|found| found == extension))
        .collect();
    files.sort();
    files
}

/// The blocks of all files of a folder below `tests` with an extension.
pub fn blocks(folder: &str, extension: &str) -> Vec<Block> {
    let blocks: Vec<_> = files(folder, extension)
        .iter()
        .flat_map(|path| read(path))
        .collect();
    assert!(!blocks.is_empty(), "no data in tests/{folder}/*.{extension}");
    blocks
}

fn read(path: &Path) -> Vec<Block> {
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let name = path
        .file_name()
        .map(|name| name.to_string_lossy())
        .unwrap_or_default();
    let mut blocks = Vec::new();
    let mut in_block = false;
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.starts_with('#') {
            continue;
        }
        if !line.is_empty() && !in_block {
            blocks.push(Block {
                place: format!("{name}:{}", index + 1),
                lines: Vec::new(),
            });
        }
        in_block = !line.is_empty();
        if let (true, Some(block)) = (in_block, blocks.last_mut()) {
            let (key, value) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
            block.lines.push((key.to_string(), value.trim().to_string()));
        }
    }
    blocks
}

/// The position of a block's `variant` and `fen` lines.
pub fn position(library: &Library, block: &Block) -> Position {
    let (place, fen) = (&block.place, block.get("fen"));
    let rules = library
        .rules(block.get("variant"))
        .unwrap_or_else(|error| panic!("{place}: {error}"));
    Position::from_fen(&rules, fen).unwrap_or_else(|error| panic!("{place}: {fen}: {error}"))
}
