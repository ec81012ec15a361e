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
            /// No coefficient is larger, so that sums over a full board stay far from overflow.
            pub const MOST: i32 = 1000;

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
    tempo = 18, 18;
    /// What every pawn-type piece counts more than its value.
    pawn = -2, 5;
    /// For every square that a sliding piece attacks above what it attacks on average.
    slider_square = 8, 5;
    /// The same for other pieces.
    leaper_square = 9, 1;
    /// For every square less than half of those that a piece attacks on average.
    cramped = -2, -6;
    /// For a square from where a piece reaches twice as many squares as on average.
    mobile_place = 17, 22;
    /// For a piece on the most central square against the least central one.
    piece_centre = 23, 9;
    /// The same for pawn-type pieces.
    pawn_centre = 1, 1;
    /// The same for the royal piece.
    royal_centre = -174, 76;
    /// For every rank that the royal piece leaves behind.
    royal_advance = -2, 8;
    /// For every square that a queen in the royal piece's place would attack: each may be a way in.
    royal_exposure = 0, 0;
    /// For every pawn-type piece next to its royal piece, ...
    royal_shelter = 19, 8;
    /// ... for every one of the squares in front of it, three files wide and two ranks deep, that has one, ...
    royal_shield = 0, 1;
    /// ... and for every enemy one on the squares in front of it, three files wide and four ranks deep.
    royal_storm = -4, 4;
    /// Danger to a royal piece, in units whose square counts, see [`evaluate`](super::evaluate): for the square of the
    /// number of pieces that attack squares around it, ...
    danger_attackers = 58, 0;
    /// ... for every pawn that these pieces are worth, ...
    danger_force = 0, 0;
    /// ... for every attack on such a square, ...
    danger_attack = 68, 0;
    /// ... for every such square that is attacked and not defended, ...
    danger_weak_square = 98, 0;
    /// ... for every square from where a strong piece can check it without loss, ...
    danger_check = 243, 0;
    /// ... or another piece, ...
    danger_light_check = 404, 0;
    /// ... for every other square from where it can be checked, ...
    danger_unsafe_check = 37, 0;
    /// ... for every attacked square no more than two steps away, once more if it is attacked twice, ...
    danger_zone_attack = 15, 0;
    /// ... for every defended one, ...
    danger_zone_defence = -9, 0;
    /// ... the same for squares in its own part of the board, three files to either side, ...
    danger_flank_attack = 0, 0;
    /// ... and for defended ones there, ...
    danger_flank_defence = 0, 0;
    /// ... for every line on which only a single piece stands between it and a slider, ...
    danger_blocker = 0, 0;
    /// ... for every pawn-type piece of its shield, ...
    danger_shield = -30, 0;
    /// ... for every enemy one that storms it, ...
    danger_storm = 0, 0;
    /// ... for every square that a queen in its place would attack, ...
    danger_exposure = 0, 0;
    /// ... for every rank that it left behind, ...
    danger_advance = 0, 0;
    /// ... for every centipawn by which the enemy's pieces are more mobile, in percent, ...
    danger_mobility = 0, 0;
    /// ... if the enemy has the move, ...
    danger_move = 0, 0;
    /// ... and if the enemy has no strong piece.
    danger_without_strong = -576, 0;
    /// For every pawn-type piece that has another one beside it.
    phalanx_pawn = 4, 4;
    /// For every pawn-type piece that another one defends.
    defended_pawn = 13, 10;
    /// For every pawn-type piece with another one ahead on its file.
    doubled_pawn = -1, -5;
    /// For every pawn-type piece with none beside it or behind it on the neighbouring files.
    backward_pawn = -4, -2;
    /// For every pawn-type piece without another one on its own and the neighbouring files.
    isolated_pawn = -12, -3;
    /// For the way to promotion, in percent of what it is worth by itself; a passed pawn's counts twice.
    promotion_way = 32, 74;
    /// The second half for passed pawns, in percent.
    passed_pawn = 81, 343;
    /// What is lost of that if it is blocked, in percent, ...
    passed_blocked = 20, 73;
    /// ... what is lost for every step that its own royal piece is away, ...
    passed_own_royal = 0, 11;
    /// ... and what is won for every step that the enemy's is.
    passed_enemy_royal = 0, 22;
    /// For every square that an enemy pawn-type piece could safely step to, to attack a piece from there.
    pawn_push_threat = -17, -9;
    /// For every piece worth no more than a rook that a pawn-type piece defends, in the enemy's half of the board,
    /// where no enemy pawn-type piece can come to attack it.
    outpost = 14, 7;
    /// For every square in the own half of the board that no enemy pawn attacks, twice behind a pawn where nothing
    /// does, in eighths for every piece that could use it.
    space = 0, 0;
    /// For every piece worth about as much as a rook on a file without an own pawn-type piece, ...
    half_open_file = 0, 0;
    /// ... and without any.
    open_file = 0, 0;
    /// For every step that a piece worth less than a rook is away from its royal piece.
    light_away = 0, 0;
    /// For every piece that an enemy pawn-type piece attacks.
    attacked_by_pawn = -64, -43;
    /// For every other piece that is attacked and not defended.
    hanging = -42, -16;
    /// For every pawn-type piece that is attacked and not defended.
    hanging_pawn = -14, -37;
    /// For every piece worth a rook or more that an enemy piece worth less than a rook attacks.
    attacked_by_light = -66, -21;
    /// For every piece worth more than a rook that an enemy rook or its like attacks.
    attacked_by_middle = -41, -15;
    /// For two or more pieces of a type that sees half of the board only.
    colour_pair = 58, 30;
}
