//! The evaluation's coefficients as text.

use super::ini::{Keys, suggestion};
use super::text::Text;
use crate::eval::{Coefficients, Tapered};
use crate::variant::{VariantError, Winning};

const EXAMPLE: &str = "slider_square 5 4; hanging -20";
const MOST: i32 = Coefficients::MOST;

/// Reads a variant's coefficients; those that are not named keep their defaults.
///
/// # Errors
/// There is no such coefficient, or a number is missing or out of range.
pub(super) fn coefficients(keys: Keys) -> Result<Coefficients, VariantError> {
    let mut coefficients = Coefficients::default();
    if let Some(text) = keys.get_unless_none("evaluation") {
        for part in text.split(';') {
            coefficient(part, &mut coefficients)?;
        }
    }
    Ok(coefficients)
}

/// Reads how often a score wins: `HALF SCALE`, in centipawns.
///
/// # Errors
/// There are not two numbers, or one is out of range.
pub(super) fn winning(keys: Keys) -> Result<Winning, VariantError> {
    const EXAMPLE: &str = "100 120";
    let Some(text) = keys.get("winning") else {
        return Ok(Winning {
            half: 100,
            scale: 120,
        });
    };
    let number = |text: Text, least: u16| {
        let number = text.as_str().parse().ok();
        number
            .filter(|&number| number >= least && number <= 10_000)
            .ok_or_else(|| {
                text.error(format!(
                    "a score in centipawns from {least} to 10000 expected, such as in {EXAMPLE}"
                ))
            })
    };
    let mut words = text.words();
    let half = number(words.expect(EXAMPLE)?, 0)?;
    let scale = number(words.expect(EXAMPLE)?, 1)?;
    words.finish(EXAMPLE)?;
    Ok(Winning { half, scale })
}

/// Reads `NAME MIDDLE END` or `NAME BOTH`.
fn coefficient(text: Text, coefficients: &mut Coefficients) -> Result<(), VariantError> {
    let mut words = text.words();
    let name = words.expect(EXAMPLE)?;
    let slot = coefficients.get(name.as_str()).ok_or_else(|| {
        let hint = suggestion(name.as_str(), Coefficients::NAMES.iter().copied());
        name.error(format!(
            "the evaluation has no coefficient \"{}\"{hint}",
            name.as_str()
        ))
    })?;
    let middle = number(words.expect(EXAMPLE)?)?;
    let end = words
        .peek()
        .map_or(Ok(middle), |_| number(words.expect(EXAMPLE)?))?;
    words.finish(EXAMPLE)?;
    *slot = Tapered::new(middle, end);
    Ok(())
}

fn number(text: Text) -> Result<i32, VariantError> {
    let number = text.as_str().parse::<i32>().ok();
    number.filter(|number| number.abs() <= MOST).ok_or_else(|| {
        text.error(format!(
            "a coefficient is a number from -{MOST} to {MOST}, such as in {EXAMPLE}"
        ))
    })
}
