//! A match read back from PGN files.

use crate::arena::record::{Effort, EngineInfo, GameRecord, GameResult, MatchOutcome, MatchSettings};
use crate::pgn::{self, Ending, Game};
use crate::position::move_text;
use crate::variant::Rules;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// The match whose games are in some files (each with its name). Unfinished games are left out, and a game that is in
/// several files counts once, if our own tag `GameId` tells. Files of other programs do not say which games are pairs
/// with the same opening; then there are none.
///
/// # Errors
/// A game cannot be read, or there is none.
pub fn read_match(rules: &Arc<Rules>, files: &[(String, String)]) -> Result<MatchOutcome, String> {
    let mut reading = Reading {
        rules,
        names: Vec::new(),
        games: Vec::new(),
        ids: HashSet::new(),
        pairs: HashMap::new(),
    };
    for (name, text) in files {
        for game in pgn::read(rules, text) {
            reading.add(&game.map_err(|error| format!("{name}: {error}"))?);
        }
    }
    if reading.games.is_empty() {
        return Err("there is no finished game in the files".to_string());
    }
    let engine = |name| EngineInfo {
        name,
        command: String::new(),
        protocol: String::new(),
        options: Vec::new(),
    };
    Ok(MatchOutcome {
        settings: MatchSettings {
            variant: rules.name.clone(),
            time_control: "time control as in the files".to_string(),
            ..MatchSettings::default()
        },
        engines: reading.names.into_iter().map(engine).collect(),
        games: reading.games,
    })
}

struct Reading<'a> {
    rules: &'a Rules,
    names: Vec<String>,
    games: Vec<GameRecord>,
    /// The tags `GameId` seen.
    ids: HashSet<String>,
    /// For each match and pair, its first game.
    pairs: HashMap<(String, usize), usize>,
}

impl Reading<'_> {
    fn add(&mut self, game: &Game) {
        let result = match game.ending {
            Ending::WhiteWins => GameResult::WhiteWins,
            Ending::BlackWins => GameResult::BlackWins,
            Ending::Draw => GameResult::Draw,
            Ending::Unknown => return,
        };
        let id = game.tags.get("GameId");
        if id.is_some_and(|id| !self.ids.insert(id.to_string())) {
            return;
        }
        let tag = |name| game.tags.get(name).unwrap_or("?");
        let index = self.games.len();
        let mut record = GameRecord {
            index,
            round: 1,
            pair: index,
            opening: index,
            white: self.player(tag("White")),
            black: self.player(tag("Black")),
            result,
            reason: tag("Termination").to_string(),
            fault: None,
            plies: game.line.plies.len() as u32,
            white_effort: Effort::default(),
            black_effort: Effort::default(),
            start: game.start.fen(),
            opening_plies: 0,
            moves: moves(game),
        };
        if let Some(first) = id.and_then(|id| self.first_of_pair(id, &record)) {
            record.pair = first;
        }
        self.games.push(record);
    }

    fn player(&mut self, name: &str) -> usize {
        let known = self.names.iter().position(|known| known == name);
        known.unwrap_or_else(|| {
            self.names.push(name.to_string());
            self.names.len() - 1
        })
    }

    /// The game read before that has the same opening with exchanged colours.
    fn first_of_pair(&mut self, id: &str, game: &GameRecord) -> Option<usize> {
        let (of_match, number) = id.rsplit_once('-')?;
        let pair = number.parse::<usize>().ok()?.checked_sub(1)? / 2;
        let first = *self
            .pairs
            .entry((of_match.to_string(), pair))
            .or_insert(game.index);
        let other = self.games.get(first)?;
        let exchanged = (other.white, other.black) == (game.black, game.white);
        // From the variant's own start position the opening is in the moves.
        let same_opening = other.start == game.start
            && (game.start != self.rules.start || other.moves.first() == game.moves.first());
        (exchanged && same_opening).then_some(first)
    }
}

/// The moves as the rules write them.
fn moves(game: &Game) -> Vec<String> {
    let mut position = game.start.clone();
    let mut texts = Vec::with_capacity(game.line.plies.len());
    for ply in &game.line.plies {
        texts.push(move_text(&position, ply.mv));
        position.make(ply.mv);
    }
    texts
}
