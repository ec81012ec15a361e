//! Curves and bar charts as SVG.

use super::record::{GameRecord, MatchOutcome};
use super::report::half_points;
use super::stats::{Estimate, Pentanomial, Strength, Tally};
use plotters::prelude::*;
use std::error::Error;
use std::fmt;

/// Width and height of a picture, in pixels.
const SIZE: (u32, u32) = (900, 540);

/// Height of a bar with its gap, in pixels.
const BAR_HEIGHT: u32 = 24;

/// A picture that could not be drawn.
#[derive(Debug)]
pub struct PlotError(String);

impl fmt::Display for PlotError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the plot cannot be drawn: {}", self.0)
    }
}

impl Error for PlotError {}

impl<E: Error + Send + Sync> From<DrawingAreaErrorKind<E>> for PlotError {
    fn from(error: DrawingAreaErrorKind<E>) -> PlotError {
        PlotError(error.to_string())
    }
}

/// Elo of the first of two engines over the games of a match, with the 95 % band.
///
/// # Errors
/// The drawing library fails.
pub fn elo_curve(outcome: &MatchOutcome) -> Result<String, PlotError> {
    let points = elo_points(&outcome.games);
    let name = |index: usize| {
        outcome
            .engines
            .get(index)
            .map_or("?", |engine| engine.name.as_str())
    };
    let title = format!("{} against {}", name(0), name(1));
    let reach = points
        .iter()
        .map(|(_, elo)| elo.value.abs() + elo.error)
        .fold(10.0, f64::max);
    let last = points.last().map_or(1, |&(game, _)| game.max(1)) as f64;

    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
        area.fill(&WHITE)?;
        let mut chart = ChartBuilder::on(&area)
            .caption(title, ("sans-serif", 20))
            .margin(12)
            .x_label_area_size(40)
            .y_label_area_size(56)
            .build_cartesian_2d(0.0..last, -reach..reach)?;
        chart.configure_mesh().x_desc("Games").y_desc("Elo").draw()?;
        let upper = points
            .iter()
            .map(|&(game, elo)| (game as f64, elo.value + elo.error));
        let lower = points
            .iter()
            .map(|&(game, elo)| (game as f64, elo.value - elo.error));
        let band: Vec<_> = upper.chain(lower.rev()).collect();
        chart.draw_series([Polygon::new(band, BLUE.mix(0.15))])?;
        let curve = points.iter().map(|&(game, elo)| (game as f64, elo.value));
        chart.draw_series(LineSeries::new(curve, &BLUE))?;
        chart.draw_series(LineSeries::new([(0.0, 0.0), (last, 0.0)], &BLACK))?;
        area.present()?;
    }
    Ok(svg)
}

/// The Elo of the engine with number 0 after each pair of games, as soon as it is finite; after each game if the games
/// are not paired.
fn elo_points(games: &[GameRecord]) -> Vec<(usize, Estimate)> {
    let mut points = Vec::new();
    let (mut pairs, mut tally) = (Pentanomial::default(), Tally::default());
    let mut open: Option<(usize, u8)> = None;
    for (index, game) in games.iter().enumerate() {
        let white = half_points(game.result);
        let score = if game.white == 0 { white } else { 2 - white };
        tally.count(score);
        open = match open {
            Some((pair, earlier)) if pair == game.pair => {
                pairs.count(earlier + score);
                None
            }
            _ => Some((game.pair, score)),
        };
        let strength = if 2 * pairs.pairs() == tally.games() {
            Strength::of(&pairs)
        } else {
            Strength::of(&tally)
        };
        if let Some(strength) = strength.filter(|strength| strength.elo.error.is_finite()) {
            points.push((index + 1, strength.elo));
        }
    }
    points
}

/// Horizontal bars with their errors, the first one at the top.
///
/// # Errors
/// The drawing library fails.
pub fn bars(title: &str, unit: &str, items: &[(String, Estimate)]) -> Result<String, PlotError> {
    let finite = |number: f64| if number.is_finite() { number } else { 0.0 };
    let low = |item: &Estimate| finite(item.value) - finite(item.error);
    let high = |item: &Estimate| finite(item.value) + finite(item.error);
    let least = items.iter().map(|(_, item)| low(item)).fold(0.0, f64::min);
    let most = items.iter().map(|(_, item)| high(item)).fold(0.0, f64::max);
    let margin = ((most - least) * 0.05).max(1.0);
    let name_width = items
        .iter()
        .map(|(name, _)| name.chars().count())
        .max()
        .unwrap_or(0) as u32
        * 8
        + 20;
    let count = items.len() as i32;

    let mut svg = String::new();
    {
        let size = (SIZE.0, BAR_HEIGHT * items.len() as u32 + 110);
        let area = SVGBackend::with_string(&mut svg, size).into_drawing_area();
        area.fill(&WHITE)?;
        let mut chart = ChartBuilder::on(&area)
            .caption(title, ("sans-serif", 20))
            .margin(12)
            .x_label_area_size(40)
            .y_label_area_size(name_width)
            .build_cartesian_2d(
                least - margin..most + margin,
                (0..(count - 1).max(0)).into_segmented(),
            )?;
        let name = |place: &SegmentValue<i32>| match place {
            // The axis goes upwards, the list downwards.
            SegmentValue::CenterOf(row) => items
                .get((count - 1 - row).max(0) as usize)
                .map_or(String::new(), |(name, _)| name.clone()),
            _ => String::new(),
        };
        chart
            .configure_mesh()
            .disable_y_mesh()
            .x_desc(unit)
            .y_labels(items.len())
            .y_label_formatter(&name)
            .draw()?;
        for (index, (_, item)) in items.iter().enumerate() {
            let row = count - 1 - index as i32;
            let (bottom, top) = (SegmentValue::Exact(row), SegmentValue::Exact(row + 1));
            let mut bar = Rectangle::new([(0.0, bottom), (finite(item.value), top)], BLUE.mix(0.4).filled());
            bar.set_margin(4, 4, 0, 0);
            chart.draw_series([bar])?;
            let (from, to) = (low(item), high(item));
            let middle = SegmentValue::CenterOf(row);
            let whisker = ErrorBar::new_horizontal(
                middle,
                from,
                finite(item.value),
                to,
                BLACK.filled(),
                BAR_HEIGHT / 3,
            );
            chart.draw_series([whisker])?;
        }
        area.present()?;
    }
    Ok(svg)
}
