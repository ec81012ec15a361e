//! Scores inside the search: centipawns from the side to move's point of view, with wins far outside.

use super::limits::Score;
use crate::variant::Outcome;

/// No search goes deeper than this many plies below the root.
pub(super) const MAX_PLY: usize = 192;

/// A win on the spot; one `n` plies away is `WIN - n`.
const WIN: i32 = 32_000;

/// Above every score.
pub(super) const INFINITE: i32 = WIN + 1;

/// The lowest score that is a proved win.
pub(super) const LEAST_WIN: i32 = WIN - MAX_PLY as i32;

/// An evaluation never counts as more than this.
pub(super) const MOST_EVAL: i32 = 30_000;

/// The side to move loses in so many plies from the root.
pub(super) const fn lost_at(ply: usize) -> i32 {
    ply as i32 - WIN
}

/// The side to move wins in so many plies from the root.
pub(super) const fn won_at(ply: usize) -> i32 {
    WIN - ply as i32
}

/// Whether a score is a proved win or loss.
pub(super) const fn is_decisive(score: i32) -> bool {
    score.abs() >= LEAST_WIN
}

/// How many plies a proved win or loss takes.
pub(super) const fn plies_to_end(score: i32) -> i32 {
    WIN - score.abs()
}

/// The score of a game that is over, from the point of view of the side that the outcome speaks of.
pub(super) const fn of_outcome(outcome: Outcome, ply: usize) -> i32 {
    match outcome {
        Outcome::Win => won_at(ply),
        Outcome::Draw => 0,
        Outcome::Loss => lost_at(ply),
    }
}

/// A score as the world sees it.
pub(super) const fn public(score: i32) -> Score {
    if score >= LEAST_WIN {
        Score::Mate((WIN - score + 1) / 2)
    } else if score <= -LEAST_WIN {
        Score::Mate(-(WIN + score) / 2)
    } else {
        Score::Centipawns(score)
    }
}

/// Distance of a proved win or loss counted from the node at `ply` instead of the root, for the hash table.
pub(super) const fn to_table(score: i32, ply: usize) -> i32 {
    if score >= LEAST_WIN {
        score + ply as i32
    } else if score <= -LEAST_WIN {
        score - ply as i32
    } else {
        score
    }
}

/// The reverse of [`to_table`].
pub(super) const fn from_table(score: i32, ply: usize) -> i32 {
    if score >= LEAST_WIN {
        score - ply as i32
    } else if score <= -LEAST_WIN {
        score + ply as i32
    } else {
        score
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_counted_in_moves() {
        assert_eq!(public(won_at(1)), Score::Mate(1));
        assert_eq!(public(won_at(3)), Score::Mate(2));
        assert_eq!(public(lost_at(0)), Score::Mate(0));
        assert_eq!(public(lost_at(2)), Score::Mate(-1));
        assert_eq!(public(lost_at(4)), Score::Mate(-2));
        assert_eq!(public(-17), Score::Centipawns(-17));
        assert_eq!(public(MOST_EVAL), Score::Centipawns(MOST_EVAL));
    }

    #[test]
    fn the_table_counts_from_the_node() {
        for score in [0, 250, won_at(9), lost_at(8)] {
            assert_eq!(from_table(to_table(score, 5), 5), score);
        }
        assert_eq!(to_table(won_at(9), 5), won_at(4));
    }
}
