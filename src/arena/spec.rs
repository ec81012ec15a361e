//! How an engine of a match is started and set up: `cmd=...,name=...,proto=...`.

use super::record::EngineInfo;
use super::time_control::TimeControl;
use crate::variant::suggestion;
use std::path::PathBuf;
use std::str::FromStr;

/// An engine of a match, as the command line describes it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EngineSpec {
    /// Its name in reports; none until one is found for it.
    pub name: Option<String>,
    /// How to talk to it.
    pub protocol: Protocol,
    /// The program and its arguments; empty for an internal engine.
    pub command: Vec<String>,
    /// The folder that it runs in; the current one if none.
    pub folder: Option<PathBuf>,
    /// Options to set, in this order.
    pub options: Vec<(String, String)>,
    /// Its own name for the variant, where that is not the usual one.
    pub variant: Option<String>,
    /// Its own time control, where that is not the match's.
    pub time_control: Option<TimeControl>,
}

/// How to talk to an engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Protocol {
    /// The universal chess interface, with `UCI_Variant`.
    #[default]
    Uci,
    /// XBoard's protocol, version 2.
    XBoard,
    /// Birnam itself, in the same process.
    Internal,
}

impl Protocol {
    /// Its name on the command line and in records.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Protocol::Uci => "uci",
            Protocol::XBoard => "xboard",
            Protocol::Internal => "internal",
        }
    }
}

impl FromStr for Protocol {
    type Err = String;

    fn from_str(text: &str) -> Result<Protocol, String> {
        let all = [Protocol::Uci, Protocol::XBoard, Protocol::Internal];
        all.into_iter()
            .find(|protocol| protocol.name() == text)
            .ok_or_else(|| format!("proto={text}: there are uci, xboard and internal"))
    }
}

const KEYS: [&str; 10] = [
    "cmd",
    "name",
    "proto",
    "dir",
    "variant",
    "tc",
    "movetime",
    "nodes",
    "depth",
    "option.NAME",
];

impl FromStr for EngineSpec {
    type Err = String;

    /// Reads `KEY=VALUE,KEY=VALUE,...`. A comma that is part of a value is written twice.
    fn from_str(text: &str) -> Result<EngineSpec, String> {
        let mut spec = EngineSpec::default();
        let mut own_time = TimeControl::default();
        for part in split(text) {
            let Some((key, value)) = part.split_once('=') else {
                return Err(format!("\"{part}\" should be KEY=VALUE, such as cmd=stockfish"));
            };
            match key {
                "cmd" => {
                    spec.command =
                        shell_words::split(value).map_err(|error| format!("cmd={value}: {error}"))?;
                }
                "name" => spec.name = Some(value.to_string()),
                "proto" => spec.protocol = value.parse()?,
                "dir" => spec.folder = Some(PathBuf::from(value)),
                "variant" => spec.variant = Some(value.to_string()),
                "tc" | "movetime" | "nodes" | "depth" => own_time.set(key, value)?,
                _ => match key.strip_prefix("option.") {
                    Some(name) => spec.options.push((name.to_string(), value.to_string())),
                    None => return Err(format!("unknown key \"{key}\"{}", suggestion(key, KEYS))),
                },
            }
        }
        spec.time_control = Some(own_time).filter(TimeControl::is_bounded);
        spec.check()
    }
}

impl EngineSpec {
    fn check(self) -> Result<EngineSpec, String> {
        match (self.protocol, self.command.is_empty()) {
            (Protocol::Internal, false) => {
                Err("proto=internal is Birnam itself and takes no cmd".to_string())
            }
            (Protocol::Uci | Protocol::XBoard, true) => Err(
                "cmd=PROGRAM is missing (for Birnam itself in the same process: proto=internal)".to_string(),
            ),
            _ => Ok(self),
        }
    }

    /// What records say of it.
    #[must_use]
    pub fn info(&self) -> EngineInfo {
        EngineInfo {
            name: self.name.clone().unwrap_or_else(|| self.usual_name()),
            command: shell_words::join(&self.command),
            protocol: self.protocol.name().to_string(),
            options: self.options.clone(),
        }
    }

    /// The name of an engine that was given none: its program's.
    fn usual_name(&self) -> String {
        let program = self.command.first().map(PathBuf::from);
        let stem = program.as_ref().and_then(|path| path.file_stem());
        stem.map_or_else(
            || "Birnam".to_string(),
            |stem| stem.to_string_lossy().into_owned(),
        )
    }
}

/// Gives every engine a name that no other has.
pub fn name_all(specs: &mut [EngineSpec]) {
    for index in 0..specs.len() {
        let usual = specs[index]
            .name
            .clone()
            .unwrap_or_else(|| specs[index].usual_name());
        let taken = |name: &String| specs[..index].iter().any(|spec| spec.name.as_ref() == Some(name));
        let mut name = usual.clone();
        let mut number = 2;
        while taken(&name) {
            name = format!("{usual}-{number}");
            number += 1;
        }
        specs[index].name = Some(name);
    }
}

/// Splits at single commas; two together stand for one that is part of a value.
fn split(text: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        if character == ',' && characters.next_if_eq(&',').is_none() {
            parts.push(String::new());
        } else if let Some(part) = parts.last_mut() {
            part.push(character);
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_description_is_read() {
        let text = "cmd=\"my engine\" --fast,name=A,,B,proto=xboard,dir=/x,option.Hash=16,option.Style=a=b,nodes=500";
        let spec: EngineSpec = text.parse().expect("it is right");
        assert_eq!(spec.command, ["my engine", "--fast"]);
        assert_eq!(spec.name.as_deref(), Some("A,B"));
        assert_eq!(spec.protocol, Protocol::XBoard);
        assert_eq!(
            spec.options,
            [("Hash", "16"), ("Style", "a=b")].map(|(name, value)| (name.to_string(), value.to_string()))
        );
        assert_eq!(
            spec.time_control.map(|time| time.to_string()).as_deref(),
            Some("nodes 500")
        );
    }

    #[test]
    fn wrong_descriptions_are_explained() {
        for (text, words) in [
            ("", "KEY=VALUE"),
            ("cmd=x,nam=y", "did you mean \"name\"?"),
            ("cmd=x,proto=usi", "xboard"),
            ("name=x", "cmd=PROGRAM is missing"),
            ("proto=internal,cmd=x", "takes no cmd"),
            ("cmd=\"x", "cmd=\"x"),
            ("proto=internal,tc=0", "tc"),
        ] {
            let message = text.parse::<EngineSpec>().expect_err(text);
            assert!(message.contains(words), "{text}: {message}");
        }
    }

    #[test]
    fn names_are_made_different() {
        let mut specs: Vec<EngineSpec> = ["proto=internal", "cmd=/usr/bin/x.py", "proto=internal"]
            .map(|text| text.parse().expect("it is right"))
            .into();
        name_all(&mut specs);
        let names: Vec<_> = specs.iter().map(|spec| spec.info().name).collect();
        assert_eq!(names, ["Birnam", "x", "Birnam-2"]);
    }
}
