//! `birnam variants`: lists the games.

use super::session::Session;
use anyhow::Result;
use std::io::Write;

/// One line a variant: name, board size, title and inventor.
pub(super) fn run(session: &Session, out: &mut dyn Write) -> Result<()> {
    let names: Vec<_> = session.library.names().collect();
    let width = names.iter().map(|name| name.len()).max().unwrap_or(0);
    for name in names {
        let rules = session.rules(name)?;
        let size = format!("{}x{}", rules.geometry.files(), rules.geometry.ranks());
        write!(out, "{name:width$}  {size:5}  {}", rules.title)?;
        if !rules.inventor.is_empty() {
            write!(out, " ({})", rules.inventor)?;
        }
        writeln!(out)?;
    }
    Ok(())
}
