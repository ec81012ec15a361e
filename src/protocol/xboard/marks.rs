//! Marks on the squares that a lifted piece can go to, so that every legal move and no other can be made by mouse.

use crate::board::Square;
use crate::movegen::legal_moves;
use crate::position::{Move, Position};
use std::fmt::Write;

/// Writes the marks for the piece on a square, in the form of a FEN placement: `Y` for a move, `R` for a capture, `M`
/// for a move that promotes by choice.
pub(super) fn text(position: &Position, square: Square) -> String {
    let geometry = &position.rules().geometry;
    let moves = legal_moves(position);
    let moves: Vec<Move> = moves.iter().copied().filter(|mv| mv.from() == square).collect();
    let mut text = String::new();
    for rank in (0..geometry.ranks()).rev() {
        let mut unmarked = 0;
        for file in 0..geometry.files() {
            match mark(&moves, Square::new(file, rank)) {
                None => unmarked += 1,
                Some(mark) => {
                    write_count(&mut text, unmarked);
                    unmarked = 0;
                    text.push(mark);
                }
            }
        }
        write_count(&mut text, unmarked);
        if rank > 0 {
            text.push('/');
        }
    }
    text
}

fn write_count(text: &mut String, count: u32) {
    if count > 0 {
        // Writing to a string cannot fail.
        let _ = write!(text, "{count}");
    }
}

/// The mark of a square: the strongest of those of the moves that end there.
fn mark(moves: &[Move], square: Square) -> Option<char> {
    let mut mark = None;
    for mv in moves.iter().filter(|mv| mv.to() == square) {
        if mv.promotion().is_some() {
            return Some('M');
        }
        mark = Some(if mv.is_capture() { 'R' } else { 'Y' });
    }
    mark
}
