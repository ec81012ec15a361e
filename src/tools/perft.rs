//! Perft: counts the sequences of legal moves of a given length, the standard check of move generation.

use crate::movegen::{Kind, count_legal, generate, legal_moves};
use crate::position::{Move, MoveList, Position};
use std::num::NonZeroUsize;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// The number of sequences of `depth` legal moves. The last move of each is counted, not made (bulk counting).
/// Draws do not end a sequence, as they do not shorten the move list.
#[must_use]
pub fn count(position: &mut Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        _ => count_bulk(position, &mut lists(depth - 1)),
    }
}

/// The same number, with every move listed and made: slower, and measures just that.
#[must_use]
pub fn count_listed(position: &mut Position, depth: u32) -> u64 {
    count_made(position, &mut lists(depth))
}

/// One list of moves a ply, so that no node has to ask for memory.
fn lists(plies: u32) -> Vec<MoveList> {
    (0..plies).map(|_| MoveList::new()).collect()
}

/// Counts `lists.len() + 1` plies.
fn count_bulk(position: &mut Position, lists: &mut [MoveList]) -> u64 {
    match lists.split_first_mut() {
        None => count_legal(position),
        Some((list, deeper)) => sum(position, list, |position| count_bulk(position, deeper)),
    }
}

/// Counts `lists.len()` plies.
fn count_made(position: &mut Position, lists: &mut [MoveList]) -> u64 {
    match lists.split_first_mut() {
        None => 1,
        Some((list, deeper)) => sum(position, list, |position| count_made(position, deeper)),
    }
}

/// The sum of `count` over the positions after each legal move.
fn sum(position: &mut Position, list: &mut MoveList, mut count: impl FnMut(&mut Position) -> u64) -> u64 {
    list.clear();
    generate(position, Kind::All, list);
    let mut total = 0;
    for &mv in &*list {
        position.make(mv);
        total += count(position);
        position.unmake();
    }
    total
}

/// The legal moves with the number of sequences of `depth` moves (at least 1) that each begins, counted on several
/// threads that share out the moves. The order is that of generation, whatever the number of threads.
#[must_use]
pub fn divide(position: &Position, depth: u32, threads: NonZeroUsize) -> Vec<(Move, u64)> {
    let moves = legal_moves(position);
    let next = AtomicUsize::new(0);
    let worker = || {
        let mut position = position.clone();
        let mut counts = Vec::new();
        loop {
            // Relaxed: this number is all that the threads share.
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(&mv) = moves.get(index) else {
                return counts;
            };
            position.make(mv);
            counts.push((index, count(&mut position, depth.saturating_sub(1))));
            position.unmake();
        }
    };
    let mut counts = thread::scope(|scope| {
        let helpers: Vec<_> = (1..threads.get().min(moves.len()))
            .map(|_| scope.spawn(worker))
            .collect();
        let mut counts = worker();
        for helper in helpers {
            counts.extend(helper.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
        counts
    });
    counts.sort_unstable();
    counts
        .into_iter()
        .map(|(index, count)| (moves[index], count))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::Library;

    #[test]
    fn all_ways_of_counting_agree() {
        let library = Library::built_in();
        for name in library.names() {
            let rules = library.rules(name).expect("a listed variant exists");
            let mut position = Position::start(&rules);
            for depth in 0..=2 {
                let expected = count_listed(&mut position, depth);
                assert_eq!(count(&mut position, depth), expected, "{name}");
            }
            let expected = count(&mut position, 2);
            for threads in [1, 3].map(|threads| NonZeroUsize::new(threads).expect("not 0")) {
                let divided = divide(&position, 2, threads);
                assert_eq!(
                    divided.iter().map(|(_, count)| count).sum::<u64>(),
                    expected,
                    "{name}"
                );
            }
        }
    }
}
