//! Attacks: what a piece could capture, and whether a square is attacked.
//!
//! "Is this square attacked" goes by zone: for each square and colour there is the set of squares from which any
//! piece type could ever leap at it; the enemies in that set are few, and each is looked up by its type. Slides along
//! queen lines are found from the square outwards. With dozens of types this is twice as fast as going type by type.

use super::terrain::{Terrain, brake_zone};
use crate::board::{Bitboard, Colour, Geometry, Square};
use crate::position::{Board, Move};
use crate::variant::{Movement, Piece, Rules, SliderClass, Special};

/// A board as it would be after a move, as far as attacks on one square are concerned: no need to make the move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct View {
    /// All squares with a piece.
    pub occupied: Bitboard,
    /// The pieces that may attack; each stands where the board says.
    pub attackers: Bitboard,
    /// The pieces of both sides that brake slides; looked at only in variants that have one.
    pub brakes: Bitboard,
}

impl View {
    /// The board as it is, seen by a side that fears the other.
    #[inline]
    pub fn now(rules: &Rules, board: &Board, by: Colour) -> View {
        View {
            occupied: board.occupied(),
            attackers: board.of(by),
            brakes: brakes(rules, board),
        }
    }
}

/// The pieces of both sides that brake slides.
#[inline]
pub(super) fn brakes(rules: &Rules, board: &Board) -> Bitboard {
    rules.brake.map_or(Bitboard::EMPTY, |kind| board.kind(kind))
}

/// Whether a side's royal piece is attacked.
#[inline]
pub(crate) fn royal_attacked(rules: &Rules, board: &Board, side: Colour) -> bool {
    attacked(
        rules,
        board,
        board.royal(side),
        !side,
        View::now(rules, board, !side),
    )
}

/// Whether a side's royal piece is attacked now that the other side has made a move. It was not before, so that only
/// what the move can have changed is looked at. `irreversible`: whether a piece may have gone for good, or changed its
/// type.
#[inline]
pub(crate) fn royal_attacked_by(
    rules: &Rules,
    board: &Board,
    side: Colour,
    mv: Move,
    irreversible: bool,
) -> bool {
    if mv.partner().is_some() {
        return royal_attacked(rules, board, side);
    }
    let (royal, to) = (board.royal(side), mv.to());
    let view = View::now(rules, board, !side);
    let between = rules.geometry.between(to, royal);
    if leaps_at(rules, board, to, royal)
        || slides_at(rules, board, to, royal, view.brakes) && !between.meets(view.occupied)
    {
        return true;
    }
    let may_open_line = |square: Square| Geometry::shared_line(square, royal).is_some();
    let lines_may_change = may_open_line(mv.from())
        || mv
            .victim()
            .is_some_and(|victim| victim != to && may_open_line(victim))
        || rules.brake.is_some() && (irreversible || view.brakes.any());
    if lines_may_change && slides_from_afar(rules, board, royal, view) {
        return true;
    }
    rules.has_specials
        && special_attackers(rules, board, royal, !side, view)
            .next()
            .is_some()
}

/// Whether the attackers of a view slide at a square along a queen line.
#[inline]
fn slides_from_afar(rules: &Rules, board: &Board, square: Square, view: View) -> bool {
    let sliders = slider_candidates(rules, board, square, view.occupied) & view.attackers;
    sliders.any()
        && (!rules.has_short_sliders
            || sliders
                .iter()
                .any(|from| slides_at(rules, board, from, square, view.brakes)))
}

/// Whether the attackers of a view, all of one colour, attack a square.
#[inline]
pub(crate) fn attacked(rules: &Rules, board: &Board, square: Square, by: Colour, view: View) -> bool {
    let near = rules.leap_zone[by][square.index()] & view.attackers;
    if near.iter().any(|from| leaps_at(rules, board, from, square))
        || slides_from_afar(rules, board, square, view)
    {
        return true;
    }
    rules.has_specials && special_attackers(rules, board, square, by, view).next().is_some()
}

/// Whether the piece on a square could leap at another.
#[inline]
pub(super) fn leaps_at(rules: &Rules, board: &Board, from: Square, square: Square) -> bool {
    board
        .piece_at(from)
        .is_some_and(|piece| rules.movement(piece).attack_leaps[from.index()].has(square))
}

/// Whether the piece on a square could slide at another along a queen line, if nothing stands in between.
#[inline]
pub(super) fn slides_at(
    rules: &Rules,
    board: &Board,
    from: Square,
    square: Square,
    brakes: Bitboard,
) -> bool {
    board
        .piece_at(from)
        .is_some_and(|piece| rules.movement(piece).slide_reach[from.index()].has(square))
        && !is_braked(rules, from, square, brakes)
}

/// Whether a slide is stopped before its end by pieces that brake.
#[inline]
fn is_braked(rules: &Rules, from: Square, to: Square, brakes: Bitboard) -> bool {
    rules.brake.is_some() && brakes.any() && {
        let between = rules.geometry.between(from, to);
        between.any() && between.with(from).meets(brake_zone(rules, from, brakes))
    }
}

/// The first pieces on the queen lines through a square that capture along such lines: as many as eight.
// Inlined by force: sets passed through memory cost more than the lines themselves.
#[allow(clippy::inline_always)]
#[inline(always)]
pub(super) fn slider_candidates(
    rules: &Rules,
    board: &Board,
    square: Square,
    occupied: Bitboard,
) -> Bitboard {
    rules.geometry.rook_attacks(square, occupied) & board.sliders(SliderClass::Orthogonal)
        | rules.geometry.bishop_attacks(square, occupied) & board.sliders(SliderClass::Diagonal)
}

/// The pieces that attack a square by neither a leap nor a slide along a queen line.
#[inline]
pub(super) fn special_attackers<'a>(
    rules: &'a Rules,
    board: &'a Board,
    square: Square,
    by: Colour,
    view: View,
) -> impl Iterator<Item = Square> + 'a {
    let candidates = rules.special_zone[by][square.index()] & view.attackers & board.special();
    candidates.iter().filter(move |&from| {
        board.piece_at(from).is_some_and(|piece| {
            let movement = rules.movement(piece);
            movement.special_reach[from.index()].has(square) && {
                let terrain = Terrain::new(rules, from, view.occupied, view.brakes);
                special_attacks_square(movement, from, square, terrain)
            }
        })
    })
}

/// Whether one square is among the [`special_attacks`].
fn special_attacks_square(movement: &Movement, from: Square, square: Square, terrain: Terrain) -> bool {
    let mut rides = movement.rides();
    if rides.any(|line| {
        line.table.mask(from).has(square) && !line.table.between(from, square).meets(terrain.path)
    }) {
        return true;
    }
    let mut specials = movement.specials.iter();
    specials.any(|special| match special {
        Special::ShotAfter { victims } => {
            let mut landings = quiet_targets(movement, from, terrain).iter();
            landings.any(|at| victims[at.index()].has(square))
        }
        special => special.mode().capture && special.reaches(from, square, terrain),
    })
}

/// What a piece attacks by neither leaps nor slides along queen lines.
pub(super) fn special_attacks(movement: &Movement, from: Square, terrain: Terrain) -> Bitboard {
    let mut set = Bitboard::EMPTY;
    for line in movement.rides() {
        set |= line.table.attacks(from, terrain.path);
    }
    for special in &movement.specials {
        set |= match special {
            Special::ShotAfter { victims } => {
                let landings = quiet_targets(movement, from, terrain);
                landings
                    .iter()
                    .fold(Bitboard::EMPTY, |set, at| set | victims[at.index()])
            }
            special if special.mode().capture => special.targets(from, terrain),
            _ => Bitboard::EMPTY,
        };
    }
    set
}

/// Where a piece can go to without capture, first moves included.
pub(super) fn quiet_targets(movement: &Movement, from: Square, terrain: Terrain) -> Bitboard {
    let mut set = movement.quiet_leaps[from.index()];
    for line in movement.lines.iter().filter(|line| line.mode.quiet) {
        set |= line.table.attacks(from, terrain.path);
    }
    for special in movement.specials.iter().filter(|special| special.mode().quiet) {
        set |= special.targets(from, terrain);
    }
    if let Some(step) = &movement.double_step {
        set |= step.target(from, terrain.path);
    }
    set.and_not(terrain.occupied)
}

impl Special {
    /// Where the part leads: empty squares, and squares of either side's pieces. Nowhere for a shot after a move,
    /// which depends on where the other parts lead.
    #[allow(clippy::inline_always)]
    #[inline(always)]
    pub(super) fn targets(&self, from: Square, terrain: Terrain) -> Bitboard {
        match self {
            Special::Lame { table, .. } | Special::ShotAlong { table } => table.targets(from, terrain.path),
            Special::Cannon { table, .. } => table.blockers(from, terrain.occupied).hops(),
            Special::Grasshopper { table, step, .. } => table.blockers(from, terrain.occupied).behind(*step),
            Special::Jump { table, .. } => {
                let leaps = table.from(from).iter();
                leaps
                    .filter(|leap| leap.over.and_not(terrain.occupied).is_empty())
                    .map(|leap| leap.to)
                    .collect()
            }
            Special::ShotAfter { .. } => Bitboard::EMPTY,
        }
    }

    /// Whether one square is among the [`Special::targets`].
    fn reaches(&self, from: Square, square: Square, terrain: Terrain) -> bool {
        match self {
            Special::Lame { table, .. } | Special::ShotAlong { table } => {
                let mut leaps = table.from(from).iter();
                leaps.any(|leap| leap.to == square && !leap.over.meets(terrain.path))
            }
            Special::Cannon { table, .. } => {
                let screens = || table.between(from, square) & terrain.occupied;
                table.mask(from).has(square) && screens().len() == 1
            }
            _ => self.targets(from, terrain).has(square),
        }
    }

    /// The squares whose being empty or not decides whether the part reaches a target.
    pub(super) fn watched(&self, movement: &Movement, from: Square, target: Square) -> Bitboard {
        match self {
            Special::Lame { table, .. } | Special::Jump { table, .. } | Special::ShotAlong { table } => {
                let paths = table.from(from).iter().filter(|path| path.to == target);
                paths.fold(Bitboard::EMPTY, |set, path| set | path.over)
            }
            Special::Cannon { table, .. } | Special::Grasshopper { table, .. } => {
                if table.mask(from).has(target) {
                    table.between(from, target)
                } else {
                    Bitboard::EMPTY
                }
            }
            Special::ShotAfter { victims } => {
                let landings = movement.quiet_reach[from.index()].iter();
                landings
                    .filter(|at| victims[at.index()].has(target))
                    .fold(Bitboard::EMPTY, |set, at| {
                        set | movement.watched_on_the_way(from, at).with(at)
                    })
            }
        }
    }
}

impl Movement {
    /// The squares whose being empty or not decides whether the piece can go to a square without capture.
    fn watched_on_the_way(&self, from: Square, to: Square) -> Bitboard {
        let lines = self
            .lines
            .iter()
            .filter(|line| line.mode.quiet && line.table.mask(from).has(to));
        let set = lines.fold(Bitboard::EMPTY, |set, line| set | line.table.between(from, to));
        let specials = self.specials.iter().filter(|special| special.mode().quiet);
        specials.fold(set, |set, special| set | special.watched(self, from, to))
    }
}

/// The attackers of a view, all of one colour, that attack a square.
pub(super) fn attackers(rules: &Rules, board: &Board, square: Square, by: Colour, view: View) -> Bitboard {
    let near = rules.leap_zone[by][square.index()] & view.attackers;
    let mut set: Bitboard = near
        .iter()
        .filter(|&from| leaps_at(rules, board, from, square))
        .collect();
    let sliders = slider_candidates(rules, board, square, view.occupied) & view.attackers;
    set |= sliders
        .iter()
        .filter(|&from| slides_at(rules, board, from, square, view.brakes))
        .collect();
    if rules.has_specials {
        set |= special_attackers(rules, board, square, by, view).collect();
    }
    set
}

/// All squares that a piece could capture on, own pieces and empty squares included.
pub(crate) fn attack_set(rules: &Rules, piece: Piece, from: Square, terrain: Terrain) -> Bitboard {
    let movement = rules.movement(piece);
    let mut set = movement.attack_leaps[from.index()];
    let lines = movement
        .lines
        .iter()
        .filter(|line| line.mode.capture && line.queen);
    for line in lines.chain(&movement.rifle_lines) {
        set |= line.table.attacks(from, terrain.path);
    }
    if rules.piece(piece.kind()).special {
        set |= special_attacks(movement, from, terrain);
    }
    set
}
