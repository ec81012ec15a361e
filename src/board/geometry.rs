//! The shape of a board: its size, its holes, and the queen lines through its squares.

use super::{Bitboard, Line, LineTable, Square};

/// The shape of a board: files, ranks, holes, and the lines that kings, pins and plain sliders live on.
#[derive(Clone, Debug)]
pub struct Geometry {
    files: u8,
    ranks: u8,
    playable: Bitboard,
    queen_lines: [LineTable; 4],
    /// The squares a step away from each, in any of the eight directions.
    neighbours: Box<[Bitboard; 256]>,
}

/// Steps of the four queen lines: along the rank, along the file, and the two diagonals.
const QUEEN_LINES: [(i8, i8); 4] = [(1, 0), (0, 1), (1, 1), (-1, 1)];

impl Geometry {
    /// A board of 1 to 16 files and 1 to 16 ranks. Holes outside that are ignored.
    ///
    /// # Errors
    /// The size is out of range, or no square is left.
    pub fn new(files: u8, ranks: u8, holes: Bitboard) -> Result<Geometry, String> {
        if !(1..=16).contains(&files) || !(1..=16).contains(&ranks) {
            return Err(format!(
                "a board of {files}x{ranks} squares: files and ranks go from 1 to 16"
            ));
        }
        let all: Bitboard = (0..ranks)
            .flat_map(|r| (0..files).map(move |f| Square::new(f, r)))
            .collect();
        let playable = all.and_not(holes);
        if playable.is_empty() {
            return Err("the board has no squares, only holes".to_string());
        }
        let queen_lines = QUEEN_LINES.map(|step| LineTable::new(playable, &Line::straight(step, 15, 15)));
        let mut neighbours = Box::new([Bitboard::EMPTY; 256]);
        for square in playable {
            for line in &queen_lines {
                neighbours[square.index()] |= line.attacks(square, Bitboard::ALL);
            }
        }
        Ok(Geometry {
            files,
            ranks,
            playable,
            queen_lines,
            neighbours,
        })
    }

    /// Number of files, 1 to 16.
    #[must_use]
    pub const fn files(&self) -> u8 {
        self.files
    }

    /// Number of ranks, 1 to 16.
    #[must_use]
    pub const fn ranks(&self) -> u8 {
        self.ranks
    }

    /// The squares that exist.
    #[must_use]
    #[inline]
    pub const fn playable(&self) -> Bitboard {
        self.playable
    }

    /// Whether the square lies within the files and ranks, hole or not.
    #[must_use]
    pub const fn contains(&self, square: Square) -> bool {
        square.file() < self.files && square.rank() < self.ranks
    }

    /// Whether the square lies on the board and is a hole.
    #[must_use]
    pub const fn is_hole(&self, square: Square) -> bool {
        self.contains(square) && !self.playable.has(square)
    }

    /// The squares next to a square: a step away in any of the eight directions.
    #[must_use]
    #[inline]
    pub fn neighbours(&self, square: Square) -> Bitboard {
        self.neighbours[square.index()]
    }

    /// The unlimited line table of a queen direction: 0 along the rank, 1 along the file, 2 and 3 the diagonals.
    #[must_use]
    #[inline]
    pub fn queen_line(&self, direction: usize) -> &LineTable {
        &self.queen_lines[direction]
    }

    /// What an unlimited rook attacks.
    #[must_use]
    #[inline]
    pub fn rook_attacks(&self, square: Square, occupied: Bitboard) -> Bitboard {
        self.queen_line(0).attacks(square, occupied) | self.queen_line(1).attacks(square, occupied)
    }

    /// What an unlimited bishop attacks.
    #[must_use]
    #[inline]
    pub fn bishop_attacks(&self, square: Square, occupied: Bitboard) -> Bitboard {
        self.queen_line(2).attacks(square, occupied) | self.queen_line(3).attacks(square, occupied)
    }

    /// The queen line that runs through two different squares, if one does.
    #[must_use]
    #[inline]
    pub const fn shared_line(a: Square, b: Square) -> Option<usize> {
        match a.delta(b) {
            (0, 0) => None,
            (_, 0) => Some(0),
            (0, _) => Some(1),
            (dx, dy) if dx == dy => Some(2),
            (dx, dy) if dx == -dy => Some(3),
            _ => None,
        }
    }

    /// The squares strictly between two squares of one queen line; empty if they share none.
    #[must_use]
    #[inline]
    pub fn between(&self, a: Square, b: Square) -> Bitboard {
        match Geometry::shared_line(a, b) {
            Some(line) => self.queen_line(line).between(a, b),
            None => Bitboard::EMPTY,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_checked() {
        for (files, ranks) in [(0, 8), (8, 0), (17, 8), (8, 17)] {
            assert!(Geometry::new(files, ranks, Bitboard::EMPTY).is_err());
        }
        assert!(Geometry::new(1, 1, Bitboard::of(Square::new(0, 0))).is_err());
        let full = Geometry::new(16, 16, Bitboard::EMPTY).expect("16x16 is a board");
        assert_eq!(full.playable(), Bitboard::ALL);
    }

    #[test]
    fn a_board_of_one_square_has_no_lines() {
        let geometry = Geometry::new(1, 1, Bitboard::EMPTY).expect("1x1 is a board");
        let square = Square::new(0, 0);
        assert!(geometry.rook_attacks(square, Bitboard::EMPTY).is_empty());
        assert!(geometry.bishop_attacks(square, Bitboard::EMPTY).is_empty());
    }

    #[test]
    fn between_is_symmetric_and_open() {
        let geometry = Geometry::new(16, 16, Bitboard::EMPTY).expect("16x16 is a board");
        let square = |text: &str| text.parse::<Square>().expect("a square");
        let set = geometry.between(square("a1"), square("d4"));
        assert_eq!(set, [square("b2"), square("c3")].into_iter().collect());
        assert_eq!(set, geometry.between(square("d4"), square("a1")));
        assert!(geometry.between(square("a1"), square("b3")).is_empty());
        assert_eq!(geometry.between(square("c5"), square("g5")).len(), 3);
        assert!(geometry.between(square("c5"), square("d5")).is_empty());
    }
}
