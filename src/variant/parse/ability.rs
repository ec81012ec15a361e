//! Summons and honours as text.

use super::catalogue::Catalogue;
use super::ini::Keys;
use super::text::Text;
use crate::variant::{CallDefinition, HonourDefinition, VariantError};

/// Reads the calls of a variant.
///
/// # Errors
/// One is malformed.
pub(super) fn summons(keys: Keys, catalogue: &Catalogue) -> Result<Vec<CallDefinition>, VariantError> {
    match keys.get_unless_none("summons") {
        Some(text) => text.split(';').map(|part| call(part, catalogue)).collect(),
        None => Ok(Vec::new()),
    }
}

/// Reads `ID by CALLER` or `ID by CALLER as OTHER`.
fn call(text: Text, catalogue: &Catalogue) -> Result<CallDefinition, VariantError> {
    const EXAMPLE: &str = "N by Q, or N by Q as R";
    let mut words = text.words();
    let guest = catalogue.id(words.expect(EXAMPLE)?)?;
    words.expect_word("by", EXAMPLE)?;
    let caller = catalogue.id(words.expect(EXAMPLE)?)?;
    let attacks_of = if words.accept("as") {
        catalogue.id(words.expect(EXAMPLE)?)?
    } else {
        caller.clone()
    };
    words.finish(EXAMPLE)?;
    Ok(CallDefinition {
        called: guest,
        caller,
        attacks_of,
    })
}

/// Reads the honours of a variant.
///
/// # Errors
/// One is malformed, or a type has two.
pub(super) fn honours(keys: Keys, catalogue: &Catalogue) -> Result<Vec<HonourDefinition>, VariantError> {
    let Some(text) = keys.get_unless_none("honours") else {
        return Ok(Vec::new());
    };
    let mut honours: Vec<HonourDefinition> = Vec::new();
    for part in text.split(';') {
        let honour = honour(part, catalogue)?;
        if honours.iter().any(|other| other.piece == honour.piece) {
            return Err(part.error(format!("{} has an honour already; keep one", honour.piece)));
        }
        honours.push(honour);
    }
    Ok(honours)
}

/// Reads `ID to OTHER after NUMBER`.
fn honour(text: Text, catalogue: &Catalogue) -> Result<HonourDefinition, VariantError> {
    const EXAMPLE: &str = "N to Q after 3";
    let mut words = text.words();
    let piece = catalogue.id(words.expect(EXAMPLE)?)?;
    words.expect_word("to", EXAMPLE)?;
    let becomes = catalogue.id(words.expect(EXAMPLE)?)?;
    words.expect_word("after", EXAMPLE)?;
    let number = words.expect(EXAMPLE)?;
    let captures = number
        .as_str()
        .parse::<u8>()
        .ok()
        .filter(|n| (1..=15).contains(n));
    let captures = captures.ok_or_else(|| {
        number.error(format!(
            "\"{}\" should be a number of captures, 1 to 15",
            number.as_str()
        ))
    })?;
    words.finish(EXAMPLE)?;
    Ok(HonourDefinition {
        piece,
        captures,
        becomes,
    })
}
