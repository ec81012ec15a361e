//! The numbers that the search's rules depend on, in one place: they are found by trial, so each can be set from
//! outside while the engine runs, as an option that is not listed.

use std::ops::RangeInclusive;

/// One of the numbers that the search's rules depend on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tunable {
    /// Its name as an option.
    pub name: &'static str,
    /// Its value if nobody changes it.
    pub default: i32,
    /// The values that it may take.
    pub range: RangeInclusive<i32>,
}

/// Defines [`Tunables`] and the list of their names and ranges.
macro_rules! tunables {
    ($($(#[doc = $doc:literal])* $name:ident = $default:literal in $range:expr;)*) => {
        /// Numbers that the search's rules depend on. Scores are in centipawns, depths in plies.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub(super) struct Tunables {
            $($(#[doc = $doc])* pub $name: i32,)*
        }

        impl Default for Tunables {
            fn default() -> Tunables {
                Tunables { $($name: $default,)* }
            }
        }

        impl Tunables {
            /// All numbers.
            pub(super) const LIST: &[Tunable] = &[$(Tunable {
                name: stringify!($name),
                default: $default,
                range: $range,
            },)*];

            fn find(&mut self, name: &str) -> Option<(&mut i32, RangeInclusive<i32>)> {
                match name {
                    $(stringify!($name) => Some((&mut self.$name, $range)),)*
                    _ => None,
                }
            }
        }
    };
}

tunables! {
    /// Reverse futility: the greatest depth, ...
    reverse_futility_depth = 8 in 0..=20;
    /// ... and how far above beta a position must be for each ply.
    reverse_futility_margin = 80 in 20..=250;
    /// Razoring: the greatest depth, ...
    razoring_depth = 3 in 0..=12;
    /// ... how far below alpha a position must be in any case, ...
    razoring_base = 250 in 0..=800;
    /// ... and how much more for the square of the depth.
    razoring_slope = 200 in 0..=600;
    /// Null move: the least depth, ...
    null_depth = 3 in 1..=99;
    /// ... plies that are left out in any case, ...
    null_base = 4 in 1..=8;
    /// ... one more for every so many plies of depth, ...
    null_slope = 4 in 1..=16;
    /// ... and one more for every so much that the position is above beta.
    null_margin = 200 in 50..=600;
    /// The depth from which on a null move's cutoff is verified.
    null_verification_depth = 12 in 4..=99;
    /// `ProbCut`: the least depth, ...
    probcut_depth = 5 in 3..=99;
    /// ... how far above beta a capture must come at a reduced depth, ...
    probcut_margin = 320 in 40..=500;
    /// ... and how much less so if the position improves.
    probcut_improving = 50 in 0..=200;
    /// Internal iterative reduction: the least depth.
    internal_reduction_depth = 4 in 2..=99;
    /// Late move pruning: the greatest depth, ...
    late_move_depth = 8 in 0..=20;
    /// ... and how many quiet moves are searched in any case.
    late_move_base = 4 in 1..=20;
    /// Futility: the greatest depth, ...
    futility_depth = 8 in 0..=20;
    /// ... how far below alpha a position must be in any case, ...
    futility_base = 100 in 0..=500;
    /// ... and how much more for each ply.
    futility_slope = 90 in 10..=300;
    /// Exchange pruning: the greatest depth, ...
    exchange_depth = 8 in 0..=20;
    /// ... what a quiet move may lose for each ply, ...
    exchange_quiet = 60 in 5..=200;
    /// ... and what another one may.
    exchange_tactical = 100 in 20..=300;
    /// Whether futility and exchange pruning go by the reduced depth (1) or the depth (0).
    prune_by_reduced_depth = 1 in 0..=1;
    /// Late move reduction in any case, in 1/1024 of a ply, ...
    reduction_base = 256 in -1024..=2048;
    /// ... what divides the product of the logarithms of depth and move number, ...
    reduction_divisor = 4600 in 2000..=10_000;
    /// ... how much more off the principal variation, in 1/1024 of a ply, ...
    reduction_scout = 512 in -1024..=2048;
    /// ... if the position does not improve, ...
    reduction_worsening = 512 in -1024..=2048;
    /// ... at a node where a cutoff is expected, ...
    reduction_cut = 1024 in -1024..=3072;
    /// ... how much less if the position was on the principal variation, ...
    reduction_known_pv = 768 in -1024..=3072;
    /// ... for killer and counter moves, ...
    reduction_refutation = 512 in -1024..=3072;
    /// ... for moves that give check, ...
    reduction_check = 1024 in -1024..=9216;
    /// ... for evasions, ...
    reduction_evasion = 1024 in -1024..=9216;
    /// ... and how much history makes a whole ply.
    reduction_history = 18_000 in 4_000..=80_000;
    /// Plies more for a reduced move that turns out better than the best by so much and twice the depth.
    deeper_margin = 40 in 10..=300;
    /// Singular extension: the least depth, ...
    singular_depth = 6 in 4..=99;
    /// ... how far below the hash move's score the others must stay, in 1/16 centipawn for each ply, ...
    singular_margin = 24 in 4..=96;
    /// ... and how much further for two plies.
    double_margin = 20 in 0..=200;
    /// Extensions by two plies in a line, at most.
    double_extensions = 6 in 0..=30;
    /// Whether every check is extended (2), or only near the leaves (1).
    check_extension = 2 in 0..=2;
    /// Order of quiet moves: for a piece that leaves a square attacked by a pawn-type piece, and against one that goes
    /// to one, by its value, ...
    order_threat = 6 in 0..=64;
    /// ... and for a check.
    order_check = 4000 in 0..=32_000;
    /// Weight of what followed the last move, in 1/64, ...
    continuation_1 = 64 in 0..=256;
    /// ... the last but one, ...
    continuation_2 = 64 in 0..=256;
    /// ... and the fourth last.
    continuation_4 = 32 in 0..=256;
    /// Weight of the corrections by pawns, ...
    correction_pawns = 64 in 0..=256;
    /// ... by each side's other pieces, ...
    correction_pieces = 56 in 0..=256;
    /// ... by material, ...
    correction_material = 32 in 0..=256;
    /// ... and by the last two moves.
    correction_moves = 48 in 0..=256;
    /// Quiescence: what a capture may bring besides material.
    delta_margin = 150 in 0..=600;
    /// ... and after how many moves only captures on the square of the last move are searched.
    quiescence_moves = 3 in 1..=40;
    /// Half the width of the first aspiration window.
    aspiration = 20 in 5..=100;
    /// Moves that the rest of a game is expected to take, when the clock does not say.
    time_moves = 40 in 10..=200;
    /// Percent of the soft time limit for a best move that just changed, ...
    time_unstable = 130 in 60..=300;
    /// ... and for one that was stable for long, ...
    time_stable = 70 in 20..=100;
    /// ... of that, what there is if all nodes went into the best move, in percent, ...
    time_settled = 60 in 10..=100;
    /// ... if none did, ...
    time_unsettled = 180 in 100..=300;
    /// ... and, for every pawn that the score fell, how many percent more.
    time_drop = 100 in 0..=300;
}

impl Tunables {
    /// Sets a number by its name. None if there is no such number.
    ///
    /// # Errors
    /// The value is no number, or out of range.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Option<Result<(), String>> {
        let (slot, range) = self.find(name)?;
        let parsed = value
            .trim()
            .parse::<i32>()
            .ok()
            .filter(|value| range.contains(value));
        Some(
            parsed
                .map(|value| *slot = value)
                .ok_or_else(|| format!("{name} takes a number from {} to {}", range.start(), range.end())),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_are_in_range_and_can_be_set() {
        let mut tunables = Tunables::default();
        for Tunable { name, default, range } in Tunables::LIST {
            assert!(range.contains(default), "{name}");
            assert_eq!(tunables.set(name, &default.to_string()), Some(Ok(())));
            assert!(
                tunables
                    .set(name, &(range.end() + 1).to_string())
                    .is_some_and(|set| set.is_err())
            );
        }
        assert_eq!(tunables, Tunables::default());
        assert!(tunables.set("no such number", "1").is_none());
    }
}
