//! `engine.ini`.
