//! Search: iterative deepening principal variation search on any number of threads.
//!
//! [`Searcher::search`] blocks until a limit of its [`Limits`] is reached or another thread gives an order by the
//! [`Control`]. It owns what is worth keeping from one search to the next: the hash table and the histories.
//!
//! From the outside in: `threads` starts the workers, `worker` deepens iteratively, `root` searches the root's moves,
//! `alphabeta` the tree below and `quiescence` its leaves. They are helped by `ordering` (which move next), `pruning`
//! (what not to look at), `exchange` (what a capture wins), `history` (what was good before), `table` (what is known
//! of a position) and `time`.
#![doc = include_str!("techniques.md")]

mod alphabeta;
mod control;
mod correction;
mod exchange;
mod history;
mod known;
mod learn;
mod limits;
mod memory;
mod node;
mod ordering;
mod pruning;
mod quiescence;
mod root;
mod score;
mod shortcuts;
mod singular;
mod table;
mod threads;
mod time;
mod tunables;
mod worker;

pub use control::Control;
pub use limits::{Bound, Clock, CurrentMove, Limits, News, Report, Score, SearchResult};
pub use threads::Searcher;
pub use tunables::Tunable;
