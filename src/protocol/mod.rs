//! UCI and XBoard: how user interfaces talk to the engine.
//!
//! Lines of input and news from the search come as one stream of events, dealt with one after the other, so that all
//! state belongs to one thread. A second thread reads the input, a third searches. What both protocols share is in
//! `engine`, `options` and `io`; each protocol translates between its lines and the engine's public face.

mod engine;
mod io;
mod options;
mod strength;
mod uci;
mod xboard;

pub(crate) use options::EngineOption;
pub use options::{HASH_MB, MOVE_OVERHEAD_MS, MULTI_PV, Settings, THREADS, Wishes};

// The arena speaks XBoard's protocol from the other side, and there are game files that XBoard saved.
pub(crate) use xboard::{letters::Letters, setup::name_for_xboard, wire::Wire};

use engine::Engine;
use io::{Event, Inbox, Output};
use std::io::{BufReader, Result, stdin, stdout};
use std::sync::mpsc::Sender;
use uci::Uci;
use xboard::XBoard;

/// Speaks UCI on standard input and output until told to quit.
///
/// # Errors
/// The settings name a variant that does not exist, or the system cannot start a thread.
pub fn run_uci(settings: Settings) -> Result<()> {
    let (inbox, events) = listen()?;
    Uci::new(Engine::new(settings, inbox, events)?, Output::new(stdout())).run();
    Ok(())
}

/// Speaks XBoard's protocol (CECP, version 2) on standard input and output until told to quit.
///
/// # Errors
/// The settings name a variant that does not exist, or the system cannot start a thread.
pub fn run_xboard(settings: Settings) -> Result<()> {
    let (inbox, events) = listen()?;
    XBoard::new(Engine::new(settings, inbox, events)?, Output::new(stdout())).run();
    Ok(())
}

/// Speaks the protocol that the first line asks for: XBoard's if it begins with `xboard` or `protover`, else UCI.
///
/// # Errors
/// The settings name a variant that does not exist, or the system cannot start a thread.
pub fn run_auto(settings: Settings) -> Result<()> {
    let (mut inbox, events) = listen()?;
    let first = loop {
        match inbox.next_new() {
            Event::Line(line) if line.is_empty() => {}
            event => break event,
        }
    };
    let xboard = matches!(&first, Event::Line(line) if is_xboard(line));
    inbox.put_back(first);
    let engine = Engine::new(settings, inbox, events)?;
    let output = Output::new(stdout());
    if xboard {
        XBoard::new(engine, output).run();
    } else {
        Uci::new(engine, output).run();
    }
    Ok(())
}

/// Whether a line is one that XBoard begins with.
fn is_xboard(line: &str) -> bool {
    matches!(line.split_whitespace().next(), Some("xboard" | "protover"))
}

/// Starts to read standard input. What other threads have to tell goes to the same inbox.
fn listen() -> Result<(Inbox, Sender<Event>)> {
    let (inbox, events) = Inbox::new();
    io::read_lines(BufReader::new(stdin()), events.clone())?;
    Ok((inbox, events))
}
