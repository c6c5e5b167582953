//! A question to a bot.

use std::sync::Arc;
use std::time::{Duration, Instant};

use prost::{DecodeError, Message, Name};
use prost_types::Any;

use crate::r#match::duration;
use crate::v1::referee_message::Kind;
use crate::v1::{self, Event};
use crate::{Error, Match};

/// A question. The answer is an index from 0 to `option_count` - 1.
#[derive(Debug)]
pub struct Question {
    /// The match, as the seat that is asked has it.
    pub match_: Arc<Match>,
    /// Number of the question in its match. Numbers rise; the questions to all seats count.
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
    /// The question of a message, as for a test of a bot:
    ///
    /// ```
    /// use std::sync::Arc;
    /// use tianming::{Match, Question, v1};
    ///
    /// let started = v1::MatchStarted { bot_seed: vec![1; 32], ..Default::default() };
    /// let asked = v1::Question { number: 1, option_count: 4, ..Default::default() };
    /// let question = Question::new(asked, Arc::new(Match::from(started)));
    /// assert_eq!(question.option_count, 4);
    /// ```
    #[must_use]
    pub fn new(message: v1::Question, match_: Arc<Match>) -> Self {
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

    /// The question of a recorded frame, which also announces its match: for a test of a bot.
    ///
    /// # Errors
    ///
    /// The bytes are no frame, or the frame lacks a match or a question.
    pub fn from_frame(frame: &[u8]) -> Result<Self, Error> {
        let frame = v1::PlayResponse::decode(frame).map_err(|it| Error::Frame(it.to_string()))?;
        let (mut match_, mut question) = (None, None);
        for kind in frame.messages.into_iter().filter_map(|message| message.kind) {
            match kind {
                Kind::MatchStarted(message) => match_ = Some(Match::from(*message)),
                Kind::Question(message) => question = Some(message),
                _ => {}
            }
        }
        match (match_, question) {
            (Some(match_), Some(question)) => Ok(Self::new(question, Arc::new(match_))),
            (None, _) => Err(Error::Frame("it has no MatchStarted".to_owned())),
            (_, None) => Err(Error::Frame("it has no Question".to_owned())),
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
