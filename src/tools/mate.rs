//! Mates proved by trying all moves, and problems made of them.
//!
//! A mate is a win by the rules of the variant: a move after which the game is over and the side to move then has lost,
//! be it checkmated or, where that loses, stalemated or left with nothing but its royal piece. It is what the search
//! reports as [`Score::Mate`](crate::search::Score::Mate). A draw on the way, by repetition or by the move rule, is none.
//!
//! The proof is an AND/OR tree in full width: for the winning side some move has to do, for the other one none may
//! help. Nothing is pruned and nothing is looked up, so that it can serve as a check of the search. Only the order of
//! moves is chosen: the move that settled the last position at the same distance comes first.

mod problems;

pub use problems::{Composed, Composer};

use crate::movegen::{Kind, generate};
use crate::position::{Move, MoveList, Position, Status};
use crate::variant::Outcome;

/// Proves mates.
#[derive(Clone, Debug)]
pub struct Prover {
    /// Moves that it may still make.
    budget: u64,
    /// By the number of plies left: what the search for moves needs there.
    plies: Vec<Ply>,
}

/// What is kept for a ply.
#[derive(Clone, Debug, Default)]
struct Ply {
    moves: MoveList,
    /// The move that settled the last position here: mated, or helped against it.
    settler: Option<Move>,
}

/// The shortest mate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mate {
    /// Moves of the winning side, the mating one included.
    pub moves: u32,
    /// All first moves that lead to it.
    pub keys: Vec<Move>,
}

/// The budget was used up before the answer was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfBudget;

impl Prover {
    /// A prover that makes at most so many moves, in all that it is asked.
    #[must_use]
    pub fn new(budget: u64) -> Prover {
        Prover {
            budget,
            plies: Vec::new(),
        }
    }

    /// The shortest mate in at most so many moves, if there is one, with all its first moves: a proof that it exists,
    /// and that no shorter one does.
    ///
    /// # Errors
    /// The budget does not suffice.
    pub fn shortest(&mut self, position: &Position, most: u32) -> Result<Option<Mate>, OutOfBudget> {
        let mut position = position.clone();
        for moves in 1..=most {
            let keys = self.keys(&mut position, moves)?;
            if !keys.is_empty() {
                return Ok(Some(Mate { moves, keys }));
            }
        }
        Ok(None)
    }

    /// All first moves of mates in at most so many moves (at least 1).
    fn keys(&mut self, position: &mut Position, moves: u32) -> Result<Vec<Move>, OutOfBudget> {
        self.plies.resize_with(2 * moves as usize, Ply::default);
        if is_over(position) {
            return Ok(Vec::new());
        }
        let mut list = MoveList::new();
        generate(position, Kind::All, &mut list);
        let mut keys = Vec::new();
        for &mv in &list {
            if self.try_move(position, mv, |prover, position| {
                prover.is_mated(position, moves - 1)
            })? {
                keys.push(mv);
            }
        }
        Ok(keys)
    }

    /// Whether the side to move can mate in at most so many moves (at least 1).
    fn can_mate(&mut self, position: &mut Position, moves: u32) -> Result<bool, OutOfBudget> {
        if is_over(position) {
            return Ok(false);
        }
        self.any_move(position, 2 * moves as usize - 1, |prover, position| {
            prover.is_mated(position, moves - 1)
        })
    }

    /// Whether the side to move has lost already, or is mated in at most so many moves of the other side.
    fn is_mated(&mut self, position: &mut Position, moves: u32) -> Result<bool, OutOfBudget> {
        if moves == 0 && !may_have_lost(position) {
            return Ok(false);
        }
        match outcome(position) {
            Some(outcome) => Ok(outcome == Outcome::Loss),
            None if moves == 0 => Ok(false),
            None => {
                let saved = self.any_move(position, 2 * moves as usize, |prover, position| {
                    prover.can_mate(position, moves).map(|mates| !mates)
                })?;
                Ok(!saved)
            }
        }
    }

    /// Whether some move settles the position, with so many plies left.
    fn any_move(
        &mut self,
        position: &mut Position,
        plies: usize,
        settles: impl Fn(&mut Prover, &mut Position) -> Result<bool, OutOfBudget>,
    ) -> Result<bool, OutOfBudget> {
        let Ply { mut moves, settler } = std::mem::take(&mut self.plies[plies]);
        moves.clear();
        generate(position, Kind::All, &mut moves);
        if let Some(first) = moves.iter().position(|&mv| Some(mv) == settler) {
            moves.swap(0, first);
        }
        let mut settled = Ok(None);
        for &mv in &moves {
            settled = self
                .try_move(position, mv, &settles)
                .map(|settles| settles.then_some(mv));
            if settled != Ok(None) {
                break;
            }
        }
        let settler = settled.unwrap_or(None).or(settler);
        self.plies[plies] = Ply { moves, settler };
        settled.map(|settled| settled.is_some())
    }

    /// Makes a move, asks something, and takes it back.
    fn try_move(
        &mut self,
        position: &mut Position,
        mv: Move,
        ask: impl Fn(&mut Prover, &mut Position) -> Result<bool, OutOfBudget>,
    ) -> Result<bool, OutOfBudget> {
        self.budget = self.budget.checked_sub(1).ok_or(OutOfBudget)?;
        position.make(mv);
        let answer = ask(self, position);
        position.unmake();
        answer
    }
}

/// The result for the side to move, if the game is over.
fn outcome(position: &Position) -> Option<Outcome> {
    match position.status() {
        Status::Over(outcome, _) => Some(outcome),
        _ => None,
    }
}

fn is_over(position: &Position) -> bool {
    outcome(position).is_some()
}

/// A quick look: without check, only rules that not all variants have can end the game with a loss.
fn may_have_lost(position: &Position) -> bool {
    position.in_check() || position.rules().stalemate == Outcome::Loss || position.bare_outcome().is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::move_text;
    use crate::variant::Library;

    fn shortest(library: &Library, variant: &str, fen: &str, most: u32) -> Option<(u32, Vec<String>)> {
        let rules = library.rules(variant).expect("a known variant");
        let position = Position::from_fen(&rules, fen).expect("a FEN");
        let mate = Prover::new(10_000_000)
            .shortest(&position, most)
            .expect("it suffices")?;
        let mut keys: Vec<_> = mate.keys.iter().map(|&mv| move_text(&position, mv)).collect();
        keys.sort_unstable();
        Some((mate.moves, keys))
    }

    #[test]
    fn the_shortest_mate_is_found_with_all_keys() {
        let library = Library::built_in();
        let find = |fen, most| shortest(&library, "chess", fen, most);
        assert_eq!(
            find("6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1", 2),
            Some((1, vec!["e1e8".to_string()]))
        );
        assert_eq!(find("4k3/8/8/8/8/8/8/4K2R w - - 0 1", 2), None);
        let opera = "4kb1r/p2n1ppp/4q3/4p1B1/4P3/1Q6/PPP2PPP/2KR4 w k - 1 1";
        assert_eq!(find(opera, 1), None);
        assert_eq!(find(opera, 3), Some((2, vec!["b3b8".to_string()])));
    }

    #[test]
    fn only_what_wins_by_the_rules_is_a_mate() {
        let mut library = Library::built_in();
        let text = "[variant stalemating]\ninherit = chess\nstalemate = loss\n\
                    [variant baring]\ninherit = chess\nbare-royal = loss\n";
        library.load_text("x.ini", text).expect("right");
        let stalemate = "7k/5K2/8/6P1/8/8/8/8 w - - 0 1";
        assert_eq!(shortest(&library, "chess", stalemate, 1), None);
        assert_eq!(
            shortest(&library, "stalemating", stalemate, 1),
            Some((1, vec!["g5g6".to_string()]))
        );
        let last_pawn = "7k/8/8/8/8/8/p7/R6K w - - 0 1";
        assert_eq!(shortest(&library, "chess", last_pawn, 1), None);
        assert_eq!(
            shortest(&library, "baring", last_pawn, 1),
            Some((1, vec!["a1a2".to_string()]))
        );
    }

    #[test]
    fn the_move_rule_comes_before_a_mate_that_takes_too_long() {
        let library = Library::built_in();
        let find = |clock| {
            let fen = format!("k7/8/2K5/8/8/8/8/1R6 w - - {clock} 90");
            shortest(&library, "chess", &fen, 3).map(|(moves, _)| moves)
        };
        assert_eq!(find(90), Some(2));
        assert_eq!(find(97), Some(2));
        assert_eq!(find(98), None);
    }

    #[test]
    fn a_budget_ends_the_search() {
        let position = Position::start(&Library::built_in().rules("chess").expect("known"));
        assert_eq!(Prover::new(1000).shortest(&position, 3), Err(OutOfBudget));
    }
}
