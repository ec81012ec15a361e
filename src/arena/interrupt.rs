//! Ending a match early, from another thread.

use crate::search::Control;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// An order to end a match as soon as possible. Clones share the same order.
#[derive(Clone, Debug, Default)]
pub struct Interrupt(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    given: AtomicBool,
    /// The searches of internal engines, which do not look here themselves.
    searches: Mutex<Vec<Control>>,
}

impl Interrupt {
    /// Gives the order.
    pub fn give(&self) {
        self.0.given.store(true, Ordering::Relaxed);
        for search in self.searches().iter() {
            search.stop();
        }
    }

    /// Whether the order was given.
    #[must_use]
    pub fn is_given(&self) -> bool {
        self.0.given.load(Ordering::Relaxed)
    }

    /// The control of an internal engine's searches: the order stops them.
    pub(super) fn control(&self) -> Control {
        let control = Control::default();
        self.searches().push(control.clone());
        // The order may have come before the control was known.
        if self.is_given() {
            control.stop();
        }
        control
    }

    fn searches(&self) -> std::sync::MutexGuard<'_, Vec<Control>> {
        self.0.searches.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
