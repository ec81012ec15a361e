//! Promotion rules as text.

use super::ini::suggestion;
use super::squares::Size;
use super::text::Text;
use crate::variant::{PromotionRule, PromotionTargets, Trigger, VariantError};

const EXAMPLE: &str = "reach last forced to Q R B N";

/// Reads promotion rules separated by `;`.
///
/// # Errors
/// Whatever is wrong first.
pub(super) fn rules(text: Text, size: Size, ids: &[&str]) -> Result<Vec<PromotionRule>, VariantError> {
    text.split(';')
        .map(|rule_text| rule(rule_text, size, ids))
        .collect()
}

fn rule(text: Text, size: Size, ids: &[&str]) -> Result<PromotionRule, VariantError> {
    let mut words = text.words();
    let kind = words.expect(&format!("a promotion rule, such as {EXAMPLE}"))?;
    let trigger = match kind.as_str() {
        "reach" => Trigger::Reach(size.sides_set(&mut words)?),
        "enter" => Trigger::Enter(size.sides_set(&mut words)?),
        other => {
            return Err(kind.error(format!(
                "\"{other}\" is no promotion rule; it begins with reach or enter; for example: {EXAMPLE}"
            )));
        }
    };
    let optional = words.accept("optional");
    if !optional {
        words.accept("forced");
    }
    words.expect_word("to", EXAMPLE)?;
    let targets = id_list(words.rest(), ids)?;
    Ok(PromotionRule {
        trigger,
        optional,
        to: PromotionTargets::List(targets),
    })
}

/// Reads piece ids, one or several.
///
/// # Errors
/// There is none, one is unknown, or one stands twice.
pub(super) fn id_list(text: Text, ids: &[&str]) -> Result<Vec<String>, VariantError> {
    let mut list: Vec<String> = Vec::new();
    for word in text.words() {
        let id = word.as_str();
        if !ids.contains(&id) {
            let known = suggestion(id, ids.iter().copied());
            return Err(word.error(format!("no piece \"{id}\" in this variant{known}")));
        }
        if list.iter().any(|other| other == id) {
            return Err(word.error(format!("{id} stands here twice; once is enough")));
        }
        list.push(id.to_string());
    }
    if list.is_empty() {
        return Err(text.error("piece ids are missing here, such as Q R B N"));
    }
    Ok(list)
}
