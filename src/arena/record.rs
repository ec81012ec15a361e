//! What is kept of a match: its settings, its engines and its games. State files and `--json` are this as JSON; all
//! statistics start from it.

use serde::{Deserialize, Serialize};

/// A match, finished or not.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MatchOutcome {
    /// What was to be played.
    pub settings: MatchSettings,
    /// Who played. Games refer to them by their index.
    pub engines: Vec<EngineInfo>,
    /// Finished games, in the order of their numbers.
    pub games: Vec<GameRecord>,
}

/// What decides which games a match consists of, and how they are played. Parts of one match on several machines
/// have the same settings but for `shard`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MatchSettings {
    /// What the games are played for.
    #[serde(default)]
    pub kind: Kind,
    /// The variant's name.
    pub variant: String,
    /// The time control of the match, as on the command line.
    pub time_control: String,
    /// Where the openings come from, as on the command line.
    pub openings: String,
    /// What the random choices follow from.
    pub seed: u64,
    /// Number of games of the whole match, all shards together.
    pub games: usize,
    /// The part of the match that is played here (from 1) and the number of parts.
    pub shard: Option<(usize, usize)>,
    /// The words of the command line, from which the match can be resumed.
    pub arguments: Vec<String>,
}

/// What games are played for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// To compare engines.
    #[default]
    Match,
    /// To compare the sides, or the armies, of a variant.
    Balance,
    /// To find the values of a variant's pieces.
    Values,
}

/// An engine of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EngineInfo {
    /// Its name, which no other engine of the match has.
    pub name: String,
    /// How it is started; empty for Birnam in the same process.
    pub command: String,
    /// `uci`, `xboard` or `internal`.
    pub protocol: String,
    /// Options it was given, with their values.
    pub options: Vec<(String, String)>,
}

/// A finished game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameRecord {
    /// Number of the game in the match, from 0; the same whatever the order in which games end.
    pub index: usize,
    /// Round, from 1.
    pub round: usize,
    /// The games with the same number are one pair: the same two engines, the same opening, colours exchanged.
    pub pair: usize,
    /// Number of the opening in the match's list, from 0.
    pub opening: usize,
    /// White's index among the engines.
    pub white: usize,
    /// Black's index among the engines.
    pub black: usize,
    /// How it ended.
    pub result: GameResult,
    /// Why, in words, such as "White mates".
    pub reason: String,
    /// What the loser did wrong, if that and not the board decided the game.
    pub fault: Option<Fault>,
    /// Half-moves played, those of the opening excluded.
    pub plies: u32,
    /// What White's moves took, those of the opening excluded.
    pub white_effort: Effort,
    /// What Black's moves took, those of the opening excluded.
    pub black_effort: Effort,
    /// FEN of the position that the game starts from.
    pub start: String,
    /// Half-moves of the opening: that many at the beginning of `moves`.
    pub opening_plies: usize,
    /// All moves, in the text form of the rules.
    pub moves: Vec<String>,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum GameResult {
    /// White won.
    #[serde(rename = "1-0")]
    WhiteWins,
    /// Black won.
    #[serde(rename = "0-1")]
    BlackWins,
    /// Nobody won.
    #[serde(rename = "1/2-1/2")]
    Draw,
}

impl GameResult {
    /// White's score: 1, 0.5 or 0.
    #[must_use]
    pub const fn white_score(self) -> f64 {
        match self {
            GameResult::WhiteWins => 1.0,
            GameResult::BlackWins => 0.0,
            GameResult::Draw => 0.5,
        }
    }

    /// As PGN writes it.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            GameResult::WhiteWins => "1-0",
            GameResult::BlackWins => "0-1",
            GameResult::Draw => "1/2-1/2",
        }
    }
}

/// What an engine did wrong so that it lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fault {
    /// It made a move that the rules do not allow, or said something else in its place.
    IllegalMove,
    /// Its time was up.
    Time,
    /// It ended, or closed its output.
    Crash,
    /// It did not answer at all.
    Stall,
}

/// What the moves of one side in a game took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Effort {
    /// Number of moves.
    pub moves: u32,
    /// Time, in seconds.
    pub seconds: f64,
    /// Nodes searched, as the engine says; 0 if it does not say.
    pub nodes: u64,
    /// Sum of the depths of the moves' searches, in plies, as the engine says.
    pub depths: u64,
}
