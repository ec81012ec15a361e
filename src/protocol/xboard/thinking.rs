//! What the engine thinks, as XBoard shows it.

use crate::protocol::engine::nodes_per_second;
use crate::search::{CurrentMove, Report, Score, SearchResult};

/// What a mate is worth, less the moves it takes; XBoard shows scores beyond this as mates.
const MATE: i32 = 100_000;

/// Score in centipawns from which on the engine takes a draw that it is offered.
const TAKES_DRAW_AT: i32 = -50;

/// Writes a line of thinking: depth, score, centiseconds, nodes, and the line of play; for XBoard, deepest line, nodes a
/// second and tablebase hits before that, which other programs take for a part of the line.
pub(super) fn text(report: &Report, line: &str, for_xboard: bool) -> String {
    let details = if for_xboard {
        format!(" {} {} 0\t", report.seldepth, nodes_per_second(report))
    } else {
        " ".to_string()
    };
    format!(
        "{} {} {} {}{details}{line}",
        report.depth,
        centipawns(report.score),
        report.time.as_millis() / 10,
        report.nodes,
    )
}

/// Writes how far an analysis is: centiseconds, nodes, depth, moves of the root that are left and in all, and the one
/// being searched.
pub(super) fn state(current: &CurrentMove, mv: &str) -> String {
    format!(
        "stat01: {} {} {} {} {} {mv}",
        current.time.as_millis() / 10,
        current.nodes,
        current.depth,
        current.total - current.number,
        current.total,
    )
}

/// Whether the engine, having judged its last position so, takes a draw.
pub(super) fn takes_draw(last: Option<&SearchResult>) -> bool {
    last.is_some_and(|result| centipawns(result.score) <= TAKES_DRAW_AT)
}

fn centipawns(score: Score) -> i32 {
    match score {
        Score::Centipawns(value) => value,
        Score::Mate(moves) if moves > 0 => MATE + moves,
        Score::Mate(moves) => moves - MATE,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Bound;
    use std::time::Duration;

    #[test]
    fn a_report_becomes_a_line() {
        let mut report = Report {
            depth: 9,
            seldepth: 14,
            multi_pv: 1,
            score: Score::Centipawns(-31),
            bound: Bound::Exact,
            nodes: 3_000_000,
            time: Duration::from_millis(1500),
            hashfull: 12,
            pv: Vec::new(),
        };
        assert_eq!(
            text(&report, "e1e3 e8e6", true),
            "9 -31 150 3000000 14 2000000 0\te1e3 e8e6"
        );
        assert_eq!(text(&report, "e1e3 e8e6", false), "9 -31 150 3000000 e1e3 e8e6");
        report.score = Score::Mate(3);
        assert!(text(&report, "", true).starts_with("9 100003 "));
        report.score = Score::Mate(-3);
        assert!(text(&report, "", true).starts_with("9 -100003 "));
    }
}
