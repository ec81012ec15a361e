//! The order in which moves are tried: a staged picker that generates no more than it needs.

use super::exchange;
use super::history::{Context, History};
use crate::board::{Bitboard, Square};
use crate::eval;
use crate::movegen::{self, Generation, Kind};
use crate::position::{Move, MoveList, Position};

/// Memory for moves that a node's picker uses and gives back.
#[derive(Clone, Debug, Default)]
pub(super) struct Buffers {
    /// Moves of the kind generated last that were not handed out yet, ...
    list: MoveList,
    /// ... and their scores: apart from them, so that the highest is found by vector instructions.
    scores: Vec<i32>,
    /// Captures that lose material.
    bad: Vec<Move>,
}

/// Quiet moves worth trying before the others.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Refutations {
    /// Quiet moves that refuted other moves at this ply.
    pub killers: [Option<Move>; 2],
    /// The quiet move that refuted the opponent's last one elsewhere.
    pub counter: Option<Move>,
}

impl Refutations {
    pub(super) fn contains(&self, mv: Move) -> bool {
        self.list().contains(&Some(mv))
    }

    fn list(&self) -> [Option<Move>; 3] {
        let [first, second] = self.killers;
        [first, second, self.counter]
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Hash,
    GenerateTactical,
    Tactical,
    Refutation(usize),
    GenerateQuiet,
    Quiet,
    BadTactical(usize),
    Done,
}

/// Hands out a position's legal moves one after the other, the most promising first.
pub(super) struct Picker {
    stage: Stage,
    hash_move: Option<Move>,
    refutations: Refutations,
    buffers: Buffers,
    /// Made for the position when it is first needed.
    generation: Option<Generation>,
    /// Leave out tactical moves that win less than this, in centipawns, and quiet moves.
    only_tactical: Option<i32>,
    context: Context,
    skip_quiet: bool,
}

impl Picker {
    /// All legal moves. The hash move is tried first if it is legal.
    pub(super) fn all(
        hash_move: Option<Move>,
        refutations: Refutations,
        context: Context,
        buffers: Buffers,
    ) -> Picker {
        Picker {
            stage: Stage::Hash,
            hash_move,
            refutations,
            buffers,
            generation: None,
            only_tactical: None,
            context,
            skip_quiet: false,
        }
    }

    /// Captures and promotions that win at least so many centipawns.
    pub(super) fn tactical(hash_move: Option<Move>, least: i32, buffers: Buffers) -> Picker {
        Picker {
            only_tactical: Some(least),
            hash_move: hash_move.filter(|mv| mv.is_tactical()),
            ..Picker::all(None, Refutations::default(), Context::default(), buffers)
        }
    }

    /// From now on, leaves out quiet moves.
    pub(super) fn skip_quiet(&mut self) {
        self.skip_quiet = true;
    }

    /// Whether what comes now are captures that lose material.
    pub(super) fn is_at_bad_tactical(&self) -> bool {
        matches!(self.stage, Stage::BadTactical(_))
    }

    /// Gives the memory back.
    pub(super) fn into_buffers(self) -> Buffers {
        self.buffers
    }

    /// The next move.
    pub(super) fn next(&mut self, position: &Position, history: &History) -> Option<Move> {
        loop {
            match self.stage {
                Stage::Hash => {
                    self.stage = Stage::GenerateTactical;
                    self.hash_move = self.hash_move.take().filter(|&mv| self.is_legal(position, mv));
                    if self.hash_move.is_some() {
                        return self.hash_move;
                    }
                }
                Stage::GenerateTactical => {
                    self.generate(position, Kind::Tactical, |mv| {
                        tactical_score(position, history, mv)
                    });
                    self.stage = Stage::Tactical;
                }
                Stage::Tactical => match self.take_best() {
                    Some(mv) if exchange::wins_at_least(position, mv, self.only_tactical.unwrap_or(0)) => {
                        return Some(mv);
                    }
                    Some(mv) => self.buffers.bad.push(mv),
                    None if self.only_tactical.is_some() => self.stage = Stage::Done,
                    None => self.stage = Stage::Refutation(0),
                },
                Stage::Refutation(3) => self.stage = Stage::GenerateQuiet,
                Stage::Refutation(number) => {
                    self.stage = Stage::Refutation(number + 1);
                    if let Some(mv) = self.refutation(position, number) {
                        return Some(mv);
                    }
                }
                Stage::GenerateQuiet => {
                    if !self.skip_quiet {
                        let mut order = QuietOrder::new(position, history, self.context);
                        self.generate(position, Kind::Quiet, |mv| order.score(mv));
                    }
                    self.stage = Stage::Quiet;
                }
                Stage::Quiet => match self.take_best().filter(|_| !self.skip_quiet) {
                    Some(mv) if self.refutations.contains(mv) => {}
                    Some(mv) => return Some(mv),
                    None => self.stage = Stage::BadTactical(0),
                },
                Stage::BadTactical(number) => {
                    let bad = self.buffers.bad.get(number).copied();
                    self.stage = bad.map_or(Stage::Done, |_| Stage::BadTactical(number + 1));
                    if bad.is_some() {
                        return bad;
                    }
                }
                Stage::Done => return None,
            }
        }
    }

    fn is_legal(&mut self, position: &Position, mv: Move) -> bool {
        let generation = self.generation.get_or_insert_with(|| Generation::new(position));
        generation.is_legal(position, mv)
    }

    /// A killer or counter move, if it is to be tried now.
    fn refutation(&mut self, position: &Position, number: usize) -> Option<Move> {
        let list = self.refutations.list();
        let mv = list[number]?;
        let known = self.hash_move == Some(mv) || list[..number].contains(&Some(mv));
        let usable = !self.skip_quiet && !known && !mv.is_tactical() && self.is_legal(position, mv);
        usable.then_some(mv)
    }

    fn generate(&mut self, position: &Position, kind: Kind, mut score: impl FnMut(Move) -> i32) {
        let Buffers { list, scores, bad } = &mut self.buffers;
        list.clear();
        let generation = self.generation.get_or_insert_with(|| Generation::new(position));
        generation.list(position, kind, list);
        if let Some(known) = self.hash_move {
            list.retain(|mv| mv != known);
        }
        scores.clear();
        if kind == Kind::Tactical {
            bad.clear();
        }
        scores.extend(list.iter().map(|&mv| score(mv)));
    }

    /// Takes out a move with the highest score.
    fn take_best(&mut self) -> Option<Move> {
        let Buffers { list, scores, .. } = &mut self.buffers;
        let highest = scores.iter().copied().max()?;
        let best = scores.iter().position(|&score| score == highest)?;
        scores.swap_remove(best);
        Some(list.swap_remove(best))
    }
}

/// Most valuable victim first; of equal ones by history, then the least valuable attacker first.
fn tactical_score(position: &Position, history: &History, mv: Move) -> i32 {
    let Some(piece) = position.piece_at(mv.from()) else {
        return 0;
    };
    let learned = mv.victim().map_or(0, |victim| history.capture(piece, victim));
    let attacker = position.rules().weights.value(piece.kind());
    exchange::immediate_gain(position, mv) * 32 + learned / 4 - attacker
}

/// What quiet moves are ordered by.
struct QuietOrder<'a> {
    position: &'a Position,
    history: &'a History,
    context: Context,
    /// What enemy pawn-type pieces attack.
    danger: Bitboard,
    enemy_royal: Square,
    /// What a queen in the place of the enemy's royal piece would attack.
    royal_lines: Bitboard,
    /// The mover that came last: moves of a piece come one after the other.
    from: Option<Square>,
    /// From where it would give check.
    checks: Bitboard,
}

impl QuietOrder<'_> {
    fn new<'a>(position: &'a Position, history: &'a History, context: Context) -> QuietOrder<'a> {
        QuietOrder {
            position,
            history,
            context,
            danger: eval::pawn_attacks(position, !position.side()),
            enemy_royal: position.royal(!position.side()),
            royal_lines: eval::royal_lines(position, !position.side()),
            from: None,
            checks: Bitboard::EMPTY,
        }
    }

    fn score(&mut self, mv: Move) -> i32 {
        let (position, from, to) = (self.position, mv.from(), mv.to());
        let Some(piece) = position.piece_at(from) else {
            return 0;
        };
        if self.from != Some(from) {
            self.from = Some(from);
            self.checks = movegen::attacked_from(position.rules(), piece, self.enemy_royal, self.royal_lines);
        }
        let escapes = i32::from(self.danger.has(from)) - i32::from(self.danger.has(to));
        let value = position.rules().weights.value(piece.kind());
        self.history.quiet(&self.context, piece, to)
            + escapes * value * self.context.order_threat
            + if self.checks.has(to) {
                self.context.order_check
            } else {
                0
            }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::movegen::{count_legal, legal_moves};
    use crate::position::SplitMix;
    use crate::tools::{bench, perft};
    use crate::variant::Library;

    /// Counts sequences of moves as the picker hands them out. Hash move and refutations come from anywhere: the
    /// picker has to leave out those that are illegal, and may hand out none twice.
    fn picked(
        position: &mut Position,
        history: &History,
        random: &mut SplitMix,
        depth: u32,
        old: &[Move],
    ) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut draw = || old.get(random.draw() as usize % (old.len() + 1)).copied();
        let hash_move = draw();
        let refutations = Refutations {
            killers: [draw(), draw()],
            counter: draw(),
        };
        let here: Vec<Move> = legal_moves(position).to_vec();
        let mut picker = Picker::all(hash_move, refutations, Context::default(), Buffers::default());
        let mut total = 0;
        while let Some(mv) = picker.next(position, history) {
            position.make(mv);
            total += picked(position, history, random, depth - 1, &here);
            position.unmake();
        }
        total
    }

    #[test]
    fn perft_through_the_picker_gives_the_same_counts() {
        let library = Library::built_in();
        let mut random = SplitMix(11);
        for (name, fen) in bench::positions(None) {
            let rules = library.rules(name).expect("a built-in variant");
            let mut position = match fen {
                "start" => Position::start(&rules),
                fen => Position::from_fen(&rules, fen).expect("a FEN of the bench"),
            };
            let history = History::new(&rules);
            let old: Vec<Move> = legal_moves(&position).to_vec();
            let depth = if count_legal(&position) > 60 { 2 } else { 3 };
            let expected = perft::count(&mut position, depth);
            let counted = picked(&mut position, &history, &mut random, depth, &old);
            assert_eq!(counted, expected, "{name}: {fen}");
        }
    }
}
