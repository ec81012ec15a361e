//! The numbers that are fitted, and how to change them in a variant's definition.

use crate::eval::{Coefficients, Tapered};
use crate::variant::{Definition, Rules};
use std::fmt::Write;

/// One of the numbers that are fitted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Parameter {
    /// The value of a piece type, by its number.
    Value(usize),
    /// The middle game's half of a coefficient.
    Middle(&'static str),
    /// The end game's half.
    End(&'static str),
}

impl Parameter {
    /// All parameters of a variant. The royal piece's value is none.
    #[must_use]
    pub fn all(definition: &Definition) -> Vec<Parameter> {
        let kinds = definition.pieces.iter().enumerate();
        let values = kinds.filter(|(_, piece)| !piece.royal);
        let coefficients = Coefficients::NAMES.iter();
        values
            .map(|(kind, _)| Parameter::Value(kind))
            .chain(coefficients.flat_map(|name| [Parameter::Middle(name), Parameter::End(name)]))
            .collect()
    }

    /// The number in a definition. Derived values come from the `rules` compiled from it.
    #[must_use]
    pub fn get(&self, definition: &mut Definition, rules: &Rules) -> i32 {
        match self {
            Parameter::Value(kind) => definition.pieces[*kind].value.unwrap_or_else(|| {
                let kind = rules.kinds().nth(*kind);
                kind.map_or(0, |kind| rules.weights.value(kind))
            }),
            Parameter::Middle(name) => coefficient(definition, name).middle(),
            Parameter::End(name) => coefficient(definition, name).end(),
        }
    }

    /// Changes the number in a definition; a coefficient stays within what a variant file may say.
    pub fn set(&self, definition: &mut Definition, number: i32) {
        let bounded = number.clamp(-Coefficients::MOST, Coefficients::MOST);
        match self {
            Parameter::Value(kind) => definition.pieces[*kind].value = Some(number.max(1)),
            Parameter::Middle(name) => {
                let slot = coefficient(definition, name);
                *slot = Tapered::new(bounded, slot.end());
            }
            Parameter::End(name) => {
                let slot = coefficient(definition, name);
                *slot = Tapered::new(slot.middle(), bounded);
            }
        }
    }

    /// By how much to change the number to see what the evaluation makes of it.
    #[must_use]
    pub fn step(&self, number: i32) -> i32 {
        match self {
            Parameter::Value(_) => (number / 10).max(10),
            _ => (number.abs() / 4).max(8),
        }
    }

    /// How far the truth may be from the number before the fit: a standard deviation.
    #[must_use]
    pub fn spread(&self, number: i32) -> f64 {
        match self {
            Parameter::Value(_) => f64::from(number) * 0.15 + 8.0,
            // Its unit is much smaller.
            Parameter::Middle(name) if name.starts_with("danger_") => f64::from(number.abs()) * 0.5 + 50.0,
            _ => f64::from(number.abs()) * 0.35 + 3.0,
        }
    }
}

fn coefficient<'d>(definition: &'d mut Definition, name: &str) -> &'d mut Tapered {
    definition
        .coefficients
        .get(name)
        .expect("the names are those of the coefficients")
}

/// A variant file with the values and coefficients of a definition; all else it inherits.
#[must_use]
pub fn fragment(definition: &mut Definition) -> String {
    let mut text = format!("[variant {0}]\ninherit = {0}\nevaluation = ", definition.name);
    for (number, name) in Coefficients::NAMES.iter().enumerate() {
        let separator = if number == 0 { "" } else { "; " };
        let slot = *coefficient(definition, name);
        let _ = write!(text, "{separator}{name} {} {}", slot.middle(), slot.end());
    }
    text.push('\n');
    for piece in &definition.pieces {
        if let Some(value) = piece.value.filter(|_| !piece.royal) {
            let _ = write!(
                text,
                "\n[{} piece {}]\nvalue = {value}\n",
                definition.name, piece.id
            );
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::Library;

    #[test]
    fn a_fragment_brings_its_numbers_along() {
        let mut library = Library::built_in();
        let rules = library.rules("tree-garden").expect("a built-in variant");
        let mut definition = library.definition("tree-garden").expect("the same").clone();
        let parameters = Parameter::all(&definition);
        for (number, parameter) in parameters.iter().enumerate() {
            let changed = parameter.get(&mut definition, &rules) + number as i32 % 7;
            parameter.set(&mut definition, changed);
        }
        let text = fragment(&mut definition);
        library
            .load_text("tuned.ini", &text)
            .expect("what it writes can be read");
        let mut read = library.definition("tree-garden").expect("read again").clone();
        let rules = library.rules("tree-garden").expect("it compiles");
        for parameter in &parameters {
            let expected = parameter.get(&mut definition, &rules);
            assert_eq!(parameter.get(&mut read, &rules), expected, "{parameter:?}");
        }
    }
}
