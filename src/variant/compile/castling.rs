//! Compiles castling: ways and rights for both colours.

use crate::board::{Bitboard, ByColour, Colour, Geometry, Square};
use crate::variant::definition::{Castling, Definition, Pattern};
use crate::variant::rules::{CastlingRight, CastlingRule, Piece, PieceType};

/// All ways to castle and all rights.
pub(super) struct Compiled {
    pub ways: ByColour<Vec<CastlingRule>>,
    pub rights: Vec<CastlingRight>,
}

/// The start array: what stands where.
pub(super) type StartArray = [Option<Piece>; 256];

/// Compiles the castlings of a definition, those from its `castling` key and those from atom `O` of the royal piece.
pub(super) fn compile(
    definition: &Definition,
    geometry: &Geometry,
    royal: PieceType,
    start: &StartArray,
) -> Result<Compiled, String> {
    let mut all = Compiled {
        ways: ByColour::default(),
        rights: Vec::new(),
    };
    let over = !definition.castling_over.is_empty();
    for colour in Colour::BOTH {
        let mut castlings: Vec<Castling> = definition.castling.clone();
        for castling in &mut castlings {
            turn(castling, geometry, colour);
        }
        let royal_piece = Piece::new(colour, royal);
        let king = geometry
            .playable()
            .iter()
            .find(|square| start[square.index()] == Some(royal_piece));
        for component in definition.pieces.iter().flat_map(|piece| &piece.moves) {
            if let (Pattern::Castle { squares }, Some(king)) = (&component.pattern, king) {
                castlings.extend(outermost(geometry, start, colour, king, *squares as i8));
            }
        }
        for castling in castlings {
            for &partner in &castling.partners {
                all.add(geometry, royal_piece, start, &castling, partner, over)?;
            }
        }
    }
    Ok(all)
}

/// Turns a castling from White's side into one of a colour.
fn turn(castling: &mut Castling, geometry: &Geometry, colour: Colour) {
    let turn = |square: &mut Square| {
        if colour == Colour::Black {
            *square = Square::new(square.file(), geometry.ranks() - 1 - square.rank());
        }
    };
    [
        &mut castling.king_from,
        &mut castling.king_to,
        &mut castling.partner_to,
    ]
    .into_iter()
    .for_each(turn);
    castling.partners.iter_mut().for_each(turn);
}

/// Castlings with the outermost own piece of the king's rank on either side.
fn outermost(
    geometry: &Geometry,
    start: &StartArray,
    colour: Colour,
    king: Square,
    squares: i8,
) -> Vec<Castling> {
    let own = |square: &Square| start[square.index()].is_some_and(|piece| piece.colour() == colour);
    let rank = (0..geometry.files()).map(|file| Square::new(file, king.rank()));
    let mut castlings = Vec::new();
    for (sign, partner) in [(-1, rank.clone().find(own)), (1, rank.rev().find(own))] {
        let (to, beside) = (
            king.offset(sign * squares, 0),
            king.offset(sign * (squares - 1), 0),
        );
        if let (Some(partner), Some(king_to), Some(partner_to)) = (partner, to, beside)
            && partner != king
            && geometry.contains(king_to)
        {
            castlings.push(Castling {
                san: Castling::usual_name(king, king_to).to_string(),
                king_from: king,
                king_to,
                partners: vec![partner],
                partner_to,
            });
        }
    }
    castlings
}

impl Compiled {
    fn add(
        &mut self,
        geometry: &Geometry,
        king: Piece,
        start: &StartArray,
        castling: &Castling,
        partner: Square,
        castling_over: bool,
    ) -> Result<(), String> {
        let (colour, from) = (king.colour(), castling.king_from);
        let ends = [castling.king_to, castling.partner_to];
        if let Some(square) = ends.iter().find(|square| !geometry.playable().has(**square)) {
            return Err(format!("castling: {square} is not a square of the board"));
        }
        if start[from.index()] != Some(king) {
            return Err(format!(
                "castling: {}'s royal piece does not start on {from}",
                colour.name()
            ));
        }
        let partner_kind = match start[partner.index()] {
            Some(piece) if piece.colour() == colour && piece != king => piece.kind(),
            _ => {
                return Err(format!(
                    "castling: {} has no piece to castle with on {partner}",
                    colour.name()
                ));
            }
        };
        let right = CastlingRight {
            colour,
            king: from,
            partner,
            partner_kind,
        };
        let number = self
            .rights
            .iter()
            .position(|&other| other == right)
            .unwrap_or_else(|| {
                self.rights.push(right);
                self.rights.len() - 1
            });
        if number >= 32 {
            return Err("castling: more than 32 partners".to_string());
        }
        let ways = [
            (from, partner),
            (from, castling.king_to),
            (partner, castling.partner_to),
        ];
        let movers = Bitboard::of(from).with(partner);
        let ends = Bitboard::of(castling.king_to)
            .with(castling.partner_to)
            .and_not(movers);
        let between = ways
            .iter()
            .fold(Bitboard::EMPTY, |set, &(a, b)| set | geometry.between(a, b))
            .and_not(ends | movers);
        let (empty, over) = if castling_over {
            (ends, between)
        } else {
            (ends | between, Bitboard::EMPTY)
        };
        self.ways[colour].push(CastlingRule {
            san: castling.san.clone(),
            right: number as u8,
            king_from: from,
            king_to: castling.king_to,
            partner_from: partner,
            partner_to: castling.partner_to,
            empty,
            over,
            passed: geometry.between(from, castling.king_to),
        });
        Ok(())
    }
}
