//! The numbers of the evaluation that all variants share, unless their files say otherwise.

use super::Tapered;

/// Defines [`Coefficients`] and access to them by name.
macro_rules! coefficients {
    ($($(#[doc = $doc:literal])* $name:ident = $middle:literal, $end:literal;)*) => {
        /// What the evaluation counts for what, in centipawns for the middle game and the end game.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct Coefficients {
            $($(#[doc = $doc])* pub $name: Tapered,)*
        }

        impl Default for Coefficients {
            fn default() -> Coefficients {
                Coefficients { $($name: Tapered::new($middle, $end),)* }
            }
        }

        impl Coefficients {
            /// The names of all coefficients.
            pub const NAMES: &[&str] = &[$(stringify!($name),)*];

            /// The coefficient with a name.
            #[must_use]
            pub fn get(&mut self, name: &str) -> Option<&mut Tapered> {
                match name {
                    $(stringify!($name) => Some(&mut self.$name),)*
                    _ => None,
                }
            }
        }
    };
}

coefficients! {
    /// Having the move.
    tempo = 10, 10;
    /// What every pawn-type piece counts more than its value.
    pawn = 0, 1;
    /// For every square that a sliding piece attacks above what it attacks on average.
    slider_square = 6, 7;
    /// The same for other pieces.
    leaper_square = 10, 3;
    /// For a square from where a piece reaches twice as many squares as on average.
    mobile_place = 28, 28;
    /// For a piece on the most central square against the least central one.
    piece_centre = 14, 10;
    /// The same for pawn-type pieces.
    pawn_centre = 5, 2;
    /// The same for the royal piece.
    royal_centre = -70, 66;
    /// For every rank that the royal piece leaves behind.
    royal_advance = -4, 8;
    /// For every square that a queen in the royal piece's place would attack: each may be a way in.
    royal_exposure = -3, -1;
    /// For every pawn-type piece next to its royal piece.
    royal_shelter = 11, 2;
    /// Danger to a royal piece, in units whose square counts, see [`evaluate`](super::evaluate): for the square of the
    /// number of pieces that attack squares around it, ...
    danger_attackers = 57, 0;
    /// ... for every attack on such a square, ...
    danger_attack = 72, 0;
    /// ... for every such square that is attacked and not defended, ...
    danger_weak_square = 101, 0;
    /// ... for every square from where it can be checked without loss, ...
    danger_check = 287, 0;
    /// ... and if the enemy has no strong piece.
    danger_without_strong = -526, 0;
    /// For every pawn-type piece that another one defends.
    defended_pawn = 6, 5;
    /// For every pawn-type piece without another one on its own and the neighbouring files.
    isolated_pawn = -8, -3;
    /// For the way to promotion, in percent of what it is worth by itself; a passed pawn's counts twice.
    promotion_way = 34, 127;
    /// The second half for passed pawns, in percent.
    passed_pawn = 79, 209;
    /// For every piece that an enemy pawn-type piece attacks.
    attacked_by_pawn = -42, -41;
    /// For every other piece that is attacked and not defended.
    hanging = -32, -15;
    /// For two or more pieces of a type that sees half of the board only.
    colour_pair = 40, 29;
}
