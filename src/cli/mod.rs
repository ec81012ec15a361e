//! The command line: one subcommand a file. Standard output carries results only (and the protocols); times, rates,
//! log lines and errors go to standard error.

mod analyse;
mod balance;
mod bench;
mod book;
mod r#match;
mod mates;
mod perft;
mod pgn;
mod play;
mod protocol;
mod report;
mod selfplay;
mod session;
mod show;
mod solve;
mod spsa;
mod start;
mod thinking;
mod tune;
mod values;
mod variants;

use anyhow::Result;
use clap::{Args, Parser, Subcommand};
use log::LevelFilter;
use session::Session;
use std::io::{self, ErrorKind, Write};
use std::path::PathBuf;
use std::process::ExitCode;

const EXAMPLES: &str = "\
Examples:
  birnam                                      speak UCI or XBoard, as the first line asks
  birnam variants                             list the games
  birnam show tree-garden --moves             a start position and its legal moves
  birnam play tree-garden --movetime 50       the engine plays itself
  birnam analyse feudal --movetime 5000       what the engine thinks of a position
  birnam perft chess 5 --divide               count move sequences
  birnam --variants my.ini play my-variant    play a game of your own";

/// A chess-variant engine for boards up to 16x16. Without a command it speaks UCI or XBoard on standard input and
/// output.
#[derive(Debug, Parser)]
#[command(name = "birnam", version, after_help = EXAMPLES)]
struct Cli {
    #[command(flatten)]
    global: GlobalOptions,
    #[command(subcommand)]
    command: Option<Command>,
}

/// Options of every command.
#[derive(Args, Debug)]
#[command(next_help_heading = "Options of every command")]
struct GlobalOptions {
    /// Settings to use instead of engine.ini beside the program or in your configuration folder
    #[arg(long, global = true, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Load more variants (repeatable)
    #[arg(long, global = true, value_name = "FILE")]
    variants: Vec<PathBuf>,
    /// How much to log: off, error, warn, info, debug or trace
    #[arg(long, global = true, value_name = "LEVEL")]
    log_level: Option<LevelFilter>,
    /// Append the log to a file instead of writing it to standard error
    #[arg(long, global = true, value_name = "FILE")]
    log_file: Option<PathBuf>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// List the variants
    Variants,
    /// Show a position, or where a piece can go, as text and as SVG
    Show(show::Options),
    /// Count the sequences of legal moves up to a length
    Perft(perft::Options),
    /// Search a fixed list of positions and report nodes and speed
    Bench(bench::Options),
    /// Search a position and print what the engine thinks of it
    Analyse(analyse::Options),
    /// Solve the problems of EPD files
    Solve(solve::Options),
    /// Play the engine against itself and print the game
    Play(play::Options),
    /// Check the games of a PGN file and write them in one form
    Pgn(pgn::Options),
    /// Play matches between engines
    Match(Box<r#match::Options>),
    /// Report on matches and other runs from their files
    Report(report::Options),
    /// Measure the balance of a variant's sides or armies by self-play
    Balance(balance::Options),
    /// Fit the evaluation of a variant to the results of self-play
    Tune(tune::Options),
    /// Tune the numbers of the search by playing (SPSA)
    Spsa(spsa::Options),
    /// Measure the values of a variant's pieces by self-play
    Values(values::Options),
    /// Make a book of balanced openings
    Book(book::Options),
    /// Make mate problems, proved by trying all moves
    Mates(mates::Options),
    /// Speak UCI on standard input and output
    Uci,
    /// Speak XBoard (CECP) on standard input and output
    Xboard,
}

/// Runs the program: reads the command line, obeys it, and says what went wrong.
#[must_use]
pub fn run() -> ExitCode {
    match obey(Cli::parse(), &mut io::stdout()) {
        Ok(()) => ExitCode::SUCCESS,
        // The reader of a pipe has seen enough (`birnam perft ... | head`): not our failure.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            note(&format!("error: {error:#}"));
            ExitCode::FAILURE
        }
    }
}

fn obey(cli: Cli, out: &mut dyn Write) -> Result<()> {
    let session = Session::open(&cli.global)?;
    match cli.command {
        None => protocol::run(session, protocol::Kind::Auto),
        Some(Command::Uci) => protocol::run(session, protocol::Kind::Uci),
        Some(Command::Xboard) => protocol::run(session, protocol::Kind::Xboard),
        Some(Command::Variants) => variants::run(&session, out),
        Some(Command::Show(options)) => show::run(&session, &options, out),
        Some(Command::Perft(options)) => perft::run(&session, &options, out),
        Some(Command::Bench(options)) => bench::run(&session, &options, out),
        Some(Command::Analyse(options)) => analyse::run(&session, &options, out),
        Some(Command::Solve(options)) => solve::run(&session, &options, out),
        Some(Command::Pgn(options)) => pgn::run(&session, &options, out),
        Some(Command::Play(options)) => play::run(&session, &options, out),
        Some(Command::Match(options)) => r#match::run(&session, &options, out),
        Some(Command::Report(options)) => report::run(&session, &options, out),
        Some(Command::Balance(options)) => balance::run(&session, &options, out),
        Some(Command::Tune(options)) => tune::run(&session, &options, out),
        Some(Command::Spsa(options)) => spsa::run(&session, &options, out),
        Some(Command::Values(options)) => values::run(&session, &options, out),
        Some(Command::Book(options)) => book::run(&session, &options, out),
        Some(Command::Mates(options)) => mates::run(&session, &options, out),
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .downcast_ref::<io::Error>()
        .is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
}

/// Writes a line to standard error. If nobody reads that, there is nobody to tell.
fn note(line: &str) {
    let _ = writeln!(io::stderr(), "{line}");
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_definitions_are_consistent() {
        Cli::command().debug_assert();
    }
}
