//! Errors in variant files.

use std::fmt;

/// What is wrong with a variant file, and where. Its text is `FILE:LINE:COLUMN: message`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariantError {
    /// The file, as its reader named it.
    pub file: String,
    /// The line, from 1; 0 if the file as a whole is meant (it cannot be read).
    pub line: u32,
    /// The character within the line, from 1; 0 if the file as a whole is meant.
    pub column: u32,
    /// What is wrong and how to put it right.
    pub message: String,
}

impl VariantError {
    /// An error about a file as a whole.
    #[must_use]
    pub fn of_file(file: impl Into<String>, message: impl Into<String>) -> VariantError {
        VariantError {
            file: file.into(),
            line: 0,
            column: 0,
            message: message.into(),
        }
    }
}

impl fmt::Display for VariantError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.line == 0 {
            write!(f, "{}: {}", self.file, self.message)
        } else {
            write!(f, "{}:{}:{}: {}", self.file, self.line, self.column, self.message)
        }
    }
}

impl std::error::Error for VariantError {}
