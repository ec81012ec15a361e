//! Tables that piece types share: equal ones are kept once.

use crate::board::{Bitboard, Line, LineTable, Square};
use crate::variant::movement::{LameTable, SquareTable};
use std::collections::HashMap;
use std::sync::Arc;

/// All tables of a variant made so far.
#[derive(Default)]
pub(super) struct Tables {
    lines: HashMap<(Line, Bitboard), Arc<LineTable>>,
    squares: Vec<Arc<SquareTable>>,
}

impl Tables {
    /// A line through the squares of a set, within the playable ones.
    pub fn line(&mut self, playable: Bitboard, line: Line, sources: Bitboard) -> Arc<LineTable> {
        let table = self
            .lines
            .entry((line, sources))
            .or_insert_with_key(|(line, _)| Arc::new(LineTable::new(playable, line).only_from(sources)));
        Arc::clone(table)
    }

    /// A table of squares, or an equal one made before.
    pub fn squares(&mut self, table: &SquareTable) -> Arc<SquareTable> {
        if let Some(equal) = self.squares.iter().find(|other| ***other == *table) {
            return Arc::clone(equal);
        }
        let table = Arc::new(*table);
        self.squares.push(Arc::clone(&table));
        table
    }
}

/// All targets of lame leaps.
pub(super) fn lame_reach(table: &LameTable, from: Square) -> Bitboard {
    table.from(from).iter().map(|path| path.to).collect()
}
