//! An engine that speaks XBoard's protocol, version 2; the arena takes the place of XBoard.
//!
//! Source: Tim Mann and H. G. Muller, "Chess Engine Communication Protocol", 2009.

mod answers;
mod features;

use super::process::{Line, NoLine, Process};
use super::{Answer, Failure, Player, Reply, Surroundings, Thoughts, Turn};
use crate::arena::record::Fault;
use crate::arena::spec::EngineSpec;
use crate::arena::time_control::{GameClock, TimeControl};
use crate::board::{ByColour, Colour};
use crate::position::Position;
use crate::protocol::{Wire, name_for_xboard};
use crate::variant::suggestion;
use answers::{Said, parse_thoughts};
use features::Features;
use std::time::{Duration, Instant};

/// XBoard's name for orthodox chess, which `new` sets up.
const ORTHODOX: &str = "normal";
/// How long an engine may take to list its features, if it does not ask for more.
const INTRODUCTION: Duration = Duration::from_secs(2);
/// How long an engine that has lost on time may take to say its move, to stay in the match.
const GRACE: Duration = Duration::from_secs(2);
/// How long an engine without `ping` has to be quiet to be taken as ready.
const QUIET: Duration = Duration::from_millis(100);

/// An engine that speaks XBoard's protocol.
pub(super) struct XBoardEngine {
    process: Process,
    patience: Duration,
    features: Features,
    /// What it calls the variant, where the specification says so.
    variant_name: Option<String>,
    /// How it writes moves in the current game.
    wire: Option<Wire>,
    /// Moves of the current game that it knows.
    known: usize,
    /// Whether it plays, and answers a move with a move.
    playing: bool,
    /// Number of the last `ping`.
    ping: u32,
    reusable: bool,
}

impl XBoardEngine {
    /// Starts it, and sets its options.
    pub(super) fn start(spec: &EngineSpec, surroundings: &Surroundings) -> Result<XBoardEngine, Failure> {
        let mut engine = XBoardEngine {
            process: Process::start(spec, surroundings)?,
            patience: surroundings.patience,
            features: Features::default(),
            variant_name: spec.variant.clone(),
            wire: None,
            known: 0,
            playing: false,
            ping: 0,
            reusable: true,
        };
        engine
            .introduce(&spec.options)
            .map_err(|failure| engine.process.unfit(failure, "at the start"))?;
        Ok(engine)
    }

    fn introduce(&mut self, options: &[(String, String)]) -> Result<(), Failure> {
        self.process.send("xboard")?;
        self.process.send("protover 2")?;
        let start = Instant::now();
        while !self.features.done {
            let patience = if self.features.wait {
                self.patience
            } else {
                INTRODUCTION
            };
            match self.process.next_line(start + patience) {
                Ok(line) => {
                    if let Some(text) = line.text.strip_prefix("feature ") {
                        for (name, accepted) in self.features.read(text) {
                            let answer = if accepted { "accepted" } else { "rejected" };
                            self.process.send(&format!("{answer} {name}"))?;
                        }
                    }
                }
                // An old engine, which knows no features.
                Err(NoLine::Late) if !self.features.wait => break,
                Err(none) => return Err(self.silence(none)),
            }
        }
        for (name, value) in options {
            self.set_option(name, value)?;
        }
        self.synchronise().map(|_| ())
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), Failure> {
        let command = match name.to_ascii_lowercase().as_str() {
            "hash" if self.features.memory => format!("memory {value}"),
            "threads" if self.features.smp => format!("cores {value}"),
            _ if self.features.options.iter().any(|known| known == name) && value.is_empty() => {
                format!("option {name}")
            }
            _ if self.features.options.iter().any(|known| known == name) => format!("option {name}={value}"),
            _ => {
                let names = self.features.options.iter().map(String::as_str);
                return Err(Failure::Unfit(format!(
                    "{} has no option \"{name}\"{}",
                    self.process.name,
                    suggestion(name, names)
                )));
            }
        };
        self.process.send(&command)
    }

    /// Waits until it has dealt with all that it was sent. Says whether it described a variant of its own meanwhile.
    fn synchronise(&mut self) -> Result<bool, Failure> {
        let mut has_setup = false;
        if self.features.ping {
            self.ping += 1;
            self.process.send(&format!("ping {}", self.ping))?;
            let pong = format!("pong {}", self.ping);
            let deadline = Instant::now() + self.patience;
            loop {
                match self.process.next_line(deadline) {
                    Ok(line) if line.text == pong => return Ok(has_setup),
                    Ok(line) if line.at <= deadline => has_setup |= line.text.starts_with("setup "),
                    Ok(_) => return Err(self.silence(NoLine::Late)),
                    Err(none) => return Err(self.silence(none)),
                }
            }
        }
        let end = Instant::now() + self.patience;
        while Instant::now() < end {
            match self.process.next_line(Instant::now() + QUIET) {
                Ok(line) => has_setup |= line.text.starts_with("setup "),
                Err(NoLine::Late) => return Ok(has_setup),
                Err(none) => return Err(self.silence(none)),
            }
        }
        Err(self.silence(NoLine::Late))
    }

    fn silence(&mut self, none: NoLine) -> Failure {
        self.reusable = false;
        match none {
            NoLine::Late => Failure::Fault(Fault::Stall, "does not answer".to_string()),
            NoLine::Closed => self.process.crash(),
            NoLine::Interrupted => Failure::Interrupted,
        }
    }

    /// The variant's name for it.
    fn check_variant(&self, variant: &str) -> Result<String, Failure> {
        let usual = || name_for_xboard(variant).to_string();
        let name = self.variant_name.clone().unwrap_or_else(usual);
        let known = &self.features.variants;
        if known.contains(&name) || known.is_empty() && name == ORTHODOX {
            return Ok(name);
        }
        Err(Failure::Unfit(format!(
            "{} does not know the variant {name}{}; if it has another name for it, add variant=NAME to --engine",
            self.process.name,
            suggestion(&name, known.iter().map(String::as_str))
        )))
    }

    /// Tells it the moves that it does not know yet, and to find one.
    fn ask(&mut self, turn: &Turn, wire: &Wire) -> Result<(), Failure> {
        let mut position = turn.start.clone();
        let mut texts = Vec::new();
        for (number, &mv) in turn.moves.iter().enumerate() {
            if number >= self.known {
                texts.push(wire.text(&position, mv));
            }
            position.make(mv);
        }
        self.known = turn.moves.len();
        let prefix = if self.features.usermove { "usermove " } else { "" };
        let reply = match &texts[..] {
            [text] if self.playing => Some(format!("{prefix}{text}")),
            _ => None,
        };
        if reply.is_none() {
            self.process.send("force")?;
            for text in &texts {
                self.process.send(&format!("{prefix}{text}"))?;
            }
        }
        if self.features.time && turn.clock().control.clock.is_some() {
            let side = turn.position.side();
            for (command, side) in [("time", side), ("otim", !side)] {
                let centiseconds = turn.clocks[side].remaining.as_millis() / 10;
                self.process.send(&format!("{command} {centiseconds}"))?;
            }
        }
        self.playing = true;
        self.process.send(reply.as_deref().unwrap_or("go"))
    }

    /// Reads up to a move or a word that stands for one.
    fn listen(
        &mut self,
        deadline: Instant,
        side: Colour,
        thoughts: &mut Thoughts,
    ) -> Result<(Said, Instant), NoLine> {
        loop {
            let Line { text, at } = self.process.next_line(deadline)?;
            if let Some(said) = Said::read(&text, side) {
                return Ok((said, at));
            }
            if at > deadline {
                return Err(NoLine::Late);
            }
            parse_thoughts(&text, thoughts);
        }
    }

    /// The engine has used up its time. If it can be stopped it stays in the match.
    fn late(&mut self, side: Colour, bounded: bool) -> Failure {
        let stopped = self.process.send("?").is_ok();
        let deadline = Instant::now() + GRACE;
        let answered = stopped && self.listen(deadline, side, &mut Thoughts::default()).is_ok();
        self.reusable = answered;
        if answered && bounded {
            Failure::Fault(Fault::Time, "loses on time".to_string())
        } else {
            Failure::Fault(Fault::Stall, "does not answer".to_string())
        }
    }
}

impl Player for XBoardEngine {
    fn new_game(
        &mut self,
        start: &Position,
        clocks: &ByColour<GameClock>,
        side: Colour,
    ) -> Result<(), Failure> {
        let rules = start.rules();
        let name = self.check_variant(&rules.name)?;
        let time = time_commands(&clocks[side].control)
            .ok_or_else(|| Failure::Unfit(format!("{} cannot be bound by nodes", self.process.name)))?;
        self.process.send("new")?;
        if name != ORTHODOX {
            self.process.send(&format!("variant {name}"))?;
        }
        self.process.send("force")?;
        for command in time.iter().map(String::as_str).chain(["post", "easy"]) {
            self.process.send(command)?;
        }
        let has_setup = self.synchronise()?;
        let fen = start.fen();
        if fen != Position::start(rules).fen() {
            if !self.features.setboard {
                return Err(Failure::Unfit(format!(
                    "{} cannot be given a position; use openings that are played from the start, such as random:8",
                    self.process.name
                )));
            }
            self.process.send(&format!("setboard {fen}"))?;
        }
        // An engine that describes the variant itself plays by that description, others as XBoard knows the game.
        self.wire = Some(Wire::new(rules, !has_setup));
        self.known = 0;
        self.playing = false;
        Ok(())
    }

    fn choose(&mut self, turn: &Turn) -> Result<Answer, Failure> {
        let wire = self
            .wire
            .clone()
            .unwrap_or_else(|| Wire::new(turn.position.rules(), true));
        self.ask(turn, &wire)?;
        let start = Instant::now();
        let allowance = turn.clock().allowance().map(|time| time + turn.margin);
        let deadline = start + allowance.unwrap_or(self.patience);
        let side = turn.position.side();
        let mut thoughts = Thoughts::default();
        let (said, at) = match self.listen(deadline, side, &mut thoughts) {
            Ok(said) => said,
            Err(NoLine::Late) => return Err(self.late(side, allowance.is_some())),
            Err(none) => return Err(self.silence(none)),
        };
        let illegal = |message| Failure::Fault(Fault::IllegalMove, message);
        let reply = match said {
            Said::Move(text) => wire
                .parse(turn.position, &text)
                .map(Reply::Move)
                .map_err(|_| illegal(format!("makes an illegal move: {text}")))?,
            Said::Resignation => Reply::Resignation,
            Said::Refusal(text) => return Err(illegal(format!("refuses a legal move: {text}"))),
        };
        self.known += 1;
        Ok(Answer {
            reply,
            time: at.saturating_duration_since(start),
            thoughts,
        })
    }

    fn game_over(&mut self, result: &str, reason: &str) {
        // What has happened to it shows at the next game.
        let _ = self.process.send(&format!("result {result} {{{reason}}}"));
        let _ = self.process.send("force");
    }

    fn is_reusable(&self) -> bool {
        self.reusable && self.features.reuse
    }

    fn last_lines(&self) -> Vec<String> {
        self.process.last_lines()
    }
}

/// The commands that tell an engine its time; none if there are none for it.
fn time_commands(control: &TimeControl) -> Option<Vec<String>> {
    if control.nodes.is_some() {
        return None;
    }
    let mut commands = Vec::new();
    if let Some(clock) = control.clock {
        let (minutes, seconds) = (clock.base.as_secs() / 60, clock.base.as_secs() % 60);
        commands.push(format!(
            "level {} {minutes}:{seconds:02} {}",
            clock.moves.unwrap_or(0),
            clock.increment.as_secs_f64()
        ));
    }
    if let Some(time) = control.move_time {
        commands.push(format!("st {}", time.as_secs_f64()));
    }
    if let Some(depth) = control.depth {
        commands.push(format!("sd {depth}"));
    }
    Some(commands)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_are_told() {
        let mut control = TimeControl::default();
        control.set("tc", "40/65+0.5").expect("it is right");
        assert_eq!(
            time_commands(&control),
            Some(vec!["level 40 1:05 0.5".to_string()])
        );
        control.set("nodes", "5").expect("it is right");
        assert_eq!(time_commands(&control), None);
    }
}
