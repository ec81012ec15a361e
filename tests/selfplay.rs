//! Reports on matches, and measurements by self-play.

use assert_cmd::Command;
use birnam::arena::plot;
use birnam::arena::record::{
    Effort, EngineInfo, Fault, GameRecord, GameResult, Kind, MatchOutcome, MatchSettings,
};
use birnam::arena::report::{BalanceReport, MatchReport, ValuesReport, merge, read_match};
use birnam::arena::selfplay::Scheme;
use birnam::arena::stats::Decision;
use birnam::arena::values::Values;
use birnam::board::Colour;
use birnam::position::{Position, SplitMix};
use birnam::variant::{Library, Rules};
use std::fs;
use std::path::Path;
use std::sync::Arc;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

fn game(index: usize, white: usize, black: usize, result: GameResult) -> GameRecord {
    let effort = Effort {
        moves: 10,
        seconds: 2.0,
        nodes: 4000,
        depths: 80,
    };
    GameRecord {
        index,
        round: 1,
        pair: index / 2,
        opening: index / 2,
        white,
        black,
        result,
        reason: "a reason".to_string(),
        fault: None,
        plies: 20,
        white_effort: effort,
        black_effort: effort,
        start: START.to_string(),
        opening_plies: 0,
        moves: vec!["e2e4".to_string()],
    }
}

fn outcome(kind: Kind, names: &[&str], games: Vec<GameRecord>) -> MatchOutcome {
    let engine = |name: &&str| EngineInfo {
        name: name.to_string(),
        command: String::new(),
        protocol: "internal".to_string(),
        options: Vec::new(),
    };
    MatchOutcome {
        settings: MatchSettings {
            kind,
            variant: "chess".to_string(),
            ..MatchSettings::default()
        },
        engines: names.iter().map(engine).collect(),
        games,
    }
}

/// Ten pairs: the first engine wins one and draws the other game of each; the last pair lacks its second game.
fn ten_pairs() -> MatchOutcome {
    let mut games = Vec::new();
    for pair in 0..10 {
        games.push(game(2 * pair, 0, 1, GameResult::WhiteWins));
        games.push(game(2 * pair + 1, 1, 0, GameResult::Draw));
    }
    games.pop();
    games[18].fault = Some(Fault::Time);
    outcome(Kind::Match, &["A", "B"], games)
}

#[test]
fn a_match_is_counted() {
    let report = MatchReport::new(&ten_pairs(), "elo0=0,elo1=5".parse().ok());
    let [a, b] = &report.players[..] else {
        panic!("two engines")
    };
    assert_eq!((a.tally.wins, a.tally.draws, a.tally.losses), (10, 9, 0));
    assert_eq!(b.tally, a.tally.reversed());
    assert_eq!((a.as_white.wins, a.as_black.draws), (10, 9));
    assert_eq!(a.pairs.0, [0, 0, 0, 9, 0]);
    assert_eq!((a.faults.len(), b.faults.get(&Fault::Time)), (0, Some(&1)));
    assert_eq!((report.white.wins, report.white.draws), (10, 9));
    assert!((a.seconds_per_move - 0.2).abs() < 1e-9);
    assert!(
        a.nodes_per_second
            .is_some_and(|speed| (speed - 2000.0).abs() < 1e-6)
    );
    assert!(a.depth.is_some_and(|depth| (depth - 8.0).abs() < 1e-9));
    let sprt = report.sprt.expect("there is a test");
    assert_eq!(sprt.decision, Decision::Continue);
    let text = report.to_string();
    for words in [
        "points: 0, 0, 0, 9, 0",
        "SPRT of nElo 0 against 5: LLR",
        "time 1",
        "Average length: 10.0",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
}

#[test]
fn matches_are_drawn() {
    let svg = plot::elo_curve(&ten_pairs()).expect("it can be drawn");
    assert!(svg.starts_with("<svg") && svg.contains("A against B"), "{svg}");
    let mut games = vec![
        game(0, 0, 1, GameResult::WhiteWins),
        game(1, 2, 0, GameResult::Draw),
    ];
    games.push(game(2, 1, 2, GameResult::BlackWins));
    let report = MatchReport::new(&outcome(Kind::Match, &["Éva <1>", "B", "C"], games), None);
    let bars = report.bars().expect("three engines have ratings");
    let svg = plot::bars("Ratings", "Elo", &bars).expect("it can be drawn");
    assert!(svg.contains("Éva &lt;1&gt;"), "{svg}");
    let empty = outcome(Kind::Match, &["A", "B"], Vec::new());
    assert!(plot::elo_curve(&empty).is_ok() && plot::bars("", "", &[]).is_ok());
}

#[test]
fn parts_are_put_together() {
    let whole = ten_pairs();
    let part = |name: &str, wanted: fn(usize) -> bool| {
        let mut part = whole.clone();
        part.games.retain(|game| wanted(game.pair));
        part.settings.shard = Some((1, 2));
        (name.to_string(), part)
    };
    let even = part("even", |pair| pair % 2 == 0);
    let odd = part("odd", |pair| pair % 2 == 1);
    let few = part("few", |pair| pair < 3);
    let merged = merge([odd, few, even.clone()]).expect("they belong together");
    assert_eq!(merged, whole);

    let mut other = even.clone();
    other.1.settings.seed = 7;
    let error = merge([even.clone(), other]).expect_err("another seed");
    assert!(error.to_string().contains("another match than even"), "{error}");
    let mut other = even.clone();
    other.1.games[0].moves.clear();
    let error = merge([even, other]).expect_err("another game");
    assert!(error.to_string().contains("game 0 was played twice"), "{error}");
    assert!(merge([]).is_err());
}

#[test]
fn a_match_is_read_from_game_files() {
    let tags = |white: &str, black: &str, number: &str, result: &str| {
        format!(
            "[White \"{white}\"]\n[Black \"{black}\"]\n[Result \"{result}\"]\n[GameId \"ab-{number}\"]\n\n"
        )
    };
    let first = tags("A", "B", "1", "1-0")
        + "1. e4 e5 1-0\n\n"
        + &tags("B", "A", "2", "1/2-1/2")
        + "1. e4 c5 1/2-1/2\n\n";
    let second = tags("A", "B", "1", "1-0") + "1. e4 e5 1-0\n\n" + &tags("A", "B", "3", "*") + "1. e4 *\n\n";
    let rules = Library::built_in().rules("chess").expect("chess is built in");
    let files = [("x.pgn".to_string(), first), ("y.pgn".to_string(), second)];
    let outcome = read_match(&rules, &files).expect("they can be read");
    let report = MatchReport::new(&outcome, None);
    assert_eq!((report.games, report.duels[0].pairs.0), (2, [0, 0, 0, 1, 0]));
    assert_eq!(report.players[0].name, "A");
    let wrong = [("z.pgn".to_string(), "[White \"A\"]\n\n1. e5 *\n".to_string())];
    let error = read_match(&rules, &wrong).expect_err("an illegal move");
    assert!(error.starts_with("z.pgn: "), "{error}");
    assert!(read_match(&rules, &[]).is_err());
}

#[test]
fn the_first_move_is_told_from_the_side() {
    let mut games = Vec::new();
    for index in 0..20 {
        let mut game = game(index, 0, 1, GameResult::WhiteWins);
        if index % 2 == 1 {
            game.start = START.replace(" w ", " b ");
            game.result = GameResult::BlackWins;
        }
        games.push(game);
    }
    let report = BalanceReport::new(&outcome(Kind::Balance, &["White", "Black"], games), false);
    assert_eq!((report.white.tally.wins, report.white.tally.losses), (10, 10));
    assert_eq!(
        (report.first_mover.tally.wins, report.first_mover.tally.losses),
        (20, 0)
    );
    assert!(
        report.to_string().contains("White: 50.0 % of 20 games"),
        "{report}"
    );
}

/// What pieces are worth in the simulation, in pawns.
const TRUTH: [(&str, f64); 5] = [("P", 1.0), ("N", 3.5), ("B", 2.9), ("R", 4.4), ("Q", 10.5)];

/// White's material at the start of a game less Black's, in pawns.
fn surplus(rules: &Arc<Rules>, start: &Position) -> f64 {
    TRUTH
        .iter()
        .map(|&(id, value)| {
            let kind = rules.find_kind(id).expect("chess has it");
            let [white, black] = Colour::BOTH.map(|side| f64::from(start.pieces(side, kind).len()));
            value * (white - black)
        })
        .sum()
}

#[test]
fn values_are_recovered_from_simulated_games() {
    let rules = Library::built_in().rules("chess").expect("chess is built in");
    let scheme = Values::new(&rules, &[], 1);
    let mut random = SplitMix(2);
    let mut games = Vec::new();
    for cycle in 0..1200 {
        for bout in scheme.cycle(cycle) {
            // A pawn is worth 0.8 nats and the first move 0.1; a third of the games between equals are drawn.
            let sum = 0.8 * surplus(&rules, &bout.start) + 0.1;
            let (win, loss) = ((sum / 2.0_f64).exp(), (-sum / 2.0_f64).exp());
            let share = random.draw() as f64 / u64::MAX as f64 * (win + loss + 1.0);
            let result = if share < win {
                GameResult::WhiteWins
            } else if share < win + 1.0 {
                GameResult::Draw
            } else {
                GameResult::BlackWins
            };
            let mut record = game(games.len(), 0, 1, result);
            record.start = bout.start.fen();
            games.push(record);
        }
    }
    let outcome = outcome(Kind::Values, &["White", "Black"], games);
    let report = ValuesReport::new(&outcome, &rules).expect("there are enough games");
    assert_eq!((report.unit.as_str(), report.pieces.len()), ("P", 5));
    for (id, value) in TRUTH {
        let piece = report
            .pieces
            .iter()
            .find(|piece| piece.id == id)
            .expect("it was measured");
        // Half as far again as the error: five chances of one in twenty would fail too often otherwise.
        let miss = (piece.measured.value - 100.0 * value).abs();
        assert!(miss <= 1.5 * piece.measured.error + 0.1, "{report}");
        assert!(piece.measured.error < 40.0, "{report}");
    }
    // The file can be loaded, and changes nothing but values.
    let mut library = Library::built_in();
    library
        .load_text("values.ini", &report.ini())
        .expect("it is a variant file");
    let measured = library.rules("chess").expect("it is there");
    let queen = measured.find_kind("Q").expect("chess has it");
    assert_eq!(measured.start, rules.start);
    assert!((1000..1100).contains(&measured.weights.value(queen)), "{report}");
}

#[test]
fn values_need_games_at_odds_of_a_pawn() {
    let rules = Library::built_in().rules("chess").expect("chess is built in");
    let games = vec![game(0, 0, 1, GameResult::Draw)];
    let error = ValuesReport::new(&outcome(Kind::Values, &["White", "Black"], games), &rules);
    assert!(error.is_err_and(|error| error.to_string().contains("pawn")));
}

fn birnam(folder: &Path, arguments: &str) -> Command {
    // An empty configuration, so that a file of the machine that runs the tests does not matter.
    let mut command = Command::cargo_bin("birnam").expect("the program is built");
    let example = concat!(env!("CARGO_MANIFEST_DIR"), "/engine.ini.example");
    command.args(["--config", example]).current_dir(folder);
    command.args(arguments.split(' '));
    command
}

fn output(folder: &Path, arguments: &str) -> String {
    let assert = birnam(folder, arguments).assert().success();
    String::from_utf8(assert.get_output().stdout.clone()).expect("the output is text")
}

/// The moves of the games in a file, in their order.
fn moves(file: &Path) -> Vec<String> {
    let outcome = birnam::arena::state::read(file).expect("the file can be read");
    outcome.games.iter().map(|game| game.moves.join(" ")).collect()
}

#[test]
fn a_run_in_parts_or_with_a_break_is_the_whole_run() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let folder = folder.path();
    let run = "balance tree-garden --nodes 40 --random-plies 20";
    let whole = output(
        folder,
        &format!("{run} --games 8 --json whole.json --plot whole.svg"),
    );
    assert!(
        whole.contains("of 8 games") && whole.contains("First move: "),
        "{whole}"
    );
    for part in [1, 2] {
        output(
            folder,
            &format!("{run} --games 8 --shard {part}/2 --state part{part}.json"),
        );
    }
    output(folder, "report part2.json part1.json --json merged.json");
    output(folder, &format!("{run} --games 4 --state broken.json"));
    output(
        folder,
        &format!("{run} --games 8 --state broken.json --concurrency 2"),
    );
    let expected = moves(&folder.join("whole.json"));
    assert_eq!(expected.len(), 8);
    assert_eq!(moves(&folder.join("merged.json")), expected);
    assert_eq!(output(folder, "report whole.json"), whole);
    let mut resumed = moves(&folder.join("broken.json"));
    resumed.sort();
    let mut expected = expected;
    expected.sort();
    assert_eq!(resumed, expected);
    assert!(fs::read_to_string(folder.join("whole.svg")).is_ok_and(|svg| svg.starts_with("<svg")));
}

#[test]
fn armies_and_values_are_measured() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let folder = folder.path();
    let armies = output(
        folder,
        "balance feudal --nodes 20 --random-plies 30 --sample 2 --games 4",
    );
    assert!(
        armies.contains("Army ") && armies.contains("Score in %"),
        "{armies}"
    );
    let run = "values chess --nodes 20 --random-plies 0 --games 15 --ini values.ini --json values.json";
    let values = output(folder, run);
    assert!(
        values.contains("Knight") && values.contains("First move: "),
        "{values}"
    );
    let ini = fs::read_to_string(folder.join("values.ini")).expect("it was written");
    assert!(ini.contains("[chess piece N]\nvalue = "), "{ini}");
    output(folder, "--variants values.ini show chess");
}

#[test]
fn evaluation_and_search_are_tuned() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let folder = folder.path();
    let tune = "tune chess --games 12 --nodes 60 --positions played.txt";
    output(folder, &format!("{tune} --ini first.ini"));
    let positions = fs::read_to_string(folder.join("played.txt")).expect("it was written");
    assert!(positions.lines().count() >= 100, "{positions}");
    output(folder, &format!("{tune} --ini again.ini"));
    let fitted = |name| fs::read_to_string(folder.join(name)).expect("it was written");
    assert_eq!(
        fitted("first.ini"),
        fitted("again.ini"),
        "from the same positions"
    );
    output(folder, "--variants first.ini show chess");
    let engines = "--engine proto=internal,name=A --engine proto=internal,name=B";
    output(
        folder,
        &format!("match --variant chess {engines} --nodes 30 --games 4 --openings random:6 --pgn games.pgn"),
    );
    output(folder, "tune chess --games 0 --pgn games.pgn --ini of-games.ini");
    output(folder, "--variants of-games.ini show chess");
    let spsa = "spsa chess tree-garden --nodes 30 --numbers null_base,null_margin --out numbers.txt";
    let numbers = output(folder, &format!("{spsa} --pairs 2"));
    assert!(numbers.starts_with("null_base "), "{numbers}");
    assert_eq!(fitted("numbers.txt"), numbers);
    output(folder, &format!("{spsa} --pairs 1"));
}

#[test]
fn wrong_words_are_explained() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let folder = folder.path();
    fs::write(folder.join("bad.json"), "{}").expect("the file can be written");
    output(
        folder,
        "balance chess --nodes 10 --random-plies 60 --games 1 --state run.json",
    );
    for (arguments, words) in [
        ("balance ches --games 1", "chess"),
        ("balance chess", "--games"),
        ("balance chess --games 1 --sample 3", "no armies"),
        ("balance chess --time 0", "minutes"),
        ("balance chess --games 1 --shard 3/2", "1/4"),
        (
            "balance chess --games 1 --nodes 11 --state run.json",
            "belongs to another run",
        ),
        ("values chess --games 1 --pieces X", "no piece \"X\"; there are"),
        ("values chess --games 1 --pieces K", "royal"),
        ("tune chess --positions bad.json", "line 1 is no FEN;SCORE;RESULT"),
        ("tune chess --games 0", "0 samples are too few to fit anything"),
        ("tune chess --games 0 --pgn none.pgn", "--pgn none.pgn"),
        (
            "tune chess --games 0 --pgn bad.json",
            "0 samples are too few to fit anything",
        ),
        (
            "spsa chess --numbers null",
            "the search has no number null; it has",
        ),
        ("spsa chess --pairs 1 --out bad.json", "line 1 is no NAME VALUE"),
        ("report missing.json", "missing.json"),
        ("report bad.json", "bad.json"),
        ("report run.json --ini x.ini", "birnam values"),
        ("report run.json --sprt elo0=5,elo1=0", "below"),
    ] {
        let assert = birnam(folder, arguments).assert().failure().stdout("");
        let message = String::from_utf8_lossy(&assert.get_output().stderr).to_string();
        assert!(
            message.contains(words) && !message.contains("panicked"),
            "{arguments}: {message}"
        );
    }
}
