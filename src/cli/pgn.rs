//! `birnam pgn`: game files checked, and written in one form.

use super::note;
use super::session::Session;
use crate::pgn::{self, Ending, Game, Notation};
use crate::variant::Rules;
use anyhow::{Context, Result, bail};
use clap::Args;
use std::fs;
use std::io::{self, Read, Write};
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  birnam pgn tree-garden games.pgn                  every game, checked and written anew
  birnam pgn feudal xboard.pgn -o checked.pgn       games that XBoard saved
  birnam pgn chess games.pgn --moves                moves as e2e4 instead of e4";

/// Options of `birnam pgn`.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Options {
    /// The variant's name
    variant: String,
    /// The file with the games; - for standard input
    file: PathBuf,
    /// Write moves as on the command line and in UCI (e2e4), not in standard algebraic notation (e4)
    #[arg(long)]
    moves: bool,
    /// Write the games to a file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Writes the games whose moves are all legal, and says where the other ones break.
pub(super) fn run(session: &Session, options: &Options, out: &mut dyn Write) -> Result<()> {
    let rules = session.rules(&options.variant)?;
    let text = read_file(options)?;
    let notation = if options.moves {
        Notation::Text
    } else {
        Notation::San
    };
    let (mut games, mut plies, mut broken) = (0, 0, 0);
    let mut written = String::new();
    for (index, game) in pgn::read(&rules, &text).enumerate() {
        games += 1;
        match game.map_err(|error| error.to_string()).and_then(|game| {
            check_variant(session, &rules, &game).map_err(|error| format!("game {}: {error}", index + 1))?;
            Ok(game)
        }) {
            Ok(game) => {
                plies += game.line.plies.len();
                note_ending(index + 1, &game);
                written.push_str(&game.pgn(notation));
            }
            Err(message) => {
                broken += 1;
                note(&message);
            }
        }
    }
    match &options.output {
        Some(path) => fs::write(path, written).with_context(|| format!("cannot write {}", path.display()))?,
        None => out.write_all(written.as_bytes())?,
    }
    if games == 0 {
        bail!("{} has no game in it", options.file.display());
    }
    note(&format!(
        "{} of {games} games are right, {plies} half-moves",
        games - broken
    ));
    if broken > 0 {
        bail!("{broken} of {games} games are wrong and were left out");
    }
    Ok(())
}

/// The file's text. Old game files are not always UTF-8; what isn't can only be in names and comments.
fn read_file(options: &Options) -> Result<String> {
    let bytes = if options.file.as_os_str() == "-" {
        let mut bytes = Vec::new();
        io::stdin()
            .read_to_end(&mut bytes)
            .context("cannot read standard input")?;
        bytes
    } else {
        fs::read(&options.file).with_context(|| format!("cannot read {}", options.file.display()))?
    };
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Makes sure that a game's tag does not name another variant that we know. Other names are other programs' own.
fn check_variant(session: &Session, rules: &Rules, game: &Game) -> std::result::Result<(), String> {
    match game.tags.get("Variant") {
        Some(name) if name != rules.name && session.library.definition(name).is_ok() => Err(format!(
            "its tag says that it is a game of {name}; use `birnam pgn {name}`"
        )),
        _ => Ok(()),
    }
}

/// Says so if the rules give the last position another result than the file.
fn note_ending(number: usize, game: &Game) {
    let by_rules = Ending::of(&game.last_position());
    if by_rules != Ending::Unknown && by_rules != game.ending {
        note(&format!(
            "game {number}: the result is {}, but by the rules its last position is {by_rules}",
            game.ending
        ));
    }
}
