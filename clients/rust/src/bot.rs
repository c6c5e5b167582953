//! A bot: what its author writes.

use std::sync::Arc;

use crate::v1::{Event, FaultNotice, Thought};
use crate::{Match, MatchResult, Question};

/// A bot. The SDK calls it on one thread, one call at a time, so it needs no locks.
///
/// A function from a question to the index of an option is a bot, too. A bot that needs more
/// implements the methods that it wants:
///
/// ```
/// use std::sync::Arc;
/// use tianming::{Answer, Bot, Match, MatchResult, Question};
///
/// /// Takes the last option, and counts the questions.
/// #[derive(Default)]
/// struct Last {
///     questions: u32,
/// }
///
/// impl Bot for Last {
///     fn choose(&mut self, question: &Question) -> Answer {
///         self.questions += 1;
///         Answer::from(question.option_count - 1)
///     }
///
///     fn end(&mut self, result: MatchResult) {
///         println!("place {:?} after {} questions", result.place(), self.questions);
///     }
/// }
/// ```
pub trait Bot {
    /// Answers a question.
    fn choose(&mut self, question: &Question) -> Answer;

    /// Answers all questions of a frame, in their order.
    ///
    /// By default, the iterator asks [`choose`](Bot::choose) for each answer when the SDK takes
    /// it. A bot that evaluates all positions together, such as a neural network, overrides this:
    ///
    /// ```
    /// # use tianming::{Answer, Bot, Question};
    /// # struct Middle;
    /// # impl Bot for Middle {
    /// #     fn choose(&mut self, question: &Question) -> Answer { Answer::from(0) }
    /// fn choose_batch(&mut self, questions: &[Question]) -> impl Iterator<Item = Answer> {
    ///     questions.iter().map(|question| Answer::from(question.option_count / 2))
    /// }
    /// # }
    /// ```
    fn choose_batch(&mut self, questions: &[Question]) -> impl Iterator<Item = Answer> {
        questions.iter().map(|question| self.choose(question))
    }

    /// A match has begun. After a restart of the bot, this is called again.
    fn start(&mut self, match_: Arc<Match>) {
        let _ = match_;
    }

    /// Whether the referee shall send events as they happen, not only those before a question.
    fn wants_events(&self) -> bool {
        false
    }

    /// Something happened in a match. Called only if [`wants_events`](Bot::wants_events).
    fn events(&mut self, match_: &Match, events: &[Event]) {
        let _ = (match_, events);
    }

    /// The referee recorded a fault of the bot.
    fn fault(&mut self, notice: FaultNotice) {
        let _ = notice;
    }

    /// A match has ended.
    fn end(&mut self, result: MatchResult) {
        let _ = result;
    }
}

impl<F, A> Bot for F
where
    F: FnMut(&Question) -> A,
    A: Into<Answer>,
{
    fn choose(&mut self, question: &Question) -> Answer {
        self(question).into()
    }
}

/// What a bot answers to a question.
#[derive(Debug, Clone, PartialEq)]
pub enum Answer {
    /// Takes an option.
    Choice(Choice),
    /// Gives up the match. A substitute player plays all seats of the bot to the end.
    Resign,
}

/// The index of an option, with a note and a thought for the record of the match.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Choice {
    /// Index of the option, from 0.
    pub option: usize,
    /// A remark. It is cut to the referee's limit; control characters are left out.
    pub note: String,
    /// What the bot thinks of the position.
    pub thought: Option<Thought>,
}

impl From<usize> for Answer {
    fn from(option: usize) -> Self {
        Choice { option, ..Choice::default() }.into()
    }
}

impl From<Choice> for Answer {
    fn from(choice: Choice) -> Self {
        Self::Choice(choice)
    }
}
