//! A bot: what its author writes.

use std::sync::Arc;

use crate::v1::{Event, FaultNotice, Thought};
use crate::{BotError, Match, MatchResult, Question};

/// A bot. The SDK calls it on one thread, one call at a time, so it needs no locks.
///
/// A function from a question to the index of an option is a bot, too, and so is one that returns
/// another [`IntoAnswer`], such as a `Result`. A bot that needs more implements the methods that it
/// wants:
///
/// ```
/// use std::sync::Arc;
/// use tianming::{Answer, Bot, BotError, Match, MatchResult, Question};
///
/// /// Takes the last option, and counts the questions.
/// #[derive(Default)]
/// struct Last {
///     questions: u32,
/// }
///
/// impl Bot for Last {
///     fn choose(&mut self, question: &Question) -> Result<Answer, BotError> {
///         self.questions += 1;
///         Ok(Answer::from(question.option_count - 1))
///     }
///
///     fn end(&mut self, result: MatchResult) {
///         println!("place {:?} after {} questions", result.place(), self.questions);
///     }
/// }
/// ```
pub trait Bot {
    /// Answers a question.
    ///
    /// # Errors
    ///
    /// Any error ends the run, as a panic does.
    fn choose(&mut self, question: &Question) -> Result<Answer, BotError>;

    /// Answers all questions of a frame, in their order.
    ///
    /// By default, the iterator asks [`choose`](Bot::choose) for each answer when the SDK takes
    /// it. A bot that evaluates all positions together, such as a neural network, overrides this:
    ///
    /// ```
    /// # use tianming::{Answer, Bot, BotError, Question};
    /// # struct Middle;
    /// # impl Bot for Middle {
    /// #     fn choose(&mut self, question: &Question) -> Result<Answer, BotError> {
    /// #         Ok(Answer::from(0))
    /// #     }
    /// fn choose_batch<'a>(
    ///     &'a mut self,
    ///     questions: &'a [Question],
    /// ) -> Box<dyn Iterator<Item = Result<Answer, BotError>> + 'a> {
    ///     Box::new(questions.iter().map(|question| Ok(Answer::from(question.option_count / 2))))
    /// }
    /// # }
    /// ```
    fn choose_batch<'a>(
        &'a mut self,
        questions: &'a [Question],
    ) -> Box<dyn Iterator<Item = Result<Answer, BotError>> + 'a> {
        Box::new(questions.iter().map(|question| self.choose(question)))
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
    A: IntoAnswer,
{
    fn choose(&mut self, question: &Question) -> Result<Answer, BotError> {
        self(question).into_answer()
    }
}

impl Bot for Box<dyn Bot + Send> {
    fn choose(&mut self, question: &Question) -> Result<Answer, BotError> {
        (**self).choose(question)
    }

    fn choose_batch<'a>(
        &'a mut self,
        questions: &'a [Question],
    ) -> Box<dyn Iterator<Item = Result<Answer, BotError>> + 'a> {
        (**self).choose_batch(questions)
    }

    fn start(&mut self, match_: Arc<Match>) {
        (**self).start(match_);
    }

    fn wants_events(&self) -> bool {
        (**self).wants_events()
    }

    fn events(&mut self, match_: &Match, events: &[Event]) {
        (**self).events(match_, events);
    }

    fn fault(&mut self, notice: FaultNotice) {
        (**self).fault(notice);
    }

    fn end(&mut self, result: MatchResult) {
        (**self).end(result);
    }
}

/// What a bot that is a function may return: an index, an answer, or a `Result` with one of them.
pub trait IntoAnswer {
    /// Returns the answer, or why there is none.
    ///
    /// # Errors
    ///
    /// The bot cannot answer.
    fn into_answer(self) -> Result<Answer, BotError>;
}

impl IntoAnswer for usize {
    fn into_answer(self) -> Result<Answer, BotError> {
        Ok(self.into())
    }
}

impl IntoAnswer for Choice {
    fn into_answer(self) -> Result<Answer, BotError> {
        Ok(self.into())
    }
}

impl IntoAnswer for Answer {
    fn into_answer(self) -> Result<Answer, BotError> {
        Ok(self)
    }
}

impl<A: IntoAnswer, E: Into<BotError>> IntoAnswer for Result<A, E> {
    fn into_answer(self) -> Result<Answer, BotError> {
        self.map_err(Into::into)?.into_answer()
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
