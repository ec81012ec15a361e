//! Generation of legal moves, piece type by piece type.

use super::attack::{View, attacked};
use super::context::Context;
use super::sink::Sink;
use crate::board::{Bitboard, Square};
use crate::position::{Board, Move, Position};
use crate::variant::{CastlingRule, Movement, PieceRules, Rules};

/// Sends the legal moves of the pieces on some squares to a sink.
pub(super) fn generate<S: Sink>(position: &Position, context: &Context, movers: Bitboard, sink: &mut S) {
    let rules = &**position.rules();
    let mut generator = Generator {
        position,
        rules,
        board: position.board(),
        context,
        sink,
    };
    let movers = movers & context.own;
    for kind in rules.kinds() {
        let piece = rules.piece(kind);
        for from in generator.board.kind(kind) & movers {
            if kind == rules.royal {
                generator.royal(piece, from);
            } else {
                generator.piece(piece, from);
            }
            if generator.sink.satisfied() {
                return;
            }
        }
    }
}

struct Generator<'a, S> {
    position: &'a Position,
    rules: &'a Rules,
    board: &'a Board,
    context: &'a Context,
    sink: &'a mut S,
}

impl<S: Sink> Generator<'_, S> {
    /// Moves of a piece other than the royal one.
    #[inline]
    fn piece(&mut self, piece: &PieceRules, from: Square) {
        let context = self.context;
        let movement = &piece.movement[context.us];
        let (mut quiet, mut captures) = self.pseudo_targets(movement, from);
        quiet &= context.evasions;
        captures &= context.evasions;
        if context.pinned.has(from) {
            let mask = context.pin_mask(from);
            quiet &= mask;
            captures &= mask;
        }
        if context.watched.any() {
            self.test_watched(from, &mut quiet, &mut captures);
        }
        if movement.promotion_zone.meets(quiet | captures) {
            self.promotions(piece, from, &mut quiet, &mut captures);
        }
        self.targets(from, quiet, captures);
        if S::TACTICAL && piece.definition.pawn {
            self.en_passant(movement, from);
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
    fn pseudo_targets(&self, movement: &Movement, from: Square) -> (Bitboard, Bitboard) {
        let (occupied, enemy) = (self.context.occupied, self.context.enemy);
        let mut quiet = movement.quiet_leaps[from.index()];
        let mut captures = movement.capture_leaps[from.index()];
        for line in &movement.lines {
            if line.first_only && self.position.touched().has(from) {
                continue;
            }
            let set = line.table.attacks(from, occupied);
            if line.mode.quiet {
                quiet |= set;
            }
            if line.mode.capture {
                captures |= set;
            }
        }
        for special in &movement.specials {
            if special.first_only() && self.position.touched().has(from) {
                continue;
            }
            let set = special.targets(from, occupied);
            if special.mode().quiet {
                quiet |= set;
            }
            if special.mode().capture {
                captures |= set;
            }
        }
        (quiet.and_not(occupied), captures & enemy)
    }

    /// Tests the moves that touch a watched square one by one, and takes out the illegal ones.
    fn test_watched(&self, from: Square, quiet: &mut Bitboard, captures: &mut Bitboard) {
        let tested = if self.context.watched.has(from) {
            Bitboard::ALL
        } else {
            self.context.watched
        };
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

    /// Sends the moves that promote by choice, and leaves those in the sets that need not.
    #[cold]
    fn promotions(
        &mut self,
        piece: &PieceRules,
        from: Square,
        quiet: &mut Bitboard,
        captures: &mut Bitboard,
    ) {
        let zone = piece.movement[self.context.us].promotion_zone;
        for to in (*quiet | *captures) & zone {
            let is_capture = captures.has(to);
            let mv = if is_capture {
                Move::capture(from, to)
            } else {
                Move::quiet(from, to)
            };
            if !self.promote(piece, mv) {
                quiet.remove(to);
                captures.remove(to);
            }
        }
    }

    /// Sends a legal move's promotions by choice; tells whether the move is also possible without.
    fn promote(&mut self, piece: &PieceRules, mv: Move) -> bool {
        let rules = piece.promotions[self.context.us].iter();
        let applies = rules
            .clone()
            .find(|rule| rule.ends.has(mv.to()) && !rule.not_from.has(mv.from()));
        let Some(rule) = applies else { return true };
        if S::TACTICAL {
            for &kind in &rule.to {
                self.sink.one(mv.promoting_to(kind));
            }
        }
        rule.optional
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
        let (mut quiet, mut captures) = self.pseudo_targets(movement, from);
        if S::QUIET {
            quiet = quiet
                .iter()
                .filter(|&to| self.is_safe(Move::quiet(from, to)))
                .collect();
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
            if self.position.rights() >> rule.right & 1 != 0
                && !rule.empty.meets(self.context.occupied)
                && rule.king_from == from
                && self.may_castle(rule)
            {
                self.sink
                    .one(Move::castling(from, rule.king_to, rule.partner_from));
            }
        }
    }

    /// Whether the royal piece passes no attacked square and ends on none.
    fn may_castle(&self, rule: &CastlingRule) -> bool {
        let context = self.context;
        let gone = context.occupied.without(rule.king_from);
        // The square where the royal piece ends is judged in the final position alone.
        let passes = rule.passed.iter().all(|square| {
            let view = View {
                occupied: gone.with(square),
                attackers: context.enemy,
            };
            !attacked(self.rules, self.board, square, !context.us, view)
        });
        let view = View {
            occupied: gone
                .without(rule.partner_from)
                .with(rule.king_to)
                .with(rule.partner_to),
            attackers: context.enemy,
        };
        passes && !attacked(self.rules, self.board, rule.king_to, !context.us, view)
    }

    /// Whether the own royal piece is not attacked after a move (castling apart).
    #[inline]
    fn is_safe(&self, mv: Move) -> bool {
        let context = self.context;
        let victim = mv.victim().map_or(Bitboard::EMPTY, Bitboard::of);
        let view = View {
            occupied: context.occupied.without(mv.from()).and_not(victim).with(mv.to()),
            attackers: context.enemy.and_not(victim),
        };
        let royal = if mv.from() == context.royal {
            mv.to()
        } else {
            context.royal
        };
        !attacked(self.rules, self.board, royal, !context.us, view)
    }
}
