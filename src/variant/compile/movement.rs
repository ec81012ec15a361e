//! Compiles the movement of one piece type for one colour: leaps, slides, lame leaps and hops. Rifle captures are
//! compiled in `shots`.

use super::parts::Parts;
use super::tables::{Tables, lame_reach};
use crate::board::{Bitboard, Colour, Geometry, Line, LineTable, Square};
use crate::variant::definition::{Component, Facing, FirstMove, Hop, Path, Pattern, PieceDefinition};
use crate::variant::movement::{DoubleStep, Lame, LameTable, LineMove, Mode, Movement, Special};
use crate::variant::rules::SliderClass;
use std::sync::Arc;

/// A piece's movement with what is said of the type as a whole.
pub(super) struct Compiled {
    pub movement: Movement,
    pub slider_classes: u8,
}

/// Compiles one colour's movement. `starts` are the squares that the type stands on in the start array.
pub(super) fn compile(
    geometry: &Geometry,
    tables: &mut Tables,
    piece: &PieceDefinition,
    facing: Facing,
    colour: Colour,
    starts: Bitboard,
) -> Result<Compiled, String> {
    let mut builder = Builder {
        geometry,
        tables,
        piece,
        colour,
        first_squares: first_squares(geometry, piece, starts),
        remembered: piece.first_move == FirstMove::StartSquares,
        no_capture: piece.no_capture[colour],
        parts: Parts::default(),
    };
    for component in &piece.moves {
        builder.component(component)?;
    }
    if piece.royal {
        builder.facing(facing);
    }
    if let Some(rifle) = &piece.rifle {
        builder.rifle(rifle)?;
    }
    let Builder {
        geometry,
        tables,
        no_capture,
        parts,
        ..
    } = builder;
    Ok(parts.finish(geometry, tables, no_capture))
}

/// Where a type's first moves can be made from.
fn first_squares(geometry: &Geometry, piece: &PieceDefinition, starts: Bitboard) -> Bitboard {
    match piece.first_move {
        FirstMove::StartSquares => starts,
        FirstMove::StartRank => {
            starts
                .iter()
                .fold(Bitboard::EMPTY, |set, square| set | Bitboard::rank(square.rank()))
                & geometry.playable()
        }
    }
}

/// What a component's line is built from: the line, and its step; none for a bent one.
type LaidLine = (Line, Option<(i8, i8)>);

pub(super) struct Builder<'a> {
    pub geometry: &'a Geometry,
    pub tables: &'a mut Tables,
    pub piece: &'a PieceDefinition,
    pub no_capture: Bitboard,
    pub parts: Parts,
    colour: Colour,
    first_squares: Bitboard,
    remembered: bool,
}

impl Builder<'_> {
    fn component(&mut self, component: &Component) -> Result<(), String> {
        if component.first_only && self.remembered && component.capture {
            return Err("a remembered first move (first-move = start squares) cannot capture".to_string());
        }
        match &component.pattern {
            Pattern::Ride {
                steps,
                range: 1,
                hop: Hop::None,
            } if !(component.first_only && self.remembered) => {
                self.leaps(component, steps);
            }
            Pattern::Ride {
                steps,
                range: 1,
                hop: Hop::Jump,
            } => self.jumps(component, steps)?,
            Pattern::Ride { steps, range, hop } => {
                for line in self.straight_lines(steps, *range) {
                    self.line(component, line, *hop)?;
                }
            }
            Pattern::Paths(paths) => self.paths(component, paths),
            Pattern::Trails(trails) => self.trails(component, trails)?,
            // Castling is compiled for the variant as a whole.
            Pattern::Castle { .. } => {}
        }
        Ok(())
    }

    /// The squares that a component can be used from.
    fn sources(&self, component: &Component) -> Bitboard {
        if component.first_only {
            self.first_squares
        } else {
            self.geometry.playable()
        }
    }

    /// An offset from White's view, as this colour sees it.
    fn turned(&self, (dx, dy): (i8, i8)) -> (i8, i8) {
        (dx, if self.colour == Colour::White { dy } else { -dy })
    }

    fn target(&self, from: Square, offset: (i8, i8)) -> Option<Square> {
        let (dx, dy) = self.turned(offset);
        from.offset(dx, dy).filter(|&to| self.geometry.playable().has(to))
    }

    /// The squares that leaps lead to.
    pub fn targets(&self, from: Square, steps: &[(i8, i8)]) -> Bitboard {
        steps.iter().filter_map(|&step| self.target(from, step)).collect()
    }

    fn leaps(&mut self, component: &Component, steps: &[(i8, i8)]) {
        for from in self.sources(component) {
            let targets = self.targets(from, steps);
            if component.quiet {
                self.parts.quiet_leaps.add(from, targets);
            }
            if component.capture {
                self.parts
                    .capture_leaps
                    .add(from, targets.and_not(self.no_capture));
            }
            self.en_passant(component, from, targets);
        }
    }

    /// Notes where a component takes en passant, or can be taken.
    fn en_passant(&mut self, component: &Component, from: Square, targets: Bitboard) {
        if component.takes_en_passant {
            self.parts.en_passant_captures.add(from, targets);
        }
        if component.leaves_en_passant {
            self.parts.en_passant_steps.add(from, targets);
        }
    }

    /// Leaps that need a piece on the square halfway.
    fn jumps(&mut self, component: &Component, steps: &[(i8, i8)]) -> Result<(), String> {
        let halfway = |&(dx, dy): &(i8, i8)| {
            (dx % 2 == 0 && dy % 2 == 0).then(|| Path {
                to: (dx, dy),
                over: vec![(dx / 2, dy / 2)],
            })
        };
        let paths: Option<Vec<Path>> = steps.iter().map(halfway).collect();
        let paths = paths.ok_or("modifier j on a leap needs a square halfway (D, A, WX, FX and the like)")?;
        let table = self.lame_leaps(self.sources(component), &paths, Bitboard::EMPTY);
        if component.capture {
            self.reach_by_lame(&table);
        }
        self.special(Special::Jump {
            table,
            mode: mode(component),
        });
        Ok(())
    }

    fn paths(&mut self, component: &Component, paths: &[Path]) {
        let table = self.lame_leaps(self.sources(component), paths, Bitboard::EMPTY);
        if component.capture {
            self.reach_by_lame(&table);
        }
        for from in self.sources(component) {
            self.en_passant(component, from, lame_reach(&table, from));
        }
        let first_only = component.first_only && self.remembered;
        if !component.capture && self.parts.double_step.is_none() && self.piece.rifle.is_none() {
            self.parts.double_step = double_step(&table, first_only);
            if self.parts.double_step.is_some() {
                return;
            }
        }
        self.special(Special::Lame {
            table,
            mode: mode(component),
            first_only,
        });
    }

    /// Lays paths through every square of a set; none to forbidden targets.
    pub fn lame_leaps(&self, sources: Bitboard, paths: &[Path], forbidden: Bitboard) -> Arc<LameTable> {
        Arc::new(LameTable::new(|from| {
            if !sources.has(from) {
                return Vec::new();
            }
            let laid = paths.iter().filter_map(|path| {
                let over: Option<Bitboard> = path.over.iter().map(|&step| self.target(from, step)).collect();
                let to = self.target(from, path.to).filter(|&to| !forbidden.has(to))?;
                Some(Lame { to, over: over? })
            });
            laid.collect()
        }))
    }

    /// Notes what can be captured by lame leaps.
    pub fn reach_by_lame(&mut self, table: &LameTable) {
        for from in self.geometry.playable() {
            self.parts
                .special_reach
                .add(from, lame_reach(table, from).and_not(self.no_capture));
        }
    }

    /// Notes what can be captured by a slide along a queen line.
    pub fn reach_by_slide(&mut self, table: &LineTable, step: (i8, i8)) {
        for from in self.geometry.playable() {
            self.parts
                .slide_reach
                .add(from, table.mask(from).and_not(self.no_capture));
        }
        let class = if step.0 == 0 || step.1 == 0 {
            SliderClass::Orthogonal
        } else {
            SliderClass::Diagonal
        };
        self.parts.slider_classes |= 1 << class as u8;
    }

    /// The lines along which royal pieces may not face each other count as lines of attack.
    fn facing(&mut self, facing: Facing) {
        let steps: &[(i8, i8)] = match facing {
            Facing::Allowed => &[],
            Facing::File => &[(0, 1), (0, -1)],
            Facing::Rook => &[(0, 1), (0, -1), (1, 0), (-1, 0)],
            Facing::Queen => &[
                (0, 1),
                (0, -1),
                (1, 0),
                (-1, 0),
                (1, 1),
                (-1, -1),
                (1, -1),
                (-1, 1),
            ],
        };
        for (line, step) in self.straight_lines(steps, 15) {
            let table = self.whole_line(line);
            self.reach_by_slide(&table, step.unwrap_or_default());
        }
    }

    /// Adds a part that is neither a plain leap nor a slide.
    pub fn special(&mut self, special: Special) {
        if !special.is_shot() {
            let leads = |from: &Square| super::parts::special_squares(&special, *from).any();
            self.parts.special_from |= self.geometry.playable().iter().filter(leads).collect();
        }
        self.parts.specials.push(special);
    }

    /// The table of a line through every square.
    pub fn whole_line(&mut self, line: Line) -> Arc<LineTable> {
        self.tables
            .line(self.geometry.playable(), line, self.geometry.playable())
    }

    /// Lines of repeated steps, opposite ones in one line.
    pub fn straight_lines(&self, steps: &[(i8, i8)], range: u8) -> Vec<LaidLine> {
        let mut left: Vec<(i8, i8)> = steps.iter().map(|&step| self.turned(step)).collect();
        let mut lines = Vec::new();
        while let Some(step) = left.pop() {
            let opposite = left.iter().position(|&other| other == (-step.0, -step.1));
            if let Some(index) = opposite {
                left.swap_remove(index);
            }
            // One orientation a line, so that equal lines of different pieces share a table.
            let (ahead, back) = if opposite.is_some() {
                (range, range)
            } else {
                (range, 0)
            };
            let line = if (step.1, step.0) > (0, 0) {
                Line::straight(step, ahead, back)
            } else {
                Line::straight((-step.0, -step.1), back, ahead)
            };
            lines.push((line, Some(step)));
        }
        lines
    }

    /// Slides along bent trails. Two that lead opposite ways share a table.
    fn trails(&mut self, component: &Component, trails: &[Vec<(i8, i8)>]) -> Result<(), String> {
        let turned = |trail: &Vec<(i8, i8)>| trail.iter().map(|&step| self.turned(step)).collect();
        let mut left: Vec<Vec<(i8, i8)>> = trails.iter().map(turned).collect();
        while let Some(ahead) = left.pop() {
            let Some((horizontal, up)) = heading(&ahead) else {
                return Err("a bent slide has to run steadily along ranks or along files".to_string());
            };
            let opposite = left
                .iter()
                .position(|other| heading(other) == Some((horizontal, !up)));
            let back = opposite.map(|index| left.swap_remove(index)).unwrap_or_default();
            self.line(
                component,
                (
                    Line {
                        ahead,
                        back,
                        skip: 0,
                        horizontal,
                    },
                    None,
                ),
                Hop::None,
            )?;
        }
        Ok(())
    }

    fn line(&mut self, component: &Component, (line, step): LaidLine, hop: Hop) -> Result<(), String> {
        if component.takes_en_passant {
            return Err("only leaps of one step can take en passant (modifier e)".to_string());
        }
        let sources = self.sources(component);
        let plain = step.filter(|&(dx, dy)| hop == Hop::None && dx.abs() <= 1 && dy.abs() <= 1);
        let line = Line {
            skip: usize::from(hop == Hop::Jump),
            ..line
        };
        let table = self.tables.line(self.geometry.playable(), line, sources);
        for from in sources {
            if component.leaves_en_passant {
                self.parts.en_passant_steps.add(from, table.mask(from));
            }
            if component.capture && plain.is_none() {
                self.parts
                    .special_reach
                    .add(from, table.mask(from).and_not(self.no_capture));
            }
        }
        if let Some(step) = plain.filter(|_| component.capture) {
            self.reach_by_slide(&table, step);
        }
        let mode = mode(component);
        match hop {
            Hop::None | Hop::Jump => {
                let first_only = component.first_only && self.remembered;
                self.parts.lines.push(LineMove {
                    table,
                    mode,
                    first_only,
                    queen: plain.is_some(),
                });
            }
            Hop::Cannon => self.special(Special::Cannon { table, mode }),
            Hop::Grasshopper => {
                let (dx, dy) = step.unwrap_or_default();
                let step = u32::from(if dy == 0 { dx } else { dy }.unsigned_abs());
                self.special(Special::Grasshopper { table, step, mode });
            }
        }
        Ok(())
    }
}

/// Lame leaps as double steps, if there is at most one from each square.
fn double_step(table: &LameTable, first_only: bool) -> Option<Box<DoubleStep>> {
    let empty = [Bitboard::EMPTY; 256];
    let mut step = Box::new(DoubleStep {
        target: empty,
        over: empty,
        first_only,
    });
    for from in Bitboard::ALL {
        match table.from(from) {
            [] => {}
            [leap] => {
                step.target[from.index()] = Bitboard::of(leap.to);
                step.over[from.index()] = leap.over;
            }
            _ => return None,
        }
    }
    Some(step)
}

const fn mode(component: &Component) -> Mode {
    Mode {
        quiet: component.quiet,
        capture: component.capture,
    }
}

/// Whether a bent trail runs along the ranks (by file), and whether upwards; none if it runs steadily along neither.
fn heading(trail: &[(i8, i8)]) -> Option<(bool, bool)> {
    let steady = |horizontal: bool, up: bool| {
        let mut before = 0;
        trail.iter().all(|&(dx, dy)| {
            let at = if horizontal { dx } else { dy } * if up { 1 } else { -1 };
            std::mem::replace(&mut before, at) < at
        })
    };
    let headings = [(false, true), (false, false), (true, true), (true, false)];
    headings
        .into_iter()
        .find(|&(horizontal, up)| steady(horizontal, up))
}
