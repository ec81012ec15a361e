//! Marks on the squares that a lifted piece can go to, so that every legal move and no other can be made by mouse.
//!
//! A capture away from the target square takes two legs: first onto the victim, then to where the piece ends.

use crate::board::{Geometry, Square};
use crate::movegen::legal_moves;
use crate::position::{Move, Position};
use std::fmt::Write;

/// The legal moves of the piece on a square.
fn moves_from(position: &Position, from: Square) -> Vec<Move> {
    let moves = legal_moves(position);
    moves.iter().copied().filter(|mv| mv.from() == from).collect()
}

/// Whether a move takes two legs.
fn has_two_legs(mv: Move) -> bool {
    mv.victim().is_some_and(|victim| victim != mv.to())
}

/// Writes the marks for the piece on a square, in the form of a FEN placement: `Y` for a move, `R` for a capture, `B`
/// where the piece becomes another that `choice` names, `M` where the user chooses from what `choice` offers, `C` for a
/// first leg, if XBoard is to make moves of two `legs`. `becomes` says how a move is told what the piece becomes.
pub(super) fn first_leg(
    position: &Position,
    from: Square,
    legs: bool,
    becomes: impl Fn(Move) -> Option<String>,
) -> String {
    let moves = moves_from(position, from);
    let has_two_legs = |mv| legs && has_two_legs(mv);
    marks(&position.rules().geometry, |square| {
        if moves
            .iter()
            .any(|&mv| has_two_legs(mv) && mv.victim() == Some(square))
        {
            return Some('C');
        }
        let mut ends = moves
            .iter()
            .filter(|&&mv| !has_two_legs(mv) && end_by_mouse(position, mv) == Some(square));
        let first = *ends.next()?;
        let outcome = becomes(first);
        Some(if ends.any(|&mv| becomes(mv) != outcome) {
            'M'
        } else if outcome.is_some() {
            'B'
        } else if first.is_capture() {
            'R'
        } else {
            'Y'
        })
    })
}

/// Where the mouse ends a move. XBoard moves the nearest piece along with a royal piece that goes far; where that is not
/// the partner, or where the royal piece's square would be an ordinary move, castling is ended on the partner. None if
/// XBoard would do something else then: the few such castlings cannot be made by mouse.
fn end_by_mouse(position: &Position, mv: Move) -> Option<Square> {
    let Some(partner) = mv.partner() else {
        return Some(mv.to());
    };
    let geometry = &position.rules().geometry;
    let between = geometry.between(mv.from(), partner);
    let nearest = !between.meets(position.occupied());
    if nearest && !position.rules().castling_by_partner {
        return Some(mv.to());
    }
    ends_beside_edge(geometry, mv).then_some(partner)
}

/// Whether the royal piece castles to where XBoard takes it when it goes to its partner: the third file from the left
/// or the second one from the right.
pub(super) fn ends_beside_edge(geometry: &Geometry, mv: Move) -> bool {
    let file = mv.to().file();
    file == 2 || file + 2 == geometry.files()
}

/// Writes the marks for the second leg of a move that begins with a leg onto a square; none if no move does.
pub(super) fn second_leg(position: &Position, from: Square, by_way_of: Square) -> Option<String> {
    let moves = moves_from(position, from);
    let ends: Vec<Square> = moves
        .iter()
        .filter(|mv| mv.victim() == Some(by_way_of))
        .map(|mv| mv.to())
        .collect();
    moves
        .iter()
        .any(|&mv| has_two_legs(mv) && mv.victim() == Some(by_way_of))
        .then(|| {
            marks(&position.rules().geometry, |square| {
                ends.contains(&square).then_some('R')
            })
        })
}

/// What the piece on a square could become by going to another one: legal moves.
pub(super) fn changes_at(position: &Position, from: Square, to: Square) -> Vec<Move> {
    let mut moves = moves_from(position, from);
    moves.retain(|&mv| !has_two_legs(mv) && mv.to() == to);
    moves
}

/// Writes marks in the form of a FEN placement.
fn marks(geometry: &Geometry, mark: impl Fn(Square) -> Option<char>) -> String {
    let mut text = String::new();
    for rank in (0..geometry.ranks()).rev() {
        let mut unmarked = 0;
        for file in 0..geometry.files() {
            match mark(Square::new(file, rank)) {
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
