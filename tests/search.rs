//! The search as the protocols see it: it finds mates and wins material (`tests/positions/*.positions`), keeps to its
//! limits, and obeys orders. No test depends on how fast the machine is.

use crate::common;
use birnam::movegen::legal_moves;
use birnam::position::{Move, Position, Status, move_text, parse_move};
use birnam::search::{Bound, Clock, Control, Limits, News, Report, Score, SearchResult, Searcher};
use birnam::variant::{Library, Outcome};
use std::thread;
use std::time::Duration;

/// Plies by which every mate of the test data has to be found.
const MATE_DEPTH: u16 = 16;

fn start(variant: &str) -> Position {
    Position::start(&Library::built_in().rules(variant).expect("a built-in variant"))
}

fn position(variant: &str, fen: &str) -> Position {
    Position::from_fen(
        &Library::built_in().rules(variant).expect("a built-in variant"),
        fen,
    )
    .expect("a FEN")
}

fn to_depth(depth: u16) -> Limits {
    Limits {
        depth: Some(depth),
        ..Limits::default()
    }
}

fn search(position: &Position, limits: &Limits) -> SearchResult {
    Searcher::new(8, 1).search(position, limits, &Control::default(), &mut |_| {})
}

/// The result and all reports.
fn search_with_reports(position: &Position, limits: &Limits) -> (SearchResult, Vec<Report>) {
    let mut reports = Vec::new();
    let mut searcher = Searcher::new(8, 1);
    let result = searcher.search(position, limits, &Control::default(), &mut |news| {
        if let News::Report(report) = news {
            reports.push(report.clone());
        }
    });
    (result, reports)
}

/// Whether the side to move can mate in at most so many moves, by trying all.
fn can_mate(position: &mut Position, moves: i32) -> bool {
    moves > 0
        && legal_moves(position).iter().any(|&mv| {
            position.make(mv);
            let mated = is_mated(position, moves - 1);
            position.unmake();
            mated
        })
}

/// Whether the side to move is mated in at most so many moves, by trying all.
fn is_mated(position: &mut Position, moves: i32) -> bool {
    let list = legal_moves(position);
    if list.is_empty() {
        return matches!(position.status(), Status::Over(Outcome::Loss, _));
    }
    moves > 0
        && list.iter().all(|&mv| {
            position.make(mv);
            let mated = can_mate(position, moves);
            position.unmake();
            mated
        })
}

#[test]
fn mates_are_found_and_are_the_shortest() {
    let library = Library::built_in();
    for block in common::blocks("positions", "positions") {
        let Some(mate) = block
            .find("mate")
            .map(|moves| moves.parse::<i32>().expect("a number"))
        else {
            continue;
        };
        let place = format!("{} {}", block.place, block.get("id"));
        let mut position = common::position(&library, &block);
        match mate {
            1 | 2 => assert!(
                can_mate(&mut position, mate) && !can_mate(&mut position, mate - 1),
                "{place}"
            ),
            -1 => assert!(is_mated(&mut position, 1), "{place}"),
            _ => {}
        }
        let limits = Limits {
            mate: u16::try_from(mate).ok(),
            ..to_depth(MATE_DEPTH)
        };
        let found = search(&position, &limits);
        assert_eq!(found.score, Score::Mate(mate), "{place}: {found:?}");
    }
}

#[test]
fn best_moves_are_found() {
    let library = Library::built_in();
    for block in common::blocks("positions", "positions") {
        let (best, avoid) = (block.find("best"), block.find("avoid"));
        if best.is_none() && avoid.is_none() {
            continue;
        }
        let position = common::position(&library, &block);
        let found = search(&position, &to_depth(block.get("depth").parse().expect("a depth")));
        let text = move_text(&position, found.best.expect("there are legal moves"));
        let place = format!("{} {}: {text}, {found:?}", block.place, block.get("id"));
        let has = |list: Option<&str>| list.is_some_and(|list| list.split_whitespace().any(|mv| mv == text));
        assert!(best.is_none() || has(best), "{place}");
        assert!(!has(avoid), "{place}");
        if block.find("draw").is_some() {
            assert_eq!(found.score, Score::Centipawns(0), "{place}");
        }
    }
}

#[test]
fn lines_are_playable_and_lead_to_the_mate_promised() {
    let library = Library::built_in();
    for block in common::blocks("positions", "positions") {
        let position = common::position(&library, &block);
        let (_, reports) = search_with_reports(&position, &to_depth(7));
        for report in reports {
            let mut after = position.clone();
            for &mv in &report.pv {
                assert!(legal_moves(&after).contains(&mv), "{}: {report:?}", block.place);
                after.make(mv);
            }
            if let (Score::Mate(moves), Bound::Exact) = (report.score, report.bound)
                && report.pv.len() as i32 >= 2 * moves.abs() - i32::from(moves > 0)
            {
                assert!(
                    matches!(after.status(), Status::Over(Outcome::Loss, _)),
                    "{}: {report:?}",
                    block.place
                );
            }
        }
    }
}

#[test]
fn a_third_occurrence_is_a_draw() {
    // Black is far behind. White's last move allows the position to come back for the third time.
    let mut game = position("chess", "k7/8/8/8/8/8/7q/K6R b - - 0 1");
    for text in ["a8b8", "a1b1", "b8a8", "b1a1", "a8b8", "a1b1", "b8a8"] {
        let mv = parse_move(&game, text).expect("legal");
        game.make(mv);
    }
    let back = parse_move(&game, "b1a1").expect("legal");
    let limits = Limits {
        search_moves: vec![back],
        ..to_depth(3)
    };
    assert_eq!(search(&game, &limits).score, Score::Centipawns(0));
}

#[test]
fn where_stalemate_loses_it_is_a_goal() {
    let mut library = Library::built_in();
    let text = "[variant stalemating]\ninherit = chess\nstalemate = loss\n";
    library.load_text("stalemating.ini", text).expect("a variant");
    let rules = library.rules("stalemating").expect("just loaded");
    let fen = "7k/8/6K1/8/8/8/5P2/8 w - - 0 1";
    let lost = Position::from_fen(&rules, "7k/5K2/8/6P1/8/8/8/8 w - - 0 1").expect("a FEN");
    let found = search(&lost, &to_depth(4));
    assert_eq!(
        (
            move_text(&lost, found.best.expect("a move")).as_str(),
            found.score
        ),
        ("g5g6", Score::Mate(1))
    );
    let orthodox = search(&position("chess", fen), &to_depth(4));
    assert!(matches!(orthodox.score, Score::Centipawns(_)));
}

#[test]
fn a_finished_game_has_no_best_move() {
    let mated = search(&position("chess", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"), &to_depth(3));
    assert_eq!((mated.best, mated.score), (None, Score::Mate(0)));
    let stalemated = search(&position("chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), &to_depth(3));
    assert_eq!((stalemated.best, stalemated.score), (None, Score::Centipawns(0)));
}

#[test]
fn one_thread_always_does_the_same() {
    for variant in Library::built_in().names() {
        let (first, first_reports) = search_with_reports(&start(variant), &to_depth(6));
        let (second, second_reports) = search_with_reports(&start(variant), &to_depth(6));
        assert_eq!(
            (first.best, first.nodes),
            (second.best, second.nodes),
            "{variant}"
        );
        let lines = |reports: &[Report]| reports.iter().map(|report| report.pv.clone()).collect::<Vec<_>>();
        assert_eq!(lines(&first_reports), lines(&second_reports), "{variant}");
    }
}

#[test]
fn a_searcher_forgets_the_other_variant() {
    let mut searcher = Searcher::new(8, 1);
    let mut run =
        |variant: &str| searcher.search(&start(variant), &to_depth(5), &Control::default(), &mut |_| {});
    run("gothic");
    assert_eq!(run("chess").nodes, search(&start("chess"), &to_depth(5)).nodes);
}

#[test]
fn a_node_limit_is_exact() {
    for nodes in [1, 2, 100, 511, 513, 20_000] {
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        let found = search(&start("tree-garden"), &limits);
        assert_eq!(found.nodes, nodes);
        assert!(found.best.is_some());
    }
}

#[test]
fn a_mate_limit_ends_the_search() {
    let limits = Limits {
        mate: Some(3),
        ..Limits::default()
    };
    let found = search(
        &position("chess", "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1"),
        &limits,
    );
    assert_eq!(found.score, Score::Mate(3));
}

#[test]
fn several_lines_come_in_order() {
    let position = start("tree-garden");
    let limits = Limits {
        multi_pv: 4,
        ..to_depth(5)
    };
    let (found, reports) = search_with_reports(&position, &limits);
    let last: Vec<_> = reports.iter().filter(|report| report.depth == 5).collect();
    assert_eq!(
        last.iter().map(|report| report.multi_pv).collect::<Vec<_>>(),
        [1, 2, 3, 4]
    );
    let value = |report: &Report| match report.score {
        Score::Centipawns(score) => score,
        Score::Mate(_) => unreachable!("nobody mates so early"),
    };
    assert!(
        last.windows(2).all(|pair| value(pair[0]) >= value(pair[1])),
        "{last:?}"
    );
    let mut firsts: Vec<Move> = last.iter().map(|report| report.pv[0]).collect();
    assert_eq!(found.best, firsts.first().copied());
    firsts.sort_unstable();
    firsts.dedup();
    assert_eq!(firsts.len(), 4);
}

#[test]
fn more_lines_than_moves_are_no_problem() {
    let limits = Limits {
        multi_pv: 500,
        ..to_depth(2)
    };
    let (_, reports) = search_with_reports(&position("chess", "7k/8/8/8/8/8/8/K7 w - - 0 1"), &limits);
    assert_eq!(reports.iter().map(|report| report.multi_pv).max(), Some(3));
}

#[test]
fn every_move_of_the_root_is_told() {
    let position = start("treeleaders");
    let mut told = Vec::new();
    for threads in [1, 2] {
        told.clear();
        let mut searcher = Searcher::new(8, threads);
        searcher.search(&position, &to_depth(1), &Control::default(), &mut |news| {
            if let News::Move(current) = news {
                told.push((current.number, current.total, current.mv));
            }
        });
        let mut moves: Vec<Move> = told.iter().map(|&(.., mv)| mv).collect();
        moves.sort_unstable();
        let mut legal = legal_moves(&position).to_vec();
        legal.sort_unstable();
        assert_eq!(moves, legal);
        let numbers = told.iter().map(|&(number, total, _)| (number, total));
        assert!(numbers.eq((1..=legal.len()).map(|number| (number, legal.len()))));
    }
}

#[test]
fn only_wanted_moves_are_chosen() {
    let position = start("chess");
    let wanted = parse_move(&position, "a2a3").expect("legal");
    let limits = Limits {
        search_moves: vec![wanted],
        ..to_depth(4)
    };
    assert_eq!(search(&position, &limits).best, Some(wanted));
}

#[test]
fn an_infinite_search_ends_when_told() {
    let unbounded = [
        Limits::default(),
        Limits {
            infinite: true,
            ..to_depth(1)
        },
        Limits {
            ponder: true,
            ..to_depth(1)
        },
    ];
    for limits in unbounded {
        let control = Control::default();
        let (listener, position) = (control.clone(), start("tree-garden"));
        let thread =
            thread::spawn(move || Searcher::new(1, 2).search(&position, &limits, &listener, &mut |_| {}));
        control.stop();
        assert!(thread.join().expect("no panic").best.is_some());
    }
}

#[test]
fn a_finished_game_waits_for_the_order_too() {
    let mated = position("chess", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1");
    let control = Control::default();
    let listener = control.clone();
    let thread =
        thread::spawn(move || Searcher::new(1, 1).search(&mated, &Limits::default(), &listener, &mut |_| {}));
    control.stop();
    assert!(thread.join().expect("no panic").best.is_none());
}

#[test]
fn pondering_ends_with_the_move_expected() {
    let limits = Limits {
        ponder: true,
        ..to_depth(2)
    };
    let control = Control::default();
    let listener = control.clone();
    let thread =
        thread::spawn(move || Searcher::new(1, 1).search(&start("chess"), &limits, &listener, &mut |_| {}));
    control.ponder_hit();
    let found = thread.join().expect("no panic");
    assert!(found.best.is_some() && found.ponder.is_some());
}

#[test]
fn a_move_is_found_in_no_time() {
    let out_of_time = Clock {
        remaining: Duration::ZERO,
        increment: Duration::ZERO,
        moves_to_go: None,
    };
    let limits = Limits {
        clock: Some(out_of_time),
        ..Limits::default()
    };
    for variant in Library::built_in().names() {
        assert!(search(&start(variant), &limits).best.is_some(), "{variant}");
    }
}

#[test]
fn many_threads_agree_on_a_mate() {
    let position = position("chess", "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1");
    let mut searcher = Searcher::new(8, 8);
    let found = searcher.search(&position, &to_depth(8), &Control::default(), &mut |_| {});
    assert_eq!(found.score, Score::Mate(3));
    searcher.set_threads(2);
    searcher.set_hash(1);
    let found = searcher.search(&position, &to_depth(8), &Control::default(), &mut |_| {});
    assert_eq!(found.score, Score::Mate(3));
}
