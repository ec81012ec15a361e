//! The README tells the truth: every `console` block is run, and its output compared. `ini` and `epd` blocks are saved
//! before under the name that stands in backquotes on the line above them.

use assert_cmd::Command;
use std::fs;
use std::path::Path;

/// A fenced block: its language, its text, and the line of prose before it.
struct Block<'a> {
    language: &'a str,
    lines: Vec<&'a str>,
    before: &'a str,
}

fn blocks(text: &str) -> Vec<Block<'_>> {
    let mut blocks = Vec::new();
    let mut prose = "";
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if let Some(language) = line.strip_prefix("```") {
            blocks.push(Block {
                language,
                lines: lines.by_ref().take_while(|line| *line != "```").collect(),
                before: prose,
            });
        } else if !line.is_empty() {
            prose = line;
        }
    }
    blocks
}

#[test]
fn every_command_prints_what_it_says() {
    let readme = Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md");
    let text = fs::read_to_string(readme).expect("the README can be read");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut commands = 0;
    for block in blocks(&text) {
        match block.language {
            "ini" | "epd" => {
                let name = block
                    .before
                    .split('`')
                    .nth(1)
                    .expect("the line above names the file");
                fs::write(folder.path().join(name), block.lines.join("\n")).expect("the file can be written");
            }
            "console" => commands += check_sessions(&block.lines.join("\n"), folder.path()),
            _ => {}
        }
    }
    assert!(commands > 0, "the README shows no commands");
}

/// Runs the commands of a text, each a line that begins with `$ birnam`, and compares what they print with what stands
/// below them; returns their number.
pub fn check_sessions(text: &str, folder: &Path) -> usize {
    let sessions = text.split("$ birnam ").skip(1);
    sessions
        .map(|session| {
            let (command, expected) = session.split_once('\n').unwrap_or((session, ""));
            assert_eq!(run(command, folder), trimmed(expected), "birnam {command}");
        })
        .count()
}

/// Runs the program with the words of a command line, of which every second one between quotation marks is a word of
/// its own.
fn run(command: &str, folder: &Path) -> Vec<String> {
    let mut words: Vec<&str> = Vec::new();
    for (index, part) in command.split('"').enumerate() {
        if index % 2 == 1 {
            words.push(part);
        } else {
            words.extend(part.split_whitespace());
        }
    }
    let mut program = Command::cargo_bin("birnam").expect("the program is built");
    // Settings of the machine that runs the tests do not matter.
    program.env("XDG_CONFIG_HOME", folder);
    let assert = program.args(words).current_dir(folder).assert().success();
    trimmed(&String::from_utf8_lossy(&assert.get_output().stdout))
}

/// The lines without blanks at their ends.
fn trimmed(text: &str) -> Vec<String> {
    text.trim_end()
        .lines()
        .map(|line| line.trim_end().to_string())
        .collect()
}
