//! The parts of a piece's movement while they are collected, and their final form.

use super::movement::Compiled;
use super::tables::{Tables, lame_reach};
use crate::board::{Bitboard, Geometry, Square};
use crate::variant::movement::{DoubleStep, LineMove, Mode, Movement, Special, SquareTable};
use std::sync::Arc;

#[derive(Default)]
pub(super) struct Parts {
    pub quiet_leaps: LeapMap,
    pub capture_leaps: LeapMap,
    pub rifle_leaps: LeapMap,
    pub rifle_lines: Vec<LineMove>,
    /// Victims of shots after a move, from the square where it ends.
    pub shots_after: Vec<LeapMap>,
    pub shoots: bool,
    pub slide_reach: LeapMap,
    pub special_reach: LeapMap,
    pub en_passant_steps: LeapMap,
    pub en_passant_captures: LeapMap,
    pub lines: Vec<LineMove>,
    pub double_step: Option<Box<DoubleStep>>,
    pub specials: Vec<Special>,
    pub special_from: Bitboard,
    pub slider_classes: u8,
}

/// A table of targets under construction.
pub(super) struct LeapMap(Box<SquareTable>);

impl Default for LeapMap {
    fn default() -> LeapMap {
        LeapMap(Box::new([Bitboard::EMPTY; 256]))
    }
}

impl LeapMap {
    /// Adds targets from a square.
    pub fn add(&mut self, from: Square, targets: Bitboard) {
        self.0[from.index()] |= targets;
    }

    /// The targets from a square.
    pub fn get(&self, from: Square) -> Bitboard {
        self.0[from.index()]
    }
}

/// The squares that a part leads to, if all that stands in between is favourable.
pub(super) fn special_squares(special: &Special, from: Square) -> Bitboard {
    match special {
        Special::Lame { table, .. } | Special::Jump { table, .. } | Special::ShotAlong { table } => {
            lame_reach(table, from)
        }
        Special::Cannon { table, .. } | Special::Grasshopper { table, .. } => table.mask(from),
        Special::ShotAfter { .. } => Bitboard::EMPTY,
    }
}

impl Parts {
    /// Turns the parts into a movement.
    pub fn finish(mut self, geometry: &Geometry, tables: &mut Tables, no_capture: Bitboard) -> Compiled {
        let playable = geometry.playable();
        let mut quiet_reach = LeapMap::default();
        if !self.shots_after.is_empty() {
            playable.each(|from| quiet_reach.add(from, self.quiet_reach(from)));
        }
        for victims in std::mem::take(&mut self.shots_after) {
            for from in playable {
                let landings = quiet_reach.get(from).iter();
                self.special_reach.add(
                    from,
                    landings.fold(Bitboard::EMPTY, |set, at| set | victims.get(at)),
                );
            }
            self.specials.push(Special::ShotAfter {
                victims: tables.squares(&victims.0),
            });
        }
        let mut attack_leaps = LeapMap::default();
        for from in playable {
            attack_leaps.add(from, self.capture_leaps.get(from) | self.rifle_leaps.get(from));
        }
        let lines = merged(self.lines);
        let both = Mode {
            quiet: true,
            capture: true,
        };
        let uniform = self.specials.is_empty()
            && self.double_step.is_none()
            && self.quiet_leaps.0 == self.capture_leaps.0
            && no_capture.is_empty()
            && lines.iter().all(|line| line.mode == both && !line.first_only);
        let stepper = lines.is_empty() && self.specials.is_empty() && !self.shoots && no_capture.is_empty();
        let mut share = |map: &LeapMap| tables.squares(&map.0);
        let movement = Movement {
            quiet_leaps: share(&self.quiet_leaps),
            capture_leaps: share(&self.capture_leaps),
            no_capture,
            uniform,
            lines,
            double_step: self.double_step,
            specials: self.specials,
            special_from: self.special_from,
            rifle_leaps: share(&self.rifle_leaps),
            rifle_lines: self.rifle_lines,
            shoots: self.shoots,
            attack_leaps: share(&attack_leaps),
            slide_reach: share(&self.slide_reach),
            special_reach: share(&self.special_reach),
            quiet_reach: share(&quiet_reach),
            may_brake: Bitboard::EMPTY,
            en_passant_steps: share(&self.en_passant_steps),
            en_passant_captures: share(&self.en_passant_captures),
            plain: false,
            stepper,
            promotes_from: Bitboard::EMPTY,
            promotion_zone: Bitboard::EMPTY,
        };
        Compiled {
            movement,
            slider_classes: self.slider_classes,
        }
    }

    /// The squares that could be reached without capture.
    fn quiet_reach(&self, from: Square) -> Bitboard {
        let lines = self
            .lines
            .iter()
            .filter(|line| line.mode.quiet)
            .map(|line| line.table.mask(from));
        let specials = self.specials.iter().filter(|special| special.mode().quiet);
        lines
            .chain(specials.map(|special| special_squares(special, from)))
            .fold(self.quiet_leaps.get(from), |set, squares| set | squares)
    }
}

/// A quiet and a capturing part along the same line are one walk.
fn merged(lines: Vec<LineMove>) -> Vec<LineMove> {
    let mut merged: Vec<LineMove> = Vec::new();
    for line in lines {
        let same = |other: &&mut LineMove| {
            Arc::ptr_eq(&other.table, &line.table) && other.first_only == line.first_only
        };
        match merged.iter_mut().find(same) {
            Some(twin) => {
                twin.mode.quiet |= line.mode.quiet;
                twin.mode.capture |= line.mode.capture;
            }
            None => merged.push(line),
        }
    }
    merged
}
