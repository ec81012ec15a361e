//! Lines in and out: standard input is read on a thread of its own, and output never panics.

use crate::position::Move;
use crate::search::{News, SearchResult, Searcher};
use std::collections::VecDeque;
use std::fmt;
use std::io::{self, BufRead, Read, Write};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

/// Longest line that is read in one piece, in bytes. It holds the longest game of any variant many times over; what
/// goes on longer is no command, and must not fill the memory.
const LONGEST_LINE: u64 = 1 << 22;

/// Something the protocol has to deal with.
pub(super) enum Event {
    /// A line of input, without its end.
    Line(String),
    /// There is no more input.
    EndOfInput,
    /// The search has something to tell.
    News(News),
    /// The search is over; the searcher comes back.
    Finished(Box<Searcher>, SearchResult),
    /// A root move's count, from perft.
    Count(Move, u64),
    /// Perft is over, with the total; none if it was stopped.
    Counted(Option<u64>),
}

/// Events in the order in which they are to be dealt with.
pub(super) struct Inbox {
    receiver: Receiver<Event>,
    waiting: VecDeque<Event>,
}

impl Inbox {
    /// An empty inbox, and the end where events go in.
    pub(super) fn new() -> (Inbox, Sender<Event>) {
        let (sender, receiver) = mpsc::channel();
        let waiting = VecDeque::new();
        (Inbox { receiver, waiting }, sender)
    }

    /// Waits for the next event.
    pub(super) fn next(&mut self) -> Event {
        self.waiting.pop_front().unwrap_or_else(|| self.next_new())
    }

    /// Waits for an event that was not put back.
    pub(super) fn next_new(&mut self) -> Event {
        // Without senders nothing can come any more.
        self.receiver.recv().unwrap_or(Event::EndOfInput)
    }

    /// Puts an event back, behind those that were put back before.
    pub(super) fn put_back(&mut self, event: Event) {
        self.waiting.push_back(event);
    }
}

/// Sends the lines of an input as events, from a thread of its own.
///
/// # Errors
/// The system cannot start a thread.
pub(super) fn read_lines(mut input: impl BufRead + Send + 'static, events: Sender<Event>) -> io::Result<()> {
    let read = move || {
        loop {
            let mut line = Vec::new();
            match (&mut input).take(LONGEST_LINE).read_until(b'\n', &mut line) {
                Ok(0) | Err(_) => break,
                Ok(_) => {}
            }
            let line = String::from_utf8_lossy(&line).trim().to_string();
            log::debug!("> {line}");
            if events.send(Event::Line(line)).is_err() {
                return;
            }
        }
        // Nobody listens any more if this fails.
        let _ = events.send(Event::EndOfInput);
    };
    thread::Builder::new().name("input".to_string()).spawn(read)?;
    Ok(())
}

/// Where lines of output go, each at once.
pub(super) struct Output {
    writer: Box<dyn Write>,
    broken: bool,
}

impl Output {
    /// Writes to a writer.
    pub(super) fn new(writer: impl Write + 'static) -> Output {
        Output {
            writer: Box::new(writer),
            broken: false,
        }
    }

    /// Writes a line and flushes it.
    pub(super) fn line(&mut self, text: impl fmt::Display) {
        log::debug!("< {text}");
        let written = writeln!(self.writer, "{text}").and_then(|()| self.writer.flush());
        if let Err(error) = written {
            log::warn!("cannot write output: {error}");
            self.broken = true;
        }
    }

    /// Whether nobody reads the output any more.
    pub(super) fn is_broken(&self) -> bool {
        self.broken
    }
}
