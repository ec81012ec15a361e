//! Perft from the start positions: leaves a second, counted in bulk and with every move made.

// Criterion's macro makes functions without documentation.
#![allow(missing_docs)]

use birnam::position::Position;
use birnam::tools::perft::{count, count_listed};
use birnam::variant::Library;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

const DEPTH: u32 = 3;

fn perft(c: &mut Criterion) {
    let library = Library::built_in();
    let names: Vec<_> = library.names().map(str::to_string).collect();
    let mut group = c.benchmark_group("perft");
    group.sample_size(20);
    for name in names {
        let rules = library.rules(&name).expect("a built-in variant");
        let mut position = Position::start(&rules);
        group.throughput(Throughput::Elements(count(&mut position, DEPTH)));
        group.bench_function(format!("{name} bulk"), |b| b.iter(|| count(&mut position, DEPTH)));
        group.bench_function(format!("{name} made"), |b| {
            b.iter(|| count_listed(&mut position, DEPTH));
        });
    }
    group.finish();
}

criterion_group!(benches, perft);
criterion_main!(benches);
