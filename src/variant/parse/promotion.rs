//! Promotions and transformations as text.

use super::catalogue::Catalogue;
use super::squares::Size;
use super::text::{Text, Words};
use crate::variant::{
    Cause, PromotionRule, PromotionTargets, Stay, TransformationRule, Trigger, VariantError,
};

const PROMOTION: &str = "reach last forced to Q R B N";
const TRANSFORMATION: &str = "capture pieces to N'";

/// Reads promotion rules separated by `;`.
///
/// # Errors
/// Whatever is wrong first.
pub(super) fn promotions(
    text: Text,
    size: Size,
    catalogue: &Catalogue,
) -> Result<Vec<PromotionRule>, VariantError> {
    text.split(';')
        .map(|rule| promotion(rule, size, catalogue))
        .collect()
}

fn promotion(text: Text, size: Size, catalogue: &Catalogue) -> Result<PromotionRule, VariantError> {
    let mut words = text.words();
    let kind = words.expect(&format!("a promotion rule, such as {PROMOTION}"))?;
    let trigger = match kind.as_str() {
        "reach" => Trigger::Reach(size.sides_set(&mut words)?),
        "enter" => Trigger::Enter(size.sides_set(&mut words)?),
        other => {
            return Err(kind.error(format!(
                "\"{other}\" begins no promotion rule; reach and enter do; for example: {PROMOTION}"
            )));
        }
    };
    let stay = if words.accept("optional") {
        Stay::Always
    } else if words.accept("if-possible") {
        Stay::IfNone
    } else {
        words.accept("forced");
        Stay::Never
    };
    let to = targets(&mut words, catalogue)?;
    words.finish(PROMOTION)?;
    Ok(PromotionRule { trigger, stay, to })
}

fn targets(words: &mut Words, catalogue: &Catalogue) -> Result<PromotionTargets, VariantError> {
    if words.accept("from") {
        let example = "from holdings level 0";
        words.expect_word("holdings", example)?;
        words.expect_word("level", example)?;
        return Ok(PromotionTargets::Held(catalogue.levels(words)?));
    }
    words.expect_word("to", PROMOTION)?;
    if words.accept("absent") {
        Ok(PromotionTargets::Absent(catalogue.ids(words)?))
    } else if words.accept("lost") {
        Ok(PromotionTargets::Lost(catalogue.ids(words)?))
    } else {
        Ok(PromotionTargets::List(catalogue.ids(words)?))
    }
}

/// Reads transformation rules separated by `;`.
///
/// # Errors
/// Whatever is wrong first.
pub(super) fn transformations(
    text: Text,
    size: Size,
    catalogue: &Catalogue,
) -> Result<Vec<TransformationRule>, VariantError> {
    text.split(';')
        .map(|rule| transformation(rule, size, catalogue))
        .collect()
}

fn transformation(text: Text, size: Size, catalogue: &Catalogue) -> Result<TransformationRule, VariantError> {
    let mut words = text.words();
    let kind = words.expect(&format!("a transformation rule, such as {TRANSFORMATION}"))?;
    let cause = match kind.as_str() {
        "reach" => Cause::Reach(size.sides_set(&mut words)?),
        "capture" if words.accept("pieces") => Cause::Capture(catalogue.pieces()),
        "capture" if words.accept("level") => Cause::Capture(catalogue.levels(&mut words)?),
        "capture" => Cause::Capture(catalogue.ids(&mut words)?),
        other => {
            return Err(kind.error(format!(
                "\"{other}\" begins no transformation rule; capture and reach do; for example: {TRANSFORMATION}"
            )));
        }
    };
    words.expect_word("to", TRANSFORMATION)?;
    let to = catalogue.id(words.expect("the id of what it becomes")?)?;
    let mut if_none_of = Vec::new();
    if words.accept("if") {
        words.expect_word("none", "if none Q")?;
        if_none_of = catalogue.ids(&mut words)?;
    }
    words.finish(TRANSFORMATION)?;
    Ok(TransformationRule {
        cause,
        to,
        if_none_of,
    })
}
