//! Pawn-type pieces: their structure, and those that no enemy pawn can stop. Most positions of a search share their pawns
//! with others, so what depends on nothing else is kept.

use super::Tapered;
use crate::board::{Bitboard, ByColour, Colour, Square};
use crate::position::Position;

/// A royal piece farther away from a passed pawn is just far.
const MOST_STEPS: i32 = 5;

/// Positions of pawn-type pieces that are kept; a power of two. As many as fit into the processor's cache.
const KEPT: usize = 1 << 10;

/// A side's pawn-type pieces.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Pawns {
    pub squares: Bitboard,
    /// What they attack.
    pub attacks: Bitboard,
    /// Those that no enemy pawn can stop.
    free: Bitboard,
    /// Where they could come to attack.
    pub span: Bitboard,
    /// Where they could step to without capture if no piece were in the way.
    pub steps: Bitboard,
    /// The squares behind them on their files, up to three.
    pub behind: Bitboard,
    /// The files that they stand on.
    pub files: Bitboard,
    /// The score of their structure.
    pub structure: Tapered,
}

impl Pawns {
    /// `squares`: where both sides' pawn-type pieces are.
    fn new(position: &Position, colour: Colour, squares: &ByColour<Bitboard>) -> Pawns {
        let rules = position.rules();
        let weights = &rules.weights;
        let coefficients = &weights.coefficients;
        let ahead = &weights.ahead[colour];
        let enemy = squares[!colour];
        let mut pawns = Pawns {
            squares: squares[colour],
            attacks: pawn_attacks(position, colour),
            ..Pawns::default()
        };
        let beside = pawns.squares.beside();
        pawns.structure += coefficients
            .phalanx_pawn
            .times((pawns.squares & beside).len() as i32);
        for &kind in &rules.pawns {
            let movement = &rules.piece(kind).movement[colour];
            position.pieces(colour, kind).each(|at| {
                let span = weights.attack_span[colour][at.index()];
                pawns.steps |= movement.quiet_leaps[at.index()];
                pawns.span |= span;
                pawns.behind |= weights.behind[colour][at.index()];
                pawns.files |= weights.file[at.index()];
                if !weights.near_files[at.index()].meets(pawns.squares) {
                    pawns.structure += coefficients.isolated_pawn;
                } else if !weights.attack_span[!colour][at.index()].meets(pawns.squares) && !beside.has(at) {
                    pawns.structure += coefficients.backward_pawn;
                }
                let ahead = ahead[at.index()];
                if ahead.and_not(span).meets(pawns.squares) {
                    pawns.structure += coefficients.doubled_pawn;
                }
                if !ahead.meets(enemy) {
                    pawns.free.insert(at);
                }
            });
        }
        pawns
    }

    /// Both sides' pawn-type pieces.
    pub(super) fn both(position: &Position) -> ByColour<Pawns> {
        let squares = ByColour::from_fn(|colour| pawns(position, colour));
        ByColour::from_fn(|colour| Pawns::new(position, colour, &squares))
    }

    /// The score of those that no enemy pawn can stop.
    pub(super) fn passed(&self, position: &Position, colour: Colour) -> Tapered {
        let rules = position.rules();
        let mut sum = Tapered::ZERO;
        self.free.each(|at| {
            let Some(piece) = position.piece_at(at) else {
                return;
            };
            let score = rules.weights.passed[piece.index()][at.index()];
            let steps = rules.movement(piece).quiet_leaps[at.index()];
            let blocked = steps.and_not(position.occupied()).is_empty();
            sum += passed(position, colour, at, score, blocked);
        });
        sum
    }
}

/// What is kept of the pawn-type pieces of earlier positions.
#[derive(Clone, Debug)]
pub struct PawnCache(Box<[(u32, ByColour<Pawns>)]>);

impl PawnCache {
    /// Knows nothing yet.
    #[must_use]
    pub fn new() -> PawnCache {
        let nothing = (0, ByColour::from_fn(|_| Pawns::default()));
        PawnCache(vec![nothing; KEPT].into_boxed_slice())
    }

    /// Both sides' pawn-type pieces.
    pub(super) fn get(&mut self, position: &Position) -> &ByColour<Pawns> {
        let key = position.parts().pawns;
        let (known, kept) = &mut self.0[key as usize % KEPT];
        let same = |colour| kept[colour].squares == pawns(position, colour);
        if *known != key || !same(Colour::White) || !same(Colour::Black) {
            *known = key;
            *kept = Pawns::both(position);
        }
        kept
    }
}

impl Default for PawnCache {
    fn default() -> Self {
        PawnCache::new()
    }
}

/// What a pawn that no enemy pawn can stop counts, of its full `score`.
fn passed(position: &Position, colour: Colour, at: Square, score: Tapered, blocked: bool) -> Tapered {
    let coefficients = &position.rules().weights.coefficients;
    let steps = |colour| at.steps(position.royal(colour)).min(MOST_STEPS);
    let (own, enemy) = (steps(colour), steps(!colour));
    let share = |lost: i32, own_step: i32, enemy_step: i32| {
        100 - if blocked { lost } else { 0 } - own * own_step + enemy * enemy_step
    };
    let (lost, own_step, enemy_step) = (
        coefficients.passed_blocked,
        coefficients.passed_own_royal,
        coefficients.passed_enemy_royal,
    );
    Tapered::new(
        score.middle() * share(lost.middle(), own_step.middle(), enemy_step.middle()) / 100,
        score.end() * share(lost.end(), own_step.end(), enemy_step.end()) / 100,
    )
}

/// The squares of a side's pawn-type pieces.
#[inline]
pub(crate) fn pawns(position: &Position, colour: Colour) -> Bitboard {
    let kinds = position.rules().pawns.iter();
    kinds.fold(Bitboard::EMPTY, |set, &kind| set | position.pieces(colour, kind))
}

/// What a side's pawn-type pieces attack.
pub(crate) fn pawn_attacks(position: &Position, colour: Colour) -> Bitboard {
    let rules = position.rules();
    let mut attacks = Bitboard::EMPTY;
    for &kind in &rules.pawns {
        let movement = &rules.piece(kind).movement[colour];
        position
            .pieces(colour, kind)
            .each(|at| attacks |= movement.attack_leaps[at.index()]);
    }
    attacks
}
