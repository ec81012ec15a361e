//! What an engine says while it is to move.

use crate::arena::engine::Thoughts;
use crate::board::Colour;
use crate::search::Score;

/// Scores beyond this are mates.
const MATE: i32 = 100_000;

/// What an engine says in answer to a move.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Said {
    Move(String),
    Resignation,
    /// It takes our move as illegal.
    Refusal(String),
}

impl Said {
    /// Reads a line. Claims other than to have lost don't matter: the referee sees for himself.
    pub(super) fn read(line: &str, side: Colour) -> Option<Said> {
        let loss = match side {
            Colour::White => "0-1",
            Colour::Black => "1-0",
        };
        let word = line.split_whitespace().next()?;
        match word {
            "move" => Some(Said::Move(line["move".len()..].trim().to_string())),
            "resign" => Some(Said::Resignation),
            "Illegal" => Some(Said::Refusal(line.to_string())),
            _ if word == loss => Some(Said::Resignation),
            _ => None,
        }
    }
}

/// Takes note of a line of thinking: depth, score in centipawns, centiseconds, nodes.
pub(super) fn parse_thoughts(line: &str, thoughts: &mut Thoughts) {
    let mut words = line.split_whitespace();
    let mut number = || {
        words
            .next()?
            .trim_end_matches(['.', '+', '-', '&', '?', '!'])
            .parse::<i64>()
            .ok()
    };
    let (Some(depth), Some(score), Some(_), Some(nodes)) = (number(), number(), number(), number()) else {
        return;
    };
    let score = score.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32;
    thoughts.score = Some(match score {
        MATE.. => Score::Mate((score - MATE).max(1)),
        i32::MIN..=-100_000 => Score::Mate(score + MATE),
        _ => Score::Centipawns(score),
    });
    thoughts.depth = depth.clamp(0, i64::from(u16::MAX)) as u16;
    thoughts.nodes = nodes.max(0) as u64;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_read() {
        let read = |line| Said::read(line, Colour::White);
        assert_eq!(read("move e2e4"), Some(Said::Move("e2e4".to_string())));
        assert_eq!(read("resign"), Some(Said::Resignation));
        assert_eq!(read("0-1 {White resigns}"), Some(Said::Resignation));
        assert_eq!(read("1-0 {White mates}"), None);
        assert_eq!(
            read("Illegal move: e2e5"),
            Some(Said::Refusal("Illegal move: e2e5".to_string()))
        );
        assert_eq!(read("9 15 30 4000 e2e4 move"), None);
    }

    #[test]
    fn thoughts_are_read() {
        let mut thoughts = Thoughts::default();
        parse_thoughts("# 1 2 3 4", &mut thoughts);
        assert_eq!(thoughts.score, None);
        parse_thoughts("9. -15 30 4000\te2e4", &mut thoughts);
        assert_eq!((thoughts.depth, thoughts.nodes), (9, 4000));
        assert_eq!(thoughts.score, Some(Score::Centipawns(-15)));
        parse_thoughts("9 -100002 30 4000 e2e4", &mut thoughts);
        assert_eq!(thoughts.score, Some(Score::Mate(-2)));
    }
}
