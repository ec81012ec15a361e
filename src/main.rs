//! The `birnam` program: parses the command line and calls the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    if !can_run() {
        eprintln!(
            "birnam: this program was built for processors with AVX2, and this one has none; build it with\n  \
             RUSTFLAGS=\"-C target-cpu=x86-64\" cargo build --release"
        );
        return ExitCode::FAILURE;
    }
    birnam::cli::run()
}

/// Whether the processor has the instructions that the program was compiled to use.
#[cfg(target_feature = "avx2")]
fn can_run() -> bool {
    // The standard library's test for features knows that the program is compiled for AVX2 and does not look.
    std::arch::x86_64::__cpuid(0).eax >= 7 && std::arch::x86_64::__cpuid_count(7, 0).ebx & 1 << 5 != 0
}

/// Whether the processor has the instructions that the program was compiled to use.
#[cfg(not(target_feature = "avx2"))]
const fn can_run() -> bool {
    true
}
