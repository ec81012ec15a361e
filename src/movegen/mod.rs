//! Attacks and legal moves.

mod attack;
mod context;
mod generate;
mod sink;
mod terrain;

use crate::board::{Bitboard, Colour, Square};
use crate::position::{Move, MoveList, Position};
use crate::variant::{Piece, Rules};
use attack::View;
pub(crate) use attack::{royal_attacked, royal_attacked_by};
use context::Context;
use sink::{Counter, Finder, Lister, Seeker};
use terrain::Terrain;

/// Which of the legal moves to generate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// All of them.
    All,
    /// Captures, and promotions by choice.
    Tactical,
    /// The rest.
    Quiet,
}

/// Appends the legal moves of a kind. `Tactical` and `Quiet` together are `All`, with no move twice.
pub fn generate(position: &Position, kind: Kind, list: &mut MoveList) {
    Generation::new(position).list(position, kind, list);
}

/// All legal moves, in no particular order.
#[must_use]
pub fn legal_moves(position: &Position) -> MoveList {
    let mut list = MoveList::new();
    generate(position, Kind::All, &mut list);
    list
}

/// The number of legal moves, without listing them (bulk perft).
#[must_use]
pub fn count_legal(position: &Position) -> u64 {
    let mut counter = Counter::default();
    generate::generate(position, &Context::new(position), Bitboard::ALL, &mut counter);
    counter.total()
}

/// Whether any move is legal.
#[must_use]
pub fn has_legal_move(position: &Position) -> bool {
    let mut finder = Finder::default();
    generate::generate(position, &Context::new(position), Bitboard::ALL, &mut finder);
    finder.0
}

/// Whether a move from elsewhere (transposition table, killers) is legal here.
#[must_use]
pub fn is_legal(position: &Position, mv: Move) -> bool {
    Generation::new(position).is_legal(position, mv)
}

/// What legal moves are generated from: worked out once for a position and used for its hash move, its captures and
/// its quiet moves in turn. It must be used with the very position that it was made for.
#[derive(Clone, Debug)]
pub struct Generation(Context);

impl Generation {
    /// Works out pins, checks and the like.
    #[must_use]
    pub fn new(position: &Position) -> Generation {
        Generation(Context::new(position))
    }

    /// Appends the legal moves of a kind.
    pub fn list(&self, position: &Position, kind: Kind, list: &mut MoveList) {
        let all = Bitboard::ALL;
        match kind {
            Kind::All => generate::generate(position, &self.0, all, &mut Lister::<true, true>(list)),
            Kind::Tactical => generate::generate(position, &self.0, all, &mut Lister::<false, true>(list)),
            Kind::Quiet => generate::generate(position, &self.0, all, &mut Lister::<true, false>(list)),
        }
    }

    /// Whether a move from elsewhere is legal here.
    #[must_use]
    pub fn is_legal(&self, position: &Position, mv: Move) -> bool {
        let mover = Bitboard::of(mv.from()) & position.pieces_of(position.side());
        if mover.is_empty() {
            false
        } else if mv.is_tactical() {
            let mut seeker = Seeker::<false, true>::new(mv);
            generate::generate(position, &self.0, mover, &mut seeker);
            seeker.found
        } else {
            let mut seeker = Seeker::<true, false>::new(mv);
            generate::generate(position, &self.0, mover, &mut seeker);
            seeker.found
        }
    }
}

/// Whether a side could capture on a square, were it its turn.
#[must_use]
pub fn is_attacked(position: &Position, square: Square, by: Colour) -> bool {
    let board = position.board();
    attack::attacked(
        position.rules(),
        board,
        square,
        by,
        View::now(position.rules(), board, by),
    )
}

/// All squares that a piece on a square could capture on, own pieces and empty squares included.
#[must_use]
#[inline]
pub fn attacks(position: &Position, piece: Piece, from: Square, occupied: Bitboard) -> Bitboard {
    let brakes = attack::brakes(position.rules(), position.board());
    attack::attack_set(
        position.rules(),
        piece,
        from,
        Terrain::new(position.rules(), from, occupied, brakes),
    )
}

/// From where a piece of a type and colour would attack a square by a leap or a slide along a queen line. `lines`: what a
/// queen on that square attacks. For types that do not move to the left as to the right it is an approximation.
#[must_use]
#[inline]
pub fn attacked_from(rules: &Rules, piece: Piece, square: Square, lines: Bitboard) -> Bitboard {
    // Turned upside down, the piece's attacks lead back from the square.
    let back = rules.movement(Piece::new(!piece.colour(), piece.kind()));
    back.attack_leaps[square.index()] | lines & back.slide_reach[square.index()]
}

/// The pieces of a side that could capture on a square, with a given occupancy (for exchange evaluation). Only pieces
/// on occupied squares count.
#[must_use]
pub fn attackers(position: &Position, square: Square, by: Colour, occupied: Bitboard) -> Bitboard {
    let board = position.board();
    let brakes = attack::brakes(position.rules(), board) & occupied;
    let view = View {
        occupied,
        attackers: board.of(by) & occupied,
        brakes,
    };
    attack::attackers(position.rules(), board, square, by, view)
}
