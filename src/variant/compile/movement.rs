//! Compiles the movement of one piece type for one colour.

use super::tables::{Tables, lame_reach};
use crate::board::{Bitboard, Colour, Geometry, Line, Square};
use crate::variant::definition::{Component, FirstMove, Hop, Path, Pattern, PieceDefinition};
use crate::variant::rules::{Lame, LameTable, LineMove, Mode, Movement, SliderClass, Special, SquareTable};
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
    colour: Colour,
    starts: Bitboard,
) -> Result<Compiled, String> {
    let mut builder = Builder {
        geometry,
        tables,
        colour,
        first_squares: first_squares(geometry, piece, starts),
        remembered: piece.first_move == FirstMove::StartSquares,
        parts: Parts::default(),
    };
    for component in &piece.moves {
        builder
            .component(component)
            .map_err(|message| format!("piece {}: {message}", piece.id))?;
    }
    Ok(builder.finish())
}

/// Where a type's first moves can be made from.
pub(super) fn first_squares(geometry: &Geometry, piece: &PieceDefinition, starts: Bitboard) -> Bitboard {
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

struct Builder<'a> {
    geometry: &'a Geometry,
    tables: &'a mut Tables,
    colour: Colour,
    first_squares: Bitboard,
    remembered: bool,
    parts: Parts,
}

#[derive(Default)]
struct Parts {
    quiet_leaps: LeapMap,
    capture_leaps: LeapMap,
    slide_reach: LeapMap,
    special_reach: LeapMap,
    en_passant_steps: LeapMap,
    en_passant_captures: LeapMap,
    lines: Vec<LineMove>,
    specials: Vec<Special>,
    special_from: Bitboard,
    slider_classes: u8,
}

/// A table of targets under construction.
struct LeapMap(Box<SquareTable>);

impl Default for LeapMap {
    fn default() -> LeapMap {
        LeapMap(Box::new([Bitboard::EMPTY; 256]))
    }
}

impl LeapMap {
    fn add(&mut self, from: Square, targets: Bitboard) {
        self.0[from.index()] |= targets;
    }
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
            Pattern::Ride { steps, range, hop } => self.rides(component, steps, *range, *hop)?,
            Pattern::Paths(paths) => self.paths(component, paths),
            Pattern::Trails(_) => return Err("bent slides are not supported yet".to_string()),
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

    fn leaps(&mut self, component: &Component, steps: &[(i8, i8)]) {
        for from in self.sources(component) {
            let targets: Bitboard = steps.iter().filter_map(|&step| self.target(from, step)).collect();
            if component.quiet {
                self.parts.quiet_leaps.add(from, targets);
            }
            if component.capture {
                self.parts.capture_leaps.add(from, targets);
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

    fn mode(component: &Component) -> Mode {
        Mode {
            quiet: component.quiet,
            capture: component.capture,
        }
    }

    /// Leaps that need a piece on the square halfway.
    fn jumps(&mut self, component: &Component, steps: &[(i8, i8)]) -> Result<(), String> {
        let paths: Option<Vec<Path>> = steps
            .iter()
            .map(|&(dx, dy)| {
                (dx % 2 == 0 && dy % 2 == 0).then(|| Path {
                    to: (dx, dy),
                    over: vec![(dx / 2, dy / 2)],
                })
            })
            .collect();
        let paths = paths.ok_or("modifier j on a leap needs a square halfway (D, A, WX, FX and the like)")?;
        let table = self.lame_table(component, &paths);
        self.reach_by_lame(component, &table);
        self.special(Special::Jump {
            table,
            mode: Self::mode(component),
        });
        Ok(())
    }

    fn paths(&mut self, component: &Component, paths: &[Path]) {
        let table = self.lame_table(component, paths);
        self.reach_by_lame(component, &table);
        for from in self.sources(component) {
            self.en_passant(component, from, lame_reach(&table, from));
        }
        let first_only = component.first_only && self.remembered;
        self.special(Special::Lame {
            table,
            mode: Self::mode(component),
            first_only,
        });
    }

    fn lame_table(&self, component: &Component, paths: &[Path]) -> Arc<LameTable> {
        let sources = self.sources(component);
        Arc::new(LameTable::new(|from| {
            if !sources.has(from) {
                return Vec::new();
            }
            let laid = paths.iter().filter_map(|path| {
                let over: Option<Bitboard> = path.over.iter().map(|&step| self.target(from, step)).collect();
                Some(Lame {
                    to: self.target(from, path.to)?,
                    over: over?,
                })
            });
            laid.collect()
        }))
    }

    fn reach_by_lame(&mut self, component: &Component, table: &LameTable) {
        if component.capture {
            for from in self.geometry.playable() {
                self.parts.special_reach.add(from, lame_reach(table, from));
            }
        }
    }

    /// Adds a part that is neither a plain leap nor a slide.
    fn special(&mut self, special: Special) {
        let leads = |from: &Square| match &special {
            Special::Lame { table, .. } | Special::Jump { table, .. } | Special::ShotAlong { table } => {
                !table.from(*from).is_empty()
            }
            Special::Cannon { table, .. } | Special::Grasshopper { table, .. } => table.mask(*from).any(),
            Special::ShotAfter { .. } => false,
        };
        self.parts.special_from |= self.geometry.playable().iter().filter(leads).collect();
        self.parts.specials.push(special);
    }

    fn rides(
        &mut self,
        component: &Component,
        steps: &[(i8, i8)],
        range: u8,
        hop: Hop,
    ) -> Result<(), String> {
        let mut left: Vec<(i8, i8)> = steps.iter().map(|&step| self.turned(step)).collect();
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
            let forward = (step.1, step.0) > (0, 0);
            let line = if forward {
                Line::straight(step, ahead, back)
            } else {
                Line::straight((-step.0, -step.1), back, ahead)
            };
            self.line(
                component,
                Line {
                    skip: usize::from(hop == Hop::Jump),
                    ..line
                },
                step,
                hop,
            )?;
        }
        Ok(())
    }

    fn line(&mut self, component: &Component, line: Line, step: (i8, i8), hop: Hop) -> Result<(), String> {
        let sources = self.sources(component);
        let plain = line.skip == 0 && step.0.abs() <= 1 && step.1.abs() <= 1;
        let table = self.tables.line(self.geometry.playable(), line, sources);
        let queen = hop == Hop::None && plain;
        if component.takes_en_passant {
            return Err("only leaps of one step can take en passant (modifier e)".to_string());
        }
        for from in sources {
            let reach = table.mask(from);
            if component.leaves_en_passant {
                self.parts.en_passant_steps.add(from, reach);
            }
            if component.capture {
                let map = if queen {
                    &mut self.parts.slide_reach
                } else {
                    &mut self.parts.special_reach
                };
                map.add(from, reach);
            }
        }
        if queen && component.capture {
            let class = if step.0 == 0 || step.1 == 0 {
                SliderClass::Orthogonal
            } else {
                SliderClass::Diagonal
            };
            self.parts.slider_classes |= 1 << class as u8;
        }
        let mode = Self::mode(component);
        match hop {
            Hop::None | Hop::Jump => {
                let first_only = component.first_only && self.remembered;
                self.parts.lines.push(LineMove {
                    table,
                    mode,
                    first_only,
                    queen,
                });
            }
            Hop::Cannon => self.special(Special::Cannon { table, mode }),
            Hop::Grasshopper => {
                let step = if step.1 == 0 { step.0 } else { step.1 };
                let step = u32::from(step.unsigned_abs());
                self.parts
                    .specials
                    .push(Special::Grasshopper { table, step, mode });
            }
        }
        Ok(())
    }

    fn finish(mut self) -> Compiled {
        // A quiet and a capturing part along the same line are one walk.
        let mut lines: Vec<LineMove> = Vec::new();
        for line in self.parts.lines.drain(..) {
            let twin = lines
                .iter_mut()
                .find(|other| Arc::ptr_eq(&other.table, &line.table) && other.first_only == line.first_only);
            match twin {
                Some(twin) => {
                    twin.mode.quiet |= line.mode.quiet;
                    twin.mode.capture |= line.mode.capture;
                }
                None => lines.push(line),
            }
        }
        let share = |map: LeapMap, tables: &mut Tables| tables.squares(&map.0);
        let parts = self.parts;
        let capture_leaps = share(parts.capture_leaps, self.tables);
        let quiet_leaps = share(parts.quiet_leaps, self.tables);
        let uniform = parts.specials.is_empty()
            && quiet_leaps == capture_leaps
            && lines.iter().all(|line| {
                line.mode
                    == Mode {
                        quiet: true,
                        capture: true,
                    }
                    && !line.first_only
            });
        let movement = Movement {
            quiet_leaps,
            uniform,
            special_from: parts.special_from,
            promotes: false,
            rifle_leaps: share(LeapMap::default(), self.tables),
            rifle_lines: Vec::new(),
            shoots: false,
            attack_leaps: Arc::clone(&capture_leaps),
            capture_leaps,
            lines,
            specials: parts.specials,
            slide_reach: share(parts.slide_reach, self.tables),
            special_reach: share(parts.special_reach, self.tables),
            quiet_reach: share(LeapMap::default(), self.tables),
            may_brake: Bitboard::EMPTY,
            en_passant_steps: share(parts.en_passant_steps, self.tables),
            en_passant_captures: share(parts.en_passant_captures, self.tables),
            promotion_zone: Bitboard::EMPTY,
        };
        Compiled {
            movement,
            slider_classes: parts.slider_classes,
        }
    }
}
