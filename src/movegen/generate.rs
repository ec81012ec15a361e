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
    if rules.bare.is_some() && position.bare_outcome().is_some() {
        return;
    }
    let board = position.board();
    let mut calls = Calls::new();
    if position.has_summons(context.us) {
        find_calls(position, context, &mut calls);
    }
    let wanted = match (S::QUIET, S::TACTICAL) {
        (true, true) => !context.own,
        (true, false) => !context.occupied,
        (false, _) => context.enemy,
    };
    let plain = !context.watching && calls.is_empty();
    // A new piece that brakes can answer a check, or make up for leaving a pin.
    let brakes_help = rules.brake.is_some() && (context.in_check || context.pinned.any());
    let limit = wanted & context.evasions;
    let mut generator = Generator {
        position,
        rules,
        board,
        context,
        calls,
        wanted,
        limit,
        sink,
    };
    let movers = movers & context.own;
    for kind in rules.kinds() {
        let squares = board.kind(kind) & movers;
        if squares.is_empty() {
            continue;
        }
        let piece = rules.piece(kind);
        let movement = &piece.movement[context.us];
        let plain = plain && !(brakes_help && movement.may_brake.any());
        if kind == rules.royal {
            squares.each(|from| generator.royal(piece, from));
        } else if plain && movement.plain {
            generator.plain_pieces(movement, squares);
        } else if plain && movement.stepper {
            generator.steppers(piece, movement, squares);
        } else {
            squares.each(|from| generator.piece(piece, kind, from));
        }
        if generator.sink.satisfied() {
            return;
        }
    }
}

/// Empty squares that pieces of each type can be called to.
type Calls = ArrayVec<(PieceType, Bitboard), 8>;

fn find_calls(position: &Position, context: &Context, calls: &mut Calls) {
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
}

struct Generator<'a, S> {
    position: &'a Position,
    rules: &'a Rules,
    board: &'a Board,
    context: &'a Context,
    calls: Calls,
    /// Where displacement moves of the wanted kind end.
    wanted: Bitboard,
    /// Where those end that need no further test: the wanted squares that answer a check.
    limit: Bitboard,
    sink: &'a mut S,
}

impl<S: Sink> Generator<'_, S> {
    /// Moves of pieces with nothing but leaps, slides and riders that do the same at empty and at enemy squares, where
    /// no attacker depends on anything but lines.
    #[inline]
    fn plain_pieces(&mut self, movement: &Movement, squares: Bitboard) {
        let context = self.context;
        squares.each(|from| {
            let mut targets = movement.quiet_leaps[from.index()];
            for line in &movement.lines {
                targets |= line.table.attacks(from, context.occupied);
            }
            targets &= self.limit;
            if context.pinned.has(from) {
                targets &= context.pin_mask(self.rules, from);
            }
            self.sink.targets(from, targets, context.enemy);
        });
    }

    /// Moves of pieces with nothing but leaps and a double step (pawns, most of all), where no attacker depends on
    /// anything but lines.
    #[inline]
    fn steppers(&mut self, piece: &PieceRules, movement: &Movement, squares: Bitboard) {
        let context = self.context;
        squares.each(|from| {
            let mut quiet = movement.quiet_leaps[from.index()];
            if let Some(step) = &movement.double_step
                && !(step.first_only && self.position.touched().has(from))
            {
                quiet |= step.target(from, context.occupied);
            }
            let captures = movement.capture_leaps[from.index()] & context.enemy;
            let pseudo = quiet.and_not(context.occupied) | captures;
            let mut targets = pseudo & self.limit;
            if context.pinned.has(from) {
                targets &= context.pin_mask(self.rules, from);
            }
            if movement.promotes_from.has(from) {
                targets = self.promotions(piece, from, pseudo, targets);
            }
            self.sink.targets(from, targets, context.enemy);
            if S::TACTICAL && context.en_passant && piece.definition.pawn {
                self.en_passant(movement, from);
            }
        });
    }

    /// Moves of a piece other than the royal one.
    // Inlined by force, like what it calls: 15 % of perft.
    #[allow(clippy::inline_always)]
    #[inline(always)]
    fn piece(&mut self, piece: &PieceRules, kind: PieceType, from: Square) {
        let context = self.context;
        let movement = &piece.movement[context.us];
        let terrain = Terrain::new(self.rules, from, context.occupied, context.brakes);
        let mut pseudo = self.pseudo_targets(movement, from, terrain);
        if !self.calls.is_empty() {
            pseudo |= self.called(kind);
        }
        let mut targets = pseudo & self.limit;
        if context.pinned.has(from) {
            targets &= context.pin_mask(self.rules, from);
        }
        if context.brakes.has(from) {
            // It can answer a check, or make up for leaving a pin, from afar.
            targets = pseudo & self.wanted;
        }
        if context.watching {
            let tested = if context.watched.has(from) {
                Bitboard::ALL
            } else {
                context.watched
            };
            targets = self.keep_safe(from, targets, tested);
        }
        if self.rules.brake.is_some() && (context.in_check || context.pinned.has(from)) {
            targets |= self.keep_safe(from, pseudo & self.wanted & movement.may_brake, Bitboard::ALL);
        }
        if movement.promotes_from.has(from) && movement.promotion_zone.meets(pseudo) {
            targets = self.promotions(piece, from, pseudo, targets);
        }
        self.sink.targets(from, targets, context.enemy);
        if S::TACTICAL && context.en_passant && piece.definition.pawn {
            self.en_passant(movement, from);
        }
        if S::TACTICAL && movement.shoots {
            self.shots(movement, from, terrain);
        }
    }

    /// Empty squares that a piece of a type can be called to.
    fn called(&self, kind: PieceType) -> Bitboard {
        let mut calls = self.calls.iter();
        calls
            .find(|(called, _)| *called == kind)
            .map_or(Bitboard::EMPTY, |(_, squares)| *squares)
    }

    /// Where a piece can go to if legality does not matter: empty squares and enemy pieces; and, for pieces that do
    /// the same at both, own pieces too.
    #[allow(clippy::inline_always)]
    #[inline(always)]
    fn pseudo_targets(&self, movement: &Movement, from: Square, terrain: Terrain) -> Bitboard {
        let mut quiet = movement.quiet_leaps[from.index()];
        if movement.uniform {
            for line in &movement.lines {
                quiet |= line.table.attacks(from, terrain.path);
            }
            return quiet.and_not(self.context.own);
        }
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
        if let Some(step) = &movement.double_step
            && !(step.first_only && self.position.touched().has(from))
        {
            quiet |= step.target(from, terrain.path);
        }
        if movement.special_from.has(from) {
            self.special_targets(movement, from, terrain, &mut quiet, &mut captures);
        }
        quiet.and_not(terrain.occupied) | (captures & self.context.enemy).and_not(movement.no_capture)
    }

    fn special_targets(
        &self,
        movement: &Movement,
        from: Square,
        terrain: Terrain,
        quiet: &mut Bitboard,
        captures: &mut Bitboard,
    ) {
        for special in &movement.specials {
            if special.is_shot() || special.first_only() && self.position.touched().has(from) {
                continue;
            }
            let set = special.targets(from, terrain);
            if special.mode().quiet {
                *quiet |= set;
            }
            if special.mode().capture {
                *captures |= set;
            }
        }
    }

    /// Tests the moves to some of the targets one by one, and takes out the illegal ones.
    fn keep_safe(&self, from: Square, targets: Bitboard, tested: Bitboard) -> Bitboard {
        let mut kept = targets;
        for to in targets & tested {
            if !self.is_safe(self.move_to(from, to)) {
                kept.remove(to);
            }
        }
        kept
    }

    /// The displacement move to a square, a capture if an enemy stands there.
    #[inline]
    fn move_to(&self, from: Square, to: Square) -> Move {
        if self.context.enemy.has(to) {
            Move::capture(from, to)
        } else {
            Move::quiet(from, to)
        }
    }

    /// Sends the moves that promote by choice; returns the targets that can be reached without.
    #[cold]
    fn promotions(
        &mut self,
        piece: &PieceRules,
        from: Square,
        pseudo: Bitboard,
        targets: Bitboard,
    ) -> Bitboard {
        // With pieces that brake, what is promoted to can decide about legality.
        let decides = self.rules.brake.is_some();
        let mut plain = targets;
        for to in pseudo & piece.movement[self.context.us].promotion_zone {
            let mv = self.move_to(from, to);
            let Some(rule) = self.position.promotion_rule(piece, mv) else {
                continue;
            };
            let legal = decides || self.context.evasions.has(to) && self.is_safe(mv);
            let mut available = false;
            for kind in rule
                .to
                .iter()
                .copied()
                .filter(|&kind| self.position.available(rule.supply, kind))
            {
                available = true;
                let mv = mv.promoting_to(kind);
                if S::TACTICAL && legal && (!decides || self.is_safe(mv)) {
                    self.sink.one(mv);
                }
            }
            let stays = match rule.stay {
                Stay::Always => true,
                Stay::IfNone => !available,
                Stay::Never => false,
            };
            if !stays {
                plain.remove(to);
            }
        }
        plain
    }

    fn en_passant(&mut self, movement: &Movement, from: Square) {
        let Some(chance) = self.position.en_passant() else {
            return;
        };
        for to in (movement.en_passant_captures[from.index()] & chance.passed(&self.rules.geometry))
            .and_not(self.context.occupied)
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
        let pseudo = self.pseudo_targets(movement, from, terrain);
        let mut targets = self.keep_safe(from, pseudo & self.wanted, Bitboard::ALL);
        if S::QUIET && self.rules.royal_path_safe {
            // Every square passed is empty, so that it is one of the targets; unsafe ones cannot be passed.
            let dangers = (pseudo & self.wanted).and_not(targets);
            let between = |to: &Square| self.rules.geometry.between(from, *to);
            targets = targets.iter().filter(|to| !between(to).meets(dangers)).collect();
        }
        self.sink.targets(from, targets, self.context.enemy);
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
