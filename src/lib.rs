//! Birnam, a chess-variant engine for boards up to 16x16.
//!
//! The path of data goes one way:
//!
//! - [`board`]: squares, 256-bit sets of squares, lines, the shape of a board.
//! - [`variant`]: a variant file (INI with XBetza) becomes a plain definition, then compiled, immutable rules.
//! - [`position`]: pieces on the board, FEN, moves, make and unmake, hashing, the state of the game, move text.
//! - [`movegen`]: attacks and legal moves.
//! - [`eval`] and [`search`]: they know positions and moves, never text or protocol.
//! - [`protocol`]: UCI and XBoard, on top of what both share.
//! - [`arena`]: matches between engines.
//! - [`pgn`] and [`epd`]: files of games and of positions.
//! - [`tools`]: perft, bench, diagrams, problems and mates.
//! - [`cli`] and [`config`]: the command line and `engine.ini`.

pub mod arena;
pub mod board;
pub mod cli;
pub mod config;
pub mod epd;
pub mod eval;
pub mod movegen;
pub mod pgn;
pub mod position;
pub mod protocol;
pub mod search;
pub mod tools;
pub mod variant;
