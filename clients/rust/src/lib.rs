//! The Rust SDK of Tianming, the referee for bot leagues: write a bot, and let it play.
//!
//! A bot is a function from a question to the index of an option:
//!
//! ```no_run
//! use tianming::{Options, Question, rand::RngExt as _};
//!
//! fn choose(question: &Question) -> usize {
//!     question.match_.random().random_range(0..question.option_count)
//! }
//!
//! fn main() -> std::process::ExitCode {
//!     tianming::run(choose, Options::default())
//! }
//! ```
//!
//! or a type that implements [`Bot`]. The address of the referee and the token of the bot come
//! from the environment, unless [`Options`] has them. [`run`] plays until a signal stops the
//! program; [`run_until`] does the same inside a tokio runtime.
//!
//! # Games
//!
//! [`Question::position`] and [`Match::setup`] decode the messages of the game, which
//! [`games`] has. A game that is not there works, too: generate its messages with `prost` and
//! `enable_type_names`.
//!
//! # Streams
//!
//! All matches of the bot share one stream. The SDK calls the bot on a thread of its own, so it
//! answers pings while the bot thinks. All answers to a frame of questions go into one frame, as
//! long as the bot is quick. If the stream breaks, the SDK connects again, and the matches go on.
//!
//! # Features
//!
//! - `tls` (default): TLS with `rustls`.

mod address;
mod answers;
mod bot;
mod bot_thread;
mod client;
mod diagnosis;
mod error;
mod fairness;
mod invitation;
mod listen;
mod r#match;
mod matches;
mod notice;
mod options;
mod question;
mod run;
mod session;
mod tls;

pub use bot::{Answer, Bot, Choice, IntoAnswer};
pub use error::{BotError, Error};
pub use fairness::commitment;
pub use r#match::{Clock, Match, MatchResult};
pub use options::Options;
pub use prost;
pub use prost_types;
pub use question::Question;
pub use rand;
pub use run::{run, run_until};
pub use tonic::Code;
pub use v1::{Event, Fault, FaultNotice, Outcome, SeatResult, Termination, Thought};

/// The messages of the contract, `tianming.v1`.
#[allow(missing_docs, clippy::pedantic)] // generated
pub mod v1 {
    tonic::include_proto!("tianming.v1");
}

/// The messages of the games: what a seat sees, and what it may choose.
#[allow(missing_docs, clippy::pedantic)] // generated
pub mod games {
    /// China.
    pub mod china {
        tonic::include_proto!("tianming.games.china.v1");
    }

    /// In the Year of the Dragon.
    pub mod dragon {
        tonic::include_proto!("tianming.games.dragon.v1");
    }

    /// Ming Dynasty.
    pub mod ming {
        tonic::include_proto!("tianming.games.ming.v1");
    }

    /// The messages of small games, `tianming.games.small.v1`.
    pub mod small {
        tonic::include_proto!("tianming.games.small.v1");
    }
}
