//! `birnam match`: games between engines.

mod progress;

use super::session::Session;
use crate::arena::Log;
use crate::arena::adjudication::{Adjudication, DrawRule, ResignRule};
use crate::arena::game::Conditions;
use crate::arena::interrupt::Interrupt;
use crate::arena::openings::{Openings, Source, book};
use crate::arena::pgn::PgnFile;
use crate::arena::record::{Kind, MatchOutcome, MatchSettings};
use crate::arena::runner::{Match, News};
use crate::arena::schedule::{Pairing, Plan, Tournament, shard};
use crate::arena::spec::{EngineSpec, name_all};
use crate::arena::state::{self, StateFile};
use crate::arena::time_control::{ClockControl, TimeControl};
use crate::position::Position;
use anyhow::{Context, Result, anyhow, bail};
use clap::{Args, Parser, ValueEnum};
use progress::Progress;
use std::env;
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

const EXAMPLES: &str = "\
Engines are described as KEY=VALUE,KEY=VALUE,... (a comma in a value is written twice):
  cmd=\"PROGRAM ARGUMENTS\"   how it is started
  proto=uci|xboard|internal  how to talk to it (uci); internal: Birnam itself, in this process
  name=NAME dir=FOLDER       its name in reports; where it runs
  option.NAME=VALUE          an option of the engine
  variant=NAME               its own name for the variant
  tc= movetime= nodes= depth=  its own time control

Examples:
  birnam match --variant tree-garden --engine proto=internal,name=A --engine proto=internal,name=B,option.Hash=64 \\
      --tc 10+0.1 --games 100 --concurrency 2 --pgn games.pgn
  birnam match --variant capablanca --engine proto=internal --engine cmd=fairymax,proto=xboard --tc 5+0.05 \\
      --openings random:6 --games 20 --recover
  birnam match --resume match.state";

/// Options of `birnam match`.
#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Options {
    /// An engine (repeatable)
    #[arg(long, value_name = "DESCRIPTION", required_unless_present = "resume")]
    engine: Vec<String>,
    /// What the descriptions of all engines have in common
    #[arg(long, value_name = "DESCRIPTION")]
    each: Option<String>,
    /// The variant's name
    #[arg(long)]
    variant: Option<String>,
    /// White's army, in variants with armies
    #[arg(long, value_name = "NAME", requires = "black_army")]
    white_army: Option<String>,
    /// Black's army
    #[arg(long, value_name = "NAME", requires = "white_army")]
    black_army: Option<String>,

    /// Chess clock: [MOVES/]SECONDS[+INCREMENT]
    #[arg(long, value_name = "CLOCK")]
    tc: Option<ClockControl>,
    /// Milliseconds a move
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    movetime: Option<u64>,
    /// Nodes a move
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Plies a move
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u16).range(1..))]
    depth: Option<u16>,
    /// Milliseconds by which time may be overstepped
    #[arg(long, value_name = "MS", default_value_t = 10)]
    timemargin: u64,
    /// Seconds after which an engine has stalled that no clock bounds
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    patience: u64,

    /// Games of every two engines, in each round
    #[arg(long, value_name = "N", default_value_t = 2)]
    games: usize,
    /// Rounds
    #[arg(long, value_name = "N", default_value_t = 1)]
    rounds: usize,
    /// Games in a row with the same opening and colours exchanged
    #[arg(long, value_name = "N", default_value_t = 2)]
    repeat: usize,
    /// Who plays whom
    #[arg(long, value_enum, default_value_t = TournamentName::RoundRobin)]
    tournament: TournamentName,
    /// Games at the same time
    #[arg(long, value_name = "N", default_value_t = 1)]
    concurrency: usize,
    /// Play only part I of N of the match, from 1
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,

    /// What games start from: book, start, random:PLIES or a file of positions (FEN or EPD). Without it: the
    /// variant's book if there is one, else random:8
    #[arg(long, value_name = "SOURCE")]
    openings: Option<Source>,
    /// Number that all random choices follow from
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Draws by the engines' scores, such as movenumber=40,movecount=8,score=8
    #[arg(long, value_name = "RULE")]
    draw: Option<DrawRule>,
    /// Losses by the loser's own score, such as movecount=5,score=800[,twosided=1]
    #[arg(long, value_name = "RULE")]
    resign: Option<ResignRule>,
    /// A draw after that many moves
    #[arg(long, value_name = "N")]
    maxmoves: Option<u32>,
    /// Start engines again that crash or do not answer, and go on
    #[arg(long)]
    recover: bool,

    /// Add the games to a PGN file, each as it ends
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Write all talk with the engines to a file
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Write all games and settings to a file, as JSON, at the end
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Keep the state of the match in a file, from which it can be resumed
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,
    /// Go on with an interrupted match; its other options are in the file
    #[arg(long, value_name = "FILE", exclusive = true)]
    resume: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum TournamentName {
    RoundRobin,
    Gauntlet,
}

/// A part of a match, and the number of parts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shard(pub usize, pub usize);

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let parts = text
            .split_once('/')
            .and_then(|(part, parts)| Some((part.parse().ok()?, parts.parse().ok()?)));
        match parts {
            Some((part, parts)) if (1..=parts).contains(&part) => Ok(Shard(part, parts)),
            _ => Err("PART/PARTS expected, such as 1/4".to_string()),
        }
    }
}

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
        return play(session, options, words(), Vec::new(), options.state.clone(), out);
    };
    let outcome = state::read(path).map_err(|message| anyhow!(message))?;
    let words = outcome.settings.arguments;
    let stored =
        Words::try_parse_from(&words).with_context(|| format!("the command in {}", path.display()))?;
    let session = Session::reopen(&stored.global)?;
    play(
        &session,
        &stored.options,
        words,
        outcome.games,
        Some(path.clone()),
        out,
    )
}

/// The words of the command line after `match`, and options of every command before it.
fn words() -> Vec<String> {
    let mut words: Vec<String> = env::args_os()
        .skip(1)
        .map(|word| word.to_string_lossy().into_owned())
        .collect();
    if let Some(place) = words.iter().position(|word| word == "match") {
        words.remove(place);
    }
    words
}

fn play(
    session: &Session,
    options: &Options,
    arguments: Vec<String>,
    finished: Vec<crate::arena::record::GameRecord>,
    state: Option<PathBuf>,
    out: &mut dyn Write,
) -> Result<()> {
    let plan = options.plan(session)?;
    let all = options.schedule(plan.engines.len()).games();
    let mut outcome = MatchOutcome {
        settings: options.settings(session, &plan, arguments, all.len()),
        engines: plan.engines.iter().map(EngineSpec::info).collect(),
        games: finished,
    };
    let mine = match options.shard {
        Some(Shard(part, parts)) => shard(&all, part, parts),
        None => all,
    };
    let open: Vec<Pairing> = mine
        .iter()
        .filter(|pairing| outcome.games.iter().all(|game| game.index != pairing.index))
        .copied()
        .collect();
    let mut state = state
        .map(|path| StateFile::create(&path, &outcome))
        .transpose()
        .map_err(|message| anyhow!(message))?;
    let mut pgn = options
        .pgn
        .as_ref()
        .map(|path| PgnFile::open(path, &outcome))
        .transpose();
    let mut pgn = pgn.as_mut().map_err(|message| anyhow!(message.clone()))?.take();

    let interrupt = Interrupt::default();
    let on_signal = interrupt.clone();
    ctrlc::set_handler(move || on_signal.give()).context("cannot listen for Ctrl-C")?;
    let mut progress = Progress::new(mine.len(), out);
    let mut trouble = None;
    let played = plan.play(&open, &interrupt, &mut |news| {
        let News::Finished(game) = news else { return };
        let kept = state.as_mut().map_or(Ok(()), |state| state.add(&game.record));
        let written = pgn
            .as_mut()
            .map_or(Ok(()), |pgn| pgn.add(&outcome, &game.record, &game.notes));
        let shown = progress.game(&outcome, &game);
        outcome.games.push(game.record);
        if let Err(message) = kept.and(written).and(shown) {
            interrupt.give();
            trouble = Some(message);
        }
    });
    outcome.games.sort_by_key(|game| game.index);
    progress.end();
    options.finish(&outcome, out)?;
    played.map_err(|message| anyhow!(message))?;
    if let Some(message) = trouble {
        bail!(message);
    }
    if outcome.games.len() < mine.len() {
        bail!(
            "interrupted after {} of {} games",
            outcome.games.len(),
            mine.len()
        );
    }
    Ok(())
}

impl Options {
    fn plan(&self, session: &Session) -> Result<Match> {
        let start = self.start(session)?;
        let source = self.source(&start);
        let openings = Openings::new(&source, &start, self.seed).map_err(|message| anyhow!(message))?;
        let control = TimeControl {
            clock: self.tc,
            move_time: self.movetime.map(Duration::from_millis),
            nodes: self.nodes,
            depth: self.depth,
        };
        let engines = self.engines()?;
        if !control.is_bounded() && engines.iter().any(|engine| engine.time_control.is_none()) {
            bail!("nothing bounds the engines' moves: add --tc, --movetime, --nodes or --depth");
        }
        let log = match &self.log {
            Some(path) => {
                Log::create(path).with_context(|| format!("cannot write the log {}", path.display()))?
            }
            None => Log::default(),
        };
        Ok(Match {
            engines,
            control,
            conditions: Conditions {
                adjudication: Adjudication {
                    draw: self.draw,
                    resign: self.resign,
                    max_moves: self.maxmoves,
                },
                margin: Duration::from_millis(self.timemargin),
            },
            openings,
            concurrency: self.concurrency,
            patience: Duration::from_secs(self.patience.clamp(1, 86_400)),
            recover: self.recover,
            log,
        })
    }

    fn engines(&self) -> Result<Vec<EngineSpec>> {
        let mut engines = Vec::new();
        for text in &self.engine {
            let whole = match &self.each {
                Some(each) => format!("{each},{text}"),
                None => text.clone(),
            };
            let engine: EngineSpec = whole
                .parse()
                .map_err(|message: String| anyhow!(message))
                .with_context(|| format!("--engine {text}"))?;
            engines.push(engine);
        }
        if engines.len() < 2 {
            bail!("a match needs two engines or more; add another --engine, such as --engine proto=internal");
        }
        name_all(&mut engines);
        Ok(engines)
    }

    fn start(&self, session: &Session) -> Result<Position> {
        let rules = session.rules(self.variant(session))?;
        let (Some(white), Some(black)) = (&self.white_army, &self.black_army) else {
            return Ok(Position::start(&rules));
        };
        let army = |name: &str| {
            let names = || {
                rules
                    .armies
                    .iter()
                    .map(|army| army.name.as_str())
                    .collect::<Vec<_>>()
                    .join(", ")
            };
            rules.find_army(name).ok_or_else(|| match rules.armies.len() {
                0 => anyhow!("{} has no armies to choose from", rules.name),
                _ => anyhow!("{} has no army \"{name}\"; there are {}", rules.name, names()),
            })
        };
        Ok(Position::start_with_armies(&rules, [army(white)?, army(black)?])?)
    }

    fn variant<'a>(&'a self, session: &'a Session) -> &'a str {
        self.variant.as_ref().unwrap_or(&session.variant)
    }

    /// Where openings come from: the book if it fits.
    fn source(&self, start: &Position) -> Source {
        let usual = || match book(&start.rules().name) {
            Some(_) if self.white_army.is_none() => Source::Book,
            _ => Source::Random(8),
        };
        self.openings.clone().unwrap_or_else(usual)
    }

    fn schedule(&self, engines: usize) -> Plan {
        Plan {
            engines,
            tournament: match self.tournament {
                TournamentName::RoundRobin => Tournament::RoundRobin,
                TournamentName::Gauntlet => Tournament::Gauntlet,
            },
            rounds: self.rounds,
            games: self.games,
            repeat: self.repeat,
        }
    }

    fn settings(
        &self,
        session: &Session,
        plan: &Match,
        arguments: Vec<String>,
        games: usize,
    ) -> MatchSettings {
        MatchSettings {
            kind: Kind::Match,
            variant: self.variant(session).to_string(),
            time_control: plan.control.to_string(),
            openings: self
                .start(session)
                .map_or_else(|_| String::new(), |start| self.source(&start).to_string()),
            seed: self.seed,
            games,
            shard: self.shard.map(|Shard(part, parts)| (part, parts)),
            arguments,
        }
    }

    /// Reports, and writes what is to be written at the end.
    fn finish(&self, outcome: &MatchOutcome, out: &mut dyn Write) -> Result<()> {
        for (index, engine) in outcome.engines.iter().enumerate() {
            let (score, games) = progress::score(outcome, index);
            writeln!(out, "{}: {score} of {games}", engine.name)?;
        }
        if let Some(path) = &self.json {
            let text = serde_json::to_string_pretty(outcome)?;
            fs::write(path, text + "\n").with_context(|| format!("cannot write {}", path.display()))?;
        }
        Ok(())
    }
}
