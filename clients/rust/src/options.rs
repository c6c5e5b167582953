//! The options of a run, which default to the environment.

use std::env;
use std::fmt;
use std::time::Duration;

use tonic::metadata::{Ascii, MetadataValue};

use crate::Error;
use crate::tls::Files;
use crate::v1::{Capability, Hello, SupportedGame};

/// Name and version of this crate, for the referee's log.
pub(crate) const USER_AGENT: &str = concat!("tianming-rust/", env!("CARGO_PKG_VERSION"));

const REVISION: u32 = 1;
const DEFAULT_WAIT: Duration = Duration::from_secs(300);

/// Where and what a bot plays. The defaults come from the environment:
///
/// | variable | meaning |
/// |---|---|
/// | `TIANMING_SERVER` | address of the referee; else `127.0.0.1:50051` |
/// | `TIANMING_TOKEN` | token of the bot |
/// | `TIANMING_LISTEN` | address to listen on; then the referee dials the bot |
/// | `TIANMING_WAIT` | seconds to wait for a referee that was never there; else 300 |
/// | `TIANMING_CA` | PEM file of the authority to trust; else those of the system |
/// | `TIANMING_CERTIFICATE`, `TIANMING_KEY` | PEM files of the bot's own certificate |
///
/// An address is `host:port`, `https://host:port`, `http://host:port` or `unix:/path`. Plain
/// `host:port` means TLS unless the host is this machine.
#[derive(Clone)]
pub struct Options {
    pub(crate) server: String,
    pub(crate) token: String,
    pub(crate) listen: Option<String>,
    pub(crate) files: Files,
    wait: Result<Duration, String>,
    hello: Hello,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            server: variable("TIANMING_SERVER").unwrap_or_else(|| "127.0.0.1:50051".to_owned()),
            token: variable("TIANMING_TOKEN").unwrap_or_default(),
            listen: variable("TIANMING_LISTEN"),
            files: Files::from_environment(),
            wait: variable("TIANMING_WAIT").map_or(Ok(DEFAULT_WAIT), |text| seconds(&text)),
            hello: Hello {
                revision_min: REVISION,
                revision_max: REVISION,
                bot_name: program().unwrap_or_default(),
                user_agent: USER_AGENT.to_owned(),
                ..Hello::default()
            },
        }
    }
}

impl Options {
    /// Sets the address of the referee.
    #[must_use]
    pub fn server(mut self, address: impl Into<String>) -> Self {
        self.server = address.into();
        self
    }

    /// Sets the token of the bot. White space around it does no harm.
    #[must_use]
    pub fn token(mut self, token: impl Into<String>) -> Self {
        self.token = token.into();
        self
    }

    /// Lets the referee dial the bot, which listens on `host:port` or `unix:/path`. Port 0 takes any
    /// free port.
    #[must_use]
    pub fn listen(mut self, address: impl Into<String>) -> Self {
        self.listen = Some(address.into());
        self
    }

    /// Sets the games that the bot plays. By default it plays all.
    #[must_use]
    pub fn games<S: Into<String>>(mut self, names: impl IntoIterator<Item = S>) -> Self {
        let game = |name: S| SupportedGame { name: name.into(), ..SupportedGame::default() };
        self.hello.games = names.into_iter().map(game).collect();
        self
    }

    /// Sets how many matches the bot plays at once. By default as many as the organiser allows.
    #[must_use]
    pub fn max_matches(mut self, matches: u32) -> Self {
        self.hello.max_matches = matches;
        self
    }

    /// Sets the name of the bot for the referee's log. By default that of its program.
    #[must_use]
    pub fn name(mut self, name: impl Into<String>) -> Self {
        self.hello.bot_name = name.into();
        self
    }

    /// Sets the version of the bot for the referee's log.
    #[must_use]
    pub fn version(mut self, version: impl Into<String>) -> Self {
        self.hello.bot_version = version.into();
        self
    }

    /// Sets how long the bot waits for a referee that was never there.
    #[must_use]
    pub fn wait(mut self, wait: Duration) -> Self {
        self.wait = Ok(wait);
        self
    }

    /// Sets the PEM file of the authority to trust, instead of those of the system.
    #[must_use]
    pub fn authority(mut self, file: impl Into<String>) -> Self {
        self.files.authority = Some(file.into());
        self
    }

    /// Sets the PEM files of the bot's own certificate and of its key.
    #[must_use]
    pub fn certificate(mut self, file: impl Into<String>, key: impl Into<String>) -> Self {
        self.files.certificate = Some(file.into());
        self.files.key = Some(key.into());
        self
    }

    pub(crate) fn patience(&self) -> Result<Duration, Error> {
        self.wait.clone().map_err(Error::Environment)
    }

    /// What the bot says about itself.
    pub(crate) fn hello(&self, wants_events: bool) -> Hello {
        let events = wants_events.then(|| Capability::Events.into());
        Hello { capabilities: events.into_iter().collect(), ..self.hello.clone() }
    }
}

impl fmt::Debug for Options {
    /// Shows everything but the token.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Options")
            .field("server", &self.server)
            .field("listen", &self.listen)
            .field("hello", &self.hello)
            .finish_non_exhaustive()
    }
}

/// The token of a bot, or a ticket.
pub(crate) struct Token(String);

impl Token {
    /// Takes a token without the white space around it.
    pub fn new(text: &str) -> Result<Self, Error> {
        let bare = text.trim();
        let is_plain = bare.bytes().all(|byte| byte.is_ascii_graphic());
        is_plain.then(|| Self(bare.to_owned())).ok_or(Error::Token)
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The metadata `authorization` of a call.
    pub fn bearer(&self) -> MetadataValue<Ascii> {
        let mut value =
            MetadataValue::try_from(format!("Bearer {}", self.0)).expect("the token is ASCII");
        value.set_sensitive(true);
        value
    }
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds =
        text.trim().parse().ok().filter(|seconds: &f64| seconds.is_finite() && *seconds >= 0.0);
    seconds
        .map(|seconds| Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX))
        .ok_or_else(|| format!("TIANMING_WAIT is \"{text}\": give a number of seconds"))
}

/// A variable of the environment that is set and not empty.
pub(crate) fn variable(name: &str) -> Option<String> {
    env::var(name).ok().filter(|value| !value.is_empty())
}

fn program() -> Option<String> {
    Some(env::current_exe().ok()?.file_stem()?.to_string_lossy().into_owned())
}
