//! Piece-square scores from mobility, centrality and the way to promotion.

use super::material::{MobilityMap, promotion_gain};
use super::mobility::reach;
use super::{Coefficients, Tapered};
use crate::board::{Bitboard, Colour, Geometry, Square};
use crate::variant::{Movement, PieceRules, SquareTable};

/// Of the gain of a promotion that is one move away, two, ..., one part in so many is counted.
const PROMOTION_ODDS: [i32; 8] = [6, 11, 19, 34, 60, 110, 200, 360];

/// How near to the middle of the playable squares every square is, in percent above the average square.
#[derive(Debug)]
pub(super) struct Centrality(Box<[i32; 256]>);

impl Centrality {
    /// How near a square is to the middle, in percent above the average square.
    #[inline]
    pub(super) fn percent(&self, at: Square) -> i32 {
        self.0[at.index()]
    }

    pub(super) fn new(playable: Bitboard) -> Centrality {
        let count = playable.len().max(1) as i32;
        let total =
            |coordinate: fn(Square) -> u8| playable.iter().map(|at| coordinate(at) as i32).sum::<i32>();
        // Coordinates times `count`, so that the middle can lie between squares.
        let (middle_file, middle_rank) = (total(Square::file), total(Square::rank));
        let distance = |at: Square| {
            (at.file() as i32 * count - middle_file).abs() + (at.rank() as i32 * count - middle_rank).abs()
        };
        let farthest = playable.iter().map(distance).max().unwrap_or(0).max(1);
        let percent = |at| 100 - distance(at) * 100 / farthest;
        let average = playable.iter().map(percent).sum::<i32>() / count;
        let mut table = Box::new([0; 256]);
        for at in playable {
            table[at.index()] = percent(at) - average;
        }
        Centrality(table)
    }
}

/// What a piece of a type and colour scores on every square, without its material value.
pub(super) fn piece_square(
    geometry: &Geometry,
    centrality: &Centrality,
    piece: &PieceRules,
    colour: Colour,
    way: &PromotionWay,
    coefficients: &Coefficients,
) -> Box<[Tapered; 256]> {
    let mut table = Box::new([Tapered::ZERO; 256]);
    let movement = &piece.movement[colour];
    let centre = match (piece.definition.royal, piece.definition.pawn) {
        (true, _) => coefficients.royal_centre,
        (_, true) => coefficients.pawn_centre,
        _ => coefficients.piece_centre,
    };
    for at in geometry.playable() {
        table[at.index()] += percent_of(centre, centrality.0[at.index()]);
        table[at.index()] += way.bonus(at, coefficients.promotion_way);
    }
    if piece.definition.royal {
        for at in geometry.playable() {
            table[at.index()] += coefficients
                .royal_advance
                .times(ranks_advanced(geometry, colour, at));
        }
    } else if !piece.definition.pawn {
        for (at, percent) in MobilityMap::new(geometry.playable(), movement).percent_above_average() {
            table[at.index()] += percent_of(coefficients.mobile_place, percent.clamp(-100, 100));
        }
    }
    table
}

fn percent_of(score: Tapered, percent: i32) -> Tapered {
    Tapered::new(score.middle() * percent / 100, score.end() * percent / 100)
}

/// Ranks between a square and its colour's own edge of the board.
pub(super) fn ranks_advanced(geometry: &Geometry, colour: Colour, at: Square) -> i32 {
    match colour {
        Colour::White => at.rank() as i32,
        Colour::Black => geometry.ranks() as i32 - 1 - at.rank() as i32,
    }
}

/// How far a piece is from its promotion, and what there is to gain.
pub(super) struct PromotionWay {
    /// Moves to the promotion from every square; 0 where there is no way.
    moves: Box<[u8; 256]>,
    gain: i32,
}

impl PromotionWay {
    /// Of a piece type's moves, with the piece values of all types.
    pub(super) fn new(
        geometry: &Geometry,
        piece: &PieceRules,
        colour: Colour,
        value: i32,
        values: &[i32],
    ) -> Self {
        let ends = piece.promotions[colour]
            .iter()
            .fold(Bitboard::EMPTY, |set, rule| set | rule.ends);
        PromotionWay {
            moves: moves_to(geometry.playable(), &piece.movement[colour], ends),
            gain: promotion_gain(piece, value, values),
        }
    }

    /// What a square is worth on the way to promotion, times a percentage.
    fn bonus(&self, at: Square, percent: Tapered) -> Tapered {
        let Some(steps) = self.moves[at.index()].checked_sub(1) else {
            return Tapered::ZERO;
        };
        // Half of it is for pieces that nothing can stop: see `PromotionWay::passed`.
        let full = PROMOTION_ODDS
            .get(steps as usize)
            .map_or(0, |odds| self.gain / (odds * 2));
        Tapered::new(full * percent.middle() / 100, full * percent.end() / 100)
    }

    /// What a pawn-type piece scores besides on every square if no enemy pawn can stop it.
    pub(super) fn passed(&self, playable: Bitboard, percent: Tapered) -> Box<[Tapered; 256]> {
        let mut table = Box::new([Tapered::ZERO; 256]);
        for at in playable {
            table[at.index()] = self.bonus(at, percent);
        }
        table
    }
}

/// The least number of moves from every square to one of a set of squares, over a board without obstacles.
fn moves_to(playable: Bitboard, movement: &Movement, ends: Bitboard) -> Box<[u8; 256]> {
    let mut table = Box::new([0; 256]);
    let mut found = Bitboard::EMPTY;
    let mut last = ends;
    for moves in 1..=PROMOTION_ODDS.len() as u8 {
        let next: Bitboard = playable
            .and_not(found)
            .iter()
            .filter(|&at| reach(movement, at).meets(last))
            .collect();
        next.each(|at| table[at.index()] = moves);
        found |= next;
        last = next;
    }
    table
}

/// For every square, the squares that are where `belongs` wants them, given files to the right and ranks up.
fn relative(geometry: &Geometry, belongs: impl Fn(i8, i8) -> bool) -> Box<SquareTable> {
    let mut table = Box::new([Bitboard::EMPTY; 256]);
    for at in geometry.playable() {
        let is_there = |other: &Square| {
            let (dx, dy) = at.delta(*other);
            belongs(dx, dy)
        };
        table[at.index()] = geometry.playable().iter().filter(is_there).collect();
    }
    table
}

/// The same, given files to the right and ranks ahead, as a colour sees it.
fn relative_to(geometry: &Geometry, colour: Colour, belongs: impl Fn(i8, i8) -> bool) -> Box<SquareTable> {
    let forward = if colour == Colour::White { 1 } else { -1 };
    relative(geometry, |dx, dy| belongs(dx, dy * forward))
}

/// The squares no more than so many steps away from every square, and the square itself.
pub(super) fn surroundings(geometry: &Geometry, steps: i8) -> Box<SquareTable> {
    relative(geometry, |dx, dy| dx.abs() <= steps && dy.abs() <= steps)
}

/// Squares on the same and the neighbouring files of every square, without the square itself.
pub(super) fn near_files(geometry: &Geometry) -> Box<SquareTable> {
    relative(geometry, |dx, dy| dx.abs() <= 1 && (dx, dy) != (0, 0))
}

/// Squares on the same and the neighbouring files that lie ahead of every square.
pub(super) fn ahead(geometry: &Geometry, colour: Colour) -> Box<SquareTable> {
    in_front(geometry, colour, i8::MAX)
}

/// The squares in front of every square, three files wide and so many ranks deep.
pub(super) fn in_front(geometry: &Geometry, colour: Colour, ranks: i8) -> Box<SquareTable> {
    relative_to(geometry, colour, |dx, ahead| {
        dx.abs() <= 1 && (1..=ranks).contains(&ahead)
    })
}

/// Squares on the neighbouring files that lie ahead of every square: where a pawn could come to attack.
pub(super) fn attack_span(geometry: &Geometry, colour: Colour) -> Box<SquareTable> {
    relative_to(geometry, colour, |dx, ahead| dx.abs() == 1 && ahead > 0)
}

/// From where enemy pawn-type pieces would attack every square.
pub(super) fn pawn_attackers(geometry: &Geometry, pieces: &[PieceRules], colour: Colour) -> Box<SquareTable> {
    let mut table: Box<SquareTable> = Box::new([Bitboard::EMPTY; 256]);
    for piece in pieces.iter().filter(|piece| piece.definition.pawn) {
        let attacks = &piece.movement[!colour].attack_leaps;
        for from in geometry.playable() {
            attacks[from.index()].each(|at| table[at.index()].insert(from));
        }
    }
    table
}

/// The half of the board that is the enemy's.
pub(super) fn far_half(geometry: &Geometry, colour: Colour) -> Bitboard {
    let is_far = |at: &Square| ranks_advanced(geometry, colour, *at) * 2 >= i32::from(geometry.ranks());
    geometry.playable().iter().filter(is_far).collect()
}

/// The squares behind every square on its file, up to three.
pub(super) fn behind(geometry: &Geometry, colour: Colour) -> Box<SquareTable> {
    relative_to(geometry, colour, |dx, ahead| {
        dx == 0 && (-3..=-1).contains(&ahead)
    })
}

/// The file of every square.
pub(super) fn file(geometry: &Geometry) -> Box<SquareTable> {
    relative(geometry, |dx, _| dx == 0)
}

/// The squares of a colour's half of the board no more than three files away from every square.
pub(super) fn flank(geometry: &Geometry, colour: Colour) -> Box<SquareTable> {
    let near = !far_half(geometry, colour);
    let mut table = relative(geometry, |dx, _| dx.abs() <= 3);
    for squares in &mut *table {
        *squares &= near;
    }
    table
}

/// A colour's own half of the board without its first rank and the files near the edges.
pub(super) fn home(geometry: &Geometry, colour: Colour) -> Bitboard {
    let edge = i32::from(geometry.files()) / 5;
    let inner = edge..i32::from(geometry.files()) - edge;
    let near = !far_half(geometry, colour);
    let is_home = |at: &Square| {
        near.has(*at) && inner.contains(&i32::from(at.file())) && ranks_advanced(geometry, colour, *at) > 0
    };
    geometry.playable().iter().filter(is_home).collect()
}
