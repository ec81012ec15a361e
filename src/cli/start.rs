//! The position that a command begins with: options that several commands share.

use super::session::Session;
use crate::position::{Position, SplitMix};
use crate::variant::{Rules, suggestion};
use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

/// The variant, and another position than its start.
#[derive(Args, Debug)]
pub(super) struct StartOptions {
    /// The variant's name
    variant: String,
    /// This position instead of the start
    #[arg(long)]
    fen: Option<String>,
    /// White's army, where there is a choice, or random
    #[arg(long, value_name = "ARMY", conflicts_with = "fen")]
    white_army: Option<String>,
    /// Black's army, where there is a choice, or random
    #[arg(long, value_name = "ARMY", conflicts_with = "fen")]
    black_army: Option<String>,
}

impl StartOptions {
    /// The rules of the variant.
    pub fn rules(&self, session: &Session) -> Result<Arc<Rules>> {
        session.rules(&self.variant)
    }

    /// The position of the FEN, or the start position with the armies.
    pub fn position(&self, session: &Session) -> Result<Position> {
        let rules = self.rules(session)?;
        if let Some(fen) = &self.fen {
            return Position::from_fen(&rules, fen).with_context(|| format!("--fen \"{fen}\""));
        }
        let armies = [self.white_army.as_deref(), self.black_army.as_deref()];
        start_with_armies(&rules, armies, seed_of_now())
    }
}

/// The start position with White's and Black's armies, by name. What is random follows from the seed.
pub(super) fn start_with_armies(rules: &Arc<Rules>, names: [Option<&str>; 2], seed: u64) -> Result<Position> {
    let [white, black] = names;
    if white.is_none() && black.is_none() {
        return Ok(Position::start(rules));
    }
    let mut random = SplitMix(seed);
    let white = army(rules, "--white-army", white, &mut random)?;
    let black = army(rules, "--black-army", black, &mut random)?;
    Ok(Position::start_with_armies(rules, [white, black])?)
}

/// The number of an army, the first one if none is named.
fn army(rules: &Rules, option: &str, name: Option<&str>, random: &mut SplitMix) -> Result<usize> {
    if rules.armies.is_empty() {
        bail!("{option}: {} has no armies to choose from", rules.title);
    }
    match name {
        None => Ok(0),
        Some("random") => Ok(rules.draw_army(random)),
        Some(name) => rules.find_army(name).ok_or_else(|| {
            let names = rules.armies.iter().map(|army| army.name.as_str());
            let hint = suggestion(name, names);
            anyhow!("{option}: {} has no army \"{name}\"{hint}", rules.title)
        }),
    }
}

/// A number that differs from run to run.
fn seed_of_now() -> u64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |time| time.as_nanos() as u64)
}
