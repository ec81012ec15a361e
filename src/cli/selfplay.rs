//! What `birnam balance` and `birnam values` have in common: games of Birnam against itself, kept in a file.

use super::r#match::Shard;
use super::note;
use super::report::Delivery;
use crate::arena::Log;
use crate::arena::adjudication::Adjudication;
use crate::arena::game::Conditions;
use crate::arena::interrupt::Interrupt;
use crate::arena::openings::Openings;
use crate::arena::record::{Kind, MatchOutcome, MatchSettings};
use crate::arena::runner::Match;
use crate::arena::selfplay::{self, Extent, Scheme};
use crate::arena::spec::{EngineSpec, Protocol};
use crate::arena::state::{self, StateFile};
use crate::arena::time_control::TimeControl;
use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

/// Nodes a move, if nothing else bounds them.
const NODES: u64 = 10_000;

/// A game of so many moves has got nowhere: it is a draw.
const MOST_MOVES: u32 = 300;

/// Games after which a line is written where no progress bar can be shown.
const LINE_EVERY: usize = 100;

/// How much to play, and how.
#[derive(Args, Debug)]
pub(super) struct RunOptions {
    /// Games to play, those kept in the state file included
    #[arg(long, value_name = "N", required_unless_present = "time")]
    games: Option<usize>,
    /// Minutes to play
    #[arg(long, value_name = "MINUTES", value_parser = minutes)]
    time: Option<Duration>,
    /// Nodes a move (10000 if no other limit is given)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Milliseconds a move
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    movetime: Option<u64>,
    /// Plies a move
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u16).range(1..))]
    depth: Option<u16>,
    /// Games at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: u16,
    /// Random half-moves at the start of each game
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = random_plies)]
    random_plies: usize,
    /// Number that all random choices follow from
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Play only part I of N of the games, from 1; birnam report puts the parts together
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    /// Keep the games in a file, each as it ends; if the file is there, go on from it
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,
    #[command(flatten)]
    pub delivery: Delivery,
}

impl RunOptions {
    /// What the random choices follow from.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Plays the games of a scheme, those apart that the state file has. `details` are what else decides which games
    /// are played.
    pub fn play(
        &self,
        scheme: &dyn Scheme,
        kind: Kind,
        variant: &str,
        details: &str,
    ) -> Result<MatchOutcome> {
        let plan = self.plan();
        let mut outcome = MatchOutcome {
            settings: MatchSettings {
                kind,
                variant: variant.to_string(),
                time_control: plan.control.to_string(),
                openings: format!("random:{}{details}", self.random_plies),
                seed: self.seed,
                // How far a run goes is no part of what it is: it can be longer the next time.
                games: 0,
                shard: self.shard.map(|Shard(part, parts)| (part, parts)),
                arguments: Vec::new(),
            },
            engines: selfplay::contestants(scheme),
            games: Vec::new(),
        };
        let mut file = match &self.state {
            Some(path) => Some(open_state(path, &mut outcome)?),
            None => None,
        };
        let interrupt = self.interrupt()?;
        let extent = Extent {
            games: self.games,
            shard: outcome.settings.shard,
            random_plies: self.random_plies,
            seed: self.seed,
        };
        let mut progress = Progress::new(&extent, outcome.games.len());
        let played = selfplay::run(scheme, &plan, &extent, &interrupt, &mut outcome, &mut |game| {
            progress.game();
            file.as_mut().map_or(Ok(()), |file| file.add(game))
        });
        progress.bar.finish_and_clear();
        played.map_err(|message| anyhow!(message))?;
        if outcome.games.is_empty() {
            bail!("no game was finished; give more time");
        }
        Ok(outcome)
    }

    /// Ends the run after its time, and on Ctrl-C; what was played by then is reported.
    fn interrupt(&self) -> Result<Interrupt> {
        let interrupt = Interrupt::default();
        let on_signal = interrupt.clone();
        ctrlc::set_handler(move || on_signal.give()).context("cannot listen for Ctrl-C")?;
        if let Some(time) = self.time {
            let on_time = interrupt.clone();
            thread::spawn(move || {
                thread::sleep(time);
                on_time.give();
            });
        }
        Ok(interrupt)
    }

    fn plan(&self) -> Match {
        let unlimited = self.nodes.is_none() && self.movetime.is_none() && self.depth.is_none();
        let engine = EngineSpec {
            protocol: Protocol::Internal,
            ..EngineSpec::default()
        };
        Match {
            engines: vec![engine.clone(), engine],
            control: TimeControl {
                nodes: self.nodes.or(unlimited.then_some(NODES)),
                move_time: self.movetime.map(Duration::from_millis),
                depth: self.depth,
                clock: None,
            },
            conditions: Conditions {
                adjudication: Adjudication {
                    max_moves: Some(MOST_MOVES),
                    ..Adjudication::default()
                },
                // Time for a move is no clock here: a busy machine must not decide games.
                margin: Duration::from_secs(3600),
            },
            openings: Openings::List(Vec::new()),
            concurrency: usize::from(self.concurrency),
            patience: Duration::from_secs(3600),
            recover: false,
            log: Log::default(),
        }
    }
}

/// Takes over the games of a state file, and opens it for more; makes a new one if there is none.
fn open_state(path: &Path, outcome: &mut MatchOutcome) -> Result<StateFile> {
    if path.exists() {
        let kept = state::read(path).map_err(|message| anyhow!(message))?;
        if kept.settings != outcome.settings || kept.engines != outcome.engines {
            bail!(
                "{} belongs to another run: variant, limits, seed or part differ; name another file, or give the \
                 options of that run",
                path.display()
            );
        }
        outcome.games = kept.games;
    }
    StateFile::create(path, outcome).map_err(|message| anyhow!(message))
}

fn minutes(text: &str) -> Result<Duration, String> {
    match text.parse::<f64>() {
        Ok(minutes) if (0.001..=100_000.0).contains(&minutes) => Ok(Duration::from_secs_f64(60.0 * minutes)),
        _ => Err("a number of minutes expected, such as 90 or 0.5".to_string()),
    }
}

fn random_plies(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(plies @ 0..=100) => Ok(plies),
        _ => Err("a number of half-moves from 0 to 100 expected".to_string()),
    }
}

/// A bar on a terminal, now and then a line elsewhere; both on standard error.
struct Progress {
    bar: ProgressBar,
    games: usize,
}

impl Progress {
    fn new(extent: &Extent, games: usize) -> Progress {
        let parts = extent.shard.map_or(1, |(_, parts)| parts);
        let total = extent.games.map(|games| (games / parts) as u64);
        let bar = ProgressBar::with_draw_target(total, ProgressDrawTarget::stderr());
        let template = match total {
            Some(_) => "{wide_bar} {pos}/{len} games, {elapsed}, {eta} to go",
            None => "{spinner} {pos} games, {elapsed}",
        };
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        bar.set_position(games as u64);
        bar.reset_eta();
        Progress { bar, games }
    }

    fn game(&mut self) {
        self.games += 1;
        self.bar.set_position(self.games as u64);
        if self.bar.is_hidden() && self.games.is_multiple_of(LINE_EVERY) {
            note(&format!("{} games", self.games));
        }
    }
}
