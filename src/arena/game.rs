//! One game between two engines. Birnam is the referee: it checks every move, keeps the clocks and knows the end.

use super::adjudication::{Adjudication, Adjudicator};
use super::engine::{Answer, Failure, Player, Reply, Turn};
use super::openings::Opening;
use super::record::{Effort, Fault, GameRecord, GameResult};
use super::schedule::Pairing;
use super::time_control::{GameClock, TimeControl};
use crate::board::{ByColour, Colour};
use crate::movegen::is_legal;
use crate::position::{Move, Position, move_text};
use crate::tools::verdict::Verdict;
use std::time::Duration;

/// Under what conditions a game is played.
#[derive(Clone, Copy, Debug)]
pub struct Conditions {
    /// When games end early.
    pub adjudication: Adjudication,
    /// How far an engine may overstep its time.
    pub margin: Duration,
}

/// A finished game, and what the engines said meanwhile.
#[derive(Clone, Debug)]
pub struct PlayedGame {
    /// What is kept of it.
    pub record: GameRecord,
    /// What the mover thought of each move, the opening's excluded: score in pawns, depth, seconds.
    pub notes: Vec<String>,
    /// What an engine did wrong, with the position and its last lines.
    pub incident: Option<String>,
}

/// A game in progress.
struct Game<'a> {
    start: &'a Position,
    moves: Vec<Move>,
    texts: Vec<String>,
    position: Position,
    clocks: ByColour<GameClock>,
    efforts: ByColour<Effort>,
    notes: Vec<String>,
    adjudicator: Adjudicator,
    margin: Duration,
}

/// How a game ended.
struct End {
    result: GameResult,
    reason: String,
    fault: Option<Fault>,
}

/// Plays a game between two engines.
///
/// # Errors
/// The match ends, or an engine cannot play it at all.
pub(super) fn play(
    pairing: &Pairing,
    opening: &Opening,
    players: &mut ByColour<&mut dyn Player>,
    controls: &ByColour<TimeControl>,
    conditions: &Conditions,
) -> Result<PlayedGame, Failure> {
    let mut game = Game::new(opening, controls, conditions);
    let (end, incident) = game.run(players)?;
    for player in &mut players.0 {
        player.game_over(end.result.text(), &end.reason);
    }
    let record = GameRecord {
        index: pairing.index,
        round: pairing.round,
        pair: pairing.pair,
        opening: pairing.opening,
        white: pairing.white,
        black: pairing.black,
        result: end.result,
        reason: end.reason,
        fault: end.fault,
        plies: (game.moves.len() - opening.moves.len()) as u32,
        white_effort: game.efforts[Colour::White],
        black_effort: game.efforts[Colour::Black],
        start: opening.start.fen(),
        opening_plies: opening.moves.len(),
        moves: game.texts,
    };
    Ok(PlayedGame {
        record,
        notes: game.notes,
        incident,
    })
}

impl<'a> Game<'a> {
    fn new(opening: &'a Opening, controls: &ByColour<TimeControl>, conditions: &Conditions) -> Game<'a> {
        let mut game = Game {
            start: &opening.start,
            moves: Vec::new(),
            texts: Vec::new(),
            position: opening.start.clone(),
            clocks: ByColour::from_fn(|side| GameClock::new(controls[side])),
            efforts: ByColour::default(),
            notes: Vec::new(),
            adjudicator: Adjudicator::new(conditions.adjudication),
            margin: conditions.margin,
        };
        for &mv in &opening.moves {
            game.make(mv);
        }
        game
    }

    fn make(&mut self, mv: Move) {
        self.texts.push(move_text(&self.position, mv));
        self.moves.push(mv);
        self.position.make(mv);
    }

    /// Plays to the end. Says what an engine did wrong, if that was the end.
    fn run(&mut self, players: &mut ByColour<&mut dyn Player>) -> Result<(End, Option<String>), Failure> {
        for side in [Colour::White, Colour::Black] {
            if let Err(failure) = players[side].new_game(self.start, &self.clocks, side) {
                return self.failed(side, failure, players[side]);
            }
        }
        loop {
            if let Some(end) = self.end() {
                return Ok((end, None));
            }
            let side = self.position.side();
            let turn = Turn {
                start: self.start,
                moves: &self.moves,
                position: &self.position,
                clocks: self.clocks,
                margin: self.margin,
            };
            let answer = players[side].choose(&turn);
            match answer.and_then(|answer| self.accept(side, &answer)) {
                Ok(None) => {}
                Ok(Some(end)) => return Ok((end, None)),
                Err(failure) => return self.failed(side, failure, players[side]),
            }
        }
    }

    /// The end that the position or the scores have brought.
    fn end(&self) -> Option<End> {
        let decided = |(result, reason)| End {
            result,
            reason,
            fault: None,
        };
        if let Some(verdict) = Verdict::of(&self.position) {
            let result = match verdict.winner {
                Some(Colour::White) => GameResult::WhiteWins,
                Some(Colour::Black) => GameResult::BlackWins,
                None => GameResult::Draw,
            };
            return Some(decided((result, verdict.reason)));
        }
        self.adjudicator.verdict(self.position.fullmove()).map(decided)
    }

    /// Takes an engine's answer. It may end the game.
    fn accept(&mut self, side: Colour, answer: &Answer) -> Result<Option<End>, Failure> {
        let clock = &mut self.clocks[side];
        if let Some(over) = clock.allowance().and_then(|time| answer.time.checked_sub(time))
            && over > self.margin
        {
            let message = format!("loses on time ({:.0} ms over)", over.as_secs_f64() * 1000.0);
            return Err(Failure::Fault(Fault::Time, message));
        }
        clock.spend(answer.time);
        let mv = match answer.reply {
            Reply::Move(mv) if is_legal(&self.position, mv) => mv,
            Reply::Move(mv) => {
                let message = format!("makes an illegal move: {mv:?}");
                return Err(Failure::Fault(Fault::IllegalMove, message));
            }
            Reply::Resignation => {
                return Ok(Some(End {
                    result: win_of(!side),
                    reason: format!("{} resigns", side.name()),
                    fault: None,
                }));
            }
        };
        let effort = &mut self.efforts[side];
        effort.moves += 1;
        effort.seconds += answer.time.as_secs_f64();
        effort.nodes += answer.thoughts.nodes;
        effort.depths += u64::from(answer.thoughts.depth);
        self.adjudicator.note(side, answer.thoughts.centipawns());
        self.notes.push(note(answer));
        self.make(mv);
        Ok(None)
    }

    /// The end that an engine's failure brings; an error if it ends more than the game.
    fn failed(
        &self,
        side: Colour,
        failure: Failure,
        player: &dyn Player,
    ) -> Result<(End, Option<String>), Failure> {
        let Failure::Fault(fault, message) = failure else {
            return Err(failure);
        };
        let deed = match fault {
            Fault::IllegalMove => "makes an illegal move",
            Fault::Time => "loses on time",
            Fault::Crash => "disconnects",
            Fault::Stall => "does not answer",
        };
        let mut incident = format!("{message}\n  position: {}", self.position.fen());
        for line in player.last_lines() {
            incident.push_str("\n  > ");
            incident.push_str(&line);
        }
        let end = End {
            result: win_of(!side),
            reason: format!("{} {deed}", side.name()),
            fault: Some(fault),
        };
        Ok((end, Some(incident)))
    }
}

const fn win_of(side: Colour) -> GameResult {
    match side {
        Colour::White => GameResult::WhiteWins,
        Colour::Black => GameResult::BlackWins,
    }
}

/// What a mover thought of its move: score in pawns, depth, seconds.
fn note(answer: &Answer) -> String {
    let thoughts = &answer.thoughts;
    let seconds = answer.time.as_secs_f64();
    match thoughts.score {
        Some(crate::search::Score::Centipawns(score)) => {
            format!(
                "{:+.2}/{} {seconds:.3}s",
                f64::from(score) / 100.0,
                thoughts.depth
            )
        }
        Some(crate::search::Score::Mate(moves)) if moves > 0 => {
            format!("+M{moves}/{} {seconds:.3}s", thoughts.depth)
        }
        Some(crate::search::Score::Mate(moves)) => format!("-M{}/{} {seconds:.3}s", -moves, thoughts.depth),
        None => format!("{seconds:.3}s"),
    }
}
