//! What a piece turns into by its move, by choice or not.

use super::{Move, Position};
use crate::board::Colour;
use crate::variant::{Piece, PieceRules, PieceType, Promotion, Supply};

impl Position {
    /// Whether a side's pieces earn honours: those of its army, or all where there are no armies.
    #[inline]
    pub(crate) fn has_honours(&self, side: Colour) -> bool {
        self.rules
            .armies
            .get(self.army(side))
            .is_none_or(|army| army.honours)
    }

    /// Whether a side's pieces can be called: those of its army, or all where there are no armies.
    #[inline]
    pub(crate) fn has_summons(&self, side: Colour) -> bool {
        self.rules
            .armies
            .get(self.army(side))
            .is_none_or(|army| army.summons)
    }

    /// The rule of promotion by choice that applies to a move, if one does.
    pub(crate) fn promotion_rule<'a>(&self, piece: &'a PieceRules, mv: Move) -> Option<&'a Promotion> {
        let mut rules = piece.promotions[self.side].iter();
        rules.find(|rule| rule.ends.has(mv.to()) && !rule.not_from.has(mv.from()))
    }

    /// Whether the side to move can promote to a type.
    pub(crate) fn available(&self, supply: Supply, kind: PieceType) -> bool {
        let us = self.side;
        match supply {
            Supply::Unlimited => true,
            Supply::Absent => self.pieces(us, kind).is_empty(),
            Supply::Lost => {
                self.pieces(us, kind).len() < u32::from(self.rules.start_count[Piece::new(us, kind).index()])
            }
            Supply::Held => self.source(kind).is_some(),
        }
    }

    /// The held type that would provide a type promoted to.
    pub(super) fn source(&self, kind: PieceType) -> Option<PieceType> {
        let mut sources = self.rules.piece(kind).sources.iter().copied();
        sources.find(|&source| self.extras.held(self.side, source) > 0)
    }

    /// What the side to move's piece is after a move, and how many captures are counted on it then.
    pub(crate) fn result(&self, piece: Piece, mv: Move) -> (Piece, u8) {
        let us = self.side;
        if let Some(kind) = mv.promotion() {
            return (Piece::new(us, kind), 0);
        }
        let rules = self.rules.piece(piece.kind());
        let taken = mv
            .victim()
            .filter(|&victim| victim == mv.to())
            .and_then(|victim| self.piece_at(victim));
        for change in &rules.transformations[us] {
            let applies =
                change.ends.has(mv.to()) || taken.is_some_and(|victim| change.victims.has(victim.kind()));
            if applies && change.unless.iter().all(|&kind| self.pieces(us, kind).is_empty()) {
                return (Piece::new(us, change.to), 0);
            }
        }
        let count = self.extras.count(mv.from());
        match rules.honour {
            Some(honour) if mv.is_capture() && self.has_honours(us) => {
                if count + 1 >= honour.captures {
                    (Piece::new(us, honour.to), 0)
                } else {
                    (piece, count + 1)
                }
            }
            _ => (piece, count),
        }
    }
}
