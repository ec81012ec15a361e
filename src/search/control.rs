//! Orders to a running search from another thread.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

/// Orders to a running search. Clones share the same orders: one for the thread that searches, one for the thread
/// that listens.
///
/// The search never resets it: whoever starts a search does, before it can give the first order.
#[derive(Clone, Debug, Default)]
pub struct Control(Arc<Orders>);

#[derive(Debug, Default)]
struct Orders {
    stop: AtomicBool,
    ponder_hit: AtomicBool,
    lock: Mutex<()>,
    given: Condvar,
}

impl Control {
    /// Tells the search to end; it does so within milliseconds.
    pub fn stop(&self) {
        self.give(&self.0.stop);
    }

    /// Tells a pondering search that the expected move was played: its clock starts.
    pub fn ponder_hit(&self) {
        self.give(&self.0.ponder_hit);
    }

    /// Whether the search was told to end.
    #[must_use]
    pub fn stopped(&self) -> bool {
        self.0.stop.load(Ordering::Relaxed)
    }

    /// Takes all orders back, before the next search.
    pub fn reset(&self) {
        self.0.stop.store(false, Ordering::Relaxed);
        self.0.ponder_hit.store(false, Ordering::Relaxed);
    }

    pub(super) fn ponder_was_hit(&self) -> bool {
        self.0.ponder_hit.load(Ordering::Relaxed)
    }

    /// Waits until told to stop or, if `or_ponder_hit`, that the expected move was played.
    pub(super) fn wait(&self, or_ponder_hit: bool) {
        let mut guard = self.0.lock.lock().unwrap_or_else(PoisonError::into_inner);
        while !(self.stopped() || or_ponder_hit && self.ponder_was_hit()) {
            guard = self.0.given.wait(guard).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn give(&self, order: &AtomicBool) {
        // The lock keeps the order from slipping in between a waiting thread's last look and its sleep.
        let guard = self.0.lock.lock().unwrap_or_else(PoisonError::into_inner);
        order.store(true, Ordering::Relaxed);
        drop(guard);
        self.0.given.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_waiting_thread_hears_the_orders() {
        let control = Control::default();
        let waiting = control.clone();
        let thread = std::thread::spawn(move || {
            waiting.wait(true);
            let hit = waiting.ponder_was_hit();
            waiting.wait(false);
            hit
        });
        control.ponder_hit();
        control.stop();
        assert!(thread.join().expect("the thread ends"));
        assert!(control.stopped());
        control.reset();
        assert!(!control.stopped() && !control.ponder_was_hit());
    }
}
