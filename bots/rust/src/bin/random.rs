//! A bot that takes any option: it plays every game and knows none.

use std::process::ExitCode;

use tianming::{Options, Question, rand::RngExt as _};

/// Any option, all equally likely. A match with the same seed is played in the same way.
fn choose(question: &Question) -> usize {
    question.match_.random().random_range(0..question.option_count)
}

fn main() -> ExitCode {
    tianming::run(choose, Options::default())
}
