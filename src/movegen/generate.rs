//! Generation of legal moves, piece type by piece type.

use super::attack::{View, attack_set, attacked, quiet_targets};
use super::context::Context;
use super::sink::Sink;
use super::terrain::Terrain;
use crate::board::{Bitboard, Square};
use crate::position::{Board, Move, Position};
use crate::variant::{CastlingRule, Movement, Piece, PieceRules, PieceType, Rules, Special, Stay};
use arrayvec::ArrayVec;

/// Sends the legal moves of the pieces on some squares to a sink.
pub(super) fn generate<S: Sink>(position: &Position, context: &Context, movers: Bitboard, sink: &mut S) {
    let rules = &**position.rules();
    if rules.bare.is_some() && (!context.own.several() || !context.enemy.several()) {
        return;
    }
    let board = position.board();
    let calls = calls(position, context);
    let mut generator = Generator {
        position,
        rules,
        board,
        context,
        calls,
        sink,
    };
    let movers = movers & context.own;
    for kind in rules.kinds() {
        let piece = rules.piece(kind);
        for from in board.kind(kind) & movers {
            if kind == rules.royal {
                generator.royal(piece, from);
            } else {
                generator.piece(piece, kind, from);
            }
            if generator.sink.satisfied() {
                return;
            }
        }
    }
}

/// Empty squares that pieces of each type can be called to.
type Calls = ArrayVec<(PieceType, Bitboard), 8>;

fn calls(position: &Position, context: &Context) -> Calls {
    let mut calls = Calls::new();
    if !position.has_summons(context.us) {
        return calls;
    }
    let (rules, board) = (&**position.rules(), position.board());
    for call in &rules.calls {
        let mut squares = Bitboard::EMPTY;
        for from in board.kind(call.caller) & context.own {
            let terrain = Terrain::new(rules, from, context.occupied, context.brakes);
            squares |= attack_set(rules, Piece::new(context.us, call.like), from, terrain);
        }
        squares = squares.and_not(context.occupied);
        match calls.iter_mut().find(|(called, _)| *called == call.called) {
            Some((_, all)) => *all |= squares,
            // More called types than fit are refused when the variant is compiled.
            None => drop(calls.try_push((call.called, squares))),
        }
    }
    calls
}

struct Generator<'a, S> {
    position: &'a Position,
    rules: &'a Rules,
    board: &'a Board,
    context: &'a Context,
    calls: Calls,
    sink: &'a mut S,
}

impl<S: Sink> Generator<'_, S> {
    /// Moves of a piece other than the royal one.
    #[inline]
    fn piece(&mut self, piece: &PieceRules, kind: PieceType, from: Square) {
        let context = self.context;
        let movement = &piece.movement[context.us];
        let terrain = Terrain::new(self.rules, from, context.occupied, context.brakes);
        let (mut quiet, mut captures) = self.pseudo_targets(movement, from, terrain);
        if let Some((_, squares)) = self.calls.iter().find(|(called, _)| *called == kind) {
            quiet |= *squares;
        }
        let pseudo = (quiet, captures);
        quiet &= context.evasions;
        captures &= context.evasions;
        if context.pinned.has(from) {
            let mask = context.pin_mask(from);
            quiet &= mask;
            captures &= mask;
        }
        if context.watched.any() {
            let tested = if context.watched.has(from) {
                Bitboard::ALL
            } else {
                context.watched
            };
            self.keep_safe(from, tested, &mut quiet, &mut captures);
        }
        if self.rules.brake.is_some() {
            // A new piece that brakes can answer a check, or make up for leaving a pin.
            let (mut free_quiet, mut free_captures) =
                (pseudo.0 & movement.may_brake, pseudo.1 & movement.may_brake);
            self.keep_safe(from, Bitboard::ALL, &mut free_quiet, &mut free_captures);
            quiet |= free_quiet;
            captures |= free_captures;
        }
        if movement
            .promotion_zone
            .meets(quiet | captures | pseudo.0 | pseudo.1)
        {
            self.promotions(piece, from, pseudo, &mut quiet, &mut captures);
        }
        self.targets(from, quiet, captures);
        if S::TACTICAL && piece.definition.pawn {
            self.en_passant(movement, from);
        }
        if S::TACTICAL && movement.shoots {
            self.shots(movement, from, terrain);
        }
    }

    #[inline]
    fn targets(&mut self, from: Square, quiet: Bitboard, captures: Bitboard) {
        let quiet = if S::QUIET { quiet } else { Bitboard::EMPTY };
        let captures = if S::TACTICAL { captures } else { Bitboard::EMPTY };
        self.sink.targets(from, quiet, captures);
    }

    /// Where a piece can go to if legality does not matter: empty squares and enemy pieces.
    #[inline]
    fn pseudo_targets(&self, movement: &Movement, from: Square, terrain: Terrain) -> (Bitboard, Bitboard) {
        let mut quiet = movement.quiet_leaps[from.index()];
        let mut captures = movement.capture_leaps[from.index()];
        for line in &movement.lines {
            if line.first_only && self.position.touched().has(from) {
                continue;
            }
            let set = line.table.attacks(from, terrain.path);
            if line.mode.quiet {
                quiet |= set;
            }
            if line.mode.capture {
                captures |= set;
            }
        }
        for special in &movement.specials {
            if special.is_shot() || special.first_only() && self.position.touched().has(from) {
                continue;
            }
            let set = special.targets(from, terrain);
            if special.mode().quiet {
                quiet |= set;
            }
            if special.mode().capture {
                captures |= set;
            }
        }
        (quiet.and_not(terrain.occupied), captures & self.context.enemy)
    }

    /// Tests moves to some squares one by one, and takes out the illegal ones.
    fn keep_safe(&self, from: Square, tested: Bitboard, quiet: &mut Bitboard, captures: &mut Bitboard) {
        for to in *quiet & tested {
            if !self.is_safe(Move::quiet(from, to)) {
                quiet.remove(to);
            }
        }
        for to in *captures & tested {
            if !self.is_safe(Move::capture(from, to)) {
                captures.remove(to);
            }
        }
    }

    /// Sends the moves that promote by choice, and leaves those in the sets that can be made without.
    #[cold]
    fn promotions(
        &mut self,
        piece: &PieceRules,
        from: Square,
        pseudo: (Bitboard, Bitboard),
        quiet: &mut Bitboard,
        captures: &mut Bitboard,
    ) {
        // With pieces that brake, what is promoted to can decide about legality.
        let decides = self.rules.brake.is_some();
        let targets = if decides {
            pseudo.0 | pseudo.1
        } else {
            *quiet | *captures
        };
        for to in targets & piece.movement[self.context.us].promotion_zone {
            let is_capture = pseudo.1.has(to);
            let mv = if is_capture {
                Move::capture(from, to)
            } else {
                Move::quiet(from, to)
            };
            let Some(rule) = self.position.promotion_rule(piece, mv) else {
                continue;
            };
            let mut available = false;
            for &kind in &rule.to {
                if self.position.available(rule.supply, kind) {
                    available = true;
                    let mv = mv.promoting_to(kind);
                    if S::TACTICAL && (!decides || self.is_safe(mv)) {
                        self.sink.one(mv);
                    }
                }
            }
            let stays = match rule.stay {
                Stay::Always => true,
                Stay::IfNone => !available,
                Stay::Never => false,
            };
            if !stays {
                quiet.remove(to);
                captures.remove(to);
            }
        }
    }

    fn en_passant(&mut self, movement: &Movement, from: Square) {
        let Some(chance) = self.position.en_passant() else {
            return;
        };
        for to in (movement.en_passant_captures[from.index()] & chance.passed).and_not(self.context.occupied)
        {
            let mv = Move::remote_capture(from, to, chance.victim);
            if self.is_safe(mv) {
                self.sink.one(mv);
            }
        }
    }

    fn royal(&mut self, piece: &PieceRules, from: Square) {
        let movement = &piece.movement[self.context.us];
        let terrain = Terrain::new(self.rules, from, self.context.occupied, self.context.brakes);
        let (mut quiet, mut captures) = self.pseudo_targets(movement, from, terrain);
        if S::QUIET {
            let all = quiet;
            quiet = all
                .iter()
                .filter(|&to| self.is_safe(Move::quiet(from, to)))
                .collect();
            if self.rules.royal_path_safe {
                // Every square passed is empty, so that it is one of the targets; unsafe ones cannot be passed.
                let dangers = all.and_not(quiet);
                let between = |to: &Square| self.rules.geometry.between(from, *to);
                quiet = quiet.iter().filter(|to| !between(to).meets(dangers)).collect();
            }
        }
        if S::TACTICAL {
            captures = captures
                .iter()
                .filter(|&to| self.is_safe(Move::capture(from, to)))
                .collect();
        }
        self.targets(from, quiet, captures);
        if S::QUIET && self.position.rights() != 0 && !self.context.in_check {
            self.castling(from);
        }
    }

    fn castling(&mut self, from: Square) {
        for rule in &self.rules.castling[self.context.us] {
            let between = rule.over & self.context.occupied;
            if self.position.rights() >> rule.right & 1 != 0
                && !rule.empty.meets(self.context.occupied)
                && (between.is_empty() || between.and_not(self.may_stand_between()).is_empty())
                && self.may_castle(rule)
            {
                self.sink
                    .one(Move::castling(from, rule.king_to, rule.partner_from));
            }
        }
    }

    /// Own pieces that king and partner may pass over.
    fn may_stand_between(&self) -> Bitboard {
        let kinds = self.rules.castling_over.iter();
        kinds.fold(Bitboard::EMPTY, |set, &kind| set | self.board.kind(kind)) & self.context.own
    }

    /// Whether the royal piece passes no attacked square and ends on none.
    fn may_castle(&self, rule: &CastlingRule) -> bool {
        let context = self.context;
        let gone = context.occupied.without(rule.king_from);
        let safe = |square: Square, occupied: Bitboard| {
            let view = View {
                occupied,
                attackers: context.enemy,
                brakes: context.brakes,
            };
            !attacked(self.rules, self.board, square, !context.us, view)
        };
        // The square where the royal piece ends is judged in the final position alone.
        rule.passed.iter().all(|square| safe(square, gone.with(square)))
            && safe(
                rule.king_to,
                gone.without(rule.partner_from)
                    .with(rule.king_to)
                    .with(rule.partner_to),
            )
    }

    /// Whether the own royal piece is not attacked after a move (castling apart).
    #[inline]
    fn is_safe(&self, mv: Move) -> bool {
        let context = self.context;
        let victim = mv.victim().map_or(Bitboard::EMPTY, Bitboard::of);
        let view = View {
            occupied: context.occupied.without(mv.from()).and_not(victim).with(mv.to()),
            attackers: context.enemy.and_not(victim),
            brakes: self.brakes_after(mv, victim),
        };
        let royal = if mv.from() == context.royal {
            mv.to()
        } else {
            context.royal
        };
        !attacked(self.rules, self.board, royal, !context.us, view)
    }

    /// The pieces that brake slides after a move.
    #[inline]
    fn brakes_after(&self, mv: Move, victim: Bitboard) -> Bitboard {
        let Some(brake) = self.rules.brake else {
            return Bitboard::EMPTY;
        };
        let rest = self.context.brakes.without(mv.from()).and_not(victim);
        let becomes_one = self
            .position
            .piece_at(mv.from())
            .is_some_and(|piece| self.position.result(piece, mv).0.kind() == brake);
        if becomes_one { rest.with(mv.to()) } else { rest }
    }

    /// Rifle captures: in place, after a move, or as far on again as the move went.
    #[cold]
    fn shots(&mut self, movement: &Movement, from: Square, terrain: Terrain) {
        let enemy = self.context.enemy;
        let mut victims = movement.rifle_leaps[from.index()];
        for line in &movement.rifle_lines {
            victims |= line.table.attacks(from, terrain.path) & movement.slide_reach[from.index()];
        }
        for victim in victims & enemy {
            self.shot(from, from, victim);
        }
        for special in &movement.specials {
            match special {
                Special::ShotAfter { victims } => {
                    for to in quiet_targets(movement, from, terrain) {
                        for victim in victims[to.index()] & enemy {
                            self.shot(from, to, victim);
                        }
                    }
                }
                Special::ShotAlong { table } => {
                    for victim in table.targets(from, terrain.path) & enemy {
                        let (dx, dy) = from.delta(victim);
                        if let Some(to) = from.offset(dx / 2, dy / 2) {
                            self.shot(from, to, victim);
                        }
                    }
                }
                _ => {}
            }
        }
    }

    fn shot(&mut self, from: Square, to: Square, victim: Square) {
        let mv = Move::remote_capture(from, to, victim);
        if self.is_safe(mv) {
            self.sink.one(mv);
        }
    }
}
