//! `birnam values`: what pieces are worth, by self-play at material odds.

use super::selfplay::RunOptions;
use super::session::Session;
use crate::arena::record::Kind;
use crate::arena::values::Values;
use crate::variant::{PieceType, Rules};
use anyhow::{Result, bail};
use clap::Args;
use std::io::Write;

const EXAMPLES: &str = "\
Examples:
  birnam values chess --games 4000 --concurrency 2
  birnam values tree-garden --time 120 --state garden.json --ini garden-values.ini
  birnam values short-sliders --pieces \"N N' P\" --games 1000";

/// Options of `birnam values`.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Options {
    /// The variant's name
    variant: String,
    /// Ids of the types to measure, such as "N B R"; all if not given. A pawn should be among them
    #[arg(long, value_name = "IDS", default_value = "")]
    pieces: String,
    #[command(flatten)]
    run: RunOptions,
}

/// Plays, then reports the values.
pub(super) fn run(session: &Session, options: &Options, out: &mut dyn Write) -> Result<()> {
    let rules = session.rules(&options.variant)?;
    let kinds = kinds(&rules, &options.pieces)?;
    let scheme = Values::new(&rules, &kinds, options.run.seed());
    let details = if kinds.is_empty() {
        String::new()
    } else {
        format!(", pieces {}", options.pieces)
    };
    let outcome = options.run.play(&scheme, Kind::Values, &rules.name, &details)?;
    options.run.delivery.deliver(session, &outcome, None, out)
}

fn kinds(rules: &Rules, ids: &str) -> Result<Vec<PieceType>> {
    let mut kinds = Vec::new();
    for id in ids.split([' ', ',']).filter(|id| !id.is_empty()) {
        match rules.find_kind(&id.to_uppercase()) {
            Some(kind) if kind == rules.royal => {
                bail!("--pieces: {id} is the royal piece, which is never given as odds");
            }
            Some(kind) => kinds.push(kind),
            None => {
                let all: Vec<_> = rules.kinds().map(|kind| rules.id(kind)).collect();
                bail!(
                    "--pieces: {} has no piece \"{id}\"; there are {}",
                    rules.name,
                    all.join(" ")
                );
            }
        }
    }
    Ok(kinds)
}
