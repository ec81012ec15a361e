//! An engine as a child process: lines to it, lines from it with the time of their arrival, and a certain end.

use super::{Failure, Surroundings};
use crate::arena::interrupt::Interrupt;
use crate::arena::record::Fault;
use crate::arena::spec::EngineSpec;
#[cfg(windows)]
use process_wrap::std::JobObject;
#[cfg(unix)]
use process_wrap::std::ProcessGroup;
use process_wrap::std::{ChildWrapper, CommandWrap};
use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Longest line that is read in one piece, in bytes; what goes on longer is cut. The longest line of play fits many
/// times over.
const LONGEST_LINE: u64 = 1 << 16;
/// Lines that may wait to be dealt with. An engine that writes more has to wait itself, so that it cannot fill our memory.
const WAITING_LINES: usize = 1 << 10;
/// Lines that are kept for reports of failures, and their greatest length there in characters.
const KEPT_LINES: usize = 12;
const KEPT_LENGTH: usize = 400;
/// How often a waiting thread looks whether the match was interrupted.
const GLANCE: Duration = Duration::from_millis(50);
/// How long an engine may take to end after it was told to.
const FAREWELL: Duration = Duration::from_secs(1);

/// Where all talk with engines is written down, if anywhere. Clones write to the same place.
#[derive(Clone, Default)]
pub struct Log(Option<Arc<Mutex<(File, Instant)>>>);

impl Log {
    /// Writes to a file, which begins anew.
    ///
    /// # Errors
    /// The file cannot be created.
    pub fn create(path: &std::path::Path) -> io::Result<Log> {
        let file = File::create(path)?;
        Ok(Log(Some(Arc::new(Mutex::new((file, Instant::now()))))))
    }

    /// Writes a line with the time since the log began. A failure has no consequence for the match.
    fn line(&self, name: &str, direction: char, text: &str) {
        if let Some(shared) = &self.0 {
            let mut guard = lock(shared);
            let seconds = guard.1.elapsed().as_secs_f64();
            let _ = writeln!(guard.0, "{seconds:.3} {name} {direction} {text}");
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A line that an engine wrote.
pub(super) struct Line {
    pub text: String,
    /// When it arrived.
    pub at: Instant,
}

/// Why there is no line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoLine {
    /// The deadline has passed.
    Late,
    /// The engine has closed its output.
    Closed,
    /// The match ends.
    Interrupted,
}

/// What the threads that read from an engine share with the one that plays.
#[derive(Clone)]
struct Listener {
    name: String,
    log: Log,
    recent: Arc<Mutex<VecDeque<String>>>,
}

impl Listener {
    /// Passes lines on until the output ends or nobody wants them any more.
    fn listen(&self, output: impl Read, mark: char, lines: Option<&SyncSender<Line>>) {
        let mut output = BufReader::new(output);
        while let Some(text) = read_line(&mut output) {
            let at = Instant::now();
            self.log.line(&self.name, mark, &text);
            let mut recent = lock(&self.recent);
            if recent.len() == KEPT_LINES {
                recent.pop_front();
            }
            recent.push_back(text.chars().take(KEPT_LENGTH).collect());
            drop(recent);
            if lines.is_some_and(|lines| lines.send(Line { text, at }).is_err()) {
                return;
            }
        }
    }
}

/// Reads a line, cut at a length that no sensible line has.
fn read_line(output: &mut impl BufRead) -> Option<String> {
    let mut bytes = Vec::new();
    match output.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes) {
        Ok(0) | Err(_) => None,
        Ok(_) => Some(String::from_utf8_lossy(&bytes).trim_end().to_string()),
    }
}

/// Has Linux kill the program as soon as the thread that starts it ends: if the match is killed outright, nobody else
/// does, and not every engine minds the end of its input. The thread is one that plays games, and ends its engines
/// before it ends itself.
#[cfg(target_os = "linux")]
fn die_with_this_thread(command: &mut Command) {
    use nix::errno::Errno;
    use nix::sys::prctl::set_pdeathsig;
    use nix::sys::signal::Signal;
    use nix::unistd::{getpid, getppid};
    use std::os::unix::process::CommandExt;

    let parent = getpid();
    let before_exec = move || {
        set_pdeathsig(Signal::SIGKILL)?;
        // Killed before that call, the match leaves a child that waits for its death in vain.
        if getppid() == parent {
            Ok(())
        } else {
            Err(Errno::ESRCH.into())
        }
    };
    // SAFETY: what runs between fork and exec must neither allocate nor lock, as another thread may have been within
    // either. These are two system calls, and an error that holds no more than a number.
    unsafe {
        command.pre_exec(before_exec);
    }
}

/// A running engine.
pub(super) struct Process {
    pub name: String,
    child: Box<dyn ChildWrapper>,
    /// None once it was told to end.
    input: Option<ChildStdin>,
    lines: Receiver<Line>,
    /// Closed once all that the engine wrote has been read.
    all_read: Receiver<()>,
    listener: Listener,
    interrupt: Interrupt,
}

impl Process {
    /// Starts a program, in a process group of its own: neither an interrupt from the keyboard nor the program's own
    /// children escape us. It must be dropped on the same thread, which Linux is told to let no engine survive.
    pub fn start(spec: &EngineSpec, surroundings: &Surroundings) -> Result<Process, Failure> {
        let info = spec.info();
        let unfit = |error: &dyn std::fmt::Display| {
            Failure::Unfit(format!("cannot start {}: {}: {error}", info.name, info.command))
        };
        let Some((program, arguments)) = spec.command.split_first() else {
            return Err(unfit(&"there is no command"));
        };
        let mut command = Command::new(program);
        command
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        if let Some(folder) = &spec.folder {
            command.current_dir(folder);
        }
        #[cfg(target_os = "linux")]
        die_with_this_thread(&mut command);
        let mut command = CommandWrap::from(command);
        #[cfg(unix)]
        command.wrap(ProcessGroup::leader());
        #[cfg(windows)]
        command.wrap(JobObject);
        let mut child = command.spawn().map_err(|error| unfit(&error))?;
        let (input, output, errors) = (child.stdin().take(), child.stdout().take(), child.stderr().take());

        let listener = Listener {
            name: format!("{}/{}", info.name, surroundings.slot),
            log: surroundings.log.clone(),
            recent: Arc::default(),
        };
        let (sender, lines) = mpsc::sync_channel(WAITING_LINES);
        let (reading, all_read) = mpsc::channel::<()>();
        let process = Process {
            name: info.name,
            child,
            input,
            lines,
            all_read,
            listener: listener.clone(),
            interrupt: surroundings.interrupt.clone(),
        };
        // The threads end with the output of the engine.
        let (error_listener, error_reading) = (listener.clone(), reading.clone());
        let threads = [
            thread::Builder::new().spawn(move || {
                let _reading = reading;
                output.map(|output| listener.listen(output, '>', Some(&sender)))
            }),
            thread::Builder::new().spawn(move || {
                let _reading = error_reading;
                errors.map(|errors| error_listener.listen(errors, '!', None))
            }),
        ];
        for thread in threads {
            thread.map_err(|error| Failure::Unfit(format!("cannot start a thread: {error}")))?;
        }
        Ok(process)
    }

    /// Sends a line.
    pub fn send(&mut self, line: &str) -> Result<(), Failure> {
        self.listener.log.line(&self.listener.name, '<', line);
        let Some(input) = &mut self.input else {
            return Err(self.crash());
        };
        // In one piece, so that the engine is not woken for half a line.
        let written = input
            .write_all(format!("{line}\n").as_bytes())
            .and_then(|()| input.flush());
        written.map_err(|_| self.crash())
    }

    /// Waits for a line. What has been waiting is passed on even after the deadline.
    pub fn next_line(&mut self, deadline: Instant) -> Result<Line, NoLine> {
        loop {
            if self.interrupt.is_given() {
                return Err(NoLine::Interrupted);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left.min(GLANCE)) {
                Ok(line) => return Ok(line),
                Err(RecvTimeoutError::Disconnected) => return Err(NoLine::Closed),
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Err(NoLine::Late),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// The failure of an engine that has ended or closed its output.
    pub fn crash(&mut self) -> Failure {
        // Its last words may explain it.
        let _ = self.all_read.recv_timeout(FAREWELL / 4);
        Failure::Fault(Fault::Crash, format!("disconnects ({})", self.end_text()))
    }

    /// How it ended, as far as one can tell.
    pub fn end_text(&mut self) -> String {
        match self.wait(FAREWELL / 4) {
            Some(status) => status,
            None => "it has closed its output, but still runs".to_string(),
        }
    }

    /// The last lines that it wrote.
    pub fn last_lines(&self) -> Vec<String> {
        lock(&self.listener.recent).iter().cloned().collect()
    }

    /// An engine that fails at the start is no engine. `when`: after what, in words.
    pub fn unfit(&self, failure: Failure, when: &str) -> Failure {
        match failure {
            Failure::Fault(_, message) => {
                let lines = self.last_lines().join("\n  ");
                Failure::Unfit(format!(
                    "{} {message} {when}; its last lines:\n  {lines}",
                    self.name
                ))
            }
            other => other,
        }
    }

    /// Waits for its end, for a while.
    fn wait(&mut self, patience: Duration) -> Option<String> {
        let deadline = Instant::now() + patience;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status.to_string()),
                Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(5)),
                Ok(None) => return None,
                Err(error) => return Some(error.to_string()),
            }
        }
    }
}

impl Drop for Process {
    /// Tells it to quit, and kills it if it does not.
    fn drop(&mut self) {
        if self.wait(Duration::ZERO).is_none() {
            let _ = self.send("quit");
            self.input = None;
            self.wait(FAREWELL);
        }
        // Whatever the engine itself has started goes with it.
        let _ = self.child.start_kill();
        let _ = self.child.wait();
    }
}
