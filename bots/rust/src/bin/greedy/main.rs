//! A bot that takes what looks best at once in Dragon, and any option in other games.

use std::process::ExitCode;

use tianming::{Options, Question, rand::RngExt as _};

mod dragon;

fn choose(question: &Question) -> usize {
    match (question.position(), question.match_.setup()) {
        (Ok(position), Ok(setup)) => dragon::choose(&position, &setup),
        _ => question.match_.random().random_range(0..question.option_count),
    }
}

fn main() -> ExitCode {
    tianming::run(choose, Options::default())
}
