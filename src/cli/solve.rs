//! `birnam solve`: problems from EPD files.

use super::note;
use super::report::write_file;
use super::session::Session;
use super::thinking::{Thinking, score_text};
use crate::position::san;
use crate::search::{Control, Limits, Searcher};
use crate::tools::bench::Effort;
use crate::tools::problem::{self, Problem};
use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use serde::Serialize;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  birnam solve wac.epd --movetime 500
  birnam solve mates.epd --variant tree-garden --nodes 100000 --json result.json
A line of a file is a position, then what is to be found there:
  6k1/5ppp/8/8/8/8/8/4R1K1 w - - bm Re8#; dm 1; id \"back rank\"; variant \"chess\";
bm: the best move, or several of which one is to be found; am: moves to avoid; dm: a mate in so many moves.";

/// Options of `birnam solve`.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Options {
    /// The EPD files
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// The variant of lines that do not name theirs (default: as in engine.ini, or chess)
    #[arg(long, value_name = "V")]
    variant: Option<String>,
    #[command(flatten)]
    thinking: Thinking,
    /// Write the results to a file as well, as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

/// Time for a position if no limit is given.
const MOVE_TIME: Duration = Duration::from_secs(1);

/// What came of all problems.
#[derive(Default, Serialize)]
struct Summary {
    solved: usize,
    positions: Vec<Outcome>,
    nodes: u64,
    seconds: f64,
}

/// What came of a problem.
#[derive(Serialize)]
struct Outcome {
    /// File and line.
    place: String,
    id: String,
    comment: String,
    variant: String,
    fen: String,
    solved: bool,
    expected: String,
    found: String,
    score: String,
    nodes: u64,
    seconds: f64,
}

/// One line a problem, then how many were solved; fails unless all were.
pub(super) fn run(session: &Session, options: &Options, out: &mut dyn Write) -> Result<()> {
    // All are read before the first is searched: a slip in the last line must not come to light after hours.
    let mut problems = Vec::new();
    for path in &options.files {
        let file = path.display().to_string();
        problems.extend(
            read(session, options, path)?
                .into_iter()
                .map(|problem| (file.clone(), problem)),
        );
    }
    let limits = options.thinking.limits(MOVE_TIME);
    let mut searcher = options.thinking.searcher(session);
    let mut summary = Summary::default();
    let mut total = Effort::default();
    for (file, problem) in &problems {
        // What is known of other positions must not matter.
        searcher.clear();
        let (outcome, effort) = solve(file, problem, &limits, &mut searcher);
        write_outcome(&outcome, out)?;
        total.nodes += effort.nodes;
        total.time += effort.time;
        summary.solved += usize::from(outcome.solved);
        summary.positions.push(outcome);
    }
    (summary.nodes, summary.seconds) = (total.nodes, total.time.as_secs_f64());
    let (solved, all) = (summary.solved, problems.len());
    writeln!(out, "{solved} of {all} solved")?;
    note(&format!(
        "{} nodes, {:.3} s, {} nodes/s",
        summary.nodes,
        summary.seconds,
        total.nodes_per_second()
    ));
    if let Some(path) = &options.json {
        write_file(path, &(serde_json::to_string_pretty(&summary)? + "\n"))?;
    }
    if solved < all {
        bail!("{} of {all} problems were not solved", all - solved);
    }
    Ok(())
}

fn read(session: &Session, options: &Options, path: &Path) -> Result<Vec<Problem>> {
    let text = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let variant = options.variant.as_ref().unwrap_or(&session.variant);
    problem::read(&path.display().to_string(), &text, &session.library, variant)
        .map_err(|message| anyhow!(message))
}

fn solve(file: &str, problem: &Problem, limits: &Limits, searcher: &mut Searcher) -> (Outcome, Effort) {
    let position = &problem.position;
    let result = searcher.search(
        position,
        &problem.limits(limits),
        &Control::default(),
        &mut |_| (),
    );
    let outcome = Outcome {
        place: format!("{file}:{}", problem.line),
        id: problem.id.clone(),
        comment: problem.comment.clone(),
        variant: position.rules().name.clone(),
        fen: position.fen(),
        solved: problem.is_solved_by(&result),
        expected: problem.expected(),
        found: result.best.map(|mv| san(position, mv)).unwrap_or_default(),
        score: score_text(result.score),
        nodes: result.nodes,
        seconds: result.time.as_secs_f64(),
    };
    let effort = Effort {
        nodes: result.nodes,
        time: result.time,
    };
    (outcome, effort)
}

fn write_outcome(outcome: &Outcome, out: &mut dyn Write) -> Result<()> {
    let verdict = if outcome.solved { "solved" } else { "failed" };
    write!(out, "{verdict} {}", outcome.place)?;
    if !outcome.id.is_empty() {
        write!(out, " ({})", outcome.id)?;
    }
    writeln!(
        out,
        ": expected {}; found {}, {}",
        outcome.expected, outcome.found, outcome.score
    )?;
    out.flush()?;
    Ok(())
}
