//! Sections and keys of a variant file, with their places.

use super::text::{Located, Text};
use crate::variant::VariantError;
use ini::{Ini, ParseOption};
use std::sync::Arc;

/// A section: its header (without brackets) and its keys.
#[derive(Clone, Debug)]
pub(crate) struct Section {
    /// What stands in the brackets.
    pub(crate) header: Located,
    /// The keys, in the order of the file.
    pub(crate) entries: Vec<Entry>,
}

/// A key and its value.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    /// The key.
    pub(crate) key: Located,
    /// The value.
    pub(crate) value: Located,
}

/// What one line is.
enum Line {
    Header(Located),
    Entry(Entry),
    Nothing,
}

/// Reads the sections of a file.
///
/// # Errors
/// A line is neither a section, nor a key with a value, nor a comment; a key stands outside of sections or twice in
/// its section; a section stands twice.
pub(crate) fn sections(file: &Arc<str>, text: &str) -> Result<Vec<Section>, VariantError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut sections: Vec<Section> = Vec::new();
    for (index, line) in text.lines().enumerate() {
        match read_line(file, index as u32 + 1, line)? {
            Line::Nothing => {}
            Line::Header(header) => {
                let name = header.text();
                if sections.iter().any(|s| s.header.as_str() == header.as_str()) {
                    let message = format!(
                        "the section [{}] stands here for the second time; put its keys together",
                        name.as_str()
                    );
                    return Err(name.error(message));
                }
                sections.push(Section {
                    header,
                    entries: Vec::new(),
                });
            }
            Line::Entry(entry) => {
                let key = entry.key.text();
                let Some(section) = sections.last_mut() else {
                    return Err(key.error("a key before any section; write a [section] first"));
                };
                if section.entries.iter().any(|e| e.key.as_str() == key.as_str()) {
                    let message = format!(
                        "the key \"{}\" stands twice in [{}]; keep one",
                        key.as_str(),
                        section.header.as_str()
                    );
                    return Err(key.error(message));
                }
                section.entries.push(entry);
            }
        }
    }
    Ok(sections)
}

/// Reads one line. rust-ini forgets where things stand, so it gets the file line by line; and it lets some slips
/// pass (text behind a section's bracket, a missing bracket) which are errors here.
fn read_line(file: &Arc<str>, number: u32, line: &str) -> Result<Line, VariantError> {
    const OPTIONS: ParseOption = ParseOption {
        enabled_quote: false,
        enabled_escape: false,
        enabled_indented_mutiline_value: false,
        enabled_preserve_key_leading_whitespace: false,
    };
    let trimmed = line.trim();
    if trimmed.is_empty() || trimmed.starts_with([';', '#']) {
        return Ok(Line::Nothing);
    }
    let start = line.len() - line.trim_start().len();
    let whole = Located::new(file, number, line, start..start + trimmed.len());
    let whole = whole.text();
    let unclear = || whole.error("neither `[section]` nor `key = value` nor a comment (`;` or `#` in front)");
    let ini = Ini::load_from_str_opt(trimmed, OPTIONS).map_err(|_| unclear())?;
    let mut found = ini
        .iter()
        .filter(|(name, keys)| name.is_some() || !keys.is_empty());
    match (found.next(), found.next()) {
        (Some((Some(header), keys)), None) if keys.is_empty() && trimmed == format!("[{header}]") => {
            Ok(Line::Header(located(file, number, line, header)))
        }
        (Some((None, keys)), None) if keys.len() == 1 => {
            let (key, value) = keys.iter().next().ok_or_else(unclear)?;
            if value.is_empty() {
                return Err(whole
                    .end()
                    .error(format!("\"{key}\" has no value; write one or leave the key out")));
            }
            let end = line.trim_end().len();
            let before = line[..end].strip_suffix(value).ok_or_else(unclear)?;
            Ok(Line::Entry(Entry {
                key: located(file, number, line, key),
                value: Located::new(file, number, line, before.len()..end),
            }))
        }
        _ => Err(unclear()),
    }
}

/// The first occurrence of a text in a line.
fn located(file: &Arc<str>, number: u32, line: &str, text: &str) -> Located {
    let start = line.find(text).unwrap_or(0);
    Located::new(file, number, line, start..start + text.len())
}

/// The known names closest to a mistyped one, for an error message: `; did you mean "x"?`, or all of them.
pub(crate) fn suggestion<'n>(wrong: &str, known: impl IntoIterator<Item = &'n str>) -> String {
    let known: Vec<&str> = known.into_iter().collect();
    let score = |name: &&str| strsim::normalized_damerau_levenshtein(wrong, name);
    let best = known.iter().copied().max_by(|a, b| score(a).total_cmp(&score(b)));
    match best {
        Some(best) if score(&best) >= 0.5 => format!("; did you mean \"{best}\"?"),
        _ if known.is_empty() => String::new(),
        _ => format!("; known are: {}", known.join(", ")),
    }
}

/// A section's keys by name.
#[derive(Clone, Copy)]
pub(crate) struct Keys<'a> {
    header: Text<'a>,
    entries: &'a [Entry],
}

impl<'a> Keys<'a> {
    /// The keys of a section, all of which must be known.
    ///
    /// # Errors
    /// A key is unknown; the message names the nearest one.
    pub(crate) fn new(
        header: Text<'a>,
        entries: &'a [Entry],
        known: &[&str],
    ) -> Result<Keys<'a>, VariantError> {
        for entry in entries {
            let key = entry.key.text();
            if !known.contains(&key.as_str()) {
                let hint = suggestion(key.as_str(), known.iter().copied());
                return Err(key.error(format!("unknown key \"{}\"{hint}", key.as_str())));
            }
        }
        Ok(Keys { header, entries })
    }

    /// The section's header, for errors about the section as a whole.
    pub(crate) fn header(self) -> Text<'a> {
        self.header
    }

    /// The value of a key.
    pub(crate) fn get(self, key: &str) -> Option<Text<'a>> {
        self.located(key).map(Located::text)
    }

    /// The value of a key, to keep.
    pub(crate) fn located(self, key: &str) -> Option<&'a Located> {
        self.entries
            .iter()
            .find(|e| e.key.as_str() == key)
            .map(|e| &e.value)
    }

    /// The value of a key, unless it is `none`.
    pub(crate) fn get_unless_none(self, key: &str) -> Option<Text<'a>> {
        self.get(key).filter(|value| value.as_str() != "none")
    }

    /// The value of a key as it stands, or a default.
    pub(crate) fn string(self, key: &str, default: &str) -> String {
        self.get(key).map_or(default, Text::as_str).to_string()
    }

    /// The value of a key that must be there.
    ///
    /// # Errors
    /// It is not; `example` shows how to write it.
    pub(crate) fn require(self, key: &str, example: &str) -> Result<Text<'a>, VariantError> {
        self.get(key).ok_or_else(|| {
            let section = self.header.as_str();
            self.header.error(format!(
                "[{section}] lacks the key \"{key}\"; for example: {key} = {example}"
            ))
        })
    }

    /// A key whose value is one of a few words.
    ///
    /// # Errors
    /// It is another one.
    pub(crate) fn choice<T: Copy>(
        self,
        key: &str,
        words: &[(&str, T)],
        default: T,
    ) -> Result<T, VariantError> {
        let Some(value) = self.get(key) else {
            return Ok(default);
        };
        let found = words.iter().find(|(word, _)| *word == value.as_str());
        found.map(|&(_, choice)| choice).ok_or_else(|| {
            let list: Vec<&str> = words.iter().map(|&(word, _)| word).collect();
            value.error(format!(
                "\"{}\" is no value of \"{key}\"; it can be: {}",
                value.as_str(),
                list.join(", ")
            ))
        })
    }

    /// A key whose value is yes or no.
    ///
    /// # Errors
    /// It is neither.
    pub(crate) fn flag(self, key: &str) -> Result<bool, VariantError> {
        self.choice(key, &[("yes", true), ("no", false)], false)
    }

    /// A key whose value is a whole number within limits.
    ///
    /// # Errors
    /// It is not.
    pub(crate) fn number(self, key: &str, low: i32, high: i32) -> Result<Option<i32>, VariantError> {
        let Some(value) = self.get(key) else {
            return Ok(None);
        };
        match value.as_str().parse::<i32>() {
            Ok(number) if (low..=high).contains(&number) => Ok(Some(number)),
            _ => Err(value.error(format!(
                "\"{}\" should be a whole number from {low} to {high}",
                value.as_str()
            ))),
        }
    }
}
