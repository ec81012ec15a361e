//! Matches: good engines, bad engines, interrupted matches.
//!
//! The bad engine is this very program, called with [`bad_engine`] as its only test and told by an environment
//! variable that it is meant.

use assert_cmd::Command;
use std::io::{Write, stdin, stdout};
use std::path::Path;
use std::process::{Command as Child, Stdio};
use std::thread::sleep;
use std::time::Duration;
use std::{env, fs};

/// Set in the environment of a match with bad engines.
const SIGNAL: &str = "BIRNAM_BAD_ENGINE";

/// Move of the game at which bad engines show what they are.
const LAST_GOOD_MOVES: usize = 2;

/// An engine that plays a few legal moves and then does what its option `Vice` says. Not a test.
#[test]
fn bad_engine() {
    if env::var_os(SIGNAL).is_none() {
        return;
    }
    let mut engine = BadEngine::default();
    for line in stdin().lines().map_while(Result::ok) {
        engine.obey(&line);
    }
    if engine.vice == "immortal" {
        // Deaf to the end of its input as well.
        sleep(Duration::from_secs(100));
    }
}

#[derive(Default)]
struct BadEngine {
    vice: String,
    xboard: bool,
    /// Whether moves are only to be taken note of.
    forced: bool,
    /// Moves made so far, its own and its opponent's.
    moves: usize,
}

/// Moves of a knight, again and again: legal in every position that the tests bring about.
const WHITE_MOVES: [&str; 2] = ["b1c3", "c3b1"];
const BLACK_MOVES: [&str; 2] = ["b8c6", "c6b8"];

fn say(text: &str) {
    let mut out = stdout();
    // Nobody listens to an engine that has lost.
    let _ = writeln!(out, "{text}").and_then(|()| out.flush());
}

impl BadEngine {
    fn obey(&mut self, line: &str) {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            // The empty line ends what the test program may have written before.
            ["uci"] => say("\noption name Vice type string default none\nuciok"),
            ["isready"] => say("readyok"),
            ["setoption", "name", "Vice", "value", vice] => self.vice = vice.to_string(),
            ["position", "startpos", ..] => self.moves = words.len().saturating_sub(3),
            ["force"] => self.forced = true,
            ["go", ..] => {
                self.forced = false;
                self.choose();
            }
            ["xboard"] => self.xboard = true,
            ["protover", _] => {
                say(
                    "\nfeature ping=1 setboard=1 usermove=1 option=\"Vice -string none\" variants=\"normal\" done=1",
                );
            }
            ["option", option] => self.vice = option.trim_start_matches("Vice=").to_string(),
            ["ping", number] => say(&format!("pong {number}")),
            ["new"] => self.moves = 0,
            ["usermove", _] => {
                self.moves += 1;
                if !self.forced {
                    self.choose();
                }
            }
            ["quit"] if self.vice != "immortal" => std::process::exit(0),
            _ => {}
        }
    }

    fn choose(&mut self) {
        let own = self.moves / 2;
        let moves = if self.moves.is_multiple_of(2) {
            WHITE_MOVES
        } else {
            BLACK_MOVES
        };
        let good = moves[own % 2];
        if own < LAST_GOOD_MOVES || self.vice == "none" {
            return self.make(good);
        }
        match self.vice.as_str() {
            "illegal" => self.make("e1e8"),
            "nonsense" => self.make("\u{1F600}"),
            "crash" => {
                eprintln!("a bad thing happened");
                std::process::exit(3);
            }
            "late" => {
                sleep(Duration::from_secs(4));
                self.make(good);
            }
            "flood" => loop {
                say(&"info string blah ".repeat(1000));
            },
            "unending" => loop {
                let _ = stdout().write_all(&[b'x'; 4096]);
            },
            "resign" => say("resign"),
            "refuse" => say("Illegal move: b8c6"),
            // "silent", "immortal"
            _ => {}
        }
    }

    fn make(&mut self, text: &str) {
        self.moves += 1;
        say(&format!(
            "{} {text}",
            if self.xboard { "move" } else { "bestmove" }
        ));
    }
}

/// The description of a bad engine. It has three seconds for its game.
fn bad(name: &str, protocol: &str, vice: &str) -> String {
    let program = env::current_exe().expect("this program has a path");
    let program = program.display();
    format!(
        "cmd='{program}' --exact arena::bad_engine --nocapture,name={name},proto={protocol},tc=3,option.Vice={vice}"
    )
}

/// The description of an engine without vices.
fn good() -> String {
    bad("Good", "uci", "none").replace("tc=3", "tc=600")
}

fn birnam() -> Command {
    let mut command = Command::cargo_bin("birnam").expect("the program is built");
    command.env(SIGNAL, "1").args([
        "--config",
        concat!(env!("CARGO_MANIFEST_DIR"), "/engine.ini.example"),
        "match",
    ]);
    command
}

/// Plays a match and returns standard output and standard error.
fn play(engines: &[&str], more: &[&str]) -> (String, String) {
    let mut command = birnam();
    for engine in engines {
        command.args(["--engine", engine]);
    }
    command
        .args(["--variant", "chess", "--openings", "start"])
        .args(more);
    let output = command.assert().get_output().clone();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (out, errors) = (text(&output.stdout), text(&output.stderr));
    assert!(!errors.contains("panicked"), "{errors}");
    (out, errors)
}

/// Whether a process with these words in its command line is running.
fn is_running(words: &str) -> bool {
    let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
    processes
        .filter_map(|process| fs::read(process.path().join("cmdline")).ok())
        .any(|line| String::from_utf8_lossy(&line).contains(words))
}

/// Plays the bad engine against a good one; it has to lose both games for the right reason, and its incident has to
/// be told with the position and its last words.
fn loses(protocol: &str, vice: &str, reason: &str, words: &[&str]) {
    let bad = bad("Bad", protocol, vice);
    let (out, errors) = play(&[&good(), &bad], &["--recover"]);
    for line in [
        format!("1/2  game 1: Good - Bad  1-0  (Black {reason}"),
        format!("2/2  game 2: Bad - Good  0-1  (White {reason}"),
    ] {
        assert!(out.contains(&line), "{line}\n{out}\n{errors}");
    }
    for words in [&["game 1: Bad ", "position: "], words].concat() {
        assert!(errors.contains(words), "{words}\n{errors}");
    }
}

#[test]
fn an_illegal_move_loses() {
    loses(
        "uci",
        "illegal",
        "makes an illegal move",
        &["an illegal move: e1e8", "> bestmove e1e8"],
    );
    loses(
        "uci",
        "nonsense",
        "makes an illegal move",
        &["an illegal move: \u{1F600}"],
    );
    loses("xboard", "illegal", "makes an illegal move", &["> move e1e8"]);
}

#[test]
fn an_engine_that_refuses_a_legal_move_loses() {
    loses(
        "xboard",
        "refuse",
        "makes an illegal move",
        &["refuses a legal move", "> Illegal move"],
    );
}

#[test]
fn a_crash_loses() {
    let words = ["disconnects (exit status: 3)", "> a bad thing happened"];
    loses("uci", "crash", "disconnects", &words);
    loses("xboard", "crash", "disconnects", &words);
}

#[test]
fn a_late_move_loses() {
    loses("uci", "late", "loses on time", &[]);
    loses("xboard", "late", "loses on time", &[]);
}

#[test]
fn silence_loses() {
    loses("uci", "silent", "does not answer", &[]);
    loses("xboard", "silent", "does not answer", &[]);
}

#[test]
fn output_without_end_loses() {
    loses("uci", "flood", "does not answer", &["> info string blah"]);
    loses("uci", "unending", "does not answer", &["> xxxx"]);
}

#[test]
fn an_engine_can_resign() {
    let (out, _) = play(&[&good(), &bad("Bad", "xboard", "resign")], &[]);
    assert!(out.contains("1-0  (Black resigns"), "{out}");
}

#[test]
fn without_recovery_a_crash_ends_the_match() {
    let (out, errors) = play(&[&good(), &bad("Bad", "uci", "crash")], &["--games", "10"]);
    assert!(out.contains("1/10") && !out.contains("2/10"), "{out}");
    assert!(errors.contains("--recover"), "{errors}");
}

#[test]
fn no_engine_outlives_its_match() {
    let mark = "arena::outliver";
    let engine = bad("Bad", "uci", "immortal").replace("--nocapture", &format!("--nocapture --skip {mark}"));
    let (out, errors) = play(&[&good(), &engine], &["--recover"]);
    assert!(out.contains("2/2"), "{out}{errors}");
    assert!(!is_running(mark));
}

/// Only Linux has the means: elsewhere an engine that is deaf to the end of its input goes on.
#[cfg(target_os = "linux")]
#[test]
fn no_engine_outlives_a_match_that_is_killed_outright() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let log = folder.path().join("x.log");
    let mark = "arena::deaf";
    // Signals that a shell ignores stay ignored in what it becomes.
    let engine = bad("Bad", "uci", "immortal")
        .replace("cmd=", "cmd=sh -c 'trap \"\" TERM HUP; exec \"$0\" \"$@\"' ")
        .replace("--nocapture", &format!("--nocapture --skip {mark}"))
        .replace("tc=3", "tc=600");
    let mut child = Child::new(env!("CARGO_BIN_EXE_birnam"))
        .env(SIGNAL, "1")
        .args(["match", "--openings", "start", "--engine", &engine, "--engine"])
        .arg(good())
        .args(["--log", &log.display().to_string()])
        .stdout(Stdio::null())
        .spawn()
        .expect("the program starts");
    while !fs::read_to_string(&log)
        .unwrap_or_default()
        .contains("> bestmove")
    {
        assert_eq!(
            child.try_wait().expect("it can be asked"),
            None,
            "the match has ended"
        );
        sleep(Duration::from_millis(5));
    }
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
    // The kernel takes a moment for it.
    let gone = (0..200).any(|_| {
        sleep(Duration::from_millis(10));
        !is_running(mark)
    });
    assert!(gone, "the engine still runs");
}

#[test]
fn a_variant_that_an_engine_does_not_know_ends_the_match() {
    for (protocol, words) in [
        ("uci", "it has no option UCI_Variant"),
        ("xboard", "variant=NAME"),
    ] {
        let engine = bad("Narrow", protocol, "none");
        let mut command = birnam();
        command.args([
            "--variant",
            "tree-garden",
            "--tc",
            "1",
            "--engine",
            "proto=internal",
            "--engine",
            &engine,
        ]);
        let output = command.assert().failure().get_output().stderr.clone();
        let text = String::from_utf8_lossy(&output);
        assert!(text.contains("Narrow") && text.contains(words), "{text}");
    }
}

#[test]
fn wrong_words_are_explained() {
    let two = ["--engine", "proto=internal", "--engine", "proto=internal"];
    for (arguments, words) in [
        (&[][..], "--engine"),
        (
            &["--engine", "proto=internal", "--nodes", "5"],
            "two engines or more",
        ),
        (
            &["--engine", "cmd=x,nam=y", "--engine", "cmd=x"],
            "did you mean \"name\"?",
        ),
        (
            &[
                "--engine",
                "cmd=/no/such/engine",
                "--engine",
                "proto=internal",
                "--nodes",
                "5",
            ],
            "/no/such/engine",
        ),
        (
            &[
                "--engine",
                "proto=internal,option.Hsh=5",
                "--engine",
                "proto=internal",
                "--nodes",
                "5",
            ],
            "Hash",
        ),
        (&two, "nothing bounds"),
        (&[&two[..], &["--tc", "x"]].concat(), "10+0.1"),
        (
            &[&two[..], &["--nodes", "5", "--openings", "random:0"]].concat(),
            "random:8",
        ),
        (
            &[&two[..], &["--nodes", "5", "--openings", "no-such.epd"]].concat(),
            "no-such.epd",
        ),
        (
            &[&two[..], &["--nodes", "5", "--draw", "score=1"]].concat(),
            "movecount",
        ),
        (&[&two[..], &["--nodes", "5", "--shard", "3/2"]].concat(), "1/4"),
        (
            &[&two[..], &["--nodes", "5", "--variant", "ches"]].concat(),
            "chess",
        ),
        (
            &[&two[..], &["--nodes", "5", "--white-army", "x"]].concat(),
            "armies",
        ),
        (
            &[&two[..], &["--nodes", "5", "--sprt", "elo0=5,elo1=0"]].concat(),
            "elo1",
        ),
        (&["--resume", "no-such.state"], "no-such.state"),
    ] {
        let output = birnam().args(arguments).assert().failure().get_output().clone();
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(
            message.contains(words) && !message.contains("panicked"),
            "{arguments:?}: {message}"
        );
    }
}

const INTERNAL: [&str; 4] = [
    "--engine",
    "proto=internal,name=A",
    "--engine",
    "proto=internal,name=B",
];

#[test]
fn a_match_is_played_and_reported() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let [pgn, json, plot, log] = ["x.pgn", "x.json", "x.svg", "x.log"].map(path);
    let arguments = [
        &INTERNAL[..],
        &[
            "--variant",
            "tree-garden",
            "--nodes",
            "300",
            "--games",
            "6",
            "--concurrency",
            "2",
        ],
        &["--maxmoves", "60", "--seed", "5", "--openings", "random:8"],
        &["--pgn", &pgn, "--json", &json, "--plot", &plot, "--log", &log],
    ]
    .concat();
    let output = birnam()
        .args(&arguments)
        .assert()
        .success()
        .get_output()
        .stdout
        .clone();
    let out = String::from_utf8_lossy(&output);
    assert!(out.contains("6/6") && out.contains("White's score"), "{out}");

    let read = |name: &str| fs::read_to_string(path(name)).expect("the file is there");
    assert_eq!(read("x.pgn").matches("[Event ").count(), 6);
    assert!(read("x.svg").starts_with("<svg"));
    let outcome: birnam::arena::record::MatchOutcome =
        serde_json::from_str(&read("x.json")).expect("the JSON can be read");
    assert_eq!(outcome.games.len(), 6);
    for pair in outcome.games.chunks(2) {
        assert_eq!(pair[0].moves[..8], pair[1].moves[..8], "the same opening");
        assert_eq!((pair[0].white, pair[0].black), (pair[1].black, pair[1].white));
    }
    let checked = Command::cargo_bin("birnam")
        .expect("the program is built")
        .args(["pgn", "tree-garden", &path("x.pgn")])
        .assert();
    checked.success();
}

#[test]
fn parts_of_a_match_make_up_the_whole() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let games = |name: &str, more: &[&str]| {
        let json = folder.path().join(name).display().to_string();
        let common = [
            "--nodes",
            "100",
            "--games",
            "8",
            "--maxmoves",
            "20",
            "--json",
            &json,
        ];
        birnam().args(INTERNAL).args(common).args(more).assert().success();
        let text = fs::read_to_string(json).expect("the file is there");
        let outcome: birnam::arena::record::MatchOutcome = serde_json::from_str(&text).expect("it is JSON");
        outcome
            .games
            .into_iter()
            .map(|game| (game.index, game.moves))
            .collect::<Vec<_>>()
    };
    let whole = games("whole.json", &[]);
    let mut parts = games("1.json", &["--shard", "1/2"]);
    parts.extend(games("2.json", &["--shard", "2/2"]));
    parts.sort();
    assert_eq!(parts, whole);
}

/// Number of finished games in a state file.
fn finished(state: &Path) -> usize {
    let text = fs::read_to_string(state).unwrap_or_default();
    text.matches('\n').count().saturating_sub(1)
}

#[test]
fn a_killed_match_is_resumed() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (state, pgn) = (folder.path().join("x.state"), folder.path().join("x.pgn"));
    let (state_text, pgn_text) = (state.display().to_string(), pgn.display().to_string());
    let mut child = Child::new(env!("CARGO_BIN_EXE_birnam"))
        .arg("match")
        .args(INTERNAL)
        .args([
            "--nodes",
            "3000",
            "--games",
            "14",
            "--maxmoves",
            "40",
            "--concurrency",
            "2",
        ])
        .args(["--state", &state_text, "--pgn", &pgn_text])
        .stdout(Stdio::null())
        .spawn()
        .expect("the program starts");
    while finished(&state) < 7 {
        sleep(Duration::from_millis(2));
    }
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
    let before = finished(&state);

    // As if it had been killed within a line.
    let torn = fs::read_to_string(&state).expect("the state is there") + "{\"index\":3,";
    fs::write(&state, torn).expect("the state can be written");
    birnam().args(["--resume", &state_text]).assert().success();
    assert!(before >= 7);
    let outcome = birnam::arena::state::read(&state).expect("the state can be read");
    assert!(outcome.games.iter().map(|game| game.index).eq(0..14));
    let pgn = fs::read_to_string(pgn).expect("the games are there");
    for game in 1..=14 {
        assert_eq!(
            pgn.matches(&format!("[Round \"1.{game}\"]")).count(),
            1,
            "game {game}"
        );
    }
}

#[test]
fn an_interrupted_match_keeps_its_games_and_leaves_no_engine() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let state = folder.path().join("x.state");
    let mark = "arena::interrupted";
    let engine = |name: &str| {
        good()
            .replace("Good", name)
            .replace("--nocapture", &format!("--nocapture --skip {mark}"))
    };
    let child = Child::new(env!("CARGO_BIN_EXE_birnam"))
        .env(SIGNAL, "1")
        .args(["match", "--openings", "start", "--games", "1000000"])
        .args([
            "--engine",
            &engine("A"),
            "--engine",
            &engine("B"),
            "--state",
            &state.display().to_string(),
        ])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    while finished(&state) < 3 {
        sleep(Duration::from_millis(2));
    }
    let killed = Child::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(killed.expect("there is a kill").success());
    let output = child.wait_with_output().expect("it ends");
    assert!(!output.status.success());
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(errors.contains("interrupted after "), "{errors}");
    assert!(!is_running(mark));
    assert!(
        birnam::arena::state::read(&state)
            .expect("the state can be read")
            .games
            .len()
            >= 3
    );
}

#[test]
fn a_book_is_made_and_used() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let book = Command::cargo_bin("birnam")
        .expect("the program is built")
        .args([
            "book",
            "tree-garden",
            "--count",
            "5",
            "--plies",
            "4",
            "--nodes",
            "500",
        ])
        .assert()
        .success();
    let text = String::from_utf8_lossy(&book.get_output().stdout).into_owned();
    assert_eq!(text.lines().count(), 5);
    let path = folder.path().join("x.epd");
    fs::write(&path, &text).expect("the file can be written");
    let json = folder.path().join("x.json").display().to_string();
    let openings = path.display().to_string();
    birnam()
        .args(INTERNAL)
        .args([
            "--variant",
            "tree-garden",
            "--nodes",
            "50",
            "--games",
            "4",
            "--maxmoves",
            "8",
        ])
        .args(["--openings", &openings, "--json", &json])
        .assert()
        .success();
    let games: birnam::arena::record::MatchOutcome =
        serde_json::from_str(&fs::read_to_string(json).expect("it is there")).expect("it is JSON");
    assert!(games.games.iter().all(|game| text.contains(&game.start)));
}
