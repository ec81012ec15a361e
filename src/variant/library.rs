//! The variants that come with the program, and those loaded from files.

use super::{Rules, VariantError};
use std::path::Path;
use std::sync::Arc;

/// Variants by name: the built-in ones and those loaded from files.
#[derive(Debug, Default)]
pub struct Library {}

impl Library {
    /// The built-in variants.
    #[must_use]
    pub fn built_in() -> Library {
        Library::default()
    }

    /// Adds the variants of a file; one with a known name replaces it.
    ///
    /// # Errors
    /// The file cannot be read, or something in it is wrong.
    pub fn load(&mut self, path: &Path) -> Result<(), VariantError> {
        todo!("{}", path.display())
    }

    /// All names, in the order to show them to people.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        std::iter::empty()
    }

    /// A variant's rules, compiled on first use.
    ///
    /// # Errors
    /// No variant has that name (the message names the nearest one).
    pub fn rules(&self, name: &str) -> Result<Arc<Rules>, String> {
        todo!("{name}")
    }
}
