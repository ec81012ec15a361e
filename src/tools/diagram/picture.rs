//! What pieces look like: a drawn figure where there is one, else a counter with the piece's symbol on it.

use crate::board::Colour;
use crate::variant::{Piece, Rules};
use svg::node::element::{Circle, SVG, Text, Use};

/// The drawn figures, as SVG `symbol` elements of 100x100 units. Lines of class `line` and dots of class `dot` take
/// the colour of the details; everything else is filled in the colour of the side.
pub(super) const FIGURES: &str = include_str!("symbols.svg");

const DARK: &str = "#1c1c1c";
const LIGHT: &str = "#fffdf6";

/// The name of a piece's figure, if it has one: that of the piece itself; a royal piece is drawn as a king.
fn figure(rules: &Rules, piece: Piece) -> Option<String> {
    let definition = &rules.piece(piece.kind()).definition;
    let drawn = |name: &str| FIGURES.contains(&format!("id=\"{name}\""));
    let name = definition.name.to_lowercase();
    if drawn(&name) {
        Some(name)
    } else {
        definition.royal.then(|| "king".to_string())
    }
}

/// A piece in a square box, by the box's left and upper edge and its size.
pub(super) fn piece(rules: &Rules, piece: Piece, x: u32, y: u32, size: u32) -> SVG {
    let (body, details) = match piece.colour() {
        Colour::White => (LIGHT, DARK),
        Colour::Black => (DARK, LIGHT),
    };
    let frame = SVG::new()
        .set("x", x)
        .set("y", y)
        .set("width", size)
        .set("height", size)
        .set("viewBox", "0 0 100 100")
        .set("fill", body)
        .set("stroke", DARK)
        .set("color", details);
    match figure(rules, piece) {
        Some(name) => {
            let figure = Use::new()
                .set("href", format!("#{name}"))
                .set("width", 100)
                .set("height", 100);
            frame.add(figure)
        }
        None => counter(frame, &rules.piece(piece.kind()).definition.symbol, details),
    }
}

/// Draws a counter with a piece's symbol.
fn counter(frame: SVG, symbol: &str, details: &str) -> SVG {
    let font_size = match symbol.chars().count() {
        0 | 1 => 36,
        letters => 60 / letters,
    };
    let text = Text::new(symbol)
        .set("class", "symbol")
        .set("x", 50)
        .set("y", 61)
        .set("font-size", font_size)
        .set("fill", details);
    frame
        .add(Circle::new().set("cx", 50).set("cy", 50).set("r", 37))
        .add(
            Circle::new()
                .set("class", "line")
                .set("cx", 50)
                .set("cy", 50)
                .set("r", 32)
                .set("stroke-width", 1.2),
        )
        .add(text)
}
