//! {{name}}: a bot for Tianming.

use std::process::ExitCode;

use tianming::{
    Options, Question,
    rand::{Rng, RngExt as _},
};

/// Returns the index of an option, from 0 to `question.option_count` - 1.
///
/// `question.position::<tianming::games::dragon::Position>()` has what the seat sees in Dragon, and
/// its options. This bot takes any option.
fn choose(question: &Question) -> usize {
    pick(&mut question.match_.random(), question.option_count)
}

fn pick(random: &mut impl Rng, option_count: usize) -> usize {
    random.random_range(0..option_count)
}

fn main() -> ExitCode {
    tianming::run(choose, Options::default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_an_option() {
        let mut random = tianming::rand::rng();
        for option_count in 1..50 {
            assert!(pick(&mut random, option_count) < option_count);
        }
    }
}
