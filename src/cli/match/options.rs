//! The options of `birnam match`, and the match that they describe.

use crate::arena::Log;
use crate::arena::adjudication::{Adjudication, DrawRule, ResignRule};
use crate::arena::game::Conditions;
use crate::arena::openings::{Openings, Source, book};
use crate::arena::record::{Kind, MatchSettings};
use crate::arena::runner::Match;
use crate::arena::schedule::{Pairing, Plan, Tournament, shard};
use crate::arena::spec::{EngineSpec, name_all};
use crate::arena::stats::Sprt;
use crate::arena::time_control::{ClockControl, TimeControl};
use crate::cli::session::Session;
use crate::cli::start::start_with_armies;
use crate::position::Position;
use crate::variant::Rules;
use anyhow::{Context, Result, anyhow, bail};
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

/// The longest match.
const MOST_GAMES: i64 = 10_000_000;

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
  birnam match --resume match.state
  parallel birnam match --engine ... --games 1000 --tc 5+0.05 --shard {}/4 --json part{}.json ::: 1 2 3 4
  birnam report part*.json";

/// Options of `birnam match`.
#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub(in crate::cli) struct Options {
    /// An engine (repeatable)
    #[arg(long, value_name = "DESCRIPTION", required_unless_present = "resume")]
    engine: Vec<String>,
    /// What the descriptions of all engines have in common
    #[arg(long, value_name = "DESCRIPTION")]
    each: Option<String>,
    /// The variant's name
    #[arg(long)]
    variant: Option<String>,
    /// White's army, where there is a choice, or random
    #[arg(long, value_name = "ARMY")]
    white_army: Option<String>,
    /// Black's army, where there is a choice, or random
    #[arg(long, value_name = "ARMY")]
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
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=MOST_GAMES))]
    games: u32,
    /// Rounds
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=MOST_GAMES))]
    rounds: u32,
    /// Games in a row with the same opening and colours exchanged
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=MOST_GAMES))]
    repeat: u32,
    /// Who plays whom
    #[arg(long, value_enum, default_value_t = TournamentName::RoundRobin)]
    tournament: TournamentName,
    /// Games at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: u16,
    /// Play only part I of N of the match, from 1
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,

    /// What games start from: book, start, random:PLIES, a file of positions (FEN or EPD) or a .pgn file. Without
    /// it: the variant's book if there is one, else random:8
    #[arg(long, value_name = "SOURCE")]
    openings: Option<Source>,
    /// Number that all random choices follow from
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Stop as soon as a sequential test of the first engine against the second is decided, such as
    /// elo0=0,elo1=5[,alpha=0.05,beta=0.05,model=normalized|logistic]
    #[arg(long, value_name = "TEST")]
    pub sprt: Option<Sprt>,
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
    pub pgn: Option<PathBuf>,
    /// Write all talk with the engines to a file
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Draw the result into an SVG file
    #[arg(long, value_name = "FILE")]
    pub plot: Option<PathBuf>,
    /// Write the report, with all games and settings, to a file, as JSON
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// Keep the state of the match in a file, from which it can be resumed
    #[arg(long, value_name = "FILE")]
    pub state: Option<PathBuf>,
    /// Go on with an interrupted match; its other options are in the file
    #[arg(long, value_name = "FILE", exclusive = true)]
    pub resume: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum TournamentName {
    RoundRobin,
    Gauntlet,
}

/// A part of a match, and the number of parts.
#[derive(Clone, Copy, Debug)]
pub(in crate::cli) struct Shard(pub usize, pub usize);

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

/// A match, ready to be played.
pub(super) struct Setup {
    /// The variant's rules.
    pub rules: Arc<Rules>,
    /// Who plays, and how.
    pub runner: Match,
    /// What is kept of the settings.
    pub settings: MatchSettings,
    /// The games to be played here.
    pub games: Vec<Pairing>,
}

impl Options {
    /// The match that they describe.
    pub(super) fn plan(&self, session: &Session) -> Result<Setup> {
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
        if self.sprt.is_some() && engines.len() != 2 {
            bail!("--sprt compares two engines, not {}", engines.len());
        }
        let log = match &self.log {
            Some(path) => {
                Log::create(path).with_context(|| format!("cannot write the log {}", path.display()))?
            }
            None => Log::default(),
        };
        let schedule = self.schedule(engines.len());
        if schedule.length() > MOST_GAMES as usize {
            bail!(
                "a match of {} games is too long: there can be {MOST_GAMES}",
                schedule.length()
            );
        }
        let games = schedule.games();
        let settings = MatchSettings {
            kind: Kind::Match,
            variant: start.rules().name.clone(),
            time_control: control.to_string(),
            openings: source.to_string(),
            seed: self.seed,
            games: games.len(),
            shard: self.shard.map(|Shard(part, parts)| (part, parts)),
            ..MatchSettings::default()
        };
        let runner = Match {
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
            concurrency: usize::from(self.concurrency),
            patience: Duration::from_secs(self.patience.clamp(1, 86_400)),
            recover: self.recover,
            log,
        };
        Ok(Setup {
            rules: start.rules().clone(),
            runner,
            settings,
            games: match self.shard {
                Some(Shard(part, parts)) => shard(&games, part, parts),
                None => games,
            },
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

    /// The start position, with the armies.
    fn start(&self, session: &Session) -> Result<Position> {
        let rules = session.rules(self.variant(session))?;
        let armies = [self.white_army.as_deref(), self.black_army.as_deref()];
        start_with_armies(&rules, armies, self.seed)
    }

    fn variant<'a>(&'a self, session: &'a Session) -> &'a str {
        self.variant.as_ref().unwrap_or(&session.variant)
    }

    /// Where openings come from: the book if it fits.
    fn source(&self, start: &Position) -> Source {
        let usual = || match book(&start.rules().name) {
            Some(_) if self.white_army.is_none() && self.black_army.is_none() => Source::Book,
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
            rounds: self.rounds as usize,
            games: self.games as usize,
            repeat: self.repeat as usize,
        }
    }
}
