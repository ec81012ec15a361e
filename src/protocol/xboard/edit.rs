//! Edit mode, by which programs that know no `setboard` set up positions.
//!
//! From `edit` to `.` each line changes the board: `Pa4` puts a piece of the current colour on a square, `xa4` empties
//! one, `#` empties all, `c` changes the colour, which is White's at first. The side to move stays as it was. All who can
//! castle by where king and partner stand may do so.

use super::XBoard;
use super::wire::Wire;
use crate::board::{Colour, Square};
use crate::position::{Position, right_letter, write_placement};
use crate::variant::{Piece, Rules};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A board that is being edited.
pub(super) struct Editor {
    rules: Arc<Rules>,
    side: Colour,
    pieces: BTreeMap<Square, Piece>,
    /// The colour of the pieces to be placed.
    colour: Colour,
}

impl Editor {
    /// Begins to edit a position.
    ///
    /// # Errors
    /// Pieces of the game have names of more than one letter.
    fn new(position: &Position) -> Result<Editor, String> {
        let rules = position.rules();
        if rules.kinds().any(|kind| rules.id(kind).len() > 1) {
            return Err(
                "edit mode has too few letters for the pieces of this game; use setboard".to_string(),
            );
        }
        let squares = rules.geometry.playable();
        let pieces = squares
            .iter()
            .filter_map(|square| Some((square, position.piece_at(square)?)));
        Ok(Editor {
            rules: rules.clone(),
            side: position.side(),
            pieces: pieces.collect(),
            colour: Colour::White,
        })
    }

    /// Places a piece, or empties a square. None if the text says neither.
    fn place(&mut self, wire: &Wire, text: &str) -> Option<()> {
        let id = text.get(..1)?;
        let playable = self.rules.geometry.playable();
        let square = wire
            .parse_square(&text[1..])
            .filter(|&square| playable.has(square))?;
        if id == "x" {
            self.pieces.remove(&square);
        } else {
            let kind = self.rules.find_kind(id)?;
            self.pieces.insert(square, Piece::new(self.colour, kind));
        }
        Some(())
    }

    /// The position that has been set up.
    fn fen(&self) -> String {
        let placement = write_placement(&self.rules, |square| self.pieces.get(&square).copied());
        let stands = |square, colour, kind| self.pieces.get(&square) == Some(&Piece::new(colour, kind));
        let rights = self.rules.rights.iter().filter(|right| {
            stands(right.king, right.colour, self.rules.royal)
                && stands(right.partner, right.colour, right.partner_kind)
        });
        let rights: String = rights.map(|&right| right_letter(&self.rules, right)).collect();
        let side = if self.side == Colour::White { 'w' } else { 'b' };
        format!(
            "{placement} {side} {} - 0 1",
            if rights.is_empty() { "-" } else { &rights }
        )
    }
}

impl XBoard {
    /// Enters edit mode.
    ///
    /// # Errors
    /// The game is none for it.
    pub(super) fn edit(&mut self) -> Result<(), String> {
        let editor = Editor::new(&self.engine.position)?;
        self.abort();
        self.editor = Some(editor);
        Ok(())
    }

    /// Obeys a line of edit mode. Says whether it is one.
    pub(super) fn edit_line(&mut self, line: &str) -> bool {
        let Some(editor) = &mut self.editor else {
            return false;
        };
        match line {
            "#" => editor.pieces.clear(),
            "c" => editor.colour = !editor.colour,
            "." => {
                let fen = editor.fen();
                self.editor = None;
                self.set_board(&fen);
            }
            _ => return editor.place(&self.wire, line).is_some(),
        }
        true
    }
}
