//! What both protocols share: the settings, the position on the board, and the thread that searches.

use super::io::{Event, Inbox};
use super::options::{
    ELO, EngineOption, HASH_MB, MOVE_OVERHEAD_MS, MULTI_PV, OptionValue, RANDOM_ARMY, RANK_OFFSET, SKILL,
    Settings, THREADS,
};
use super::strength::Handicap;
use crate::movegen;
use crate::position::{Move, Position, SplitMix};
use crate::search::{Control, Limits, News, Report, SearchResult, Searcher};
use crate::variant::Rules;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Stack of the searching thread in bytes. Recursion goes as deep as the search does, and the frames of debug builds
/// are large.
const SEARCH_STACK: usize = 64 << 20;

/// Before, only the first root move of an iteration is told: to wake another thread for each of them took a third of the
/// time of searches of some milliseconds.
const HAND_ON_MOVES_AFTER: Duration = Duration::from_millis(100);

/// How long a program that asks whether the engine is ready may have to wait for the memory of a hash table of many
/// gigabytes. Programs wait for ten seconds or more.
const PATIENCE: Duration = Duration::from_secs(3);

/// The engine behind a protocol.
pub(super) struct Engine {
    /// How it is set up. [`Engine::set_option`] changes it.
    pub(super) settings: Settings,
    /// The position on the board, with the moves that led there.
    pub(super) position: Position,
    /// The position that games of the variant start from, with the armies that are chosen.
    pub(super) start: Position,
    /// Where the running search plays below full strength.
    handicap: Option<Handicap>,
    /// What comes from outside and from the search.
    pub(super) inbox: Inbox,
    /// Away while it searches.
    searcher: Option<Box<Searcher>>,
    busy: bool,
    control: Control,
    jobs: Sender<Job>,
}

/// Work for the searching thread.
enum Job {
    Search(Box<Searcher>, Position, Limits, Control),
    Perft(Position, u32, Control),
}

/// What the change of an option brings with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Change {
    /// Nothing.
    Plain,
    /// Another variant, in its start position.
    Variant,
    /// More variants, and the start position of the current one.
    Library,
}

impl Engine {
    /// An engine in the start position of its first variant, with its searching thread waiting.
    ///
    /// # Errors
    /// There is no such variant, or the system cannot start a thread.
    pub(super) fn new(settings: Settings, inbox: Inbox, events: Sender<Event>) -> io::Result<Engine> {
        let rules = settings
            .library
            .rules(&settings.variant)
            .map_err(io::Error::other)?;
        let (jobs, queue) = mpsc::channel();
        thread::Builder::new()
            .name("search".to_string())
            .stack_size(SEARCH_STACK)
            .spawn(move || work(&queue, &events))?;
        Ok(Engine {
            position: Position::start(&rules),
            start: Position::start(&rules),
            handicap: None,
            searcher: Some(Box::new(Searcher::new(settings.hash_mb, settings.threads))),
            busy: false,
            settings,
            inbox,
            control: Control::default(),
            jobs,
        })
    }

    /// Whether a search or perft is running.
    pub(super) fn is_busy(&self) -> bool {
        self.busy
    }

    /// Starts a search from a position. The rest comes as events. Does nothing while one is running. An analysis,
    /// without any end of its own, is done at full strength.
    pub(super) fn search(&mut self, position: Position, mut limits: Limits) {
        limits.overhead = self.settings.overhead;
        self.handicap = Handicap::new(&self.settings.wishes).filter(|_| !limits.infinite);
        if let Some(handicap) = &self.handicap {
            handicap.limit(&mut limits);
        }
        self.control.reset();
        if let Some(searcher) = self.searcher.take() {
            self.start(Job::Search(searcher, position, limits, self.control.clone()));
        }
    }

    /// Starts to count the leaves below every legal move. The rest comes as events.
    pub(super) fn perft(&mut self, depth: u32) {
        self.control.reset();
        self.start(Job::Perft(self.position.clone(), depth, self.control.clone()));
    }

    fn start(&mut self, job: Job) {
        self.busy = true;
        self.jobs
            .send(job)
            .expect("the searching thread waits as long as the engine lives");
    }

    /// Tells the search to stop. It says so itself when it has.
    pub(super) fn stop(&self) {
        self.control.stop();
    }

    /// Tells the search that the opponent played the expected move.
    pub(super) fn ponder_hit(&self) {
        self.control.ponder_hit();
    }

    /// Takes note that the search is over.
    pub(super) fn search_is_over(&mut self, searcher: Box<Searcher>) {
        self.searcher = Some(searcher);
        self.busy = false;
    }

    /// Takes note of a report of the search. Says whether it is one of those that were asked for.
    pub(super) fn note(&mut self, report: &Report) -> bool {
        if let Some(handicap) = &mut self.handicap {
            handicap.note(report);
        }
        report.multi_pv <= self.settings.multi_pv.max(1)
    }

    /// What the search found, as it is to be played.
    pub(super) fn weaken(&self, mut result: SearchResult) -> SearchResult {
        let chosen = self
            .handicap
            .as_ref()
            .and_then(|handicap| handicap.choose(random_seed()));
        if let Some(mv) = chosen.filter(|&mv| Some(mv) != result.best) {
            result.best = Some(mv);
            result.ponder = None;
        }
        result
    }

    /// Takes note that perft is over.
    pub(super) fn perft_is_over(&mut self) {
        self.busy = false;
    }

    /// Stops a search that nobody wants to know of any more, and waits until it has stopped. What comes in
    /// meanwhile stays in the inbox.
    pub(super) fn abort(&mut self) {
        self.stop();
        while self.is_busy() {
            match self.inbox.next_new() {
                Event::Finished(searcher, _) => self.search_is_over(searcher),
                Event::Counted(_) => self.perft_is_over(),
                event @ (Event::Line(_) | Event::EndOfInput) => self.inbox.put_back(event),
                Event::News(_) | Event::Count(..) => {}
            }
        }
    }

    /// Forgets everything that was learned from earlier searches.
    pub(super) fn clear(&mut self) {
        if let Some(searcher) = &mut self.searcher {
            searcher.clear();
        }
    }

    /// Goes to the start position of the variant.
    pub(super) fn set_up_start(&mut self) {
        self.start = self.start_of(&self.position.rules().clone());
        self.position = self.start.clone();
    }

    /// The start position of a variant, with the armies that are chosen, or drawn by lot now.
    fn start_of(&self, rules: &Arc<Rules>) -> Position {
        let mut random = SplitMix(random_seed());
        let armies = self.settings.wishes.armies.each_ref().map(|name| {
            if name.eq_ignore_ascii_case(RANDOM_ARMY) {
                rules.draw_army(&mut random)
            } else {
                rules.find_army(name).unwrap_or(0)
            }
        });
        let chosen = self.settings.wishes.armies.iter().any(|name| !name.is_empty());
        let position = Position::start_with_armies(rules, armies).ok();
        position
            .filter(|_| chosen)
            .unwrap_or_else(|| Position::start(rules))
    }

    /// Changes to a variant, in its start position.
    ///
    /// # Errors
    /// There is no such variant.
    pub(super) fn set_variant(&mut self, name: &str) -> Result<(), String> {
        let rules = self.settings.library.rules(name)?;
        self.settings.variant.clone_from(&rules.name);
        self.start = self.start_of(&rules);
        self.position = self.start.clone();
        self.clear();
        Ok(())
    }

    /// Sets an option. Only while nothing is searched.
    ///
    /// # Errors
    /// No option has that name, or the value isn't one for it; nothing has changed then.
    pub(super) fn set_option(&mut self, name: &str, value: &str) -> Result<Change, String> {
        let tuned = self
            .searcher
            .as_mut()
            .and_then(|searcher| searcher.tune(name, value));
        if let Some(tuned) = tuned {
            return tuned.map(|()| Change::Plain);
        }
        let option = EngineOption::find(name)?;
        match option {
            EngineOption::Hash => self.set_hash(option.parse_number(value, &HASH_MB)?),
            EngineOption::Threads => self.set_threads(option.parse_number(value, &THREADS)?),
            EngineOption::Ponder => self.settings.ponder = option.parse_check(value)?,
            EngineOption::MultiPv => self.settings.multi_pv = option.parse_number(value, &MULTI_PV)?,
            EngineOption::MoveOverhead => {
                let milliseconds = option.parse_number(value, &MOVE_OVERHEAD_MS)?;
                self.settings.overhead = Duration::from_millis(milliseconds as u64);
            }
            EngineOption::ClearHash => self.clear(),
            EngineOption::Variant => {
                self.set_variant(value)?;
                return Ok(Change::Variant);
            }
            EngineOption::VariantPath => return self.load_variants(value),
            EngineOption::WhiteArmy | EngineOption::BlackArmy => self.set_army(option, value)?,
            _ => self.set_wish(option, value)?,
        }
        Ok(Change::Plain)
    }

    /// Sets one of the options that take a number or yes or no, and change nothing but later searches.
    fn set_wish(&mut self, option: EngineOption, value: &str) -> Result<(), String> {
        let wishes = &mut self.settings.wishes;
        match option {
            EngineOption::Skill => wishes.skill = option.parse_number(value, &SKILL)?,
            EngineOption::Elo => wishes.elo = option.parse_number(value, &ELO)?,
            EngineOption::RankOffset => wishes.rank_offset = option.parse_number(value, &RANK_OFFSET)?,
            EngineOption::LimitStrength => wishes.limit_strength = option.parse_check(value)?,
            EngineOption::Analyse => wishes.analyse = option.parse_check(value)?,
            EngineOption::ShowWdl => wishes.show_wdl = option.parse_check(value)?,
            EngineOption::Chess960 => wishes.chess960 = option.parse_check(value)?,
            _ => {}
        }
        Ok(())
    }

    /// Chooses an army, for the next game or for the one that has not begun.
    fn set_army(&mut self, option: EngineOption, value: &str) -> Result<(), String> {
        let names = match option.value(&self.settings) {
            OptionValue::Combo(_, names) => names,
            _ => Vec::new(),
        };
        let name = names
            .iter()
            .find(|name| name.eq_ignore_ascii_case(value))
            .ok_or_else(|| format!("option {}: there is no army \"{value}\"", option.name()))?;
        let side = usize::from(option == EngineOption::BlackArmy);
        self.settings.wishes.armies[side].clone_from(name);
        if self.position.plies_made() == 0 && self.position.fen() == self.start.fen() {
            self.set_up_start();
        }
        Ok(())
    }

    /// Loads a file of variants. The current variant starts anew, as the file may have changed it.
    fn load_variants(&mut self, path: &str) -> Result<Change, String> {
        if matches!(path, "" | "<empty>") {
            return Ok(Change::Plain);
        }
        self.settings
            .library
            .load(Path::new(path))
            .map_err(|error| error.to_string())?;
        let name = self.settings.variant.clone();
        self.set_variant(&name)?;
        Ok(Change::Library)
    }

    /// Sets the size of the transposition table in megabytes.
    pub(super) fn set_hash(&mut self, mb: usize) {
        self.settings.hash_mb = mb;
        if let Some(searcher) = &mut self.searcher {
            searcher.set_hash(mb);
        }
    }

    /// Waits until the engine can think at full speed. It is seldom long: see [`PATIENCE`].
    pub(super) fn wait_until_ready(&self) {
        if let Some(searcher) = &self.searcher {
            searcher.wait_until_warm(PATIENCE);
        }
    }

    /// Sets the number of search threads.
    pub(super) fn set_threads(&mut self, threads: usize) {
        self.settings.threads = threads;
        if let Some(searcher) = &mut self.searcher {
            searcher.set_threads(threads);
        }
    }
}

/// A seed that differs from one time to another.
fn random_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(0, |time| time.as_nanos() as u64)
}

/// The searching thread: one job after the other.
fn work(queue: &Receiver<Job>, events: &Sender<Event>) {
    // Where nobody receives the events any more, the program is about to end: nothing is lost with them.
    let send = |event| drop(events.send(event));
    while let Ok(job) = queue.recv() {
        match job {
            Job::Search(mut searcher, position, limits, control) => {
                let mut report = |news: &News| {
                    let soon = matches!(news, News::Move(current)
                        if current.number > 1 && current.time < HAND_ON_MOVES_AFTER);
                    if !soon {
                        send(Event::News(news.clone()));
                    }
                };
                let result = searcher.search(&position, &limits, &control, &mut report);
                send(Event::Finished(searcher, result));
            }
            Job::Perft(mut position, depth, control) => {
                let mut count = |mv, nodes| send(Event::Count(mv, nodes));
                send(Event::Counted(perft(&mut position, depth, &control, &mut count)));
            }
        }
    }
}

/// Counts the leaves below every legal move; stops between two of them when told.
fn perft(
    position: &mut Position,
    depth: u32,
    control: &Control,
    count: &mut dyn FnMut(Move, u64),
) -> Option<u64> {
    if depth == 0 {
        return Some(1);
    }
    let mut total = 0;
    for &mv in &movegen::legal_moves(position) {
        if control.stopped() {
            return None;
        }
        position.make(mv);
        let nodes = crate::tools::perft::count(position, depth - 1);
        position.unmake();
        count(mv, nodes);
        total += nodes;
    }
    Some(total)
}

/// Writes a line of play, as far as its moves are legal.
pub(super) fn line_text(
    position: &Position,
    line: &[Move],
    write: impl Fn(&Position, Move) -> String,
) -> String {
    let mut position = position.clone();
    let mut words = Vec::with_capacity(line.len());
    for &mv in line {
        if !movegen::is_legal(&position, mv) {
            break;
        }
        words.push(write(&position, mv));
        position.make(mv);
    }
    words.join(" ")
}

/// Nodes searched in a second.
pub(super) fn nodes_per_second(report: &Report) -> u64 {
    let microseconds = report.time.as_micros().max(1);
    let rate = u128::from(report.nodes) * 1_000_000 / microseconds;
    u64::try_from(rate).unwrap_or(u64::MAX)
}
