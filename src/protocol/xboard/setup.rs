//! How XBoard is told of a variant: its names for games, the table of piece letters, the start position, castling.
//!
//! Source: the engine protocol of XBoard 4.9 (`setup`, `piece`), and what that program does with it.

use super::letters::Letters;
use super::wire::Wire;
use crate::board::Colour;
use crate::position::Position;
use crate::variant::betza;
use crate::variant::{Component, Hop, Library, Pattern, PieceType, Rules};
use std::collections::BTreeSet;

/// A game that XBoard has rules of its own for.
struct Native {
    /// XBoard's name for it.
    name: &'static str,
    /// Our name.
    variant: &'static str,
    /// XBoard's start position. A game of that name that begins otherwise is set up.
    placement: &'static str,
}

const NATIVE: [Native; 6] = [
    Native {
        name: "normal",
        variant: "chess",
        placement: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
    },
    Native {
        name: "capablanca",
        variant: "capablanca",
        placement: "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR",
    },
    Native {
        name: "gothic",
        variant: "gothic",
        placement: "rnbqckabnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBQCKABNR",
    },
    Native {
        name: "janus",
        variant: "janus",
        placement: "rjnbkqbnjr/pppppppppp/10/10/10/10/PPPPPPPPPP/RJNBKQBNJR",
    },
    Native {
        name: "grand",
        variant: "grand",
        placement: "r8r/1nbqkcabn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQKCABN1/R8R",
    },
    Native {
        name: "courier",
        variant: "courier",
        placement: "rnebmkfwbenr/pppppppppppp/12/12/12/12/PPPPPPPPPPPP/RNEBMKFWBENR",
    },
];

/// The games in the order of XBoard's menu: chess and its relatives, which XBoard has buttons of its own for, come
/// after all others, and the user's own games first.
pub(super) fn menu(library: &Library) -> Vec<&str> {
    let mut names: Vec<&str> = library.names().map(name_for_xboard).collect();
    names.reverse();
    names
}

/// XBoard's name for one of our variants.
pub(crate) fn name_for_xboard(variant: &str) -> &str {
    let native = NATIVE.iter().find(|native| native.variant == variant);
    native.map_or(variant, |native| native.name)
}

/// Our name for a variant of XBoard's.
pub(super) fn name_from_xboard(name: &str) -> &str {
    let native = NATIVE.iter().find(|native| native.name == name);
    native.map_or(name, |native| native.variant)
}

/// XBoard's game of the same name.
fn namesake(rules: &Rules) -> Option<&'static Native> {
    NATIVE.iter().find(|native| native.variant == rules.name)
}

/// Whether XBoard knows the game itself and needs no `setup`.
pub(super) fn is_native(rules: &Rules) -> bool {
    namesake(rules).is_some_and(|native| native.placement == placement(rules))
}

/// The placement of the start position.
fn placement(rules: &Rules) -> &str {
    rules.start.split_whitespace().next().unwrap_or_default()
}

/// XBoard's places for piece types, by what moves so. Each place has a picture and, for the first ones, rules of its
/// own: only a pawn-type piece may have place 0, and places 17 to 19 behave oddly.
const PLACES: [(usize, &str); 19] = [
    (1, "N"),
    (2, "B"),
    (3, "R"),
    (4, "Q"),
    (5, "F"),
    (6, "A"),
    (7, "BN"),
    (8, "RN"),
    (9, "W"),
    (10, "K"),
    (11, "mRcpR"),
    (12, "NN"),
    (13, "BW"),
    (14, "RF"),
    (15, "gQ"),
    (16, "FfW"),
    (23, "Z"),
    (24, "C"),
    (29, "QN"),
];

/// Places for pieces that XBoard has no place of their own for; those with pictures like others' come last.
const SPARE_PLACES: [usize; 46] = [
    20, 21, 25, 26, 27, 28, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 22, 46, 47, 48,
    55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 16, 15, 14, 13, 49, 54, 53, 52, 51, 50,
];

/// Number of places, the king's excluded: it always comes last.
const PLACE_COUNT: usize = 65;

/// The fewest places that XBoard accepts a table of.
const FEWEST_PLACES: usize = 5;

/// The table of piece letters, for White and then for Black: one for each place up to the last one used, `.` where none
/// is, and the royal piece's at the end. None if XBoard cannot show the variant: the royal piece's id needs
/// to be a plain letter, and there are only so many places.
pub(in crate::protocol) fn piece_table(rules: &Rules) -> Option<String> {
    let letters = Letters::new(rules);
    let royal = rules.id(rules.royal);
    let halves = [places(rules, Colour::White)?, places(rules, Colour::Black)?];
    let used = halves
        .iter()
        .filter_map(|places| places.iter().rposition(Option::is_some))
        .max()
        .map_or(0, |last| last + 1);
    let [white, black] = halves.map(|places| {
        let tokens = places[..used.max(FEWEST_PLACES)]
            .iter()
            .map(|place| place.map_or(".".to_string(), |kind| letters.token(kind)));
        tokens.collect::<String>() + royal
    });
    (royal.len() == 1).then(|| white + &black.to_lowercase())
}

/// XBoard's place for a rook.
const ROOK: usize = 3;

/// Which piece type has which place in a side's half of the table. Where the player castles by taking the royal piece to
/// its partner, XBoard understands that of rooks only, so that the partner has to be one to it.
fn places(rules: &Rules, side: Colour) -> Option<[Option<PieceType>; PLACE_COUNT]> {
    let mut places = [None; PLACE_COUNT];
    let mut without = Vec::new();
    let partner = rules
        .rights
        .iter()
        .find(|right| rules.castling_by_partner && right.colour == side)
        .map(|right| right.partner_kind);
    places[ROOK] = partner;
    for kind in rules
        .kinds()
        .filter(|&kind| kind != rules.royal && Some(kind) != partner)
    {
        let definition = &rules.piece(kind).definition;
        let fitting = if definition.pawn {
            Some(0)
        } else {
            place_of(&definition.moves)
        };
        match fitting.filter(|&place| places[place].is_none()) {
            Some(place) => places[place] = Some(kind),
            None => without.push(kind),
        }
    }
    for kind in without {
        let place = SPARE_PLACES.into_iter().find(|&place| places[place].is_none())?;
        places[place] = Some(kind);
    }
    Some(places)
}

/// The place of a piece that moves so, if XBoard has one.
fn place_of(moves: &[Component]) -> Option<usize> {
    let wanted = rides(moves)?;
    let fits = |text: &str| betza::parse(text).is_ok_and(|moves| rides(&moves).as_ref() == Some(&wanted));
    PLACES
        .into_iter()
        .find_map(|(place, text)| fits(text).then_some(place))
}

/// One direction of a piece's moves: step, range, whether it moves and whether it captures so, and what it hops over.
type Ride = ((i8, i8), u8, bool, bool, u8);

/// All directions of a piece's moves, if it has no others.
fn rides(moves: &[Component]) -> Option<BTreeSet<Ride>> {
    let mut rides = BTreeSet::new();
    for component in moves {
        let Pattern::Ride { steps, range, hop } = &component.pattern else {
            return None;
        };
        if component.first_only {
            return None;
        }
        for &step in steps {
            rides.insert((step, *range, component.quiet, component.capture, hop_number(*hop)));
        }
    }
    Some(rides)
}

const fn hop_number(hop: Hop) -> u8 {
    match hop {
        Hop::None => 0,
        Hop::Jump => 1,
        Hop::Cannon => 2,
        Hop::Grasshopper => 3,
    }
}

/// The lines that tell XBoard of a variant and where it starts from: none for a game that it knows.
///
/// # Errors
/// Why XBoard cannot show it.
pub(super) fn lines(start: &Position, wire: &Wire) -> Result<Vec<String>, String> {
    let rules = start.rules();
    if is_native(rules) {
        return Ok(Vec::new());
    }
    let table = piece_table(rules).ok_or("XBoard has no letters for its pieces")?;
    // Under a name of its own games XBoard insists on its own kind of rules.
    let parent = namesake(rules).map_or("fairy", |native| native.name);
    let castling = if rules.rights.is_empty() { "-" } else { "KQkq" };
    let (files, ranks) = (rules.geometry.files(), rules.geometry.ranks());
    let fen = start.fen();
    let placement = wire.placement(rules, fen.split_whitespace().next().unwrap_or_default());
    let mut lines = vec![format!(
        "setup ({table}) {files}x{ranks}+0_{parent} {placement} w {castling} - 0 1"
    )];
    lines.extend(castling_lines(rules));
    Ok(lines)
}

/// The lines that make XBoard move the partner when the king castles. What else they say is of no account, as it
/// leaves it to the engine which moves are legal.
fn castling_lines(rules: &Rules) -> Vec<String> {
    let royal = rules.id(rules.royal);
    let Some(way) = rules.castling.0.iter().flatten().next() else {
        return Vec::new();
    };
    if !rules.castling_by_partner {
        let travels = way.king_from.file().abs_diff(way.king_to.file());
        return vec![format!("piece {royal}& KisO{travels}")];
    }
    // A king that may go so far anyway castles only when its partner moves first; `i` without `O` says so.
    let mut lines = vec![format!("piece {royal}& KimQ")];
    let partners: BTreeSet<PieceType> = rules.rights.iter().map(|right| right.partner_kind).collect();
    lines.extend(
        partners
            .into_iter()
            .map(|partner| format!("piece {}& RisO1", rules.id(partner))),
    );
    lines
}
