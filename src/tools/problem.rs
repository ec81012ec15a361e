//! Problems: positions with what is to be found in them, from EPD files.
//!
//! Of the operations these count: `bm` (best moves: one of them is to be played), `am` (moves to avoid), `dm` (the side
//! to move wins in so many moves), `id` (a name), `c0` (a comment) and `variant` (its name, as a string). Where a line
//! has several of `bm`, `am` and `dm`, all are to be found. Moves may be in standard algebraic notation or in the form
//! of the command line.

use crate::epd::{self, Operation, Record};
use crate::position::{Move, Position, Status, parse_san, san};
use crate::search::{Limits, Score, SearchResult};
use crate::variant::Library;
use std::fmt::Write;

/// A problem.
#[derive(Clone, Debug)]
pub struct Problem {
    /// The line of the file, from 1.
    pub line: usize,
    /// Its name; may be empty.
    pub id: String,
    /// What there is to say about it; may be empty.
    pub comment: String,
    /// The position.
    pub position: Position,
    /// What is to be found.
    pub goal: Goal,
}

/// What is to be found; at least one of the three is given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Goal {
    /// One of these moves, if there are any.
    pub best: Vec<Move>,
    /// None of these moves.
    pub avoid: Vec<Move>,
    /// A forced win in at most so many moves, in the sense of [`Score::Mate`].
    pub mate: Option<u16>,
}

/// Reads the problems of an EPD file. `variant` is that of the lines that do not say theirs.
///
/// # Errors
/// A line is wrong; the message has the file, the line and what to do about it. Or there is no problem at all.
pub fn read(file: &str, text: &str, library: &Library, variant: &str) -> Result<Vec<Problem>, String> {
    let problems: Vec<Problem> = epd::records(text)
        .map(|record| {
            Problem::new(&record, library, variant)
                .map_err(|message| format!("{file}:{}: {message}", record.line))
        })
        .collect::<Result<_, _>>()?;
    if problems.is_empty() {
        return Err(format!("{file}: there is no position in it"));
    }
    Ok(problems)
}

impl Problem {
    fn new(record: &Record, library: &Library, variant: &str) -> Result<Problem, String> {
        let operations = record.operations()?;
        let text_of = |opcode: &str| {
            let operation = operations.iter().find(|operation| operation.opcode == opcode);
            operation.map(|operation| operation.operands.join(" "))
        };
        let rules = library.rules(text_of("variant").as_deref().unwrap_or(variant))?;
        let position = Position::from_fen(&rules, &record.fen).map_err(|error| {
            format!(
                "not a position of {}: {error} (for another variant: --variant NAME, or variant \"NAME\"; in the line)",
                rules.name
            )
        })?;
        if let Status::Over(_, reason) = position.status() {
            return Err(format!("the game is over there: {reason}"));
        }
        let goal = Goal::new(&operations, &position)?;
        Ok(Problem {
            line: record.line,
            id: text_of("id").unwrap_or_default(),
            comment: text_of("c0").unwrap_or_default(),
            position,
            goal,
        })
    }

    /// The limits of a search for the solution, which ends early if a mate to be found is found.
    #[must_use]
    pub fn limits(&self, limits: &Limits) -> Limits {
        Limits {
            mate: self.goal.mate.or(limits.mate),
            ..limits.clone()
        }
    }

    /// Whether a search has found what is to be found.
    #[must_use]
    pub fn is_solved_by(&self, result: &SearchResult) -> bool {
        let Goal { best, avoid, mate } = &self.goal;
        let plays = |moves: &[Move]| result.best.is_some_and(|mv| moves.contains(&mv));
        let mates = |most: u16| matches!(result.score, Score::Mate(n) if (1..=i32::from(most)).contains(&n));
        (best.is_empty() || plays(best)) && !plays(avoid) && mate.is_none_or(mates)
    }

    /// What is to be found, in words: `Qg6 or Qh7, mate in 2`.
    #[must_use]
    pub fn expected(&self) -> String {
        let list = |moves: &[Move]| {
            let moves: Vec<_> = moves.iter().map(|&mv| san(&self.position, mv)).collect();
            moves.join(" or ")
        };
        let Goal { best, avoid, mate } = &self.goal;
        let mut text = list(best);
        if !avoid.is_empty() {
            let comma = if text.is_empty() { "" } else { ", " };
            let _ = write!(text, "{comma}not {}", list(avoid));
        }
        if let Some(moves) = mate {
            let comma = if text.is_empty() { "" } else { ", " };
            let _ = write!(text, "{comma}mate in {moves}");
        }
        text
    }
}

impl Goal {
    fn new(operations: &[Operation], position: &Position) -> Result<Goal, String> {
        let mut goal = Goal::default();
        for Operation { opcode, operands } in operations {
            let moves = || {
                let moves: Result<Vec<Move>, _> =
                    operands.iter().map(|text| read_move(position, text)).collect();
                match moves {
                    Ok(moves) if moves.is_empty() => Err(format!("{opcode}: a move is missing")),
                    Ok(moves) => Ok(moves),
                    Err(message) => Err(format!("{opcode}: {message}")),
                }
            };
            match *opcode {
                "bm" => goal.best.extend(moves()?),
                "am" => goal.avoid.extend(moves()?),
                "dm" => goal.mate = Some(mate(operands)?),
                _ => {}
            }
        }
        if goal == Goal::default() {
            return Err("nothing is to be found there: add bm MOVE; or am MOVE; or dm MOVES;".to_string());
        }
        Ok(goal)
    }
}

/// A move of any form, with its marks.
fn read_move(position: &Position, text: &str) -> Result<Move, String> {
    let reading = parse_san(position, text).map_err(|error| error.to_string())?;
    Ok(reading.mv)
}

fn mate(operands: &[&str]) -> Result<u16, String> {
    match operands.first().and_then(|text| text.parse().ok()) {
        Some(moves @ 1..=1000) if operands.len() == 1 => Ok(moves),
        _ => Err(format!(
            "dm: \"{}\" is not a number of moves, such as dm 3;",
            operands.join(" ")
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::{Control, Searcher};

    const BACK_RANK: &str = "6k1/5ppp/8/8/8/8/8/4R1K1 w - -";

    fn problem(line: &str) -> Result<Problem, String> {
        let library = Library::built_in();
        read("x.epd", line, &library, "chess").map(|mut problems| problems.remove(0))
    }

    fn solved(operations: &str) -> bool {
        let problem = problem(&format!("{BACK_RANK} {operations}")).expect("it is right");
        let limits = problem.limits(&Limits {
            depth: Some(4),
            ..Limits::default()
        });
        let result = Searcher::new(1, 1).search(&problem.position, &limits, &Control::default(), &mut |_| ());
        problem.is_solved_by(&result)
    }

    #[test]
    fn every_goal_counts() {
        for operations in [
            "bm Re8#;",
            "bm Kf1 e1e8;",
            "am Kf1 Kf2;",
            "dm 1;",
            "dm 2;",
            "bm Re8; am Kf1; dm 1;",
        ] {
            assert!(solved(operations), "{operations}");
        }
        for operations in ["bm Kf1;", "am Re8;", "bm Kf1; dm 1;", "bm Re8; am e1e8;"] {
            assert!(!solved(operations), "{operations}");
        }
    }

    #[test]
    fn a_problem_says_what_it_expects() {
        let line = format!("{BACK_RANK} bm e1e8 Kf1; am Kh1; dm 1; id \"back rank\"; c0 \"old\";");
        let problem = problem(&line).expect("it is right");
        assert_eq!(problem.expected(), "Re8# or Kf1, not Kh1, mate in 1");
        assert_eq!(
            (problem.id.as_str(), problem.comment.as_str()),
            ("back rank", "old")
        );
    }

    #[test]
    fn a_line_can_name_its_variant() {
        let line = "k9/10/10/3****3/3****3/3****3/3****3/10/10/K8R w - - dm 3; variant \"tree-garden\";";
        let problem = problem(line).expect("it is right");
        assert_eq!(problem.position.rules().name, "tree-garden");
    }

    #[test]
    fn wrong_lines_are_explained() {
        for (line, words) in [
            ("", "x.epd: there is no position"),
            ("8/8 w - - dm 1;", "x.epd:1: not a position of chess"),
            ("7k/5Q2/6K1/8/8/8/8/8 b - - dm 1;", "the game is over there"),
            ("6k1/8/8/8/8/8/8/R5K1 w - - hmvc 3;", "add bm MOVE;"),
            ("6k1/8/8/8/8/8/8/R5K1 w - - bm;", "bm: a move is missing"),
            (
                "6k1/8/8/8/8/8/8/R5K1 w - - am Ra9;",
                "am: \"Ra9\" is not a legal move here",
            ),
            (
                "6k1/8/8/8/8/8/8/R5K1 w - - dm 0;",
                "dm: \"0\" is not a number of moves",
            ),
            ("6k1/8/8/8/8/8/8/R5K1 w - - dm 1 2;", "dm: \"1 2\""),
            ("6k1/8/8/8/8/8/8/R5K1 w - - id \"x;", "no second quotation mark"),
            (
                "6k1/8/8/8/8/8/8/R5K1 w - - variant \"ches\";",
                "did you mean \"chess\"",
            ),
        ] {
            let message = problem(line).map(|_| ()).expect_err(line);
            assert!(message.contains(words), "{line}: {message}");
        }
    }
}
