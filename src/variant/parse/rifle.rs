//! Captures from afar as text.

use super::ini::Keys;
use super::piece;
use crate::variant::{Component, Rifle, Shots, VariantError};

/// Reads the keys about rifle capture of a piece with certain moves.
///
/// # Errors
/// A key is malformed, or does not fit the moves.
pub(super) fn rifle(keys: Keys, moves: &[Component]) -> Result<Option<Rifle>, VariantError> {
    let Some(text) = keys.get_unless_none("rifle") else {
        return match keys.get("rifle-when") {
            Some(when) => Err(when.error("this needs the key \"rifle\" too")),
            None => Ok(None),
        };
    };
    let along = text.as_str() == "along";
    let shots = if along {
        Shots::Along
    } else {
        let mut components = piece::moves(text, false)?;
        for component in &mut components {
            if !component.capture || component.first_only {
                return Err(text.error("rifle captures are written without m and i, such as R3"));
            }
            component.quiet = false;
        }
        Shots::Moves(components)
    };
    let (mut standing, mut moving) = (!along, along);
    if let Some(when) = keys.get("rifle-when") {
        (standing, moving) = (false, false);
        for word in when.words() {
            match word.as_str() {
                "standing" => standing = true,
                "moving" => moving = true,
                other => {
                    return Err(word.error(format!("\"{other}\" should be standing or moving")));
                }
            }
        }
        if standing && along {
            return Err(when.error("rifle = along shoots after a move only; write rifle-when = moving"));
        }
    }
    if moving
        && moves
            .iter()
            .any(|component| component.capture || component.takes_en_passant)
    {
        return Err(text.error(
            "a piece that shoots after moving cannot have moves that capture; write m in front of them",
        ));
    }
    Ok(Some(Rifle {
        shots,
        standing,
        moving,
    }))
}
