//! `birnam match`: games between engines.

mod options;
mod progress;

use super::report::Delivery;
use super::session::Session;
use crate::arena::interrupt::Interrupt;
use crate::arena::pgn::PgnFile;
use crate::arena::record::{GameRecord, MatchOutcome};
use crate::arena::report::Duel;
use crate::arena::runner::News;
use crate::arena::schedule::Pairing;
use crate::arena::spec::EngineSpec;
use crate::arena::state::{self, StateFile};
use crate::arena::stats::{Decision, Sprt};
use crate::variant::Rules;
use anyhow::{Context, Result, anyhow, bail};
use clap::Parser;
pub(super) use options::{Options, Shard};
use progress::Progress;
use std::collections::HashSet;
use std::env;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

/// The options alone, as a program of its own: how the words in a state file are read.
#[derive(Debug, Parser)]
#[command(no_binary_name = true)]
struct Words {
    #[command(flatten)]
    global: super::GlobalOptions,
    #[command(flatten)]
    options: Options,
}

/// Plays a match, or the rest of one.
pub(super) fn run(session: &Session, options: &Options, out: &mut dyn Write) -> Result<()> {
    let Some(path) = &options.resume else {
        let start = Start {
            arguments: words(),
            games: Vec::new(),
            state: options.state.clone(),
        };
        return play(session, options, start, out);
    };
    let outcome = state::read(path).map_err(|message| anyhow!(message))?;
    let arguments = outcome.settings.arguments;
    let stored =
        Words::try_parse_from(&arguments).with_context(|| format!("the command in {}", path.display()))?;
    let start = Start {
        arguments,
        games: outcome.games,
        state: Some(path.clone()),
    };
    play(&Session::reopen(&stored.global)?, &stored.options, start, out)
}

/// The words of the command line, `match` left out.
fn words() -> Vec<String> {
    let words = env::args_os().skip(1);
    let mut words: Vec<String> = words.map(|word| word.to_string_lossy().into_owned()).collect();
    if let Some(place) = words.iter().position(|word| word == "match") {
        words.remove(place);
    }
    words
}

/// What a match starts with.
struct Start {
    /// The words of the command line.
    arguments: Vec<String>,
    /// Games that are finished already.
    games: Vec<GameRecord>,
    /// Where the state is kept.
    state: Option<PathBuf>,
}

fn play(session: &Session, options: &Options, start: Start, out: &mut dyn Write) -> Result<()> {
    let setup = options.plan(session)?;
    let mut settings = setup.settings;
    settings.arguments = start.arguments;
    let mut outcome = MatchOutcome {
        settings,
        engines: setup.runner.engines.iter().map(EngineSpec::info).collect(),
        games: start.games,
    };
    let mut files = Files::open(options, &setup.rules, start.state, &outcome)?;
    let mut decided = is_decided(options.sprt, &outcome);
    let finished: HashSet<usize> = outcome.games.iter().map(|game| game.index).collect();
    let is_open = |pairing: &&Pairing| !decided && !finished.contains(&pairing.index);
    let open: Vec<Pairing> = setup.games.iter().filter(is_open).copied().collect();

    let interrupt = Interrupt::default();
    let on_signal = interrupt.clone();
    ctrlc::set_handler(move || on_signal.give()).context("cannot listen for Ctrl-C")?;
    let mut progress = Progress::new(setup.games.len(), out);
    let mut trouble = Ok(());
    let played = setup.runner.play(&open, &interrupt, &mut |news| {
        let News::Finished(game) = news else { return };
        let kept = files.add(&outcome, &game.record, &game.notes);
        let shown = progress.game(&outcome, &game);
        outcome.games.push(game.record);
        decided = is_decided(options.sprt, &outcome);
        if let Err(message) = kept.and(shown) {
            interrupt.give();
            trouble = Err(anyhow!(message));
        } else if decided {
            interrupt.give();
        }
    });
    progress.end();
    outcome.games.sort_by_key(|game| game.index);
    if !outcome.games.is_empty() {
        writeln!(out)?;
        let delivery = Delivery {
            json: options.json.clone(),
            plot: options.plot.clone(),
            ini: None,
        };
        delivery.deliver(session, &outcome, options.sprt, out)?;
    }
    played.map_err(|message| anyhow!(message))?;
    trouble?;
    let (done, all) = (outcome.games.len(), setup.games.len());
    if done < all && !decided {
        bail!("interrupted after {done} of {all} games");
    }
    Ok(())
}

/// Whether the test has come to a decision.
fn is_decided(test: Option<Sprt>, outcome: &MatchOutcome) -> bool {
    let Some(test) = test else { return false };
    let duels = Duel::all(&outcome.games);
    duels
        .first()
        .is_some_and(|duel| test.decision(&duel.pairs) != Decision::Continue)
}

/// The files that grow with the match.
struct Files {
    state: Option<StateFile>,
    pgn: Option<PgnFile>,
}

impl Files {
    fn open(
        options: &Options,
        rules: &Arc<Rules>,
        state: Option<PathBuf>,
        outcome: &MatchOutcome,
    ) -> Result<Files> {
        let state = state.map(|path| StateFile::create(&path, outcome)).transpose();
        let pgn = options
            .pgn
            .as_ref()
            .map(|path| PgnFile::open(path, rules, outcome))
            .transpose();
        Ok(Files {
            state: state.map_err(|message| anyhow!(message))?,
            pgn: pgn.map_err(|message| anyhow!(message))?,
        })
    }

    /// Adds a game: first to the state, from which the other file can be completed.
    fn add(&mut self, outcome: &MatchOutcome, game: &GameRecord, notes: &[String]) -> Result<(), String> {
        self.state.as_mut().map_or(Ok(()), |state| state.add(game))?;
        self.pgn
            .as_mut()
            .map_or(Ok(()), |pgn| pgn.add(outcome, game, notes))
    }
}
