//! Moves as people write them, and game files: standard algebraic notation, for every variant.
//!
//! The id of the piece (none for a pawn with the id `P`), where it comes from as far as needed, `x` for a capture, the
//! target, `=ID` for a promotion by choice, `+` or `#`. Beyond chess:
//!
//! - a capture away from the target square is `Xb2xb5` (made without moving) or `Vc10-e8xe7` (goes, and removes);
//!   a capture en passant is written as in chess;
//! - castling has the name that the variant gives it. Where two legal castlings share it, the square where the royal
//!   piece ends follows (`O-O-k1`), after the partner's if need be;
//! - no two legal moves share a text, and each text read again is its move.
//!
//! Source: PGN Specification, section 8.2.3.

mod read;
mod token;
mod write;

pub use read::{SanError, SanReading, parse_san};
pub(crate) use read::{Writer, parse_san_of, slides_like_castling};
pub use write::san;
