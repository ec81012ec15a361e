//! All integration tests in one program: whole-program optimisation then runs once, not once a file.

mod common;

mod arena;
mod cli;
mod cli_problems;
mod fen;
mod games;
mod lone_kings;
mod mates;
mod perft;
mod pgn;
mod properties;
mod protocol_fuzz;
mod protocol_games;
mod protocols;
mod readme;
mod rules;
mod san;
mod search;
mod selfplay;
mod stats;
mod variant_files;
mod variant_games;
mod xboard_matches;
mod xboard_mouse;
