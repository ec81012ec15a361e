//! Weaker play that still looks human: the engine looks less far ahead, and chooses among moves that it finds nearly
//! as good as the best one. It does not blunder at random.

use super::options::{ELO, SKILL, Wishes};
use crate::position::{Move, SplitMix};
use crate::search::{Bound, Limits, Report, Score};

/// Lines of play among which a move is chosen.
const LINES: usize = 4;

/// What a weaker engine gives away with a move at most, in centipawns for each level below full strength.
const LOSS_PER_LEVEL: u64 = 10;

/// Play below full strength, for one search.
#[derive(Debug)]
pub(super) struct Handicap {
    level: usize,
    /// Moves with their scores in centipawns, from the deepest search reported.
    found: Vec<(Move, i64)>,
    depth: u16,
}

impl Handicap {
    /// The handicap that is wished for; none at full strength.
    pub fn new(wishes: &Wishes) -> Option<Handicap> {
        let level = if wishes.limit_strength {
            (wishes.elo - ELO.start()) * SKILL.end() / (ELO.end() - ELO.start())
        } else {
            wishes.skill
        };
        let is_weaker = level < *SKILL.end() && !wishes.analyse;
        is_weaker.then_some(Handicap {
            level,
            found: Vec::new(),
            depth: 0,
        })
    }

    /// Limits the search.
    pub fn limit(&self, limits: &mut Limits) {
        let deepest = 1 + self.level as u16 / 2;
        limits.depth = Some(limits.depth.map_or(deepest, |depth| depth.min(deepest)));
        limits.multi_pv = limits.multi_pv.max(LINES);
    }

    /// Takes note of a report.
    pub fn note(&mut self, report: &Report) {
        let Some(&mv) = report.pv.first().filter(|_| report.bound == Bound::Exact) else {
            return;
        };
        if report.depth != self.depth {
            self.depth = report.depth;
            self.found.clear();
        }
        let score = match report.score {
            Score::Centipawns(value) => i64::from(value),
            Score::Mate(moves) if moves > 0 => 100_000 - i64::from(moves),
            Score::Mate(moves) => -100_000 - i64::from(moves),
        };
        self.found.push((mv, score));
    }

    /// The move to play. Nothing but the seed decides between moves.
    pub fn choose(&self, seed: u64) -> Option<Move> {
        let best = self.found.iter().map(|&(_, score)| score).max()?;
        let margin = (*SKILL.end() - self.level) as u64 * LOSS_PER_LEVEL;
        let mut random = SplitMix(seed);
        let (mv, _) = self
            .found
            .iter()
            .filter(|&&(_, score)| score + margin as i64 >= best)
            .max_by_key(|&&(_, score)| score + (random.draw() % (margin + 1)) as i64)?;
        Some(*mv)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Square;
    use std::time::Duration;

    fn report(file: u8, score: Score) -> Report {
        Report {
            depth: 3,
            seldepth: 3,
            multi_pv: usize::from(file) + 1,
            score,
            bound: Bound::Exact,
            nodes: 0,
            time: Duration::ZERO,
            hashfull: 0,
            pv: vec![Move::quiet(Square::new(file, 1), Square::new(file, 2))],
        }
    }

    #[test]
    fn a_weak_player_varies_but_does_not_blunder() {
        let wishes = Wishes {
            skill: 5,
            ..Wishes::default()
        };
        let mut handicap = Handicap::new(&wishes).expect("weaker than the best");
        for (file, score) in [(0, 20), (1, 0), (2, -400)] {
            handicap.note(&report(file, Score::Centipawns(score)));
        }
        let mut files: Vec<u8> = (0..100)
            .filter_map(|seed| handicap.choose(seed))
            .map(|mv| mv.from().file())
            .collect();
        files.sort_unstable();
        files.dedup();
        assert_eq!(files, [0, 1]);
    }

    #[test]
    fn a_mate_is_always_given() {
        let wishes = Wishes {
            skill: 0,
            ..Wishes::default()
        };
        let mut handicap = Handicap::new(&wishes).expect("weaker than the best");
        handicap.note(&report(0, Score::Mate(1)));
        handicap.note(&report(1, Score::Centipawns(900)));
        assert!((0..100).all(|seed| handicap.choose(seed).is_some_and(|mv| mv.from().file() == 0)));
    }

    #[test]
    fn analysis_is_at_full_strength() {
        let wishes = Wishes {
            limit_strength: true,
            analyse: true,
            ..Wishes::default()
        };
        assert!(Handicap::new(&wishes).is_none());
        assert!(Handicap::new(&Wishes::default()).is_none());
    }
}
