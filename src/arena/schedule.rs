//! Which games a match consists of. The list follows from its description alone, so that a resumed match and its
//! parts on other machines agree about it.

/// Who plays whom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tournament {
    /// Everybody against everybody.
    #[default]
    RoundRobin,
    /// The first engine against all others.
    Gauntlet,
}

/// The extent of a match.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Number of engines.
    pub engines: usize,
    /// Who plays whom.
    pub tournament: Tournament,
    /// How often every two engines meet for `games` games.
    pub rounds: usize,
    /// Games of two engines in one round.
    pub games: usize,
    /// Games in a row with the same opening; colours are exchanged after each.
    pub repeat: usize,
}

/// A game to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// Number of the game, from 0.
    pub index: usize,
    /// Round, from 1.
    pub round: usize,
    /// Number of the pair of games with exchanged colours that it belongs to.
    pub pair: usize,
    /// Number of the opening, counting on without end.
    pub opening: usize,
    /// White's index among the engines.
    pub white: usize,
    /// Black's index among the engines.
    pub black: usize,
}

impl Plan {
    /// All games, in the order in which they are begun. All encounters advance side by side, so that an unfinished
    /// match is as good as a shorter one.
    #[must_use]
    pub fn games(&self) -> Vec<Pairing> {
        let encounters = self.encounters();
        let repeat = self.repeat.max(1);
        let mut games = Vec::new();
        let mut pair = 0;
        let openings = self.games.div_ceil(repeat);
        for round in 0..self.rounds {
            for opening in 0..openings {
                let length = repeat.min(self.games - opening * repeat);
                for &(first, second) in &encounters {
                    for number in 0..length {
                        // Colours alternate within a row, and from one row to the next.
                        let exchanged = (number + opening + round) % 2 == 1;
                        let (white, black) = if exchanged {
                            (second, first)
                        } else {
                            (first, second)
                        };
                        games.push(Pairing {
                            index: games.len(),
                            round: round + 1,
                            pair: pair + number / 2,
                            opening: round * openings + opening,
                            white,
                            black,
                        });
                    }
                    pair += length.div_ceil(2);
                }
            }
        }
        games
    }

    /// The number of games.
    #[must_use]
    pub fn length(&self) -> usize {
        self.encounters()
            .len()
            .saturating_mul(self.rounds)
            .saturating_mul(self.games)
    }

    fn encounters(&self) -> Vec<(usize, usize)> {
        let firsts = match self.tournament {
            Tournament::RoundRobin => 0..self.engines,
            Tournament::Gauntlet => 0..1,
        };
        firsts
            .flat_map(|first| (first + 1..self.engines).map(move |second| (first, second)))
            .collect()
    }
}

/// The part of a match that one of several machines plays: number `part`, from 1, of `parts`. Pairs stay together.
#[must_use]
pub fn shard(games: &[Pairing], part: usize, parts: usize) -> Vec<Pairing> {
    let mine = |game: &&Pairing| game.pair % parts.max(1) + 1 == part;
    games.iter().filter(mine).copied().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(engines: usize, tournament: Tournament, rounds: usize, games: usize) -> Vec<Pairing> {
        let plan = Plan {
            engines,
            tournament,
            rounds,
            games,
            repeat: 2,
        };
        plan.games()
    }

    #[test]
    fn a_pair_is_an_opening_with_both_colours() {
        let games = plan(3, Tournament::RoundRobin, 2, 4);
        assert_eq!(games.len(), 2 * 3 * 4);
        for pair in games.chunks(2) {
            assert_eq!(pair[0].pair, pair[1].pair);
            assert_eq!(pair[0].opening, pair[1].opening);
            assert_eq!((pair[0].white, pair[0].black), (pair[1].black, pair[1].white));
        }
        let openings = games.iter().map(|game| game.opening);
        assert_eq!(openings.max(), Some(3));
        assert!(games.iter().enumerate().all(|(index, game)| game.index == index));
    }

    #[test]
    fn an_odd_game_is_a_pair_of_its_own() {
        let games = plan(2, Tournament::RoundRobin, 1, 3);
        assert_eq!(games.iter().map(|game| game.pair).collect::<Vec<_>>(), [0, 0, 1]);
    }

    #[test]
    fn in_a_gauntlet_the_first_plays_all() {
        let games = plan(4, Tournament::Gauntlet, 1, 2);
        assert_eq!(games.len(), 6);
        assert!(games.iter().all(|game| game.white == 0 || game.black == 0));
    }

    #[test]
    fn shards_are_disjoint_and_complete() {
        let games = plan(3, Tournament::RoundRobin, 2, 10);
        let mut all: Vec<_> = (1..=4).flat_map(|part| shard(&games, part, 4)).collect();
        all.sort_by_key(|game| game.index);
        assert_eq!(all, games);
    }
}
