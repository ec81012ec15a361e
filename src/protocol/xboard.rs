//! XBoard's protocol, CECP version 2.
//!
//! Source: Tim Mann and H. G. Muller, "Chess Engine Communication Protocol", 2009.
//!
//! The engine thinks when it is its turn, on the opponent's time if that is wanted, or all the time in analysis. A
//! command that changes what is on the board first ends a running search whose result would be of no use.

mod clock;
mod commands;
mod edit;
pub(super) mod letters;
mod marks;
mod mouse;
pub(super) mod setup;
mod thinking;
pub(super) mod wire;

use super::engine::{Engine, line_text};
use super::io::{Event, Output};
use crate::board::{Colour, Square};
use crate::movegen::{has_legal_move, is_legal, legal_moves};
use crate::position::{Move, Position};
use crate::search::{Bound, CurrentMove, Limits, News, Report, SearchResult};
use crate::tools::verdict::Verdict;
use clock::TimeControl;
use edit::Editor;
use std::ops::ControlFlow;
use wire::Wire;

/// What the engine is to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    /// It only takes note of moves.
    Force,
    /// It plays a side.
    Play(Colour),
    /// It thinks about whatever is on the board.
    Analyse,
}

/// A running search.
struct Task {
    purpose: Purpose,
    /// The position searched.
    position: Position,
    /// The last line of thinking held back while pondering.
    held_back: Option<Report>,
}

/// What a search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    /// The engine's next move.
    Move,
    /// The engine's move after the reply that it expects.
    Ponder(Move),
    /// Analysis.
    Analysis,
}

/// An XBoard session.
#[expect(clippy::struct_excessive_bools, reason = "each is a setting of its own")]
pub(super) struct XBoard {
    engine: Engine,
    output: Output,
    wire: Wire,
    mode: Mode,
    task: Option<Task>,
    time: TimeControl,
    /// Whether to show what the engine thinks.
    post: bool,
    /// Whether to think on the opponent's time.
    ponder: bool,
    /// The result of the last search for a move in this game.
    last: Option<SearchResult>,
    /// The move that the analysis looks at.
    current: Option<CurrentMove>,
    /// Answers to `ping` that have to wait for the engine's move.
    pongs: Vec<String>,
    /// Where the piece comes from that the mouse moves.
    lifted: Option<Square>,
    /// Moves that the analysis leaves out.
    excluded: Vec<Move>,
    /// The board in edit mode.
    editor: Option<Editor>,
    /// Whether the user knows that XBoard shows some piece wrong in this game.
    told: bool,
    /// Whether the program on the other side is XBoard, as far as is known.
    is_xboard: bool,
    input_over: bool,
}

impl XBoard {
    pub(super) fn new(engine: Engine, output: Output) -> XBoard {
        let rules = engine.position.rules();
        let wire = Wire::new(rules, setup::is_native(rules));
        XBoard {
            ponder: engine.settings.ponder,
            engine,
            output,
            wire,
            mode: Mode::Force,
            task: None,
            time: TimeControl::default(),
            post: false,
            last: None,
            current: None,
            pongs: Vec::new(),
            lifted: None,
            excluded: Vec::new(),
            editor: None,
            told: false,
            is_xboard: true,
            input_over: false,
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
            Event::EndOfInput => self.input_over = true,
            Event::News(News::Report(report)) => self.report(report),
            Event::News(News::Move(current)) => self.current = Some(current),
            Event::Finished(searcher, result) => {
                self.engine.search_is_over(searcher);
                self.finished(result);
            }
            Event::Count(..) | Event::Counted(_) => {}
        }
        // What has been asked for is finished, if it has an end.
        if self.input_over && !self.is_thinking() {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    /// Whether the engine is to move and thinks about it.
    fn is_thinking(&self) -> bool {
        self.task
            .as_ref()
            .is_some_and(|task| task.purpose == Purpose::Move)
    }

    /// Ends a running search without making use of it.
    fn abort(&mut self) {
        if self.task.take().is_some() {
            self.engine.abort();
        }
        self.current = None;
        self.answer_pings();
    }

    fn answer_pings(&mut self) {
        for number in std::mem::take(&mut self.pongs) {
            self.output.line(format_args!("pong {number}"));
        }
    }

    /// Starts the search that mode and position call for, if any.
    fn go_on(&mut self) {
        match self.mode {
            Mode::Force => {}
            Mode::Play(side) => {
                if side == self.engine.position.side() && Verdict::of(&self.engine.position).is_none() {
                    self.think();
                }
            }
            Mode::Analyse => {
                let search_moves = self.included();
                if search_moves.is_empty() && !self.excluded.is_empty() {
                    return;
                }
                let limits = Limits {
                    infinite: true,
                    multi_pv: self.engine.settings.multi_pv,
                    search_moves,
                    ..Limits::default()
                };
                self.start(Purpose::Analysis, self.engine.position.clone(), limits);
            }
        }
    }

    /// The moves that the analysis is restricted to; none if it is not.
    fn included(&self) -> Vec<Move> {
        if self.excluded.is_empty() {
            return Vec::new();
        }
        let mut moves = legal_moves(&self.engine.position).to_vec();
        moves.retain(|mv| !self.excluded.contains(mv));
        moves
    }

    /// Starts to think about the engine's move.
    fn think(&mut self) {
        if has_legal_move(&self.engine.position) {
            let limits = self.limits(&self.engine.position);
            self.start(Purpose::Move, self.engine.position.clone(), limits);
        } else {
            self.claim();
        }
    }

    /// Starts to think about the move after the expected reply, if pondering is wanted.
    fn start_pondering(&mut self) {
        let expected = self.last.as_ref().and_then(|result| result.ponder);
        let Some(expected) = expected.filter(|&mv| self.ponder && is_legal(&self.engine.position, mv)) else {
            return;
        };
        let mut position = self.engine.position.clone();
        position.make(expected);
        if Verdict::of(&position).is_some() {
            return;
        }
        let mut limits = self.limits(&position);
        limits.ponder = true;
        self.start(Purpose::Ponder(expected), position, limits);
    }

    /// How long to think about a move in a position.
    fn limits(&self, position: &Position) -> Limits {
        self.time.limits(position.plies_made())
    }

    fn start(&mut self, purpose: Purpose, position: Position, limits: Limits) {
        self.task = Some(Task {
            purpose,
            position: position.clone(),
            held_back: None,
        });
        self.engine.search(position, limits);
    }

    fn report(&mut self, report: Report) {
        if !self.engine.note(&report) {
            return;
        }
        let Some(task) = &mut self.task else { return };
        match task.purpose {
            Purpose::Ponder(_) => task.held_back = Some(report),
            Purpose::Move | Purpose::Analysis => self.show(&report),
        }
    }

    /// Shows what the engine thinks, if wanted.
    fn show(&mut self, report: &Report) {
        let Some(task) = &self.task else { return };
        if self.post && report.bound == Bound::Exact {
            let line = line_text(&task.position, &report.pv, |position, mv| {
                self.wire.text(position, mv)
            });
            self.output.line(thinking::text(report, &line, self.is_xboard));
        }
    }

    /// The opponent played the expected move: pondering turns into thinking.
    fn ponder_hit(&mut self) {
        self.engine.ponder_hit();
        if let Some(task) = &mut self.task {
            task.purpose = Purpose::Move;
            if let Some(report) = task.held_back.take() {
                self.show(&report);
            }
        }
    }

    fn finished(&mut self, result: SearchResult) {
        let task = self.task.take();
        if task.is_none_or(|task| task.purpose != Purpose::Move) {
            return;
        }
        let result = self.engine.weaken(result);
        self.time.spend(result.time);
        let Some(mv) = result.best else {
            self.claim();
            self.answer_pings();
            return;
        };
        let text = self.wire.text(&self.engine.position, mv);
        self.output.line(format_args!("move {text}"));
        self.make(mv);
        self.last = Some(result);
        self.answer_pings();
        if !self.claim() {
            self.start_pondering();
        }
    }

    /// Claims the result of a game that is over. Says whether it is.
    fn claim(&mut self) -> bool {
        let verdict = Verdict::of(&self.engine.position);
        if let Some(verdict) = &verdict {
            self.output
                .line(format_args!("{} {{{}}}", verdict.score(), verdict.reason));
        }
        verdict.is_some()
    }
}
