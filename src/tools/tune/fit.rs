//! The fit of the evaluation's numbers to samples.

use super::{Parameter, Sample};
use crate::eval;
use crate::position::Position;
use crate::variant::{Definition, Rules, compile};
use nalgebra::{DMatrix, DVector};
use std::sync::Arc;
use std::thread;

/// Of what a sample is compared with, the game's result counts so much and the search's score the rest.
const RESULT_SHARE: f64 = 0.7;
/// The variance of a game's points around what is expected.
const VARIANCE: f64 = 0.12;
/// Samples of one game say no more than so many independent ones.
const SAMPLE_WEIGHT: f64 = 0.12;
/// The evaluation is not linear in its numbers: the derivatives are taken anew so often.
const ROUNDS: usize = 3;
/// Steps with the same derivatives.
const STEPS: usize = 6;

/// What came of a fit.
#[derive(Clone, Debug)]
pub struct Fit {
    /// The variant with its new numbers.
    pub definition: Definition,
    /// The mean squared error before and after.
    pub errors: [f64; 2],
    /// Centipawns of the logistic curve: at so many a side scores 73 %.
    pub scale: f64,
}

/// Fits a variant's numbers to samples. `progress` is called with the number of the round before each of them.
///
/// # Errors
/// The variant cannot be compiled, or too few of the samples are positions of it.
pub fn fit(
    definition: &Definition,
    samples: &[Sample],
    threads: usize,
    progress: &dyn Fn(usize),
) -> Result<Fit, String> {
    if samples.len() < 100 {
        return Err(format!(
            "{} samples are too few to fit anything; play more games",
            samples.len()
        ));
    }
    let mut definition = definition.clone();
    let parameters = Parameter::all(&definition);
    let rules = compile(&definition)?;
    let mut numbers: Vec<f64> = parameters
        .iter()
        .map(|parameter| f64::from(parameter.get(&mut definition, &rules)))
        .collect();
    let prior = Prior {
        means: numbers.clone(),
        spreads: parameters
            .iter()
            .zip(&numbers)
            .map(|(parameter, &number)| parameter.spread(number as i32))
            .collect(),
    };
    let before = evaluate_all(&definition, samples, threads)?;
    let scale = fit_scale(samples, &before);
    let target = |sample: &Sample| match sample.score {
        Some(score) => {
            RESULT_SHARE * sample.result + (1.0 - RESULT_SHARE) * logistic(f64::from(score), scale)
        }
        None => sample.result,
    };
    let targets: Vec<f64> = samples.iter().map(target).collect();
    let first_error = error(&before, &targets, scale);
    for round in 0..ROUNDS {
        progress(round);
        apply(&parameters, &numbers, &mut definition);
        let scores = evaluate_all(&definition, samples, threads)?;
        let derivatives = derivatives(&definition, &parameters, &numbers, samples, &scores, threads)?;
        improve(&mut numbers, &scores, &derivatives, &targets, &prior, scale);
    }
    apply(&parameters, &numbers, &mut definition);
    let after = evaluate_all(&definition, samples, threads)?;
    Ok(Fit {
        definition,
        errors: [first_error, error(&after, &targets, scale)],
        scale,
    })
}

/// What the numbers were before the games.
struct Prior {
    means: Vec<f64>,
    spreads: Vec<f64>,
}

fn apply(parameters: &[Parameter], numbers: &[f64], definition: &mut Definition) {
    for (parameter, number) in parameters.iter().zip(numbers) {
        parameter.set(definition, number.round() as i32);
    }
}

fn logistic(score: f64, scale: f64) -> f64 {
    1.0 / (1.0 + (-score / scale).exp())
}

fn error(scores: &[f64], targets: &[f64], scale: f64) -> f64 {
    let squares = scores
        .iter()
        .zip(targets)
        .map(|(&score, target)| (logistic(score, scale) - target).powi(2));
    squares.sum::<f64>() / targets.len() as f64
}

/// The scale at which the search's scores, or the evaluations where these are unknown, predict the results best.
fn fit_scale(samples: &[Sample], evaluations: &[f64]) -> f64 {
    let known = |(sample, &evaluation): (&Sample, &f64)| sample.score.map_or(evaluation, f64::from);
    let scores: Vec<f64> = samples.iter().zip(evaluations).map(known).collect();
    let results: Vec<f64> = samples.iter().map(|sample| sample.result).collect();
    let candidates = (4..100).map(|n| f64::from(n) * 10.0);
    let judged = candidates.map(|scale| (error(&scores, &results, scale), scale));
    judged
        .min_by(|a, b| a.0.total_cmp(&b.0))
        .map_or(200.0, |(_, scale)| scale)
}

/// White's evaluation of every sample.
fn evaluate_all(definition: &Definition, samples: &[Sample], threads: usize) -> Result<Vec<f64>, String> {
    let rules = compile(definition)?;
    let chunk = samples.len().div_ceil(threads.max(1));
    thread::scope(|scope| {
        let parts: Vec<_> = samples
            .chunks(chunk)
            .map(|part| scope.spawn(|| part.iter().map(|sample| evaluate(&rules, sample)).collect()))
            .collect();
        let mut scores = Vec::with_capacity(samples.len());
        for part in parts {
            let part: Result<Vec<f64>, String> = part.join().map_err(|_| "a thread died".to_string())?;
            scores.extend(part?);
        }
        Ok(scores)
    })
}

fn evaluate(rules: &Arc<Rules>, sample: &Sample) -> Result<f64, String> {
    let position =
        Position::from_fen(rules, &sample.fen).map_err(|error| format!("FEN {}: {error}", sample.fen))?;
    Ok(position.side().as_white_sees(eval::evaluate(&position)).into())
}

/// How much every sample's evaluation changes with every number, one row for each number.
fn derivatives(
    definition: &Definition,
    parameters: &[Parameter],
    numbers: &[f64],
    samples: &[Sample],
    scores: &[f64],
    threads: usize,
) -> Result<Vec<Vec<f32>>, String> {
    let of_one = |(parameter, number): (&Parameter, &f64)| {
        let number = number.round() as i32;
        let step = parameter.step(number);
        let mut changed = definition.clone();
        parameter.set(&mut changed, number + step);
        let scores_changed = evaluate_all(&changed, samples, threads)?;
        let slope = |(after, before): (&f64, &f64)| ((after - before) / f64::from(step)) as f32;
        Ok(scores_changed.iter().zip(scores).map(slope).collect())
    };
    parameters.iter().zip(numbers).map(of_one).collect()
}

/// Some Gauss-Newton steps with the same derivatives.
fn improve(
    numbers: &mut [f64],
    scores: &[f64],
    derivatives: &[Vec<f32>],
    targets: &[f64],
    prior: &Prior,
    scale: f64,
) {
    let count = numbers.len();
    let start = numbers.to_vec();
    for _ in 0..STEPS {
        let mut normal = DMatrix::<f64>::zeros(count, count);
        let mut right = DVector::<f64>::zeros(count);
        for number in 0..count {
            let weight = prior.spreads[number].powi(-2);
            normal[(number, number)] += weight;
            right[number] += weight * (prior.means[number] - numbers[number]);
        }
        let mut row = Vec::with_capacity(count);
        for (sample, (&score, &target)) in scores.iter().zip(targets).enumerate() {
            row.clear();
            let mut moved = score;
            for (number, slopes) in derivatives.iter().enumerate() {
                let slope = f64::from(slopes[sample]);
                if slope != 0.0 {
                    row.push((number, slope));
                    moved += slope * (numbers[number] - start[number]);
                }
            }
            let chance = logistic(moved, scale);
            let slope_of_chance = chance * (1.0 - chance) / scale;
            let weight = SAMPLE_WEIGHT / VARIANCE;
            for &(a, slope) in &row {
                right[a] += weight * slope_of_chance * slope * (target - chance);
                let scaled = weight * slope_of_chance * slope_of_chance * slope;
                for &(b, other) in &row {
                    normal[(a, b)] += scaled * other;
                }
            }
        }
        let Some(step) = normal.cholesky().map(|normal| normal.solve(&right)) else {
            return;
        };
        for (number, change) in numbers.iter_mut().zip(step.iter()) {
            *number += change;
        }
    }
}
