//! UCI, the Universal Chess Interface.
//!
//! Source: Stefan Meyer-Kahlen, "Description of the universal chess interface", 2006; for variants the conventions of
//! Fairy-Stockfish (`UCI_Variant`, `VariantPath`, `info string variant ...`).
//!
//! A search with an end of its own does not keep later commands from being accepted: those that need the engine idle
//! wait until it is over, so that `go depth 5` followed by another `position` and `go` does what a reader expects.
//! Without such an end (`infinite`, `ponder`) they are refused. `isready`, `stop`, `ponderhit` and `quit` are always
//! obeyed at once, but that `isready` waits for the memory of a new hash table if no search is running. After the last
//! line of input whatever has been asked for is still finished, if it has an end.

mod go;
mod info;
mod position;

use super::engine::{Change, Engine, line_text};
use super::io::{Event, Output};
use super::options::{EngineOption, OptionValue};
use super::xboard::setup::piece_table;
use crate::movegen;
use crate::position::{Move, Position, move_text};
use crate::search::{News, Report, SearchResult};
use go::{Go, parse_go};
use position::PositionReader;
use std::collections::VecDeque;
use std::ops::ControlFlow;

/// A UCI session.
pub(super) struct Uci {
    engine: Engine,
    output: Output,
    /// Commands that wait for the end of the search.
    deferred: VecDeque<String>,
    /// Whether the running search has an end of its own, once it doesn't ponder.
    bounded: bool,
    /// Whether the running search ends without any further order.
    ends_by_itself: bool,
    /// Whether input is over.
    input_over: bool,
    positions: PositionReader,
}

impl Uci {
    pub(super) fn new(engine: Engine, output: Output) -> Uci {
        Uci {
            engine,
            output,
            deferred: VecDeque::new(),
            bounded: true,
            ends_by_itself: true,
            input_over: false,
            positions: PositionReader::default(),
        }
    }

    /// Runs the session to its end.
    pub(super) fn run(&mut self) {
        while !self.output.is_broken() {
            let event = self.engine.inbox.next();
            if self.deal_with(event).is_break() {
                break;
            }
        }
    }

    fn deal_with(&mut self, event: Event) -> ControlFlow<()> {
        match event {
            Event::Line(line) => return self.line(&line),
            Event::EndOfInput => {
                self.input_over = true;
                return self.go_on();
            }
            Event::News(News::Move(current)) => {
                let chess960 = self.engine.settings.wishes.chess960;
                let text = text_of(&self.engine.position, current.mv, chess960);
                if let Some(line) = info::current_move(&current, &text) {
                    self.output.line(line);
                }
            }
            Event::News(News::Report(report)) => {
                if self.engine.note(&report) {
                    self.report(&report);
                }
            }
            Event::Finished(searcher, result) => {
                self.engine.search_is_over(searcher);
                let result = self.engine.weaken(result);
                self.best_move(&result);
                return self.go_on();
            }
            Event::Count(mv, nodes) => {
                let text = move_text(&self.engine.position, mv);
                self.output.line(format_args!("{text}: {nodes}"));
            }
            Event::Counted(total) => {
                self.engine.perft_is_over();
                if let Some(total) = total {
                    self.output.line(format_args!("\nNodes searched: {total}\n"));
                }
                return self.go_on();
            }
        }
        ControlFlow::Continue(())
    }

    /// Obeys the commands that waited for the end of a search.
    fn go_on(&mut self) -> ControlFlow<()> {
        while !self.engine.is_busy() {
            match self.deferred.pop_front() {
                Some(line) => self.command(&line),
                None if self.input_over => return ControlFlow::Break(()),
                None => break,
            }
        }
        if self.input_over && !self.ends_by_itself {
            self.engine.stop();
        }
        ControlFlow::Continue(())
    }

    fn line(&mut self, line: &str) -> ControlFlow<()> {
        let word = line.split_whitespace().next().unwrap_or_default();
        match word {
            "quit" => {
                self.engine.stop();
                return ControlFlow::Break(());
            }
            "isready" => {
                self.engine.wait_until_ready();
                self.output.line("readyok");
            }
            "stop" => {
                self.engine.stop();
                self.ends_by_itself = true;
            }
            "ponderhit" => {
                self.engine.ponder_hit();
                self.ends_by_itself |= self.bounded;
            }
            "" | "debug" | "register" => {}
            "uci" => self.identify(),
            _ if !self.engine.is_busy() => self.command(line),
            _ if self.ends_by_itself => self.deferred.push_back(line.to_string()),
            _ => self.complain(format_args!(
                "{word} ignored while a search without end runs; send stop first"
            )),
        }
        ControlFlow::Continue(())
    }

    /// Obeys a command that needs the engine idle.
    fn command(&mut self, line: &str) {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match word {
            "ucinewgame" => {
                self.engine.clear();
                self.engine.set_up_start();
            }
            "position" => match self.positions.read(&self.engine.start, rest) {
                Ok(position) => self.engine.position = position,
                Err(message) => self.complain(format_args!("{message}; the position is unchanged")),
            },
            "go" => self.go(rest),
            "setoption" => self.set_option(rest),
            "d" => self.show(),
            _ => self.complain(format_args!("unknown command \"{word}\"")),
        }
    }

    fn complain(&mut self, message: impl std::fmt::Display) {
        self.output.line(format_args!("info string {message}"));
    }

    fn identify(&mut self) {
        self.output
            .line(concat!("id name Birnam ", env!("CARGO_PKG_VERSION")));
        self.output.line("id author the Birnam authors");
        let of_uci = |option: &EngineOption| *option != EngineOption::RankOffset;
        for option in EngineOption::ALL.into_iter().filter(of_uci) {
            self.describe(option);
        }
        self.output.line("uciok");
    }

    fn describe(&mut self, option: EngineOption) {
        let kind = match option.value(&self.engine.settings) {
            OptionValue::Spin(value, range) => {
                format!("spin default {value} min {} max {}", range.start(), range.end())
            }
            OptionValue::Check(value) => format!("check default {value}"),
            OptionValue::Combo(value, choices) => {
                format!("combo default {value} var {}", choices.join(" var "))
            }
            OptionValue::Button => "button".to_string(),
            OptionValue::Path => "string default <empty>".to_string(),
        };
        self.output
            .line(format_args!("option name {} type {kind}", option.name()));
    }

    /// `setoption name NAME [value VALUE]`; both may consist of several words.
    fn set_option(&mut self, text: &str) {
        let text = text.trim_start();
        let Some(rest) = text.strip_prefix("name ") else {
            self.complain("setoption needs: name NAME [value VALUE]");
            return;
        };
        let (name, value) = match rest.split_once(" value") {
            Some((name, value)) => (name.trim(), value.trim()),
            None => (rest.trim(), ""),
        };
        match self.engine.set_option(name, value) {
            Ok(Change::Plain) => {}
            Ok(Change::Variant) => self.announce_variant(),
            Ok(Change::Library) => self.describe(EngineOption::Variant),
            Err(message) => self.complain(message),
        }
    }

    /// Tells the interface the shape of the variant, as Fairy-Stockfish does.
    fn announce_variant(&mut self) {
        let rules = self.engine.position.rules().clone();
        self.complain(format_args!(
            "variant {} files {} ranks {} pocket 0 template {} startpos {}",
            rules.name,
            rules.geometry.files(),
            rules.geometry.ranks(),
            piece_table(&rules).unwrap_or_default(),
            self.engine.start.fen(),
        ));
    }

    fn show(&mut self) {
        let position = &self.engine.position;
        let text = format!(
            "{position}\nVariant: {}\nFen: {}",
            position.rules().name,
            position.fen()
        );
        self.output.line(text);
    }

    fn go(&mut self, text: &str) {
        let (go, complaints) = parse_go(&self.engine.position, text);
        for complaint in complaints {
            self.complain(format_args!("go: {complaint}"));
        }
        match go {
            None => {}
            Some(Go::Perft(depth)) => {
                (self.bounded, self.ends_by_itself) = (true, true);
                self.engine.perft(depth);
            }
            Some(Go::Search(mut limits)) => {
                limits.multi_pv = self.engine.settings.multi_pv;
                self.bounded = !limits.is_unbounded();
                self.ends_by_itself = self.bounded && !limits.ponder;
                self.engine.search(self.engine.position.clone(), *limits);
            }
        }
    }

    fn report(&mut self, report: &Report) {
        let chess960 = self.engine.settings.wishes.chess960;
        let write = |position: &Position, mv| text_of(position, mv, chess960);
        let line = line_text(&self.engine.position, &report.pv, write);
        let wishes = &self.engine.settings.wishes;
        let winning = wishes.show_wdl.then_some(self.engine.position.rules().winning);
        self.output.line(info::text(report, &line, winning));
    }

    fn best_move(&mut self, result: &SearchResult) {
        let position = &self.engine.position;
        let Some(best) = result.best else {
            // No legal move: mated, stalemated or another end of the game.
            let score = if position.in_check() { "mate 0" } else { "cp 0" };
            self.output.line(format_args!("info depth 0 score {score}"));
            self.output.line("bestmove (none)");
            return;
        };
        let chess960 = self.engine.settings.wishes.chess960;
        let mut text = format!("bestmove {}", text_of(position, best, chess960));
        let reply = result
            .ponder
            .and_then(|reply| reply_text(position, best, reply, chess960));
        if let Some(ponder) = reply {
            text.push_str(" ponder ");
            text.push_str(&ponder);
        }
        self.output.line(text);
    }
}

/// Writes the expected reply to a move, if it is legal after it.
fn reply_text(position: &Position, mv: Move, reply: Move, chess960: bool) -> Option<String> {
    let mut position = position.clone();
    position.make(mv);
    movegen::is_legal(&position, reply).then(|| text_of(&position, reply, chess960))
}

/// Writes a move, castling as king and partner if that is wanted.
fn text_of(position: &Position, mv: Move, chess960: bool) -> String {
    match mv.partner() {
        Some(partner) if chess960 => format!("{}{partner}", mv.from()),
        _ => move_text(position, mv),
    }
}
