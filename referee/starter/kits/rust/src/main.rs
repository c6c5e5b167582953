//! {{name}}: a bot for Tianming.

use std::process::ExitCode;

use tianming::{Options, Question, rand::RngExt as _};

/// Returns the index of an option, from 0 to `question.option_count` - 1.
///
/// `question.position::<tianming::games::dragon::Position>()` has what the seat sees in Dragon, and
/// its options. This bot takes any option.
fn choose(question: &Question) -> usize {
    question.match_.random().random_range(0..question.option_count)
}

fn main() -> ExitCode {
    tianming::run(choose, Options::default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_answer_to_a_question_of_each_game_is_an_option() {
        for file in std::fs::read_dir("questions").unwrap() {
            let frame = std::fs::read(file.unwrap().path()).unwrap();
            let question = Question::from_frame(&frame).unwrap();
            assert!(choose(&question) < question.option_count, "{}", question.game());
        }
    }
}
