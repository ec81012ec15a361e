//! Playing the games of a match, several at the same time.

use super::engine::{self, Failure, Log, Player, Surroundings};
use super::game::{self, Conditions, PlayedGame};
use super::interrupt::Interrupt;
use super::openings::Openings;
use super::record::Fault;
use super::schedule::Pairing;
use super::spec::EngineSpec;
use super::time_control::TimeControl;
use crate::board::ByColour;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::mpsc::{self, Sender};
use std::thread;
use std::time::Duration;

/// Stack of a thread that plays, in bytes: internal engines search on it, as deep as the search goes.
const STACK: usize = 64 << 20;

/// A match: who plays, from what, and how.
#[derive(Clone)]
pub struct Match {
    /// The engines; pairings refer to them by their index.
    pub engines: Vec<EngineSpec>,
    /// What bounds the moves of engines without a time control of their own.
    pub control: TimeControl,
    /// Under what conditions each game is played.
    pub conditions: Conditions,
    /// What games start from; pairings refer to them by their number.
    pub openings: Openings,
    /// Number of games at the same time.
    pub concurrency: usize,
    /// How long an engine may take for what no clock bounds.
    pub patience: Duration,
    /// Whether the match goes on after a crash, with the engine started again.
    pub recover: bool,
    /// Where the talk with the engines is written down.
    pub log: Log,
}

/// What happens in a match.
#[derive(Debug)]
pub enum News<'a> {
    /// A game has begun.
    Started(&'a Pairing),
    /// A game has ended.
    Finished(Box<PlayedGame>),
}

impl Match {
    /// Plays games, and tells of each as it begins and ends, on the calling thread. It ends early when the interrupt
    /// is given, also by the receiver of the news; games that were going on then are dropped.
    ///
    /// # Errors
    /// An engine cannot play the match, or one crashed and is not to be started again.
    pub fn play(
        &self,
        games: &[Pairing],
        interrupt: &Interrupt,
        news: &mut dyn FnMut(News),
    ) -> Result<(), String> {
        let queue = Mutex::new(games.iter());
        let (sender, events) = mpsc::channel();
        thread::scope(|scope| {
            for slot in 1..=self.concurrency.clamp(1, games.len().max(1)) {
                let (queue, sender, interrupt) = (&queue, sender.clone(), interrupt.clone());
                let work = move || Slot::new(self, slot, interrupt).work(queue, &sender);
                let started = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
                if let Err(error) = started {
                    return Err(format!("cannot start a thread: {error}"));
                }
            }
            drop(sender);
            let mut result = Ok(());
            for event in events {
                match event {
                    Event::News(item) => news(item),
                    Event::Broken(message) => {
                        interrupt.give();
                        // The first reason is the true one.
                        result = result.and(Err(message));
                    }
                }
            }
            result
        })
    }
}

/// What a slot has to tell.
enum Event<'a> {
    News(News<'a>),
    /// The match cannot go on.
    Broken(String),
}

/// Plays one game after the other, with engines of its own.
struct Slot<'a> {
    plan: &'a Match,
    surroundings: Surroundings,
    /// By index; none if it is not running.
    engines: Vec<Option<Box<dyn Player>>>,
}

impl<'a> Slot<'a> {
    fn new(plan: &'a Match, slot: usize, interrupt: Interrupt) -> Slot<'a> {
        Slot {
            plan,
            surroundings: Surroundings {
                patience: plan.patience,
                log: plan.log.clone(),
                interrupt,
                slot,
            },
            engines: plan.engines.iter().map(|_| None).collect(),
        }
    }

    fn work(&mut self, queue: &Mutex<std::slice::Iter<'a, Pairing>>, events: &Sender<Event<'a>>) {
        // If nobody listens any more the match is over.
        let send = |event| drop(events.send(event));
        while !self.surroundings.interrupt.is_given() {
            let Some(pairing) = queue.lock().unwrap_or_else(PoisonError::into_inner).next() else {
                break;
            };
            send(Event::News(News::Started(pairing)));
            match self.play(pairing) {
                Ok(played) => {
                    let broken = self.consequence(&played);
                    send(Event::News(News::Finished(Box::new(played))));
                    if let Some(message) = broken {
                        send(Event::Broken(message));
                        break;
                    }
                }
                Err(Failure::Unfit(message) | Failure::Fault(_, message)) => {
                    send(Event::Broken(message));
                    break;
                }
                Err(Failure::Interrupted) => break,
            }
        }
    }

    /// Plays a game, with the engines that it needs running.
    fn play(&mut self, pairing: &Pairing) -> Result<PlayedGame, Failure> {
        let indices = [pairing.white, pairing.black];
        for index in indices {
            self.start(index)?;
        }
        let controls = ByColour(indices.map(|index| {
            let own = self.plan.engines[index].time_control;
            own.unwrap_or(self.plan.control)
        }));
        let opening = self.plan.openings.get(pairing.opening);
        let same = || Failure::Unfit("an engine cannot play against itself; name it twice".to_string());
        let [Some(white), Some(black)] = self.engines.get_disjoint_mut(indices).map_err(|_| same())? else {
            return Err(Failure::Unfit("an engine is missing".to_string()));
        };
        let mut players: ByColour<&mut dyn Player> = ByColour([white.as_mut(), black.as_mut()]);
        let played = game::play(pairing, &opening, &mut players, &controls, &self.plan.conditions)?;
        for index in indices {
            self.engines[index].take_if(|engine| !engine.is_reusable());
        }
        Ok(played)
    }

    fn start(&mut self, index: usize) -> Result<(), Failure> {
        let (Some(spec), Some(engine)) = (self.plan.engines.get(index), self.engines.get_mut(index)) else {
            return Err(Failure::Unfit(format!("there is no engine number {index}")));
        };
        if engine.is_none() {
            *engine = Some(engine::start(spec, &self.surroundings)?);
        }
        Ok(())
    }

    /// What an engine's failure means for the match; none if it goes on.
    fn consequence(&self, played: &PlayedGame) -> Option<String> {
        let gone = matches!(played.record.fault, Some(Fault::Crash | Fault::Stall));
        (gone && !self.plan.recover).then(|| {
            "an engine has ended or does not answer; with --recover it would be started again".to_string()
        })
    }
}
