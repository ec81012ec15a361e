//! The commands that XBoard sends.

use super::wire::Wire;
use super::{Mode, Purpose, XBoard, setup, thinking};
use crate::board::Colour;
use crate::movegen::legal_moves;
use crate::position::Position;
use crate::protocol::engine::Change;
use crate::protocol::options::{EngineOption, HASH_MB, OptionValue, THREADS};
use std::ops::ControlFlow;

/// Features with the values that the engine wants.
const FEATURES: &str = "ping=1 setboard=1 usermove=1 san=0 debug=1 colors=0 sigint=0 sigterm=0 reuse=1 analyze=1 time=1 \
                        draw=1 memory=1 smp=1 name=1 nps=0 pause=0 playother=1 highlight=1 exclude=1";

/// Options that XBoard has no command of its own for.
const OPTIONS: [EngineOption; 10] = [
    EngineOption::MultiPv,
    EngineOption::MoveOverhead,
    EngineOption::ClearHash,
    EngineOption::VariantPath,
    EngineOption::WhiteArmy,
    EngineOption::BlackArmy,
    EngineOption::Skill,
    EngineOption::LimitStrength,
    EngineOption::Elo,
    EngineOption::RankOffset,
];

impl XBoard {
    pub(super) fn line(&mut self, line: &str) -> ControlFlow<()> {
        if self.edit_line(line) {
            return ControlFlow::Continue(());
        }
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim_start();
        match word {
            "quit" => {
                self.engine.stop();
                return ControlFlow::Break(());
            }
            "rejected" => self.rejected(rest),
            "xboard" | "accepted" | "random" | "computer" | "name" | "rating" | "ics" | "bk" | "egtpath"
            | "hover" | "" => {}
            "protover" => self.introduce(),
            "ping" => self.ping(rest),
            "new" => self.new_game(),
            "variant" => self.change_variant(rest),
            "setboard" => self.set_board(rest),
            "force" | "exit" | "result" => {
                self.abort();
                self.mode = Mode::Force;
            }
            "go" => {
                self.abort();
                self.mode = Mode::Play(self.engine.position.side());
                self.think();
            }
            "playother" => {
                self.abort();
                self.mode = Mode::Play(!self.engine.position.side());
                self.go_on();
            }
            "analyze" => {
                self.abort();
                self.mode = Mode::Analyse;
                self.go_on();
            }
            "usermove" => self.user_move(rest),
            "?" => {
                if self.is_thinking() {
                    self.engine.stop();
                }
            }
            "undo" => self.take_back(1),
            "remove" => self.take_back(2),
            "lift" => self.lift(rest),
            "put" => self.put(rest),
            _ => self.setting(word, rest, line),
        }
        ControlFlow::Continue(())
    }

    /// Commands that change how the engine thinks, and those that ask what it thinks.
    fn setting(&mut self, word: &str, rest: &str, line: &str) {
        let result = match word {
            "level" => self.time.set_level(rest),
            "st" => self.time.set_move_time(rest),
            "sd" => self.time.set_depth(rest),
            "time" => self.time.set_remaining(rest),
            // The engine's time doesn't depend on the opponent's.
            "otim" => Ok(()),
            "post" | "nopost" => {
                self.post = word == "post";
                Ok(())
            }
            "hard" | "easy" => {
                self.set_pondering(word == "hard");
                Ok(())
            }
            "edit" => self.edit(),
            "memory" => self.set_memory(rest),
            "cores" => self.set_cores(rest),
            "option" => self.set_option(rest),
            "draw" => {
                if thinking::takes_draw(self.last.as_ref()) {
                    self.output.line("offer draw");
                }
                Ok(())
            }
            "exclude" => self.exclude(rest),
            "include" => self.include(rest),
            "hint" => {
                self.hint();
                Ok(())
            }
            "." => {
                self.analysis_state();
                Ok(())
            }
            // Without the feature `usermove` a move comes alone.
            _ if looks_like_move(word) => {
                self.user_move(word);
                Ok(())
            }
            _ => Err("unknown command".to_string()),
        };
        if let Err(message) = result {
            self.output.line(format_args!("Error ({message}): {line}"));
        }
    }

    fn introduce(&mut self) {
        self.output.line(format_args!("feature {FEATURES}"));
        self.output.line(format_args!(
            "feature myname=\"Birnam {}\"",
            env!("CARGO_PKG_VERSION")
        ));
        self.list_variants();
        for option in OPTIONS {
            let kind = match option.value(&self.engine.settings) {
                OptionValue::Spin(value, range) => format!("spin {value} {} {}", range.start(), range.end()),
                OptionValue::Check(value) => format!("check {}", u8::from(value)),
                OptionValue::Combo(value, choices) => {
                    let marked: Vec<String> = choices
                        .into_iter()
                        .map(|choice| {
                            if choice == value {
                                format!("*{choice}")
                            } else {
                                choice
                            }
                        })
                        .collect();
                    format!("combo {}", marked.join(" /// "))
                }
                OptionValue::Button => "button".to_string(),
                OptionValue::Path => "file ".to_string(),
            };
            self.output
                .line(format_args!("feature option=\"{} -{kind}\"", option.name()));
        }
        self.output.line("feature done=1");
    }

    fn list_variants(&mut self) {
        let names = setup::menu(&self.engine.settings.library);
        self.output
            .line(format_args!("feature variants=\"{}\"", names.join(",")));
    }

    /// While the engine thinks about its move the answer has to wait for it.
    fn ping(&mut self, number: &str) {
        if self.is_thinking() {
            self.pongs.push(number.to_string());
        } else {
            self.engine.wait_until_ready();
            self.output.line(format_args!("pong {number}"));
        }
    }

    /// Orthodox chess from the start, with Black for the engine.
    fn new_game(&mut self) {
        self.abort();
        self.enter_variant(setup::name_from_xboard("normal"));
        self.mode = Mode::Play(Colour::Black);
        self.time.clear_depth();
    }

    /// Only XBoard has highlighting, and only it reads moves in legs: Cute Chess takes a castling in legs for an illegal
    /// move.
    fn rejected(&mut self, feature: &str) {
        if feature == "highlight" {
            self.is_xboard = false;
            self.wire = self.wire.clone().with_simple_castling(true);
        }
    }

    fn change_variant(&mut self, name: &str) {
        self.abort();
        self.enter_variant(setup::name_from_xboard(name));
    }

    /// Goes to the start of a variant and tells XBoard what it needs to know of it.
    fn enter_variant(&mut self, name: &str) {
        let described = self.engine.set_variant(name).and_then(|()| {
            let rules = self.engine.position.rules();
            let offset = self.engine.settings.wishes.rank_offset;
            self.wire = Wire::with_rank_offset(rules, setup::is_native(rules), offset as u8)
                .with_simple_castling(!self.is_xboard);
            setup::lines(&self.engine.position, &self.wire)
        });
        self.last = None;
        self.told = false;
        self.position_changed();
        match described {
            Ok(lines) => {
                for line in lines {
                    self.output.line(line);
                }
            }
            Err(message) => self
                .output
                .line(format_args!("Error (unsupported variant): {name}: {message}")),
        }
    }

    pub(super) fn set_board(&mut self, fen: &str) {
        self.abort();
        match self.wire.read_fen(&self.engine.start, fen) {
            Ok(position) => self.change_position(position),
            Err(error) => self
                .output
                .line(format_args!("tellusererror Illegal position: {error}")),
        }
        if self.mode == Mode::Analyse {
            self.go_on();
        }
    }

    fn change_position(&mut self, position: Position) {
        self.engine.position = position;
        self.last = None;
        self.position_changed();
    }

    fn user_move(&mut self, text: &str) {
        if self.is_thinking() {
            self.output
                .line(format_args!("Illegal move (it is the engine's turn): {text}"));
            return;
        }
        let mv = match self.wire.parse(&self.engine.position, text) {
            Ok(mv) => mv,
            Err(message) => {
                self.output.line(format_args!("Illegal move ({message}): {text}"));
                return;
            }
        };
        let expected = self
            .task
            .as_ref()
            .is_some_and(|task| task.purpose == Purpose::Ponder(mv));
        if expected {
            self.make(mv);
            self.ponder_hit();
            return;
        }
        self.abort();
        self.make(mv);
        let over = matches!(self.mode, Mode::Play(_)) && self.claim();
        if !over {
            self.go_on();
        }
    }

    fn take_back(&mut self, plies: usize) {
        self.abort();
        for _ in 0..plies.min(self.engine.position.plies_made()) {
            self.engine.position.unmake();
        }
        self.last = None;
        self.position_changed();
        if self.mode == Mode::Analyse {
            self.go_on();
        }
    }

    fn set_pondering(&mut self, ponder: bool) {
        self.ponder = ponder;
        let pondering = self
            .task
            .as_ref()
            .is_some_and(|task| matches!(task.purpose, Purpose::Ponder(_)));
        if pondering && !ponder {
            self.abort();
        }
    }

    /// Changes a setting of the engine while it doesn't search, and goes on with what it did.
    fn with_idle_engine<T>(&mut self, change: impl FnOnce(&mut XBoard) -> T) -> T {
        let searched = self.task.is_some();
        self.abort();
        let result = change(self);
        if searched {
            self.go_on();
        }
        result
    }

    fn set_memory(&mut self, megabytes: &str) -> Result<(), String> {
        let megabytes: usize = megabytes
            .parse()
            .map_err(|_| "memory needs a number of megabytes")?;
        self.with_idle_engine(|xboard| {
            xboard
                .engine
                .set_hash(megabytes.clamp(*HASH_MB.start(), *HASH_MB.end()));
        });
        Ok(())
    }

    fn set_cores(&mut self, cores: &str) -> Result<(), String> {
        let cores: usize = cores.parse().map_err(|_| "cores needs a number")?;
        self.with_idle_engine(|xboard| {
            xboard
                .engine
                .set_threads(cores.clamp(*THREADS.start(), *THREADS.end()));
        });
        Ok(())
    }

    /// `option NAME=VALUE`, or `option NAME` for a button.
    fn set_option(&mut self, text: &str) -> Result<(), String> {
        let (name, value) = text.split_once('=').unwrap_or((text, ""));
        let change = self.with_idle_engine(|xboard| xboard.engine.set_option(name, value))?;
        if change == Change::Library {
            self.list_variants();
        }
        Ok(())
    }

    /// `exclude MOVE`, `exclude all`: moves that the analysis is to leave out.
    fn exclude(&mut self, text: &str) -> Result<(), String> {
        if text == "all" {
            self.excluded = legal_moves(&self.engine.position).to_vec();
        } else {
            let mv = self.wire.parse(&self.engine.position, text)?;
            self.excluded.push(mv);
        }
        self.analyse_anew();
        Ok(())
    }

    /// `include MOVE`, `include all`: takes that back.
    fn include(&mut self, text: &str) -> Result<(), String> {
        if text == "all" {
            self.excluded.clear();
        } else {
            let mv = self.wire.parse(&self.engine.position, text)?;
            self.excluded.retain(|&excluded| excluded != mv);
        }
        self.analyse_anew();
        Ok(())
    }

    fn analyse_anew(&mut self) {
        if self.mode == Mode::Analyse {
            self.abort();
            self.go_on();
        }
    }

    fn hint(&mut self) {
        let expected = self.last.as_ref().and_then(|result| result.ponder);
        if let Some(mv) = expected.filter(|&mv| crate::movegen::is_legal(&self.engine.position, mv)) {
            let text = self.wire.text(&self.engine.position, mv);
            self.output.line(format_args!("Hint: {text}"));
        }
    }

    /// Tells how far the analysis is.
    fn analysis_state(&mut self) {
        if let Some(current) = self.current.filter(|_| self.mode == Mode::Analyse) {
            let mv = self.wire.text(&self.engine.position, current.mv);
            self.output.line(thinking::state(&current, &mv));
        }
    }
}

/// Whether a word begins like a move in coordinates.
fn looks_like_move(word: &str) -> bool {
    let mut characters = word.chars();
    characters.next().is_some_and(|c| c.is_ascii_lowercase())
        && characters.next().is_some_and(|c| c.is_ascii_digit())
}
