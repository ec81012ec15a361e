//! The variants that come with the program, and those loaded from files.

use super::parse::{self, Variant, suggestion};
use super::{Definition, Rules, VariantError, compile};
use std::path::Path;
use std::sync::{Arc, OnceLock};

/// The files that come with the program, with their names in error messages. Later ones can inherit from earlier ones.
const FILES: [(&str, &str); 13] = [
    ("chess.ini", include_str!("library/chess.ini")),
    ("capablanca.ini", include_str!("library/capablanca.ini")),
    ("gothic.ini", include_str!("library/gothic.ini")),
    ("embassy.ini", include_str!("library/embassy.ini")),
    ("janus.ini", include_str!("library/janus.ini")),
    ("chancellor.ini", include_str!("library/chancellor.ini")),
    ("modern.ini", include_str!("library/modern.ini")),
    ("grand.ini", include_str!("library/grand.ini")),
    ("courier.ini", include_str!("library/courier.ini")),
    ("treeleaders.ini", include_str!("library/treeleaders.ini")),
    ("tree-garden.ini", include_str!("library/tree-garden.ini")),
    ("feudal.ini", include_str!("library/feudal.ini")),
    ("short-sliders.ini", include_str!("library/short-sliders.ini")),
];

/// Variants by name: the built-in ones and those loaded from files.
#[derive(Debug, Default)]
pub struct Library {
    variants: Vec<Shelf>,
}

/// A variant and its rules, once they are needed.
#[derive(Debug)]
struct Shelf {
    variant: Variant,
    rules: OnceLock<Result<Arc<Rules>, VariantError>>,
}

impl Shelf {
    fn rules(&self) -> Result<Arc<Rules>, VariantError> {
        let compile =
            || compile::compile(&self.variant.definition).map_err(|message| self.variant.error(message));
        self.rules.get_or_init(compile).clone()
    }
}

impl Library {
    /// The built-in variants.
    ///
    /// # Panics
    /// Never: a test reads all the built-in files.
    #[must_use]
    pub fn built_in() -> Library {
        let mut library = Library::default();
        for (file, text) in FILES {
            match library.read(file, text) {
                Ok(variants) => library.add(variants),
                Err(error) => unreachable!("{error}"),
            }
        }
        library
    }

    /// Adds the variants of a file; one with a known name replaces it.
    ///
    /// # Errors
    /// The file cannot be read, or something in it is wrong; then none of its variants is added.
    pub fn load(&mut self, path: &Path) -> Result<(), VariantError> {
        let file = path.display().to_string();
        let text = std::fs::read_to_string(path)
            .map_err(|error| VariantError::of_file(&file, format!("cannot be read: {error}")))?;
        self.load_text(&file, &text)
    }

    /// Adds the variants of a file's text; `file` is its name in error messages.
    ///
    /// # Errors
    /// Something in it is wrong; then none of its variants is added.
    pub fn load_text(&mut self, file: &str, text: &str) -> Result<(), VariantError> {
        let variants = self.read(file, text)?;
        for shelf in &variants {
            shelf.rules()?;
        }
        self.add(variants);
        Ok(())
    }

    /// All names, in the order to show them to people.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.variants
            .iter()
            .map(|shelf| shelf.variant.definition.name.as_str())
    }

    /// What a variant's file says.
    ///
    /// # Errors
    /// No variant has that name (the message names the nearest one).
    pub fn definition(&self, name: &str) -> Result<&Definition, String> {
        self.find(name).map(|shelf| &shelf.variant.definition)
    }

    /// A variant's rules, compiled on first use.
    ///
    /// # Errors
    /// No variant has that name (the message names the nearest one).
    pub fn rules(&self, name: &str) -> Result<Arc<Rules>, String> {
        self.find(name)?.rules().map_err(|error| error.to_string())
    }

    fn find(&self, name: &str) -> Result<&Shelf, String> {
        self.shelf(name).ok_or_else(|| {
            let hint = suggestion(name, self.names());
            format!("there is no variant \"{name}\"{hint} (`birnam variants` lists all)")
        })
    }

    fn shelf(&self, name: &str) -> Option<&Shelf> {
        self.variants
            .iter()
            .find(|shelf| shelf.variant.definition.name == name)
    }

    /// Reads variants that may inherit from those that are here.
    fn read(&self, file: &str, text: &str) -> Result<Vec<Shelf>, VariantError> {
        let known = |name: &str| self.shelf(name).map(|shelf| &shelf.variant);
        let variants = parse::parse(file, text, known)?;
        Ok(variants
            .into_iter()
            .map(|variant| Shelf {
                variant,
                rules: OnceLock::new(),
            })
            .collect())
    }

    fn add(&mut self, shelves: Vec<Shelf>) {
        for shelf in shelves {
            let name = &shelf.variant.definition.name;
            match self
                .variants
                .iter_mut()
                .find(|other| other.variant.definition.name == *name)
            {
                Some(other) => *other = shelf,
                None => self.variants.push(shelf),
            }
        }
    }
}
