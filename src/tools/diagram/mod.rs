//! Diagrams of positions and of piece moves, as text and as SVG.

mod picture;
mod svg;

pub use svg::position_svg;
