//! The memory of the hash table.

use std::ops::Deref;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

/// Zeroed words. A table of many megabytes is not all there at once: systems give out memory when it is touched first.
pub(super) struct Memory {
    /// Goes before the words do.
    warmer: Option<Warmer>,
    words: Box<[AtomicU64]>,
}

impl Memory {
    /// So many words that are 0; none if there is not as much memory.
    pub(super) fn zeroed(words: usize) -> Option<Memory> {
        let words = bytemuck::allocation::try_zeroed_slice_box::<AtomicU64>(words).ok()?;
        Some(Memory {
            warmer: Warmer::start(&words),
            words,
        })
    }

    /// Waits until all of it has been given out by the system, but no longer than that.
    pub(super) fn wait_until_warm(&self, patience: Duration) {
        if let Some(warmer) = &self.warmer {
            warmer.wait(patience);
        }
    }
}

impl Deref for Memory {
    type Target = [AtomicU64];

    #[inline]
    fn deref(&self) -> &[AtomicU64] {
        &self.words
    }
}

#[cfg(target_os = "linux")]
use linux::Warmer;

/// In the background, has the system give out the pages of a table.
///
/// They are of 2 MB if the system can: finding the page of an entry cost 5 % of the search time with pages of 4 KB. But to
/// give out such a page takes about half a millisecond, and a table of 4 GB has 2048 of them: the first moves of fast
/// games would be searched for hundreds of milliseconds, whatever the clock says.
#[cfg(target_os = "linux")]
mod linux {
    use nix::sys::mman::{MmapAdvise, madvise};
    use std::ptr::NonNull;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
    use std::thread::{self, JoinHandle};
    use std::time::{Duration, Instant};

    /// Advice is about whole pages.
    const PAGE: usize = 4096;
    /// So much is asked for at once, in bytes: a few milliseconds.
    const CHUNK: usize = 16 << 20;
    /// Smaller tables are not worth a thread, in bytes.
    const LEAST: usize = 64 << 20;

    pub(super) struct Warmer {
        thread: Option<JoinHandle<()>>,
        stop: Arc<AtomicBool>,
    }

    impl Warmer {
        /// Begins with some memory, which must not be given back before the warmer has been dropped. None if there is
        /// nothing to do, or the system cannot do it; then everything works the same, only slower.
        pub(super) fn start(words: &[AtomicU64]) -> Option<Warmer> {
            let first = words.as_ptr().align_offset(PAGE);
            let whole = words.get(first..).filter(|whole| !whole.is_empty())?;
            advise(whole, MmapAdvise::MADV_HUGEPAGE)?;
            if size_of_val(whole) < LEAST {
                return None;
            }
            // SAFETY: a warmer is dropped before its words are, and waits for its thread then.
            let whole: &'static [AtomicU64] = unsafe { &*std::ptr::from_ref(whole) };
            let stop = Arc::new(AtomicBool::new(false));
            let stopped = Arc::clone(&stop);
            let work = move || {
                for chunk in whole.chunks(CHUNK / size_of::<u64>()) {
                    if stopped.load(Ordering::Relaxed)
                        || advise(chunk, MmapAdvise::MADV_POPULATE_WRITE).is_none()
                    {
                        return;
                    }
                }
            };
            let thread = thread::Builder::new().name("warmer".to_string()).spawn(work);
            Some(Warmer {
                thread: thread.ok(),
                stop,
            })
        }

        pub(super) fn wait(&self, patience: Duration) {
            let start = Instant::now();
            let is_at_work = || self.thread.as_ref().is_some_and(|thread| !thread.is_finished());
            while is_at_work() && start.elapsed() < patience {
                thread::sleep(Duration::from_millis(1));
            }
        }
    }

    impl Drop for Warmer {
        fn drop(&mut self) {
            self.stop.store(true, Ordering::Relaxed);
            if let Some(thread) = self.thread.take() {
                // It does nothing that panics.
                let _ = thread.join();
            }
        }
    }

    /// None if the system does not follow the advice.
    fn advise(words: &[AtomicU64], advice: MmapAdvise) -> Option<()> {
        let pages = NonNull::from(words).cast();
        // SAFETY: the advice changes how the memory is mapped, not what is in it, and all of it belongs to the table.
        let advised = unsafe { madvise(pages, size_of_val(words), advice) };
        advised
            .map_err(|error| log::debug!("the hash table's memory: {error}"))
            .ok()
    }
}

/// Other systems do with memory as they like.
#[cfg(not(target_os = "linux"))]
struct Warmer;

#[cfg(not(target_os = "linux"))]
impl Warmer {
    fn start(_words: &[AtomicU64]) -> Option<Warmer> {
        None
    }

    fn wait(&self, _patience: Duration) {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::Ordering;

    #[test]
    fn memory_is_zero_while_and_after_it_is_warmed() {
        let words = (130 << 20) / size_of::<u64>() + 5;
        let memory = Memory::zeroed(words).expect("there is as much memory");
        assert_eq!(memory.len(), words);
        memory[words - 1].store(7, Ordering::Relaxed);
        memory.wait_until_warm(Duration::from_secs(60));
        assert!(
            memory
                .iter()
                .take(words - 1)
                .step_by(509)
                .all(|word| word.load(Ordering::Relaxed) == 0)
        );
        assert_eq!(memory[words - 1].load(Ordering::Relaxed), 7);
    }

    #[test]
    fn memory_can_go_at_any_time() {
        for _ in 0..4 {
            drop(Memory::zeroed((256 << 20) / size_of::<u64>()));
        }
    }
}
