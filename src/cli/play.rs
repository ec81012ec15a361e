//! `birnam play`: a game of the engine against itself.

use super::session::Session;
use super::start::StartOptions;
use super::thinking::{Thinking, score_text};
use crate::board::Colour;
use crate::movegen::{is_legal, legal_moves};
use crate::pgn::{Ending, Game, Notation};
use crate::position::{Move, Position, SplitMix, move_text};
use crate::search::{Control, Limits, Searcher};
use crate::tools::verdict::Verdict;
use anyhow::{Context, Result, bail};
use clap::Args;
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  birnam play tree-garden --movetime 50
  birnam play chess --depth 8 --random-plies 6 --seed 3
  birnam play feudal --depth 6 --pgn games.pgn";

/// Options of `birnam play`.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Options {
    #[command(flatten)]
    start: StartOptions,
    #[command(flatten)]
    thinking: Thinking,
    /// Begin with this many half-moves chosen at random
    #[arg(long, value_name = "N", default_value_t = 0)]
    random_plies: usize,
    /// Number that the random moves follow from: another seed, another game
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Stop after this many half-moves
    #[arg(long, value_name = "N")]
    plies: Option<usize>,
    /// Add the game to a file, as PGN
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
}

/// Time for a move if no limit is given.
const MOVE_TIME: Duration = Duration::from_millis(100);

/// Plays until the game is over, printing each move and the board, then the result and its reason.
pub(super) fn run(session: &Session, options: &Options, out: &mut dyn Write) -> Result<()> {
    let mut position = options.start.position(session)?;
    let mut player = Player {
        searcher: options.thinking.searcher(session),
        limits: options.thinking.limits(MOVE_TIME),
        random: SplitMix(options.seed),
        random_plies: options.random_plies,
    };
    writeln!(
        out,
        "{}\n{}\n\n{position}",
        position.rules().title,
        position.fen()
    )?;
    let mut game = Game::new(position.clone());
    let result = loop {
        if let Some(verdict) = Verdict::of(&position) {
            break verdict.to_string();
        }
        if options.plies.is_some_and(|plies| position.plies_made() >= plies) {
            break format!("* (stopped after half-move {})", position.plies_made());
        }
        let (mv, comment) = player.choose(&position)?;
        let dots = match position.side() {
            Colour::White => ".",
            Colour::Black => "...",
        };
        let text = move_text(&position, mv);
        let number = position.fullmove();
        position.make(mv);
        writeln!(out, "\n{number}{dots} {text}  ({comment})\n\n{position}")?;
        game.push(mv, comment);
    };
    writeln!(out, "\nResult: {result}")?;
    game.ending = Ending::of(&position);
    match &options.pgn {
        Some(path) => save(path, game).with_context(|| format!("cannot write {}", path.display())),
        None => Ok(()),
    }
}

/// Adds a game to the end of a file.
fn save(path: &Path, mut game: Game) -> io::Result<()> {
    let name = concat!("Birnam ", env!("CARGO_PKG_VERSION"));
    game.tags.set("Event", "The engine against itself");
    game.tags.set("White", name);
    game.tags.set("Black", name);
    let mut file = OpenOptions::new().create(true).append(true).open(path)?;
    file.write_all(game.pgn(Notation::San).as_bytes())
}

/// Chooses the moves of both sides.
struct Player {
    searcher: Searcher,
    limits: Limits,
    random: SplitMix,
    random_plies: usize,
}

impl Player {
    /// A legal move, and what there is to say about it.
    fn choose(&mut self, position: &Position) -> Result<(Move, String)> {
        if position.plies_made() < self.random_plies {
            let moves = legal_moves(position);
            let mv = self.random.pick(&moves).context("the game is over")?;
            return Ok((*mv, "random".to_string()));
        }
        let result = self
            .searcher
            .search(position, &self.limits, &Control::default(), &mut |_| ());
        match result.best {
            Some(mv) if is_legal(position, mv) => {
                let comment = format!("{}, depth {}", score_text(result.score), result.depth);
                Ok((mv, comment))
            }
            best => bail!(
                "the search chose {best:?}, which is no legal move in {}",
                position.fen()
            ),
        }
    }
}
