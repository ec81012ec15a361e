//! XBetza, the notation for piece moves.
