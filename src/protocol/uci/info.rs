//! `info` lines.

use crate::protocol::engine::nodes_per_second;
use crate::search::{Bound, Report, Score};

/// Writes a report, with the text of its line of play.
pub(super) fn text(report: &Report, line: &str) -> String {
    let score = match report.score {
        Score::Centipawns(value) => format!("cp {value}"),
        Score::Mate(moves) => format!("mate {moves}"),
    };
    let bound = match report.bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    };
    format!(
        "info depth {} seldepth {} multipv {} score {score}{bound} nodes {} nps {} hashfull {} time {} pv {line}",
        report.depth,
        report.seldepth,
        report.multi_pv,
        report.nodes,
        nodes_per_second(report),
        report.hashfull,
        report.time.as_millis(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_report_becomes_a_line() {
        let report = Report {
            depth: 9,
            seldepth: 14,
            multi_pv: 2,
            score: Score::Mate(-3),
            bound: Bound::Upper,
            nodes: 3_000_000,
            time: Duration::from_millis(1500),
            hashfull: 12,
            pv: Vec::new(),
        };
        assert_eq!(
            text(&report, "e2e4 e7e5"),
            "info depth 9 seldepth 14 multipv 2 score mate -3 upperbound nodes 3000000 nps 2000000 hashfull 12 \
             time 1500 pv e2e4 e7e5"
        );
    }
}
