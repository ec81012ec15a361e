//! `birnam`, `birnam uci`, `birnam xboard`: speaks a protocol.

use super::session::Session;
use crate::protocol::{Settings, Wishes, run_auto, run_uci, run_xboard};
use anyhow::Result;

/// Which protocol to speak.
#[derive(Clone, Copy, Debug)]
pub(super) enum Kind {
    /// The one that the first line asks for.
    Auto,
    /// UCI.
    Uci,
    /// XBoard's.
    Xboard,
}

/// Speaks a protocol on standard input and output until told to quit.
pub(super) fn run(session: Session, kind: Kind) -> Result<()> {
    let Session {
        config,
        library,
        variant,
    } = session;
    let settings = Settings {
        library,
        variant,
        hash_mb: config.hash_mb,
        threads: config.threads,
        ponder: config.ponder,
        multi_pv: config.multi_pv,
        overhead: config.overhead,
        wishes: Wishes::default(),
    };
    match kind {
        Kind::Auto => run_auto(settings)?,
        Kind::Uci => run_uci(settings)?,
        Kind::Xboard => run_xboard(settings)?,
    }
    Ok(())
}
