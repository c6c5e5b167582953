//! A question to a bot.

use std::sync::Arc;
use std::time::{Duration, Instant};

use prost::{DecodeError, Message, Name};
use prost_types::Any;

use crate::Match;
use crate::r#match::duration;
use crate::v1::{self, Event};

/// A question. The answer is an index from 0 to `option_count` - 1.
#[derive(Debug)]
pub struct Question {
    /// The match, as the seat that is asked has it.
    pub match_: Arc<Match>,
    /// Number of the question in its match. Numbers rise.
    pub number: u32,
    /// Number of options.
    pub option_count: usize,
    /// Time for the answer from the moment at which the referee sent the question.
    pub budget: Duration,
    /// When the budget ends, if the question came without delay.
    pub deadline: Instant,
    /// Events since the last question to the seat, oldest first.
    pub since: Vec<Event>,
    position: Any,
}

impl Question {
    pub(crate) fn new(message: v1::Question, match_: Arc<Match>) -> Self {
        let budget = duration(message.budget);
        Self {
            match_,
            number: message.number,
            option_count: message.option_count as usize,
            budget,
            deadline: Instant::now() + budget,
            since: message.since,
            position: message.position.unwrap_or_default(),
        }
    }

    /// The seat that is asked.
    #[must_use]
    pub fn seat(&self) -> u32 {
        self.match_.seat
    }

    /// Name of the game.
    #[must_use]
    pub fn game(&self) -> &str {
        &self.match_.game
    }

    /// Decodes the position: what the seat may see, and its options in the order of the indexes.
    ///
    /// ```
    /// use tianming::{Question, games::dragon};
    ///
    /// fn choose(question: &Question) -> usize {
    ///     let position: dragon::Position = question.position().expect("a match of Dragon");
    ///     position.options.len() - 1
    /// }
    /// ```
    ///
    /// # Errors
    ///
    /// The position is of another type, such as that of another game.
    pub fn position<M: Message + Name + Default>(&self) -> Result<M, DecodeError> {
        self.position.to_msg()
    }
}

impl Event {
    /// Decodes `detail`: the event as data, by the `Event` message of the game.
    ///
    /// # Errors
    ///
    /// The event is of another type.
    pub fn unpack<M: Message + Default>(&self) -> Result<M, DecodeError> {
        M::decode(self.detail.as_slice())
    }
}
