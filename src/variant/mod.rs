//! Variants as data: from INI text over a plain [`Definition`] to compiled [`Rules`].
//!
//! One direction only: `parse` reads text (with errors that name file, line, column and remedy), `compile` turns a
//! definition into tables and small integers, and nothing behind [`Rules`] looks at text or names again.

pub mod betza;
mod compile;
mod definition;
mod error;
mod library;
mod movement;
pub mod parse;
mod rules;

pub use compile::compile;
pub use definition::{
    Armies, ArmyDefinition, CallDefinition, Castling, Cause, Component, Definition, Facing, FirstMove,
    HonourDefinition, Hop, Outcome, Path, Pattern, PieceDefinition, PromotionRule, PromotionTargets, Rifle,
    Shots, Stay, TransformationRule, Trigger, Winning,
};
pub use error::VariantError;
pub use library::Library;
pub use movement::*;
pub(crate) use parse::suggestion;
pub use rules::*;
