//! Compiles a [`Definition`] into [`Rules`].

use super::{Definition, Rules};

/// Compiles a definition.
///
/// # Errors
/// What makes the definition unplayable, in words for the file's author.
pub fn compile(definition: &Definition) -> Result<Rules, String> {
    todo!("{definition:?}")
}
