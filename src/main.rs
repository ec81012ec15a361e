//! The `birnam` program: parses the command line and calls the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    birnam::cli::run()
}
