//! The smallest bot: it takes the last option of every question.

use std::process::ExitCode;

use tianming::{Options, Question};

fn main() -> ExitCode {
    tianming::run(|question: &Question| question.option_count - 1, Options::default())
}
