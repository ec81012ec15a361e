//! Move generation, and make with unmake, over positions of random games.

// Criterion's macro makes functions without documentation.
#![allow(missing_docs)]

use birnam::movegen::{Kind, count_legal, generate, legal_moves};
use birnam::position::{Move, MoveList, Position, SplitMix};
use birnam::variant::Library;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;

/// Every fifth position of twenty random games.
fn positions(library: &Library, name: &str) -> Vec<Position> {
    let rules = library.rules(name).expect("a built-in variant");
    let mut positions = Vec::new();
    for seed in 0..20 {
        let mut random = SplitMix(seed);
        let mut position = Position::start(&rules);
        for ply in 0..80 {
            let moves = legal_moves(&position);
            if moves.is_empty() {
                break;
            }
            if ply % 5 == 0 {
                positions.push(position.clone());
            }
            position.make(moves[(random.draw() % moves.len() as u64) as usize]);
        }
    }
    positions
}

fn movegen(c: &mut Criterion) {
    let library = Library::built_in();
    let names: Vec<_> = library.names().map(str::to_string).collect();
    for name in names {
        let positions = positions(&library, &name);
        let mut group = c.benchmark_group(format!("movegen/{name}"));
        group.throughput(Throughput::Elements(positions.len() as u64));
        for (label, kind) in [("all", Kind::All), ("tactical", Kind::Tactical)] {
            let mut list = MoveList::new();
            group.bench_function(label, |b| {
                b.iter(|| {
                    for position in &positions {
                        list.clear();
                        generate(position, kind, &mut list);
                        black_box(&list);
                    }
                });
            });
        }
        group.bench_function("count", |b| {
            b.iter(|| positions.iter().map(count_legal).sum::<u64>());
        });
        group.finish();
        make_unmake(c, &name, positions);
    }
}

fn make_unmake(c: &mut Criterion, name: &str, positions: Vec<Position>) {
    let mut positions: Vec<(Position, Vec<Move>)> = positions
        .into_iter()
        .map(|position| {
            let moves = legal_moves(&position).to_vec();
            (position, moves)
        })
        .collect();
    let moves: usize = positions.iter().map(|(_, moves)| moves.len()).sum();
    let mut group = c.benchmark_group(format!("make and unmake/{name}"));
    group.throughput(Throughput::Elements(moves as u64));
    group.bench_function("every move", |b| {
        b.iter(|| {
            for (position, moves) in &mut positions {
                for &mv in &*moves {
                    position.make(mv);
                    black_box(&*position);
                    position.unmake();
                }
            }
        });
    });
    group.finish();
}

criterion_group!(benches, movegen);
criterion_main!(benches);
