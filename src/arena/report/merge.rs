//! One match out of the parts that several machines played, or that were played one after the other.

use crate::arena::record::MatchOutcome;
use std::fmt;

/// Parts that do not belong together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MergeError(String);

impl fmt::Display for MergeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for MergeError {}

/// Puts the parts of a match together, each with the name of its file. A game that several parts have counts once.
///
/// # Errors
/// There is no part, the parts are of different matches, or they have different games of the same number.
pub fn merge(parts: impl IntoIterator<Item = (String, MatchOutcome)>) -> Result<MatchOutcome, MergeError> {
    let mut parts = parts.into_iter();
    let Some((first_name, mut whole)) = parts.next() else {
        return Err(MergeError("there is no file to report on".to_string()));
    };
    whole.settings.shard = None;
    for (name, mut part) in parts {
        if !same_match(&whole, &part) {
            return Err(MergeError(format!(
                "{name} is a part of another match than {first_name}: the settings or the engines differ; report \
                 on them one by one"
            )));
        }
        whole.games.append(&mut part.games);
    }
    whole.games.sort_by_key(|game| game.index);
    let mut conflict = None;
    whole.games.dedup_by(|later, earlier| {
        let same = later.index == earlier.index;
        if same && (later.result, &later.moves) != (earlier.result, &earlier.moves) {
            conflict = Some(later.index);
        }
        same
    });
    match conflict {
        Some(index) => Err(MergeError(format!(
            "game {index} was played twice with different moves: are the files parts of the same run?"
        ))),
        None => Ok(whole),
    }
}

/// Whether two parts are of one match. What they were called with may differ, as the part and the files do.
fn same_match(one: &MatchOutcome, other: &MatchOutcome) -> bool {
    let (a, b) = (&one.settings, &other.settings);
    one.engines == other.engines
        && (&a.variant, &a.time_control, &a.openings) == (&b.variant, &b.time_control, &b.openings)
        && (a.kind, a.seed, a.games) == (b.kind, b.seed, b.games)
}
