//! `info` lines.

use crate::protocol::engine::nodes_per_second;
use crate::search::{Bound, CurrentMove, Report, Score};
use crate::variant::Winning;
use std::time::Duration;

/// Moves are told only in searches that go on longer: before, they come too fast to be read.
const TELL_MOVES_AFTER: Duration = Duration::from_secs(3);

/// Writes a report, with the text of its line of play and, if how often scores win is given, the
/// chances to win, draw and lose.
pub(super) fn text(report: &Report, line: &str, winning: Option<Winning>) -> String {
    let score = match report.score {
        Score::Centipawns(value) => format!("cp {value}"),
        Score::Mate(moves) => format!("mate {moves}"),
    };
    let bound = match report.bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    };
    let chances = winning.map_or_else(String::new, |winning| {
        let [win, draw, loss] = chances(report.score, winning);
        format!(" wdl {win} {draw} {loss}")
    });
    format!(
        "info depth {} seldepth {} multipv {} score {score}{bound}{chances} nodes {} nps {} hashfull {} time {} pv {line}",
        report.depth,
        report.seldepth,
        report.multi_pv,
        report.nodes,
        nodes_per_second(report),
        report.hashfull,
        report.time.as_millis(),
    )
}

/// Writes which move of the root is being searched, if it is time to tell.
pub(super) fn current_move(current: &CurrentMove, text: &str) -> Option<String> {
    (current.time > TELL_MOVES_AFTER).then(|| {
        format!(
            "info depth {} currmove {text} currmovenumber {}",
            current.depth, current.number
        )
    })
}

/// Chances to win, draw and lose, in thousandths.
fn chances(score: Score, winning: Winning) -> [u32; 3] {
    match score {
        Score::Centipawns(value) => winning.of_thousand(value),
        Score::Mate(moves) if moves > 0 => [1000, 0, 0],
        Score::Mate(_) => [0, 0, 1000],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Square;
    use crate::position::Move;

    const WINNING: Winning = Winning { half: 150, scale: 80 };

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
            text(&report, "e2e4 e7e5", None),
            "info depth 9 seldepth 14 multipv 2 score mate -3 upperbound nodes 3000000 nps 2000000 hashfull 12 \
             time 1500 pv e2e4 e7e5"
        );
        assert!(text(&report, "", Some(WINNING)).contains(" upperbound wdl 0 0 1000 nodes "));
    }

    #[test]
    fn moves_are_told_after_a_while() {
        let mut current = CurrentMove {
            depth: 9,
            mv: Move::quiet(Square::new(0, 0), Square::new(0, 1)),
            number: 3,
            total: 20,
            nodes: 1,
            time: Duration::from_secs(3),
        };
        assert_eq!(current_move(&current, "a1a2"), None);
        current.time += Duration::from_millis(1);
        let line = "info depth 9 currmove a1a2 currmovenumber 3";
        assert_eq!(current_move(&current, "a1a2").as_deref(), Some(line));
    }

    #[test]
    fn chances_add_up() {
        for winning in [
            WINNING,
            Winning { half: 0, scale: 1 },
            Winning { half: 7, scale: 3 },
        ] {
            for value in [-30_000, -100, 0, 7, 150, 30_000] {
                let [win, draw, loss] = chances(Score::Centipawns(value), winning);
                assert_eq!(win + draw + loss, 1000);
                assert_eq!(chances(Score::Centipawns(-value), winning)[1], draw);
            }
        }
        assert_eq!(chances(Score::Centipawns(150), WINNING), [500, 477, 23]);
    }
}
