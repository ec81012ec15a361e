//! Compiles rifle captures.

use super::movement::Builder;
use super::parts::LeapMap;
use crate::variant::definition::{Component, Hop, Path, Pattern, Rifle, Shots};
use crate::variant::movement::{LineMove, Mode, Special};

impl Builder<'_> {
    pub(super) fn rifle(&mut self, rifle: &Rifle) -> Result<(), String> {
        self.parts.shoots = true;
        match &rifle.shots {
            Shots::Along => self.shots_along(),
            Shots::Moves(components) => components
                .iter()
                .try_for_each(|component| self.rifle_part(rifle, component)),
        }
    }

    fn rifle_part(&mut self, rifle: &Rifle, component: &Component) -> Result<(), String> {
        match &component.pattern {
            Pattern::Ride {
                steps,
                range: 1,
                hop: Hop::None,
            } => {
                let mut victims = LeapMap::default();
                for from in self.geometry.playable() {
                    let targets = self.targets(from, steps).and_not(self.no_capture);
                    victims.add(from, targets);
                    if rifle.standing {
                        self.parts.rifle_leaps.add(from, targets);
                    }
                }
                if rifle.moving {
                    self.parts.shots_after.push(victims);
                }
                Ok(())
            }
            Pattern::Ride {
                steps,
                range,
                hop: Hop::None,
            } if !rifle.moving && steps.iter().all(|&(dx, dy)| dx.abs() <= 1 && dy.abs() <= 1) => {
                for (line, step) in self.straight_lines(steps, *range) {
                    let table = self.whole_line(line);
                    self.reach_by_slide(&table, step.unwrap_or_default());
                    let mode = Mode {
                        quiet: false,
                        capture: true,
                    };
                    self.parts.rifle_lines.push(LineMove {
                        table,
                        mode,
                        first_only: false,
                        queen: true,
                    });
                }
                Ok(())
            }
            _ => Err(
                "rifle: shots are leaps, or, without moving, slides along ranks, files and diagonals"
                    .to_string(),
            ),
        }
    }

    /// Shots as far on again as a quiet leap went: with the landing square to be empty too, they are lame leaps of
    /// twice the length.
    fn shots_along(&mut self) -> Result<(), String> {
        let mut paths = Vec::new();
        for component in self.piece.moves.iter().filter(|component| component.quiet) {
            match &component.pattern {
                Pattern::Paths(all) => paths.extend(all.iter().cloned()),
                Pattern::Ride {
                    steps,
                    range: 1,
                    hop: Hop::None,
                } => {
                    paths.extend(steps.iter().map(|&to| Path { to, over: Vec::new() }));
                }
                _ => return Err("rifle = along: only leaps, lame or not, can be shot along".to_string()),
            }
        }
        for path in &mut paths {
            path.over.push(path.to);
            path.to = (path.to.0 * 2, path.to.1 * 2);
        }
        let table = self.lame_leaps(self.geometry.playable(), &paths, self.no_capture);
        self.reach_by_lame(&table);
        self.special(Special::ShotAlong { table });
        Ok(())
    }
}
