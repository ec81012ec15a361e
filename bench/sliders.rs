//! Attack sets of plain sliders, over enough random boards that no branch predictor learns them.

// Criterion's macro makes functions without documentation.
#![allow(missing_docs)]

use birnam::board::{Bitboard, Geometry, Square};
use birnam::position::SplitMix;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;

/// Pairs of a square and what is occupied.
const PAIRS: usize = 32_768;

/// Boards of random squares, 40 percent of them occupied.
fn pairs(geometry: &Geometry) -> Vec<(Square, Bitboard)> {
    let squares: Vec<_> = geometry.playable().iter().collect();
    let mut random = SplitMix(1);
    (0..PAIRS)
        .map(|_| {
            let square = squares[(random.draw() % squares.len() as u64) as usize];
            let occupied = squares
                .iter()
                .copied()
                .filter(|_| random.draw() % 10 < 4)
                .collect();
            (square, occupied)
        })
        .collect()
}

fn sliders(c: &mut Criterion) {
    let mut group = c.benchmark_group("sliders");
    group.throughput(Throughput::Elements(PAIRS as u64));
    for (files, ranks) in [(8, 8), (10, 10), (12, 16), (16, 16)] {
        let geometry = Geometry::new(files, ranks, Bitboard::EMPTY).expect("a proper size");
        let pairs = pairs(&geometry);
        group.bench_function(format!("rook {files}x{ranks}"), |b| {
            b.iter(|| {
                for &(square, occupied) in &pairs {
                    black_box(geometry.rook_attacks(square, occupied));
                }
            });
        });
        group.bench_function(format!("bishop {files}x{ranks}"), |b| {
            b.iter(|| {
                for &(square, occupied) in &pairs {
                    black_box(geometry.bishop_attacks(square, occupied));
                }
            });
        });
    }
    group.finish();
}

criterion_group!(benches, sliders);
criterion_main!(benches);
