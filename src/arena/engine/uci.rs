//! A UCI engine. Variants follow the conventions of Fairy-Stockfish: `UCI_Variant`, and moves as in our own text form.

use super::process::{Line, NoLine, Process};
use super::{Answer, Failure, Player, Reply, Surroundings, Thoughts, Turn};
use crate::arena::record::Fault;
use crate::arena::spec::EngineSpec;
use crate::arena::time_control::GameClock;
use crate::board::{ByColour, Colour};
use crate::position::{Position, move_text, parse_move};
use crate::search::Score;
use crate::variant::suggestion;
use std::fmt::Write;
use std::time::{Duration, Instant};

/// The variant that engines play which know no variants.
const ORTHODOX: &str = "chess";

/// How long an engine that has lost on time may take to say its move, to stay in the match.
const GRACE: Duration = Duration::from_secs(2);

/// A UCI engine.
pub(super) struct UciEngine {
    process: Process,
    patience: Duration,
    /// Names and values of the options it has: for the variant, the variants.
    options: Vec<(String, Vec<String>)>,
    /// What it calls the variant, where the specification says so.
    variant_name: Option<String>,
    /// The variant it has been set to.
    variant: Option<String>,
    reusable: bool,
}

impl UciEngine {
    /// Starts it, and sets its options.
    pub(super) fn start(spec: &EngineSpec, surroundings: &Surroundings) -> Result<UciEngine, Failure> {
        let mut engine = UciEngine {
            process: Process::start(spec, surroundings)?,
            patience: surroundings.patience,
            options: Vec::new(),
            variant_name: spec.variant.clone(),
            variant: None,
            reusable: true,
        };
        engine
            .introduce()
            .map_err(|failure| engine.process.unfit(failure, "after \"uci\""))?;
        for (name, value) in &spec.options {
            engine.set_option(name, value)?;
        }
        engine
            .synchronise()
            .map_err(|failure| engine.process.unfit(failure, "after \"isready\""))?;
        Ok(engine)
    }

    fn introduce(&mut self) -> Result<(), Failure> {
        self.process.send("uci")?;
        let deadline = Instant::now() + self.patience;
        loop {
            let line = self.line(deadline)?;
            let mut words = line.text.split_whitespace();
            match words.next() {
                Some("uciok") => return Ok(()),
                Some("option") => self.options.extend(parse_option(&line.text)),
                _ => {}
            }
        }
    }

    /// Waits until it has dealt with all that it was sent.
    fn synchronise(&mut self) -> Result<(), Failure> {
        self.process.send("isready")?;
        let deadline = Instant::now() + self.patience;
        while self.line(deadline)?.text != "readyok" {}
        Ok(())
    }

    /// The next line; an engine that says nothing has stalled.
    fn line(&mut self, deadline: Instant) -> Result<Line, Failure> {
        match self.process.next_line(deadline) {
            Ok(line) if line.at <= deadline => Ok(line),
            // An engine that writes without end does not answer either.
            Ok(_) => Err(self.silence(NoLine::Late)),
            Err(none) => Err(self.silence(none)),
        }
    }

    fn silence(&mut self, none: NoLine) -> Failure {
        self.reusable = false;
        match none {
            NoLine::Late => Failure::Fault(Fault::Stall, "does not answer".to_string()),
            NoLine::Closed => self.process.crash(),
            NoLine::Interrupted => Failure::Interrupted,
        }
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), Failure> {
        let known = |(known, _): &&(String, Vec<String>)| known.eq_ignore_ascii_case(name);
        if !self.options.iter().any(|option| known(&option)) {
            let names = self.options.iter().map(|(name, _)| name.as_str());
            return Err(Failure::Unfit(format!(
                "{} has no option \"{name}\"{}",
                self.process.name,
                suggestion(name, names)
            )));
        }
        let value = if value.is_empty() {
            String::new()
        } else {
            format!(" value {value}")
        };
        self.process.send(&format!("setoption name {name}{value}"))
    }

    fn set_variant(&mut self, name: &str) -> Result<(), Failure> {
        let name = self.variant_name.clone().unwrap_or_else(|| name.to_string());
        if self.variant.as_ref() == Some(&name) {
            return Ok(());
        }
        match self.options.iter().find(|(option, _)| option == "UCI_Variant") {
            None if name == ORTHODOX => {}
            None => {
                return Err(Failure::Unfit(format!(
                    "{} cannot play {name}: it has no option UCI_Variant",
                    self.process.name
                )));
            }
            Some((_, values)) if !values.is_empty() && !values.contains(&name) => {
                return Err(Failure::Unfit(format!(
                    "{} does not know the variant {name}{}; if it has another name for it, add variant=NAME to --engine",
                    self.process.name,
                    suggestion(&name, values.iter().map(String::as_str))
                )));
            }
            Some(_) => self
                .process
                .send(&format!("setoption name UCI_Variant value {name}"))?,
        }
        self.variant = Some(name);
        Ok(())
    }

    /// Reads up to `bestmove`.
    fn listen(
        &mut self,
        start: Instant,
        deadline: Instant,
        thoughts: &mut Thoughts,
    ) -> Result<(String, Duration), NoLine> {
        loop {
            let line = self.process.next_line(deadline)?;
            let mut words = line.text.split_whitespace();
            match words.next() {
                Some("bestmove") => {
                    let text = words.next().unwrap_or_default().to_string();
                    return Ok((text, line.at.saturating_duration_since(start)));
                }
                _ if line.at > deadline => return Err(NoLine::Late),
                Some("info") => parse_info(&line.text, thoughts),
                _ => {}
            }
        }
    }

    /// The engine has used up its time. If it can be stopped it stays in the match.
    fn late(&mut self, bounded: bool) -> Failure {
        let stopped = self.process.send("stop").is_ok();
        let deadline = Instant::now() + GRACE;
        let answered = stopped
            && self
                .listen(Instant::now(), deadline, &mut Thoughts::default())
                .is_ok();
        self.reusable = answered;
        match (answered, bounded) {
            (true, true) => Failure::Fault(Fault::Time, "loses on time".to_string()),
            _ => Failure::Fault(Fault::Stall, "does not answer".to_string()),
        }
    }
}

impl Player for UciEngine {
    fn new_game(&mut self, start: &Position, _: &ByColour<GameClock>, _: Colour) -> Result<(), Failure> {
        self.set_variant(&start.rules().name)?;
        self.process.send("ucinewgame")?;
        self.synchronise()
    }

    fn choose(&mut self, turn: &Turn) -> Result<Answer, Failure> {
        self.process.send(&position_text(turn))?;
        // Whatever came late from the last search is behind us then.
        self.synchronise()?;
        self.process.send(&go_text(turn))?;
        let start = Instant::now();
        let allowance = turn.clock().allowance().map(|time| time + turn.margin);
        let deadline = start + allowance.unwrap_or(self.patience);
        let mut thoughts = Thoughts::default();
        match self.listen(start, deadline, &mut thoughts) {
            Ok((text, time)) => match parse_move(turn.position, &text) {
                Ok(mv) => Ok(Answer {
                    reply: Reply::Move(mv),
                    time,
                    thoughts,
                }),
                Err(_) => Err(Failure::Fault(
                    Fault::IllegalMove,
                    format!("makes an illegal move: {text}"),
                )),
            },
            Err(NoLine::Late) => Err(self.late(allowance.is_some())),
            Err(none) => Err(self.silence(none)),
        }
    }

    fn game_over(&mut self, _: &str, _: &str) {}

    fn is_reusable(&self) -> bool {
        self.reusable
    }

    fn last_lines(&self) -> Vec<String> {
        self.process.last_lines()
    }
}

/// Name and values of an option: `option name NAME type TYPE ... var VALUE var VALUE`.
fn parse_option(line: &str) -> Option<(String, Vec<String>)> {
    let (_, rest) = line.split_once("name ")?;
    let (name, rest) = rest.split_once(" type ")?;
    let values = rest.split(" var ").skip(1);
    Some((
        name.trim().to_string(),
        values.map(|value| value.trim().to_string()).collect(),
    ))
}

/// Takes note of an `info` line. Those of further lines of play are not about the move to be made.
fn parse_info(line: &str, thoughts: &mut Thoughts) {
    let words: Vec<&str> = line
        .split_whitespace()
        .take_while(|&word| word != "pv" && word != "string")
        .collect();
    let value = |name: &str| {
        let place = words.iter().position(|&word| word == name)?;
        words.get(place + 1).copied()
    };
    if value("multipv").is_some_and(|number| number != "1") {
        return;
    }
    let number = |name: &str| value(name).and_then(|text| text.parse::<u64>().ok());
    if let Some(nodes) = number("nodes") {
        thoughts.nodes = nodes;
    }
    if let Some(depth) = number("depth") {
        thoughts.depth = depth.min(u64::from(u16::MAX)) as u16;
    }
    let signed = |name: &str| value(name).and_then(|text| text.parse::<i32>().ok());
    if let Some(score) = signed("cp") {
        thoughts.score = Some(Score::Centipawns(score));
    } else if let Some(moves) = signed("mate") {
        thoughts.score = Some(Score::Mate(moves));
    }
}

fn position_text(turn: &Turn) -> String {
    let start = turn.start.fen();
    let mut text = if start == Position::start(turn.start.rules()).fen() {
        "position startpos".to_string()
    } else {
        format!("position fen {start}")
    };
    if !turn.moves.is_empty() {
        text.push_str(" moves");
    }
    let mut position = turn.start.clone();
    for &mv in turn.moves {
        // Writing to a string cannot fail.
        let _ = write!(text, " {}", move_text(&position, mv));
        position.make(mv);
    }
    text
}

fn go_text(turn: &Turn) -> String {
    let mut text = "go".to_string();
    let control = &turn.clock().control;
    if control.clock.is_some() {
        let [white, black] = [Colour::White, Colour::Black].map(|side| {
            let clock = &turn.clocks[side];
            let increment = clock
                .control
                .clock
                .map_or(Duration::ZERO, |clock| clock.increment);
            (clock.remaining.as_millis(), increment.as_millis())
        });
        let _ = write!(
            text,
            " wtime {} btime {} winc {} binc {}",
            white.0, black.0, white.1, black.1
        );
        if let Some(moves) = turn.clock().moves_to_go() {
            let _ = write!(text, " movestogo {moves}");
        }
    }
    if let Some(time) = control.move_time {
        let _ = write!(text, " movetime {}", time.as_millis());
    }
    if let Some(nodes) = control.nodes {
        let _ = write!(text, " nodes {nodes}");
    }
    if let Some(depth) = control.depth {
        let _ = write!(text, " depth {depth}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read() {
        assert_eq!(
            parse_option("option name UCI_Variant type combo default chess var chess var capablanca"),
            Some((
                "UCI_Variant".to_string(),
                vec!["chess".to_string(), "capablanca".to_string()]
            ))
        );
        assert_eq!(
            parse_option("option name Move Overhead type spin default 10 min 0 max 5000"),
            Some(("Move Overhead".to_string(), Vec::new()))
        );
        assert_eq!(parse_option("option"), None);
    }

    #[test]
    fn thoughts_are_read() {
        let mut thoughts = Thoughts::default();
        parse_info(
            "info depth 12 seldepth 20 multipv 1 score cp -31 nodes 4000 pv e2e4 depth",
            &mut thoughts,
        );
        parse_info(
            "info depth 11 multipv 2 score cp 900 nodes 1 pv e2e4",
            &mut thoughts,
        );
        parse_info("info string nodes 7", &mut thoughts);
        assert_eq!((thoughts.depth, thoughts.nodes), (12, 4000));
        assert_eq!(thoughts.centipawns(), Some(-31));
        parse_info("info score mate -3", &mut thoughts);
        assert_eq!(thoughts.centipawns(), Some(-99_997));
    }
}
