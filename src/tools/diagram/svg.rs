//! Diagrams as SVG: board, holes, coordinates, pieces and a legend of their names.

use super::{Mark, Reach, company_meaning, picture};
use crate::board::{Bitboard, Colour, Square};
use crate::position::Position;
use crate::variant::{Piece, Rules};
use svg::Document;
use svg::node::Blob;
use svg::node::element::{Definitions, Group, Path, Rectangle, SVG, Style, Text};

/// Side of a square, in the units of the drawing; all else is in proportion.
const SQUARE: u32 = 48;
/// Room around the board for the coordinates.
const MARGIN: u32 = 24;
/// Room above the board for the title.
const TITLE: u32 = 34;
/// Height of a legend's line and width of its columns.
const LEGEND_LINE: u32 = 30;
const LEGEND_COLUMN: u32 = 168;

const STYLE: &str = "\
text { font-family: 'DejaVu Sans', Verdana, Arial, sans-serif; fill: #333 }
.title { font-size: 17px; font-weight: bold }
.name, .coordinate { font-size: 13px }
.coordinate { fill: #666; text-anchor: middle }
.symbol { font-weight: bold; text-anchor: middle; stroke: none; fill: currentColor }
.light { fill: #f3e3c3 }
.dark { fill: #cfa574 }
.pieces { stroke-width: 3; stroke-linejoin: round }
.line { fill: none; stroke: currentColor; stroke-width: 3; stroke-linecap: round }
.dot { fill: currentColor; stroke: none }
.move { fill: #2e7d32 }
.capture { fill: none; stroke: #b3261e; stroke-width: 8 }
.shot { fill: none; stroke: #6a1b9a; stroke-width: 9 }
.move.hop { fill: none; stroke: #2e7d32; stroke-width: 7 }
.capture.hop { stroke-dasharray: 13 9 }
.shot.hop { stroke-dasharray: 11 7 }
.castling { fill: none; stroke: #1565c0; stroke-width: 7; stroke-linejoin: round }
.partner { stroke-dasharray: 13 9 }
.en-passant { fill: #b3261e; font-size: 24px; font-weight: bold; text-anchor: middle }
.company { opacity: 0.5 }";
/// Room for a character of a note, and height of its lines.
const NOTE_CHARACTER: u32 = 8;
const NOTE_LINE: u32 = 19;

/// A position as an SVG document.
#[must_use]
pub fn position_svg(position: &Position) -> String {
    let rules = position.rules();
    let board = Board::new(rules);
    let pieces: Vec<_> = position
        .occupied()
        .iter()
        .filter_map(|square| Some((square, position.piece_at(square)?)))
        .collect();
    let legend = Legend::new(rules, &pieces, board.width());
    let title = format!("{}, {} to move", rules.title, position.side().name());
    let height = board.height() + legend.height();
    board
        .document(&title, height)
        .add(board.pieces(&pieces))
        .add(legend.draw(MARGIN, board.height()))
        .to_string()
}

/// Where a piece can go from a square, as an SVG document.
#[must_use]
pub fn reach_svg(rules: &Rules, piece: Piece, from: Square, reach: &Reach) -> String {
    let board = Board::new(rules);
    let marks = Mark::all(reach);
    let title = format!("{}, {}", rules.piece(piece.kind()).definition.name, rules.title);
    let mut legend = Group::new();
    let mut top = board.height() + 8;
    let label = |words: &str, top: u32| {
        let (x, y) = (MARGIN + LEGEND_LINE + 6, top + LEGEND_LINE / 2 + 5);
        text(words, "name", x, y)
    };
    for &(mark, _) in &marks {
        let sign = match mark {
            Mark::Call(kind) => {
                let called = Piece::new(piece.colour(), kind);
                picture::piece(rules, called, MARGIN, top, LEGEND_LINE).set("class", "pieces")
            }
            _ => draw_mark(mark, MARGIN, top, LEGEND_LINE),
        };
        legend = legend.add(sign).add(label(&mark.meaning(rules), top));
        top += LEGEND_LINE;
    }
    for other in reach.company_kinds() {
        let sign = picture::piece(rules, other, MARGIN, top, LEGEND_LINE).set("class", "pieces company");
        legend = legend.add(sign).add(label(&company_meaning(rules, other), top));
        top += LEGEND_LINE;
    }
    top += NOTE_LINE;
    for note in &reach.notes {
        for line in wrapped(note, (board.width() - 2 * MARGIN) / NOTE_CHARACTER) {
            legend = legend.add(text(&line, "name", MARGIN, top));
            top += NOTE_LINE;
        }
        top += NOTE_LINE / 3;
    }
    let company = board.pieces(&reach.company).set("class", "pieces company");
    board
        .document(&title, top)
        .add(company)
        .add(board.pieces(&[(from, piece)]))
        .add(board.marks(&marks, piece))
        .add(legend)
        .to_string()
}

/// A text in lines of so many characters at most, as far as its words allow.
fn wrapped(text: &str, most: u32) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.is_empty() => line.push_str(word),
            Some(line) if line.chars().count() + 1 + word.chars().count() <= most as usize => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_string()),
        }
    }
    lines
}

/// A mark in a square box, by the box's left and upper edge and its size. Calls are shown by pieces.
fn draw_mark(mark: Mark, x: u32, y: u32, size: u32) -> SVG {
    const RING: &str = "M50 18 a32 32 0 1 0 0.1 0 Z";
    const CROSS_HAIRS: &str = "M50 6 V36 M50 64 V94 M6 50 H36 M64 50 H94";
    const BOX: &str = "M10 10 H90 V90 H10 Z";
    let (class, path) = match mark {
        Mark::Move => ("move", "M50 36 a14 14 0 1 0 0.1 0 Z"),
        Mark::Hop => ("move hop", "M50 37 a13 13 0 1 0 0.1 0 Z"),
        Mark::Capture | Mark::EnPassant => ("capture", RING),
        Mark::HopCapture => ("capture hop", RING),
        Mark::Shot => ("shot", "M8 30 V8 H30 M70 8 H92 V30 M92 70 V92 H70 M30 92 H8 V70"),
        Mark::MoveShot => ("shot", CROSS_HAIRS),
        Mark::HopShot => ("shot hop", CROSS_HAIRS),
        Mark::Castling => ("castling", BOX),
        Mark::CastlingPartner => ("castling partner", BOX),
        Mark::Call(_) => ("", ""),
    };
    let drawing = SVG::new()
        .set("x", x)
        .set("y", y)
        .set("width", size)
        .set("height", size)
        .set("viewBox", "0 0 100 100")
        .add(Path::new().set("class", class).set("d", path));
    if mark == Mark::EnPassant {
        drawing.add(text("e.p.", "en-passant", 50, 58))
    } else {
        drawing
    }
}

/// The board that a diagram is drawn on.
struct Board<'a> {
    rules: &'a Rules,
}

impl<'a> Board<'a> {
    fn new(rules: &'a Rules) -> Board<'a> {
        Board { rules }
    }

    fn width(&self) -> u32 {
        // Narrow boards leave room for the words.
        let files = u32::from(self.rules.geometry.files()).max(8);
        files * SQUARE + 2 * MARGIN
    }

    fn height(&self) -> u32 {
        TITLE + u32::from(self.rules.geometry.ranks()) * SQUARE + MARGIN
    }

    /// The left and upper edge of a square.
    fn corner(&self, square: Square) -> (u32, u32) {
        let from_top = self.rules.geometry.ranks() - 1 - square.rank();
        (
            MARGIN + u32::from(square.file()) * SQUARE,
            TITLE + u32::from(from_top) * SQUARE,
        )
    }

    /// A document with title, squares and coordinates.
    fn document(&self, title: &str, height: u32) -> Document {
        let width = self.width();
        Document::new()
            .set("viewBox", (0, 0, width, height))
            .set("width", width)
            .set("height", height)
            .add(svg::node::element::Title::new(title))
            .add(Style::new(STYLE))
            .add(Definitions::new().add(Blob::new(picture::FIGURES)))
            .add(
                Rectangle::new()
                    .set("width", width)
                    .set("height", height)
                    .set("fill", "#fff"),
            )
            .add(text(title, "title", MARGIN, TITLE - 12))
            .add(self.squares())
            .add(self.coordinates())
    }

    fn squares(&self) -> Group {
        self.rules
            .geometry
            .playable()
            .iter()
            .fold(Group::new(), |group, square| {
                let (x, y) = self.corner(square);
                let like_a1 = (square.file() + square.rank()).is_multiple_of(2);
                let is_dark = like_a1 == self.rules.dark_a1;
                let square = Rectangle::new()
                    .set("class", if is_dark { "dark" } else { "light" })
                    .set("x", x)
                    .set("y", y)
                    .set("width", SQUARE)
                    .set("height", SQUARE);
                group.add(square)
            })
    }

    fn coordinates(&self) -> Group {
        let geometry = &self.rules.geometry;
        let mut group = Group::new();
        for file in 0..geometry.files() {
            let (x, y) = self.corner(Square::new(file, 0));
            let name = char::from(b'a' + file).to_string();
            group = group.add(text(&name, "coordinate", x + SQUARE / 2, y + SQUARE + 17));
        }
        for rank in 0..geometry.ranks() {
            let (x, y) = self.corner(Square::new(0, rank));
            let name = (rank + 1).to_string();
            group = group.add(text(&name, "coordinate", x - MARGIN / 2, y + SQUARE / 2 + 5));
        }
        group
    }

    fn pieces(&self, pieces: &[(Square, Piece)]) -> Group {
        pieces
            .iter()
            .fold(Group::new().set("class", "pieces"), |group, &(square, piece)| {
                let (x, y) = self.corner(square);
                group.add(picture::piece(self.rules, piece, x, y, SQUARE))
            })
    }

    fn marks(&self, marks: &[(Mark, Bitboard)], piece: Piece) -> Group {
        let mut group = Group::new();
        // Several pieces can be called to one square: each kind has its own corner, from the lower right one on.
        let mut corners = [(1, 1), (0, 1), (1, 0), (0, 0)].into_iter().cycle();
        for &(mark, squares) in marks {
            let called = match mark {
                Mark::Call(kind) => corners
                    .next()
                    .map(|corner| (Piece::new(piece.colour(), kind), corner)),
                _ => None,
            };
            for square in squares {
                let (x, y) = self.corner(square);
                group = group.add(match called {
                    Some((piece, (right, down))) => {
                        let size = SQUARE * 2 / 5;
                        let (x, y) = (x + right * (SQUARE - size), y + down * (SQUARE - size));
                        picture::piece(self.rules, piece, x, y, size).set("class", "pieces")
                    }
                    None => draw_mark(mark, x, y, SQUARE),
                });
            }
        }
        group
    }
}

/// The names of the pieces on a board, in the order of the variant file.
struct Legend<'a> {
    rules: &'a Rules,
    pieces: Vec<Piece>,
    /// Lines of each column.
    lines: usize,
}

impl<'a> Legend<'a> {
    /// One entry a type, in the colour that has it; White's where both have.
    fn new(rules: &'a Rules, pieces: &[(Square, Piece)], width: u32) -> Legend<'a> {
        let has = |wanted| pieces.iter().any(|&(_, piece)| piece == wanted);
        let entry = |kind| {
            let mut colours = Colour::BOTH.into_iter().map(|colour| Piece::new(colour, kind));
            colours.find(|&piece| has(piece))
        };
        let pieces: Vec<_> = rules.kinds().filter_map(entry).collect();
        let columns = ((width - MARGIN) / LEGEND_COLUMN).max(1) as usize;
        Legend {
            rules,
            lines: pieces.len().div_ceil(columns),
            pieces,
        }
    }

    fn height(&self) -> u32 {
        self.lines as u32 * LEGEND_LINE + MARGIN
    }

    fn draw(&self, left: u32, top: u32) -> Group {
        let entry = |group: Group, (index, &piece): (usize, &Piece)| {
            let x = left + (index / self.lines) as u32 * LEGEND_COLUMN;
            let y = top + 8 + (index % self.lines) as u32 * LEGEND_LINE;
            let name = &self.rules.piece(piece.kind()).definition.name;
            group
                .add(picture::piece(self.rules, piece, x, y, LEGEND_LINE))
                .add(text(name, "name", x + LEGEND_LINE + 6, y + LEGEND_LINE / 2 + 5))
        };
        let group = Group::new().set("class", "pieces");
        self.pieces.iter().enumerate().fold(group, entry)
    }
}

fn text(content: &str, class: &str, x: u32, y: u32) -> Text {
    Text::new(content)
        .set("class", class)
        .set("x", x)
        .set("y", y)
        .set("stroke", "none")
}
