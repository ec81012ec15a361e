//! What a diagram of a piece's moves takes from the rules, because it depends on certain other pieces: castling, calls,
//! captures en passant; and what can only be said in words.

use super::Reach;
use crate::board::{Bitboard, Square};
use crate::variant::{Call, CastlingRule, Piece, PieceType, Rules, Shots};

/// Adds to a diagram what the rules say.
pub(super) fn add(rules: &Rules, piece: Piece, from: Square, reach: &mut Reach) {
    add_castling(rules, piece, from, reach);
    add_calls(rules, piece, from, reach);
    let words = [
        en_passant_notes(rules, piece, from),
        castling_notes(rules, piece),
        call_notes(rules, piece),
        shot_notes(rules, piece),
    ];
    reach.notes.extend(words.into_iter().flatten());
}

/// Enemy moves, as piece, start and end, that the piece could answer by a capture en passant.
pub(super) fn answerable_steps(rules: &Rules, piece: Piece, from: Square) -> Vec<(Piece, Square, Square)> {
    let answers = rules.movement(piece).en_passant_captures[from.index()];
    let mut steps = Vec::new();
    if answers.is_empty() {
        return steps;
    }
    for &kind in &rules.pawns {
        let enemy = Piece::new(!piece.colour(), kind);
        let ends = &rules.movement(enemy).en_passant_steps;
        for start in rules.geometry.playable() {
            let passes = |end: &Square| *end != from && rules.geometry.between(start, *end).meets(answers);
            let ends = ends[start.index()].iter().filter(passes);
            steps.extend(ends.map(|end| (enemy, start, end)));
        }
    }
    steps
}

fn en_passant_notes(rules: &Rules, piece: Piece, from: Square) -> Vec<String> {
    let mut notes = Vec::new();
    let steps = rules.movement(piece).en_passant_steps[from.index()];
    let steps: Vec<_> = steps
        .iter()
        .filter(|&end| rules.geometry.between(from, end).any())
        .collect();
    if !steps.is_empty() {
        notes.push(format!(
            "A move to {} can be answered en passant.",
            listed(steps, "or")
        ));
    }
    if answerable_steps(rules, piece, from).is_empty() {
        // On the same file, so that one can see it from here.
        let file = rules.geometry.playable() & Bitboard::file(from.file());
        let squares: Vec<_> = file
            .iter()
            .filter(|&square| !answerable_steps(rules, piece, square).is_empty())
            .collect();
        if !squares.is_empty() {
            notes.push(format!(
                "It can capture en passant too, from {}.",
                listed(squares, "or")
            ));
        }
    }
    notes
}

/// A castling from the point of view of one of the two pieces.
struct Castling<'a> {
    rule: &'a CastlingRule,
    from: Square,
    to: Square,
    /// The other piece, where it stands before, and where after.
    other: Piece,
    other_from: Square,
    other_to: Square,
}

/// The castlings that a piece takes part in, wherever it stands.
fn castlings(rules: &Rules, piece: Piece) -> impl Iterator<Item = Castling<'_>> {
    let royal = Piece::new(piece.colour(), rules.royal);
    rules.castling[piece.colour()].iter().filter_map(move |rule| {
        let partner_kind = rules.rights[usize::from(rule.right)].partner_kind;
        let partner = Piece::new(piece.colour(), partner_kind);
        if piece == royal {
            Some(Castling {
                rule,
                from: rule.king_from,
                to: rule.king_to,
                other: partner,
                other_from: rule.partner_from,
                other_to: rule.partner_to,
            })
        } else if piece == partner {
            Some(Castling {
                rule,
                from: rule.partner_from,
                to: rule.partner_to,
                other: royal,
                other_from: rule.king_from,
                other_to: rule.king_to,
            })
        } else {
            None
        }
    })
}

fn add_castling(rules: &Rules, piece: Piece, from: Square, reach: &mut Reach) {
    for castling in castlings(rules, piece).filter(|castling| castling.from == from) {
        reach.castling.insert(castling.to);
        reach.castling_partners.insert(castling.other_to);
        let other = (castling.other_from, castling.other);
        if !reach.company.contains(&other) {
            reach.company.push(other);
        }
    }
}

/// A sentence for each square from which it can castle.
fn castling_notes(rules: &Rules, piece: Piece) -> Vec<String> {
    let squares: Bitboard = castlings(rules, piece).map(|castling| castling.from).collect();
    let note = |from| {
        let ways = castlings(rules, piece).filter(|castling| castling.from == from);
        let mut over = Bitboard::EMPTY;
        let ways: Vec<_> = ways
            .map(|castling| {
                over |= castling.rule.over;
                format!(
                    "to {} with the {} on {}, which goes to {}",
                    castling.to,
                    name(rules, castling.other.kind()),
                    castling.other_from,
                    castling.other_to
                )
            })
            .collect();
        let between = if over.any() && !rules.castling_over.is_empty() {
            let ids = rules.castling_over.iter().map(|&kind| rules.id(kind));
            format!(" Own {} may stand between.", listed(ids, "or"))
        } else {
            String::new()
        };
        format!(
            "Castling from {from}, if neither piece has moved: {}.{between}",
            ways.join("; ")
        )
    };
    squares.iter().map(note).collect()
}

fn add_calls(rules: &Rules, piece: Piece, from: Square, reach: &mut Reach) {
    for call in rules.calls.iter().filter(|call| call.caller == piece.kind()) {
        let like = rules.movement(Piece::new(piece.colour(), call.like));
        let squares = [&like.attack_leaps, &like.slide_reach, &like.special_reach]
            .into_iter()
            .fold(Bitboard::EMPTY, |set, table| set | table[from.index()]);
        match reach.calls.iter_mut().find(|(called, _)| *called == call.called) {
            Some((_, all)) => *all |= squares,
            None => reach.calls.push((call.called, squares)),
        }
    }
}

fn call_notes(rules: &Rules, piece: Piece) -> Vec<String> {
    let mut notes = Vec::new();
    let attack = |call: &Call| {
        let caller = name(rules, call.caller);
        if call.like == call.caller {
            format!("its side's {caller} attacks")
        } else {
            format!("its side's {caller} attacks like the {}", name(rules, call.like))
        }
    };
    let callers: Vec<_> = rules
        .calls
        .iter()
        .filter(|call| call.called == piece.kind())
        .map(attack)
        .collect();
    if !callers.is_empty() {
        notes.push(format!(
            "It can be called to an empty square that {}.",
            listed(callers, "or that")
        ));
    }
    let concerned = |call: &Call| call.called == piece.kind() || call.caller == piece.kind();
    if rules.calls.iter().any(concerned) && !rules.armies.is_empty() {
        let armies = rules.armies.iter().filter(|army| army.summons);
        notes.push(format!(
            "Calls are for these armies: {}.",
            listed(armies.map(|army| &army.name), "and")
        ));
    }
    notes
}

fn shot_notes(rules: &Rules, piece: Piece) -> Vec<String> {
    let rifle = rules.piece(piece.kind()).definition.rifle.as_ref();
    let along = rifle.filter(|rifle| rifle.shots == Shots::Along);
    let note = along.map(|_| "After a move it captures as far on again in the same direction.".to_string());
    note.into_iter().collect()
}

fn name(rules: &Rules, kind: PieceType) -> &str {
    &rules.piece(kind).definition.name
}

/// Words as a list, with a conjunction before the last one.
fn listed<T: ToString>(words: impl IntoIterator<Item = T>, conjunction: &str) -> String {
    let words: Vec<_> = words.into_iter().map(|word| word.to_string()).collect();
    match &words[..] {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} {conjunction} {last}", first.join(", ")),
    }
}
