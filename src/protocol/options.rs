//! What can be set from outside: by `engine.ini`, by UCI's `setoption` and by XBoard's `option`.

use crate::variant::Library;
use std::ops::RangeInclusive;
use std::time::Duration;

/// Sizes of the transposition table in megabytes.
pub const HASH_MB: RangeInclusive<usize> = 1..=65_536;
/// Numbers of search threads.
pub const THREADS: RangeInclusive<usize> = 1..=256;
/// Numbers of lines of play to report.
pub const MULTI_PV: RangeInclusive<usize> = 1..=256;
/// Times to keep back for communication, in milliseconds.
pub const MOVE_OVERHEAD_MS: RangeInclusive<usize> = 0..=5000;

/// Skill levels; the highest one is full strength.
pub(super) const SKILL: RangeInclusive<usize> = 0..=20;
/// Ratings to play at; a guess, measured on nothing but the skill levels that they stand for.
pub(super) const ELO: RangeInclusive<usize> = 800..=2600;
/// XBoard's option `-rankOffset` for boards of sixteen ranks.
pub(super) const RANK_OFFSET: RangeInclusive<usize> = 0..=1;

/// What can be set only while a protocol runs.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
pub struct Wishes {
    /// Names of White's and of Black's army, or `random`, in variants that have them; empty for the variant's own.
    pub(super) armies: [String; 2],
    /// How well to play, in [`SKILL`].
    pub(super) skill: usize,
    /// Whether to play at a rating instead.
    pub(super) limit_strength: bool,
    /// That rating, in [`ELO`].
    pub(super) elo: usize,
    /// Whether the engine is to analyse, which it always does at full strength.
    pub(super) analyse: bool,
    /// Whether to report chances to win, draw and lose.
    pub(super) show_wdl: bool,
    /// Whether castling is written as king and partner square.
    pub(super) chess960: bool,
    /// XBoard's `-rankOffset`, in [`RANK_OFFSET`].
    pub(super) rank_offset: usize,
}

impl Default for Wishes {
    fn default() -> Wishes {
        Wishes {
            armies: [String::new(), String::new()],
            skill: *SKILL.end(),
            limit_strength: false,
            elo: 1500,
            analyse: false,
            show_wdl: false,
            chess960: false,
            rank_offset: 1,
        }
    }
}

/// How the engine is set up when a protocol starts.
#[derive(Debug)]
pub struct Settings {
    /// The variants that can be played.
    pub library: Library,
    /// Name of the variant to begin with.
    pub variant: String,
    /// Size of the transposition table in megabytes, in [`HASH_MB`].
    pub hash_mb: usize,
    /// Number of search threads, in [`THREADS`].
    pub threads: usize,
    /// Whether the engine is to think on its opponent's time, until the user interface says otherwise. Under UCI it
    /// is the interface that makes it do so, and the option tells it what is wanted.
    pub ponder: bool,
    /// Number of lines of play to report, in [`MULTI_PV`].
    pub multi_pv: usize,
    /// Time to keep back on every move for communication with the user interface, in milliseconds in
    /// [`MOVE_OVERHEAD_MS`].
    pub overhead: Duration,
    /// What can be set only while a protocol runs.
    pub wishes: Wishes,
}

impl Default for Settings {
    /// The built-in variants, beginning with orthodox chess; 16 MB, one thread, one line, 30 ms, no pondering.
    fn default() -> Settings {
        Settings {
            library: Library::built_in(),
            variant: "chess".to_string(),
            hash_mb: 16,
            threads: 1,
            ponder: false,
            multi_pv: 1,
            overhead: Duration::from_millis(30),
            wishes: Wishes::default(),
        }
    }
}

/// An option of the engine, by the name it has in both protocols.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EngineOption {
    Hash,
    Threads,
    Ponder,
    MultiPv,
    MoveOverhead,
    ClearHash,
    Variant,
    VariantPath,
    WhiteArmy,
    BlackArmy,
    Skill,
    LimitStrength,
    Elo,
    Analyse,
    ShowWdl,
    Chess960,
    RankOffset,
}

/// What kind of value an option takes, with the one it has.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum OptionValue {
    /// A whole number in a range.
    Spin(usize, RangeInclusive<usize>),
    /// Yes or no.
    Check(bool),
    /// One of several words.
    Combo(String, Vec<String>),
    /// None: something is to be done.
    Button,
    /// The path of a file.
    Path,
}

impl EngineOption {
    /// All options, in the order in which they are listed.
    pub(super) const ALL: [EngineOption; 17] = [
        EngineOption::Hash,
        EngineOption::Threads,
        EngineOption::Ponder,
        EngineOption::MultiPv,
        EngineOption::MoveOverhead,
        EngineOption::ClearHash,
        EngineOption::Variant,
        EngineOption::VariantPath,
        EngineOption::WhiteArmy,
        EngineOption::BlackArmy,
        EngineOption::Skill,
        EngineOption::LimitStrength,
        EngineOption::Elo,
        EngineOption::Analyse,
        EngineOption::ShowWdl,
        EngineOption::Chess960,
        EngineOption::RankOffset,
    ];

    /// The option's name.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            EngineOption::Hash => "Hash",
            EngineOption::Threads => "Threads",
            EngineOption::Ponder => "Ponder",
            EngineOption::MultiPv => "MultiPV",
            EngineOption::MoveOverhead => "Move Overhead",
            EngineOption::ClearHash => "Clear Hash",
            EngineOption::Variant => "UCI_Variant",
            EngineOption::VariantPath => "VariantPath",
            EngineOption::WhiteArmy => "White Army",
            EngineOption::BlackArmy => "Black Army",
            EngineOption::Skill => "Skill Level",
            EngineOption::LimitStrength => "UCI_LimitStrength",
            EngineOption::Elo => "UCI_Elo",
            EngineOption::Analyse => "UCI_AnalyseMode",
            EngineOption::ShowWdl => "UCI_ShowWDL",
            EngineOption::Chess960 => "UCI_Chess960",
            EngineOption::RankOffset => "XBoard Rank Offset",
        }
    }

    /// The option with a name, in whatever letter case.
    ///
    /// # Errors
    /// There is none; the message lists those there are.
    pub(crate) fn find(name: &str) -> Result<EngineOption, String> {
        let found = EngineOption::ALL
            .into_iter()
            .find(|option| option.name().eq_ignore_ascii_case(name));
        found.ok_or_else(|| {
            let names: Vec<&str> = EngineOption::ALL.iter().map(|option| option.name()).collect();
            format!("no option is called \"{name}\"; there are {}", names.join(", "))
        })
    }

    /// The option's value in some settings.
    pub(super) fn value(self, settings: &Settings) -> OptionValue {
        match self {
            EngineOption::Hash => OptionValue::Spin(settings.hash_mb, HASH_MB),
            EngineOption::Threads => OptionValue::Spin(settings.threads, THREADS),
            EngineOption::Ponder => OptionValue::Check(settings.ponder),
            EngineOption::MultiPv => OptionValue::Spin(settings.multi_pv, MULTI_PV),
            EngineOption::MoveOverhead => {
                OptionValue::Spin(settings.overhead.as_millis() as usize, MOVE_OVERHEAD_MS)
            }
            EngineOption::ClearHash => OptionValue::Button,
            EngineOption::Variant => {
                let names = settings.library.names().map(str::to_string).collect();
                OptionValue::Combo(settings.variant.clone(), names)
            }
            EngineOption::VariantPath => OptionValue::Path,
            EngineOption::WhiteArmy => army(&settings.library, &settings.wishes.armies[0]),
            EngineOption::BlackArmy => army(&settings.library, &settings.wishes.armies[1]),
            EngineOption::Skill => OptionValue::Spin(settings.wishes.skill, SKILL),
            EngineOption::LimitStrength => OptionValue::Check(settings.wishes.limit_strength),
            EngineOption::Elo => OptionValue::Spin(settings.wishes.elo, ELO),
            EngineOption::Analyse => OptionValue::Check(settings.wishes.analyse),
            EngineOption::ShowWdl => OptionValue::Check(settings.wishes.show_wdl),
            EngineOption::Chess960 => OptionValue::Check(settings.wishes.chess960),
            EngineOption::RankOffset => OptionValue::Spin(settings.wishes.rank_offset, RANK_OFFSET),
        }
    }

    /// Reads a whole number that the option can have.
    ///
    /// # Errors
    /// The text is none, or is out of range.
    pub(crate) fn parse_number(self, text: &str, range: &RangeInclusive<usize>) -> Result<usize, String> {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| {
            let (low, high) = (range.start(), range.end());
            format!(
                "option {} takes a whole number from {low} to {high}, not \"{text}\"",
                self.name()
            )
        })
    }

    /// Reads yes or no. XBoard writes 1 and 0, UCI true and false.
    ///
    /// # Errors
    /// The text is neither.
    pub(super) fn parse_check(self, text: &str) -> Result<bool, String> {
        match text.to_ascii_lowercase().as_str() {
            "true" | "1" => Ok(true),
            "false" | "0" => Ok(false),
            _ => Err(format!(
                "option {} takes true or false, not \"{text}\"",
                self.name()
            )),
        }
    }
}

/// The name that stands for an army drawn by lot when a game starts.
pub(super) const RANDOM_ARMY: &str = "random";

/// The names of all armies of all variants, and which one is chosen.
fn army(library: &Library, chosen: &str) -> OptionValue {
    let mut names: Vec<String> = Vec::new();
    for definition in library.names().filter_map(|name| library.definition(name).ok()) {
        for army in definition.armies.iter().flat_map(|armies| &armies.list) {
            if !names.contains(&army.name) {
                names.push(army.name.clone());
            }
        }
    }
    let first = names.first().cloned().unwrap_or_default();
    names.push(RANDOM_ARMY.to_string());
    OptionValue::Combo(
        if chosen.is_empty() {
            first
        } else {
            chosen.to_string()
        },
        names,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_in_any_letter_case() {
        assert_eq!(
            EngineOption::find("move overhead"),
            Ok(EngineOption::MoveOverhead)
        );
        let message = EngineOption::find("Hsh").expect_err("no such option");
        assert!(
            message.contains("\"Hsh\"") && message.contains("Hash, Threads"),
            "{message}"
        );
    }

    #[test]
    fn values_out_of_range_are_refused() {
        let hash = EngineOption::Hash;
        assert_eq!(hash.parse_number("65536", &HASH_MB), Ok(65_536));
        for text in ["0", "65537", "-1", "", "16 MB", "99999999999999999999"] {
            assert!(hash.parse_number(text, &HASH_MB).is_err(), "{text}");
        }
        assert_eq!(EngineOption::Ponder.parse_check("TRUE"), Ok(true));
        assert!(EngineOption::Ponder.parse_check("yes").is_err());
    }
}
