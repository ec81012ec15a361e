//! What has to be known of a position before its legal moves can be told from the rest.

use super::attack::{View, brakes, leaps_at, slider_candidates, slides_at, special_attackers};
use crate::board::{Bitboard, Colour, Geometry, Square};
use crate::position::{Board, Position};
use crate::variant::Rules;
use arrayvec::ArrayVec;

/// The facts that decide legality: whether the royal piece is in check and what ends that, which pieces are pinned,
/// and which squares attackers that are neither leapers nor sliders depend on.
///
/// A move of another piece that stays within these is legal untested; for the others the attack on the royal piece is
/// worked out on the board as it would be, without making the move.
#[derive(Clone, Debug)]
pub(super) struct Context {
    pub us: Colour,
    pub royal: Square,
    pub occupied: Bitboard,
    pub own: Bitboard,
    pub enemy: Bitboard,
    pub in_check: bool,
    /// The pieces of both sides that brake slides.
    pub brakes: Bitboard,
    /// Where a displacement move of a piece other than the royal one has to end: everywhere when not in check, on
    /// the checker or between it and the royal piece when in check from one leaper or slider. Pieces that brake can do
    /// otherwise.
    pub evasions: Bitboard,
    pub pinned: Bitboard,
    /// Squares that attackers other than leapers and sliders depend on, and those of pieces that brake: a move from, to
    /// or capturing on one of them is tested.
    pub watched: Bitboard,
    /// Whether any square is watched.
    pub watching: bool,
    /// Whether a capture en passant may be possible.
    pub en_passant: bool,
}

impl Context {
    pub fn new(position: &Position) -> Context {
        let (rules, board) = (&**position.rules(), position.board());
        let us = position.side();
        let mut context = Context {
            us,
            royal: board.royal(us),
            occupied: board.occupied(),
            own: board.of(us),
            enemy: board.of(!us),
            in_check: position.in_check(),
            brakes: brakes(rules, board),
            evasions: Bitboard::ALL,
            pinned: Bitboard::EMPTY,
            watched: Bitboard::EMPTY,
            watching: false,
            en_passant: position.en_passant().is_some(),
        };
        let slider_check = context.find_pins(rules, board);
        if rules.has_specials {
            context.find_watched(rules, board);
        }
        if context.in_check {
            context.find_evasions(rules, board, slider_check);
        }
        // A piece that brakes changes what all sliders attack when it moves or is captured.
        context.watched |= context.brakes;
        context.watching = context.watched.any();
        context
    }

    /// Finds pinned pieces; returns the squares that would answer each check by a slider.
    fn find_pins(&mut self, rules: &Rules, board: &Board) -> ArrayVec<Bitboard, 8> {
        let mut checks = ArrayVec::new();
        let snipers = slider_candidates(rules, board, self.royal, self.enemy) & self.enemy;
        for sniper in snipers {
            if rules.has_short_sliders && !slides_at(rules, board, sniper, self.royal, self.brakes) {
                continue;
            }
            let between = rules.geometry.between(self.royal, sniper);
            let blockers = between & self.own;
            if blockers.is_empty() {
                checks.push(between.with(sniper));
            } else if !blockers.several() {
                self.pinned |= blockers;
            }
        }
        checks
    }

    fn find_watched(&mut self, rules: &Rules, board: &Board) {
        let candidates = rules.special_zone[!self.us][self.royal.index()] & self.enemy & board.special();
        for from in candidates {
            self.watched |= watched_by(rules, board, from, self.royal);
        }
    }

    /// Intersects what would answer each of the checks.
    fn find_evasions(&mut self, rules: &Rules, board: &Board, slider_checks: ArrayVec<Bitboard, 8>) {
        let near = rules.leap_zone[!self.us][self.royal.index()] & self.enemy;
        let leaps = near
            .iter()
            .filter(|&from| leaps_at(rules, board, from, self.royal))
            .map(Bitboard::of);
        for answers in slider_checks.into_iter().chain(leaps) {
            self.evasions &= answers;
        }
        if !rules.has_specials {
            return;
        }
        let view = View {
            occupied: self.occupied,
            attackers: self.enemy,
            brakes: self.brakes,
        };
        for from in special_attackers(rules, board, self.royal, !self.us, view) {
            // It has to be captured, or something it depends on has to change: a piece arrives, or one leaves.
            let watched = watched_by(rules, board, from, self.royal);
            if watched.meets(self.own) {
                return self.test_everything();
            }
            self.evasions &= watched.with(from);
        }
    }

    /// No shortcut: every move is tested.
    fn test_everything(&mut self) {
        self.evasions = Bitboard::ALL;
        self.watched = Bitboard::ALL;
        self.watching = true;
    }

    /// The squares a pinned piece can go to: those between the royal piece and the slider, and the slider's.
    #[inline]
    pub fn pin_mask(&self, rules: &Rules, square: Square) -> Bitboard {
        Geometry::shared_line(self.royal, square).map_or(Bitboard::ALL, |line| {
            rules.geometry.queen_line(line).attacks(square, self.occupied)
        })
    }
}

/// The squares that an attack on a square by a piece that neither leaps nor slides there depends on.
fn watched_by(rules: &Rules, board: &Board, from: Square, target: Square) -> Bitboard {
    let Some(piece) = board.piece_at(from) else {
        return Bitboard::EMPTY;
    };
    let movement = rules.movement(piece);
    let mut watched = Bitboard::EMPTY;
    if movement.special_reach[from.index()].has(target) {
        for line in movement.rides() {
            if line.table.mask(from).has(target) {
                watched |= line.table.between(from, target);
            }
        }
        for special in movement.specials.iter().filter(|special| special.mode().capture) {
            watched |= special.watched(movement, from, target);
        }
    }
    watched
}
