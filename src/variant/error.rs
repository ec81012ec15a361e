//! Errors in variant files.

/// What is wrong with a variant file, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariantError {}
