//! Search to a fixed depth, on one thread, in start positions: nodes per second.

// Criterion's macro makes functions without documentation.
#![allow(missing_docs)]

use birnam::position::Position;
use birnam::search::{Control, Limits, Searcher};
use birnam::variant::Library;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;

fn search(c: &mut Criterion) {
    let library = Library::built_in();
    let mut group = c.benchmark_group("search");
    group.sample_size(10);
    for (name, depth) in [("chess", 12), ("capablanca", 12), ("tree-garden", 12)] {
        let rules = library.rules(name).expect("a built-in variant");
        let position = Position::start(&rules);
        let limits = Limits {
            depth: Some(depth),
            ..Limits::default()
        };
        let mut searcher = Searcher::new(16, 1);
        let mut run = || {
            searcher.clear();
            searcher.search(&position, &limits, &Control::default(), &mut |_| {})
        };
        group.throughput(Throughput::Elements(run().nodes));
        group.bench_function(format!("{name} to depth {depth}"), |b| {
            b.iter(|| black_box(run()));
        });
    }
    group.finish();
}

criterion_group!(benches, search);
criterion_main!(benches);
