//! The statistics of matches against published results, and against simulated games of which the truth is known.

use birnam::arena::stats::{
    Decision, Encounter, Estimate, Model, Pentanomial, Sprt, Strength, Tally, rate, score_of_elo,
};
use birnam::position::SplitMix;

/// Whether a number is what was printed, with so many decimals.
fn printed(number: f64, text: &str) -> bool {
    let digits = text.split_once('.').map_or(0, |(_, decimals)| decimals.len());
    let expected: f64 = text.parse().expect("the expected number is a number");
    (number - expected).abs() <= 0.501 * 10_f64.powi(-(digits as i32))
}

fn check(what: &str, number: f64, text: &str) {
    assert!(printed(number, text), "{what}: {number}, published {text}");
}

#[test]
fn strengths_from_pairs_are_those_that_fastchess_printed() {
    for (place, pairs, elo, normalized, superiority) in [
        // https://github.com/brunocodutra/cinder/pull/727
        (
            "cinder 727",
            [50, 287, 610, 387, 73],
            ["18.04", "8.23"],
            ["28.19", "12.84"],
            "100.00",
        ),
        // https://github.com/lynx-chess/Lynx/pull/1899
        (
            "Lynx 1899",
            [235, 1384, 2521, 1341, 239],
            ["-1.06", "4.05"],
            ["-1.67", "6.37"],
            "30.33",
        ),
        // https://github.com/Disservin/fastchess/issues/807
        (
            "fastchess 807",
            [30, 6, 18, 0, 6],
            ["-168.40", "73.37"],
            ["-170.08", "62.16"],
            "0.00",
        ),
        // https://github.com/Disservin/fastchess/pull/515
        (
            "fastchess 515",
            [0, 1, 4, 0, 0],
            ["-34.86", "62.20"],
            ["-122.84", "215.34"],
            "13.18",
        ),
        // https://github.com/Disservin/fastchess/issues/1007
        (
            "fastchess 1007",
            [5, 5, 36, 22, 22],
            ["101.21", "42.63"],
            ["128.22", "50.76"],
            "100.00",
        ),
    ] {
        let strength = Strength::of(&Pentanomial(pairs)).expect("there are games");
        check(place, strength.elo.value, elo[0]);
        check(place, strength.elo.error, elo[1]);
        check(place, strength.normalized.value, normalized[0]);
        check(place, strength.normalized.error, normalized[1]);
        check(place, strength.superiority * 100.0, superiority);
    }
}

#[test]
fn strengths_from_games_are_those_that_cutechess_printed() {
    // https://github.com/JoAnnP38/Pedantic/pull/8
    let tally = Tally {
        wins: 332,
        draws: 352,
        losses: 316,
    };
    let strength = Strength::of(&tally).expect("there are games");
    check("score", strength.score, "0.508");
    check("Elo", strength.elo.value, "5.6");
    check("error", strength.elo.error, "17.3");
    check("LOS", strength.superiority * 100.0, "73.5");
    check("draws", tally.draw_share() * 100.0, "35.2");
}

#[test]
fn without_surprises_there_is_no_error() {
    let won = Strength::of(&Tally {
        wins: 4,
        draws: 0,
        losses: 0,
    })
    .expect("there are games");
    assert!(won.elo.value.is_infinite() && won.elo.error.is_infinite());
    check("LOS", won.superiority, "1.0");
    let drawn = Strength::of(&Pentanomial([0, 0, 7, 0, 0])).expect("there are games");
    check("Elo", drawn.elo.value, "0.0");
    check("LOS", drawn.superiority, "0.5");
    assert_eq!(Strength::of(&Pentanomial::default()), None);
}

#[test]
fn likelihood_ratios_are_those_that_fishtest_and_fastchess_printed() {
    use Model::{Logistic, Normalized};
    for (place, model, [elo0, elo1], pairs, ratio) in [
        // Fishtest before 2021, pull requests of official-stockfish/Stockfish.
        (
            "3209 STC",
            Logistic,
            [-0.25, 1.25],
            [253, 4282, 17604, 4431, 286],
            "2.94",
        ),
        (
            "3209 LTC",
            Logistic,
            [0.25, 1.25],
            [58, 3302, 33130, 3518, 84],
            "2.97",
        ),
        (
            "2971 STC",
            Logistic,
            [-0.5, 1.5],
            [17, 253, 1042, 337, 39],
            "2.96",
        ),
        (
            "2971 LTC",
            Logistic,
            [0.25, 1.75],
            [11, 407, 3238, 513, 11],
            "2.93",
        ),
        (
            "2493 STC",
            Logistic,
            [-1.0, 3.0],
            [424, 2948, 5832, 3045, 460],
            "2.94",
        ),
        (
            "2598 LTC",
            Logistic,
            [-1.5, 0.5],
            [444, 5546, 17841, 5604, 428],
            "2.63",
        ),
        // Fishtest since then.
        (
            "4194 STC",
            Normalized,
            [0.0, 2.0],
            [371, 10263, 24989, 10642, 379],
            "2.95",
        ),
        (
            "4194 LTC",
            Normalized,
            [0.5, 2.5],
            [47, 8181, 25234, 8575, 47],
            "2.94",
        ),
        // fastchess: as above.
        (
            "cinder 727",
            Normalized,
            [0.0, 5.0],
            [50, 287, 610, 387, 73],
            "2.97",
        ),
        (
            "Lynx 1899",
            Logistic,
            [-5.0, 0.0],
            [235, 1384, 2521, 1341, 239],
            "1.69",
        ),
        ("fastchess 697", Normalized, [0.0, 5.0], [0, 0, 1, 1, 0], "0.02"),
    ] {
        let test = Sprt {
            elo0,
            elo1,
            alpha: 0.05,
            beta: 0.05,
            model,
        };
        check(place, test.log_likelihood_ratio(&Pentanomial(pairs)), ratio);
    }
}

#[test]
fn a_test_is_read_and_decides() {
    let test: Sprt = "elo0=0,elo1=5,alpha=0.05,beta=0.1".parse().expect("it is right");
    let (lower, upper) = test.bounds();
    check("lower bound", lower, "-2.25");
    check("upper bound", upper, "2.89");
    assert_eq!(test.model, Model::Normalized);
    assert_eq!(test.decision(&Pentanomial::default()), Decision::Continue);
    assert_eq!(
        test.decision(&Pentanomial([0, 100, 400, 200, 0])),
        Decision::AcceptH1
    );
    assert_eq!(
        test.decision(&Pentanomial([0, 200, 400, 100, 0])),
        Decision::AcceptH0
    );
    for (text, words) in [
        ("elo0=0", "elo0 and elo1"),
        ("elo0=5,elo1=0", "below"),
        ("elo0=0,elo1=5,alpha=0.7", "alpha=0.7"),
        ("elo0=0,elo1=x", "not a number"),
        ("elo0=0,elo1=inf", "not a number"),
        ("elo0=0,elo1=5,gamma=1", "gamma"),
        ("elo0=0,elo1=5,model=bayes", "bayes"),
        ("elo0", "key=value"),
    ] {
        let error = text.parse::<Sprt>().expect_err("it is wrong");
        assert!(error.contains(words), "{text}: {error}");
    }
}

#[test]
fn a_test_errs_as_rarely_as_it_promises() {
    // Of 400 tests about a side of exactly `elo0`, one in twenty should go wrong; more than one in ten cannot be chance.
    let test: Sprt = "elo0=0,elo1=40,model=logistic".parse().expect("it is right");
    let mut random = SplitMix(11);
    let mut wrong = 0;
    for _ in 0..400 {
        let mut pairs = Pentanomial::default();
        while test.decision(&pairs) == Decision::Continue {
            pairs.count(game(&mut random, 0.0) + game(&mut random, 0.0));
        }
        wrong += i32::from(test.decision(&pairs) == Decision::AcceptH1);
    }
    assert!((5..=40).contains(&wrong), "{wrong} of 400");
}

/// A game's points, twice over, of a side that is so many Elo points stronger; a third of the games are drawn.
fn game(random: &mut SplitMix, elo: f64) -> u8 {
    let share = |random: &mut SplitMix| random.draw() as f64 / u64::MAX as f64;
    let score = score_of_elo(elo);
    let draw = score.min(1.0 - score) * 2.0 / 3.0;
    let drawn = share(random);
    if drawn < score - draw / 2.0 {
        2
    } else {
        u8::from(drawn < score + draw / 2.0)
    }
}

/// 1987 season of the American League's East Division: wins and losses at home.
/// Source: A. Agresti, "Categorical Data Analysis", 2nd edition, 2002, table 10.10.
const BASEBALL: [[[u64; 2]; 7]; 7] = [
    // Against Milwaukee, Detroit, Toronto, New York, Boston, Cleveland, Baltimore.
    [[0, 0], [4, 3], [4, 2], [4, 3], [6, 1], [4, 2], [6, 0]],
    [[3, 3], [0, 0], [4, 2], [4, 3], [6, 0], [6, 1], [4, 3]],
    [[2, 5], [4, 3], [0, 0], [2, 4], [4, 3], [4, 2], [6, 0]],
    [[3, 3], [5, 1], [2, 5], [0, 0], [4, 3], [4, 2], [6, 1]],
    [[5, 1], [2, 5], [3, 3], [4, 2], [0, 0], [5, 2], [6, 0]],
    [[2, 5], [3, 3], [3, 4], [4, 3], [4, 2], [0, 0], [2, 4]],
    [[2, 5], [1, 5], [1, 6], [2, 4], [1, 6], [3, 4], [0, 0]],
];

/// Nats in so many Elo points, in the absence of draws.
fn nats(elo: f64) -> f64 {
    elo * 10_f64.ln() / 400.0
}

#[test]
fn an_elo_list_without_draws_is_the_published_one() {
    let mut encounters = Vec::new();
    for (white, row) in BASEBALL.iter().enumerate() {
        for (black, &[wins, losses]) in row.iter().enumerate() {
            let tally = Tally {
                wins,
                draws: 0,
                losses,
            };
            encounters.push(Encounter { white, black, tally });
        }
    }
    let ratings = rate(7, &encounters, None).expect("everybody won and lost");
    // The published strengths add up to one (table 10.11, column 5).
    let strengths = ratings.players.iter().map(|player| nats(player.value).exp());
    let total: f64 = strengths.clone().sum();
    for (strength, expected) in strengths.zip(["0.220", "0.190", "0.164", "0.157", "0.137", "0.088", "0.044"])
    {
        check("strength", strength / total, expected);
    }
    check("home advantage", nats(ratings.white_advantage.value), "0.302");
}

#[test]
fn an_elo_list_with_draws_is_the_published_one() {
    // Davidson's chocolate puddings: two brands, preferences for the first and the second, no preference.
    // Source: R. R. Davidson, 1970; estimates as in "Modelling rankings in R: the PlackettLuce package", 2019.
    const PUDDINGS: [(usize, usize, u64, u64, u64); 15] = [
        (1, 2, 19, 22, 16),
        (1, 3, 16, 19, 12),
        (2, 3, 19, 19, 10),
        (1, 4, 18, 23, 13),
        (2, 4, 23, 19, 9),
        (3, 4, 19, 20, 15),
        (1, 5, 13, 19, 18),
        (2, 5, 16, 20, 12),
        (3, 5, 16, 15, 17),
        (4, 5, 17, 14, 16),
        (1, 6, 18, 21, 12),
        (2, 6, 22, 20, 12),
        (3, 6, 13, 18, 10),
        (4, 6, 14, 19, 18),
        (5, 6, 11, 21, 12),
    ];
    // Nobody has White there: each comparison counts once with either.
    let mut encounters = Vec::new();
    for (first, second, wins, losses, draws) in PUDDINGS {
        let tally = Tally { wins, draws, losses };
        let (white, black) = (first - 1, second - 1);
        encounters.push(Encounter { white, black, tally });
        encounters.push(Encounter {
            white: black,
            black: white,
            tally: tally.reversed(),
        });
    }
    let ratings = rate(6, &encounters, None).expect("everybody won and lost");
    check("advantage", ratings.white_advantage.value, "0.000");
    let draw = 2.0 * ratings.draw_share / (1.0 - ratings.draw_share);
    check("draw parameter", draw, "0.747");
    // Undo the scale that makes small differences those of the Elo curve.
    let strength = |elo: f64| nats(elo * (2.0 + draw) / 2.0).exp();
    let strengths = ratings.players.iter().map(|player| strength(player.value));
    let total: f64 = strengths.clone().sum();
    for (strength, expected) in strengths.zip(["0.139", "0.173", "0.162", "0.165", "0.159", "0.202"]) {
        check("strength", strength / total, expected);
    }
}

#[test]
fn the_truth_lies_within_the_errors() {
    let truth = [150.0, 60.0, 0.0, -50.0, -160.0];
    let advantage = 35.0;
    let mut random = SplitMix(5);
    let (mut inside, mut all) = (0, 0);
    for _ in 0..40 {
        let mut encounters = Vec::new();
        for white in 0..truth.len() {
            for black in (0..truth.len()).filter(|&black| black != white) {
                let mut tally = Tally::default();
                for _ in 0..100 {
                    tally.count(decisive_or_drawn(
                        &mut random,
                        truth[white] - truth[black] + advantage,
                    ));
                }
                encounters.push(Encounter { white, black, tally });
            }
        }
        let ratings = rate(truth.len(), &encounters, None).expect("there are enough games");
        for (&estimate, truth) in ratings.players.iter().zip(truth) {
            inside += i32::from((estimate.value - truth).abs() <= estimate.error);
            all += 1;
        }
        inside +=
            i32::from((ratings.white_advantage.value - advantage).abs() <= ratings.white_advantage.error);
        all += 1;
    }
    // 95 % of 240 is 228; 218 to 238 is what chance allows.
    assert!((218..=238).contains(&inside), "{inside} of {all}");
}

/// A game's points, twice over, in Davidson's model with one draw in three between equals.
fn decisive_or_drawn(random: &mut SplitMix, elo: f64) -> u8 {
    let share = random.draw() as f64 / u64::MAX as f64;
    // The scale of `Effects::elo_per_nat` with a draw parameter of 1, undone.
    let sum = nats(elo) * 1.5;
    let (win, loss) = ((sum / 2.0).exp(), (-sum / 2.0).exp());
    let total = win + loss + 1.0;
    if share < win / total {
        2
    } else {
        u8::from(share < (win + 1.0) / total)
    }
}

#[test]
fn too_few_games_need_a_prior() {
    let won = Encounter {
        white: 0,
        black: 1,
        tally: Tally {
            wins: 3,
            draws: 0,
            losses: 0,
        },
    };
    assert!(rate(3, &[won], None).is_err());
    let ratings = rate(3, &[won], Some(300.0)).expect("a prior is enough");
    let [winner, loser, absent] = [0, 1, 2].map(|player: usize| ratings.players[player]);
    assert!(winner.value > 0.0 && loser.value < 0.0, "{ratings:?}");
    assert!(
        absent.value.abs() < 1e-6 && absent.error > winner.error - 1.0,
        "{ratings:?}"
    );
    let drawn = Encounter {
        white: 0,
        black: 1,
        tally: Tally {
            wins: 0,
            draws: 5,
            losses: 0,
        },
    };
    let ratings = rate(2, &[drawn], Some(300.0));
    assert!(ratings.is_err(), "only draws: {ratings:?}");
}

#[test]
fn estimates_are_printed_with_their_error() {
    let estimate = Estimate {
        value: 12.34,
        error: 5.67,
    };
    assert_eq!(format!("{estimate:.1}"), "+12.3 +/- 5.7");
    let unknown = Estimate {
        value: 0.0,
        error: f64::INFINITY,
    };
    assert_eq!(format!("{unknown:.0}"), "+0 +/- unknown");
}
