//! Reads variant files.
