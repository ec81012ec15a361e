//! Ending games early that the engines' own scores have decided.

use super::record::GameResult;
use crate::board::{ByColour, Colour};
use std::str::FromStr;

/// When to end a game early.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Adjudication {
    /// When to call it a draw.
    pub draw: Option<DrawRule>,
    /// When to call it lost.
    pub resign: Option<ResignRule>,
    /// Moves after which it is a draw whatever the scores.
    pub max_moves: Option<u32>,
}

/// A game is drawn when both sides think so for a while.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawRule {
    /// Not before this move of the game.
    pub move_number: u32,
    /// For so many moves of each side in a row.
    pub move_count: u32,
    /// The scores were at most this far from 0, in centipawns.
    pub score: i32,
}

/// A game is lost when the losing side thinks so for a while.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResignRule {
    /// For so many of its moves in a row.
    pub move_count: u32,
    /// Its score was at most this far below 0, in centipawns.
    pub score: i32,
    /// Whether the other side has to agree.
    pub two_sided: bool,
}

impl FromStr for DrawRule {
    type Err = String;

    /// Reads `movenumber=40,movecount=8,score=8`.
    fn from_str(text: &str) -> Result<DrawRule, String> {
        let [move_number, move_count, score] = values(text, ["movenumber", "movecount", "score"])?;
        Ok(DrawRule {
            move_number: move_number.unwrap_or(0),
            move_count: move_count.ok_or_else(|| format!("{text}: movecount is missing"))?,
            score: score.ok_or_else(|| format!("{text}: score is missing"))? as i32,
        })
    }
}

impl FromStr for ResignRule {
    type Err = String;

    /// Reads `movecount=5,score=800[,twosided=1]`.
    fn from_str(text: &str) -> Result<ResignRule, String> {
        let [move_count, score, two_sided] = values(text, ["movecount", "score", "twosided"])?;
        Ok(ResignRule {
            move_count: move_count.ok_or_else(|| format!("{text}: movecount is missing"))?,
            score: score.ok_or_else(|| format!("{text}: score is missing"))? as i32,
            two_sided: two_sided.is_some_and(|value| value != 0),
        })
    }
}

/// The values of some keys, in the order of the keys.
fn values<const N: usize>(text: &str, keys: [&str; N]) -> Result<[Option<u32>; N], String> {
    let mut values = [None; N];
    for part in text.split(',') {
        let (key, value) = part.split_once('=').unwrap_or((part, ""));
        let Some(place) = keys.iter().position(|&known| known == key) else {
            return Err(format!("unknown key \"{key}\"; there are {}", keys.join(", ")));
        };
        // Scores and counts beyond a million mean nothing.
        let number = value.parse().ok().filter(|&number| number <= 1_000_000);
        values[place] = Some(number.ok_or_else(|| format!("{key}={value}: a whole number expected"))?);
    }
    Ok(values)
}

/// Keeps watch over the scores of one game.
#[derive(Clone, Debug)]
pub(super) struct Adjudicator {
    rules: Adjudication,
    /// Moves in a row, of both sides together, whose score was near 0.
    level: u32,
    /// By side: its moves in a row whose score was far below 0.
    losing: ByColour<u32>,
    /// By side: its moves in a row whose score was far above 0.
    winning: ByColour<u32>,
}

impl Adjudicator {
    pub(super) fn new(rules: Adjudication) -> Adjudicator {
        Adjudicator {
            rules,
            level: 0,
            losing: ByColour([0; 2]),
            winning: ByColour([0; 2]),
        }
    }

    /// Takes note of a side's score for its move, in centipawns from its own point of view; none if it gave none.
    pub(super) fn note(&mut self, side: Colour, score: Option<i32>) {
        let count = |count: &mut u32, holds: bool| *count = if holds { *count + 1 } else { 0 };
        if let Some(rule) = self.rules.draw {
            count(
                &mut self.level,
                score.is_some_and(|score| score.abs() <= rule.score),
            );
        }
        if let Some(rule) = self.rules.resign {
            count(
                &mut self.losing[side],
                score.is_some_and(|score| score <= -rule.score),
            );
            count(
                &mut self.winning[side],
                score.is_some_and(|score| score >= rule.score),
            );
        }
    }

    /// The result and its reason, if the game is to end before the move with that number.
    pub(super) fn verdict(&self, next_move: u32) -> Option<(GameResult, String)> {
        for (side, result) in [
            (Colour::White, GameResult::BlackWins),
            (Colour::Black, GameResult::WhiteWins),
        ] {
            if self.is_lost(side) {
                return Some((result, format!("{} resigns by adjudication", side.name())));
            }
        }
        if self
            .rules
            .draw
            .is_some_and(|rule| next_move > rule.move_number && self.level >= 2 * rule.move_count)
        {
            return Some((GameResult::Draw, "draw by adjudication".to_string()));
        }
        if self.rules.max_moves.is_some_and(|most| next_move > most) {
            return Some((GameResult::Draw, "draw by the limit of moves".to_string()));
        }
        None
    }

    fn is_lost(&self, side: Colour) -> bool {
        self.rules.resign.is_some_and(|rule| {
            self.losing[side] >= rule.move_count
                && (!rule.two_sided || self.winning[!side] >= rule.move_count)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn adjudicator(draw: &str, resign: &str) -> Adjudicator {
        Adjudicator::new(Adjudication {
            draw: Some(draw.parse().expect("it is right")),
            resign: Some(resign.parse().expect("it is right")),
            max_moves: Some(100),
        })
    }

    fn play(adjudicator: &mut Adjudicator, scores: &[i32]) {
        for (ply, &score) in scores.iter().enumerate() {
            let side = if ply % 2 == 0 {
                Colour::White
            } else {
                Colour::Black
            };
            adjudicator.note(side, Some(score));
        }
    }

    #[test]
    fn level_scores_for_a_while_are_a_draw() {
        let mut game = adjudicator("movenumber=40,movecount=2,score=8", "movecount=2,score=500");
        play(&mut game, &[90, 0, 8, -8, 1]);
        assert_eq!(game.verdict(40), None);
        assert_eq!(game.verdict(41).map(|(result, _)| result), Some(GameResult::Draw));
        game.note(Colour::Black, None);
        assert_eq!(game.verdict(100), None);
        assert_eq!(
            game.verdict(101).map(|(result, _)| result),
            Some(GameResult::Draw)
        );
    }

    #[test]
    fn a_side_that_knows_that_it_loses_resigns() {
        let mut game = adjudicator("movecount=9,score=0", "movecount=2,score=500");
        play(&mut game, &[0, -600, 0, -500]);
        assert_eq!(
            game.verdict(9).map(|(result, _)| result),
            Some(GameResult::WhiteWins)
        );
        let mut game = adjudicator("movecount=9,score=0", "movecount=2,score=500,twosided=1");
        play(&mut game, &[-600, 0, -600, 700]);
        assert_eq!(game.verdict(9), None);
        play(&mut game, &[-600, 700]);
        assert_eq!(
            game.verdict(9).map(|(result, _)| result),
            Some(GameResult::BlackWins)
        );
    }

    #[test]
    fn wrong_rules_are_explained() {
        for (text, words) in [
            ("score=8", "movecount is missing"),
            ("movecount=8", "score is missing"),
            ("count=8", "unknown key \"count\""),
            ("movecount=x,score=8", "movecount=x"),
        ] {
            let message = text.parse::<DrawRule>().expect_err(text);
            assert!(message.contains(words), "{text}: {message}");
        }
    }
}
