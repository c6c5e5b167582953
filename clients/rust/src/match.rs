//! What a bot knows of a match: what was agreed, and how it ended.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use prost::{DecodeError, Message, Name};
use prost_types::Any;
use rand::SeedableRng;
use rand::rngs::ChaCha12Rng;

use crate::fairness;
use crate::v1::{self, Event, MatchEnded, MatchStarted, Outcome};

const CENTURY: Duration = Duration::from_secs(100 * 365 * 24 * 60 * 60);

/// A match, as one seat of the bot has it. It outlives the streams on which it is played.
#[derive(Debug)]
pub struct Match {
    /// Name of the match, on the stream and in its record.
    pub id: String,
    /// Name of the game, such as `dragon`.
    pub game: String,
    /// Version of the game's rules.
    pub rules_version: u32,
    /// All options of the game with their values.
    pub options: HashMap<String, String>,
    /// Names of the bots, in seat order.
    pub bots: Vec<String>,
    /// The bot's own seat.
    pub seat: u32,
    /// The clock of every seat.
    pub clock: Clock,
    /// Number of strikes that forfeit a seat.
    pub strikes: u32,
    /// Strikes left for the seat when the bot came to the match.
    pub strikes_left: u32,
    /// Time left in the bank of the seat when the bot came to the match.
    pub bank: Duration,
    /// Hash of the seed that [`MatchResult`] reveals.
    pub seed_commitment: Vec<u8>,
    /// 32 bytes for the bot's own random choices; see [`random`](Self::random).
    pub bot_seed: Vec<u8>,
    setup: Any,
    random: Mutex<ChaCha12Rng>,
}

impl Match {
    /// Decodes what stays the same through the match, such as the map.
    ///
    /// # Errors
    ///
    /// The setup is of another type, such as that of another game.
    pub fn setup<M: Message + Name + Default>(&self) -> Result<M, DecodeError> {
        self.setup.to_msg()
    }

    /// The random numbers of the seat, which follow from `bot_seed`.
    ///
    /// A bot that takes its randomness only from here plays the match in the same way each time.
    ///
    /// ```
    /// use tianming::{Question, rand::RngExt as _};
    ///
    /// fn choose(question: &Question) -> usize {
    ///     question.match_.random().random_range(0..question.option_count)
    /// }
    /// ```
    pub fn random(&self) -> MutexGuard<'_, ChaCha12Rng> {
        self.random.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl From<MatchStarted> for Match {
    fn from(message: MatchStarted) -> Self {
        let mut seed = [0; 32];
        seed.iter_mut().zip(&message.bot_seed).for_each(|(to, from)| *to = *from);
        Self {
            id: message.match_id,
            game: message.game,
            rules_version: message.rules_version,
            options: message.options,
            bots: message.seats.into_iter().map(|seat| seat.bot).collect(),
            seat: message.seat,
            clock: message.clock.unwrap_or_default().into(),
            strikes: message.strikes,
            strikes_left: message.strikes_left,
            bank: duration(message.bank),
            seed_commitment: message.seed_commitment,
            bot_seed: message.bot_seed,
            setup: message.setup.unwrap_or_default(),
            random: Mutex::new(ChaCha12Rng::from_seed(seed)),
        }
    }
}

/// The clock of a match. All seats have the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Clock {
    /// Time for each decision.
    pub decision: Duration,
    /// Reserve for the whole match.
    pub bank: Duration,
    /// Time that each decision adds to the bank.
    pub increment: Duration,
    /// Time after the budget in which an answer still counts.
    pub grace: Duration,
    /// Extra time for the first question to a seat.
    pub first: Duration,
}

impl From<v1::Clock> for Clock {
    fn from(message: v1::Clock) -> Self {
        Self {
            decision: duration(message.decision),
            bank: duration(message.bank),
            increment: duration(message.increment),
            grace: duration(message.grace),
            first: duration(message.first),
        }
    }
}

/// How a match ended, and the seed of its draws.
#[derive(Debug)]
pub struct MatchResult {
    /// The match.
    pub match_: Arc<Match>,
    /// The places and points of all seats.
    pub outcome: Outcome,
    /// Seed of all draws.
    pub seed: Vec<u8>,
    /// Nonce of the commitment to the seed.
    pub seed_nonce: Vec<u8>,
    /// Digest of the last entry of the record.
    pub record_digest: Vec<u8>,
    /// Events since the bot's last question, oldest first.
    pub since: Vec<Event>,
}

impl MatchResult {
    pub(crate) fn new(match_: Arc<Match>, message: MatchEnded) -> Self {
        Self {
            match_,
            outcome: message.outcome.unwrap_or_default(),
            seed: message.seed,
            seed_nonce: message.seed_nonce,
            record_digest: message.record_digest,
            since: message.since,
        }
    }

    /// Whether the seed is the one that the referee had committed to before the first draw.
    #[must_use]
    pub fn is_fair(&self) -> bool {
        fairness::commitment(&self.seed, &self.seed_nonce)[..] == self.match_.seed_commitment
    }

    /// The place of the bot's seat, from 1. `None` if the match is void.
    #[must_use]
    pub fn place(&self) -> Option<u32> {
        let results = &self.outcome.results;
        results.iter().find(|result| result.seat == self.match_.seat).map(|result| result.place)
    }
}

/// A duration of the contract, from none to a century, so that a clock can add it.
pub(crate) fn duration(message: Option<prost_types::Duration>) -> Duration {
    let duration = message.and_then(|message| Duration::try_from(message).ok());
    duration.unwrap_or_default().min(CENTURY)
}
