//! What an engine says that it can do: `feature NAME=VALUE NAME="VALUE" ...`.

/// The features that matter in a match, with XBoard's defaults.
// Each is a yes or no of the protocol.
#[allow(clippy::struct_excessive_bools)]
#[derive(Debug)]
pub(super) struct Features {
    /// The list is complete.
    pub done: bool,
    /// It needs more time for the list.
    pub wait: bool,
    /// It answers `ping`.
    pub ping: bool,
    /// It can be given a position.
    pub setboard: bool,
    /// Moves come after the word `usermove`.
    pub usermove: bool,
    /// It wants to know the clocks.
    pub time: bool,
    /// It can play another game without being started again.
    pub reuse: bool,
    /// The size of its hash table can be set.
    pub memory: bool,
    /// The number of its threads can be set.
    pub smp: bool,
    /// The variants that it plays.
    pub variants: Vec<String>,
    /// Names of its options.
    pub options: Vec<String>,
}

impl Default for Features {
    fn default() -> Features {
        Features {
            done: false,
            wait: false,
            ping: false,
            setboard: false,
            usermove: false,
            time: true,
            reuse: true,
            memory: false,
            smp: false,
            variants: Vec::new(),
            options: Vec::new(),
        }
    }
}

impl Features {
    /// Reads what stands behind `feature`. Returns the names, and whether the arena agrees: not to moves as people
    /// write them.
    pub(super) fn read(&mut self, text: &str) -> Vec<(String, bool)> {
        let mut names = Vec::new();
        let mut rest = text.trim();
        while let Some((name, value, after)) = next_feature(rest) {
            rest = after;
            names.push((name.to_string(), name != "san" || value != "1"));
            self.set(name, value);
        }
        names
    }

    fn set(&mut self, name: &str, value: &str) {
        let yes = value == "1";
        match name {
            "done" => {
                self.done = yes;
                self.wait |= !yes;
            }
            "ping" => self.ping = yes,
            "setboard" => self.setboard = yes,
            "usermove" => self.usermove = yes,
            "time" => self.time = yes,
            "reuse" => self.reuse = yes,
            "memory" => self.memory = yes,
            "smp" => self.smp = yes,
            "variants" => self
                .variants
                .extend(value.split(',').map(|name| name.trim().to_string())),
            "option" => {
                let name = value.split_once(" -").map_or(value, |(name, _)| name);
                self.options.push(name.to_string());
            }
            _ => {}
        }
    }
}

/// Name and value of the first feature of a text, and what comes after it.
fn next_feature(text: &str) -> Option<(&str, &str, &str)> {
    let (name, rest) = text.split_once('=')?;
    let (value, after) = match rest.strip_prefix('"') {
        Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
        None => rest.split_once(' ').unwrap_or((rest, "")),
    };
    Some((name.trim(), value, after.trim_start()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_are_read() {
        let mut features = Features::default();
        let names = features.read("done=0 ping=1 myname=\"A = B\" san=1 variants=\"normal,grand\" reuse=0");
        assert!(features.ping && features.wait && !features.done && !features.reuse);
        assert_eq!(features.variants, ["normal", "grand"]);
        let refused: Vec<_> = names
            .iter()
            .filter(|(_, agreed)| !agreed)
            .map(|(name, _)| name)
            .collect();
        assert_eq!(refused, ["san"]);
        features.read("option=\"Resign Threshold -spin 800 200 1200\" option=\"Info -button\" done=1");
        assert_eq!(features.options, ["Resign Threshold", "Info"]);
        assert!(features.done);
    }
}
