//! The program as a child process that lines are sent to and come from, and transcripts of such talks.
//!
//! A transcript is a text file. Its lines:
//! - `$ ARGUMENTS` starts the program with command-line arguments (`$` alone: none);
//! - `> LINE` sends a line;
//! - `< PATTERN` expects the next line to match a pattern, in which `*` stands for any text;
//! - `... PATTERN` passes over lines up to one that matches;
//! - `# TEXT` and empty lines are for the reader.
//!
//! At the end of a transcript, or before another `$`, the input ends, and the program has to exit with success.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;
use wildmatch::WildMatch;

/// How long a program that says nothing is taken to be stuck. No test depends on how fast the program is.
const STUCK: Duration = Duration::from_secs(120);

/// A running program.
pub struct Program {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Program {
    /// Starts the program with arguments.
    pub fn start(arguments: &[&str]) -> Program {
        let mut child = Command::new(env!("CARGO_BIN_EXE_birnam"))
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let output = BufReader::new(child.stdout.take().expect("output is a pipe"));
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Program {
            input: child.stdin.take(),
            child,
            lines,
        }
    }

    /// Sends a line. A program that has quit does not read it, which is no error here.
    pub fn send(&mut self, line: &str) {
        if let Some(input) = &mut self.input {
            let _ = writeln!(input, "{line}").and_then(|()| input.flush());
        }
    }

    /// The next line; none if the program has closed its output. `expected` is for the message if it says nothing.
    pub fn next_line(&self, expected: &str) -> Option<String> {
        match self.lines.recv_timeout(STUCK) {
            Ok(line) => Some(line),
            Err(mpsc::RecvTimeoutError::Disconnected) => None,
            Err(mpsc::RecvTimeoutError::Timeout) => panic!("{expected} expected, but the program is stuck"),
        }
    }

    /// The next line that begins with a prefix, without the prefix.
    pub fn await_line(&self, prefix: &str) -> String {
        loop {
            let line = self.next_line(prefix);
            let line = line.unwrap_or_else(|| panic!("no line begins with \"{prefix}\""));
            if let Some(rest) = line.strip_prefix(prefix) {
                return rest.to_string();
            }
        }
    }

    /// Ends the input and returns the lines that still come. The program has to exit with success.
    pub fn finish(mut self) -> Vec<String> {
        drop(self.input.take());
        let rest = std::iter::from_fn(|| self.next_line("the end of the output")).collect();
        let status = self.child.wait().expect("the program exits");
        assert!(status.success(), "{status}");
        rest
    }
}

/// Runs the transcript of a file.
pub fn run_transcript(path: &Path) {
    let text = fs::read_to_string(path).expect("transcripts are readable");
    let mut program = None;
    for (index, line) in text.lines().enumerate() {
        let place = format!("{}:{}", path.display(), index + 1);
        let (kind, rest) = line.split_once(' ').unwrap_or((line, ""));
        match kind {
            "" | "#" => {}
            "$" => {
                program.take().map(Program::finish);
                program = Some(Program::start(&rest.split_whitespace().collect::<Vec<_>>()));
            }
            _ => talk(
                program.as_mut().expect("a transcript begins with $"),
                kind,
                rest,
                &place,
            ),
        }
    }
    program.take().map(Program::finish);
}

fn talk(program: &mut Program, kind: &str, text: &str, place: &str) {
    let expected = format!("{place}: \"{text}\"");
    let pattern = WildMatch::new(text);
    let next_line = || {
        let line = program.next_line(&expected);
        line.unwrap_or_else(|| panic!("{expected} expected, but the output ended"))
    };
    match kind {
        ">" => program.send(text),
        "<" => {
            let line = next_line();
            assert!(pattern.matches(&line), "{expected} expected, not \"{line}\"");
        }
        "..." => while !pattern.matches(&next_line()) {},
        _ => panic!("{place}: a transcript has no lines that begin with \"{kind}\""),
    }
}
