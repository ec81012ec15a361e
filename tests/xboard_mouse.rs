//! Moves made by mouse in the real XBoard, on a virtual screen: `tests/xboard/mouse.ini` has the positions. What
//! XBoard then sends is the proof. Without its tools (see `xboard_matches`; here also `xdotool` and `openbox`) nothing is
//! tested.

use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;
use tempfile::TempDir;

/// Squares clicked, and the move that XBoard has to send then.
type Clicks = (&'static str, &'static str);

/// Variant, files and ranks of the board, and the moves.
const GAMES: [(&str, i32, i32, &[Clicks]); 6] = [
    (
        "mouse-treeleaders",
        9,
        10,
        &[
            ("h2 h5 h2", "h2h5,h5h2"),
            ("a7 c4 c5", "a7c4,c4c5"),
            ("e0 a0", "e0a0"),
        ],
    ),
    (
        "mouse-tree-garden",
        10,
        10,
        &[("e0 c0", "e0c0"), ("j8 j7", "j8j7")],
    ),
    (
        "mouse-feudal",
        12,
        10,
        &[("c8 c9", "c8c9q"), ("a8 a6", "a8a6"), ("g0 a0", "g0a0")],
    ),
    (
        "mouse-feudal-castling",
        12,
        10,
        &[
            ("k0 k3", "k0k3"),
            ("k9 k6", "k9k6"),
            ("h0 i2", "h0i2"),
            ("g9 l9", "g9l9"),
            ("g0 j0", "g0j0"),
        ],
    ),
    (
        "mouse-short-sliders",
        12,
        16,
        &[
            ("g0 i0", "g0i0"),
            ("d12 f10", "d12f10"),
            ("d10 f10 e11", "d10f10,f10e11"),
        ],
    ),
    (
        "mouse-short-sliders-promotions",
        12,
        16,
        &[("g1 h3", "g1h3+"), ("g15 g14", "g15g14"), ("e11 e12", "e11e12n")],
    ),
];

/// A screen of its own; what runs on it ends with it.
struct Screen {
    children: Vec<Child>,
    name: String,
}

impl Screen {
    /// Starts a server on a free display, which stays as it is when a client leaves, and a window manager on it.
    fn start() -> Self {
        let server = Command::new("Xvfb")
            .args(["-displayfd", "1", "-noreset", "-screen", "0", "1400x1200x24"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn();
        let mut server = server.expect("Xvfb starts");
        // The number comes when clients are welcome.
        let mut number = String::new();
        let answers = server.stdout.take().expect("a pipe");
        let _ = BufReader::new(answers).read_line(&mut number);
        assert!(!number.is_empty(), "Xvfb found no display");
        let mut screen = Self {
            children: vec![server],
            name: format!(":{}", number.trim()),
        };
        screen.run(Command::new("openbox").stderr(Stdio::null()));
        wait_for("the window manager", || {
            let desktops = screen.xdotool(&["get_num_desktops"]);
            (!desktops.is_empty()).then_some(())
        });
        screen
    }

    fn run(&mut self, command: &mut Command) {
        let command = command.env("DISPLAY", &self.name).stdout(Stdio::null());
        self.children.push(command.spawn().expect("the program starts"));
    }

    /// What `xdotool` answers; nothing if it fails.
    fn xdotool(&self, arguments: &[&str]) -> String {
        let output = Command::new("xdotool")
            .env("DISPLAY", &self.name)
            .args(arguments)
            .output();
        String::from_utf8_lossy(&output.expect("xdotool runs").stdout).into_owned()
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        for child in self.children.iter_mut().rev() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// Tries for so many seconds until something is there.
fn try_for<T>(seconds: u32, mut attempt: impl FnMut() -> Option<T>) -> Option<T> {
    (0..10 * seconds).find_map(|_| {
        let found = attempt();
        if found.is_none() {
            sleep(Duration::from_millis(100));
        }
        found
    })
}

/// The same, where a minute is for ever.
fn wait_for<T>(what: &str, attempt: impl FnMut() -> Option<T>) -> T {
    try_for(60, attempt).unwrap_or_else(|| panic!("{what}: not within a minute"))
}

#[test]
fn moves_by_mouse() {
    let tools = [
        "/usr/games/xboard",
        "/usr/bin/xdotool",
        "/usr/bin/openbox",
        "/usr/bin/Xvfb",
    ];
    if let Some(missing) = tools.iter().find(|tool| !Path::new(tool).exists()) {
        eprintln!("{missing} is missing: no mouse moved");
        return;
    }
    for (variant, files, ranks, moves) in GAMES {
        // Once in a long series of runs XBoard did not come up on a busy machine: that is not what is tested here.
        let gui = (0..3).find_map(|_| {
            let gui = Gui::start(variant, ranks);
            let answers = try_for(20, || gui.debug().contains("pong 1").then_some(()));
            if answers.is_none() {
                let errors = gui.text("errors.txt");
                eprintln!("{variant}: XBoard does not come up\n{errors}{}", gui.debug());
            }
            answers.map(|()| gui)
        });
        play(&gui.expect("XBoard comes up"), files, moves);
    }
}

/// XBoard with the engine, on a screen of its own, in a folder of its own.
struct Gui {
    screen: Screen,
    folder: TempDir,
}

impl Gui {
    fn start(variant: &str, ranks: i32) -> Self {
        let mut screen = Screen::start();
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        let variants = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/xboard/mouse.ini");
        let engine = format!(
            "{} --variants {} xboard",
            env!("CARGO_BIN_EXE_birnam"),
            variants.display()
        );
        let options = "-initialMode EditGame -size 30 -testLegality false -popupExitMessage false -popupMoveErrors false \
                       -saveSettingsOnExit false -soundProgram true -debug -debugfile debug.txt -fd . -rankOffset";
        screen.run(
            Command::new("/usr/games/xboard")
                .args(["-fcp", &engine, "-variant", variant])
                .args(options.split_whitespace())
                .arg(if ranks == 16 { "1" } else { "0" })
                .current_dir(&folder)
                .stderr(File::create(folder.path().join("errors.txt")).expect("a file can be made")),
        );
        Self { screen, folder }
    }

    /// A file of its folder, as far as it is written.
    fn text(&self, name: &str) -> String {
        let bytes = fs::read(self.folder.path().join(name)).unwrap_or_default();
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// What was said between XBoard and the engine.
    fn debug(&self) -> String {
        self.text("debug.txt")
    }

    /// Waits until this was said after the first `known` bytes.
    fn hears(&self, known: usize, words: &str) {
        try_for(60, || self.debug()[known..].contains(words).then_some(()))
            .unwrap_or_else(|| panic!("no \"{words}\" within a minute:\n{}", self.debug()));
    }
}

fn play(gui: &Gui, files: i32, moves: &[Clicks]) {
    let screen = &gui.screen;
    let window = wait_for("the window", || {
        let found = screen.xdotool(&["search", "--onlyvisible", "--name", "Birnam 0"]);
        found.lines().next().map(str::to_string)
    });
    // The window takes the size of the board a little later.
    sleep(Duration::from_secs(2));
    let geometry = screen.xdotool(&["getwindowgeometry", "--shell", &window]);
    let number = |key: &str| {
        let line = geometry.lines().find_map(|line| line.strip_prefix(key));
        line.and_then(|number| number.parse::<i32>().ok())
            .expect("a number")
    };
    let (size, height) = ((number("WIDTH=") - 5) / files, number("HEIGHT="));
    for (clicks, expected) in moves {
        let known = gui.debug().len();
        for square in clicks.split(' ') {
            let (file, rank) = square.split_at(1);
            let rank: i32 = rank.parse().expect("a rank");
            let x = 2 + i32::from(file.as_bytes()[0] - b'a') * size + size / 2;
            let y = height - 5 - rank * size - size / 2;
            let seen = gui.debug().len();
            screen.xdotool(&["mousemove", "--window", &window, &x.to_string(), &y.to_string()]);
            sleep(Duration::from_millis(300));
            // XBoard asks what a piece becomes while the button is down.
            screen.xdotool(&["mousedown", "1", "sleep", "0.3", "mouseup", "1"]);
            gui.hears(seen, square);
            sleep(Duration::from_millis(700));
        }
        gui.hears(known, &format!(": {expected}\n"));
        assert!(!gui.debug().contains("Illegal move"), "{}", gui.debug());
    }
}
