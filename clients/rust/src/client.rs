//! The stream to a referee, kept up until the bot leaves or is not wanted.

use std::error::Error as StdError;
use std::io::{self, ErrorKind};
use std::time::Duration;

use tokio::time::{Instant, sleep};
use tokio_stream::wrappers::UnboundedReceiverStream;
use tonic::transport::{Channel, Endpoint};
use tonic::{Request, Status};

use crate::address::Address;
use crate::error::final_code;
use crate::notice::notice;
use crate::options::{Token, USER_AGENT};
use crate::session::{PING_INTERVAL, PING_TIMEOUT, Player, Session};
use crate::tls::{self, Files};
use crate::v1::PlayRequest;
use crate::v1::referee_service_client::RefereeServiceClient;
use crate::{Error, diagnosis};

/// Pauses between two tries: doubled each time, until a stream has lasted for the longest.
const FIRST_PAUSE: Duration = Duration::from_millis(200);
const LONGEST_PAUSE: Duration = Duration::from_secs(5);

const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

/// Why a stream ended.
pub(crate) enum Failure {
    /// Another try would end the same.
    Final(Error),
    /// Another try may succeed. The text says what went wrong.
    Lost(String),
    /// The same, and perhaps only one of the two sides uses TLS.
    Broken(String),
}

/// Keeps up a stream until the bot leaves. A bot that was never welcome has some `patience`.
pub(crate) async fn stay(
    player: &Player,
    address: &Address,
    token: &Token,
    patience: Duration,
) -> Result<(), Error> {
    let (start, mut patience) = (Instant::now(), Some(patience));
    let (mut pause, mut is_reported) = (FIRST_PAUSE, false);
    loop {
        let began = Instant::now();
        let (mut session, frames) = Session::new(player.clone(), address.to_string());
        let why = match dial(&mut session, frames, address, token).await {
            _ if player.leave.is_cancelled() => return Ok(()),
            Ok(()) => "the referee ended the stream".to_owned(),
            Err(Failure::Lost(why)) => why,
            Err(Failure::Broken(why)) => match diagnosis::one_sided_tls(address).await {
                Some(error) => return Err(error),
                None => why,
            },
            Err(Failure::Final(error)) => return Err(error),
        };
        if session.was_welcome {
            (patience, is_reported) = (None, false);
            if began.elapsed() > LONGEST_PAUSE {
                pause = FIRST_PAUSE;
            }
        } else if !is_reported {
            notice(format_args!("no referee at {address}, trying again ({why})"));
            is_reported = true;
        }
        let mut wait = pause.mul_f64(rand::random_range(0.5..=1.0));
        if let Some(patience) = patience {
            let rest = patience.saturating_sub(start.elapsed());
            if rest.is_zero() {
                return Err(Error::Absent { address: address.to_string(), wait: patience, why });
            }
            wait = wait.min(rest);
        }
        player.leave.run_until_cancelled(sleep(wait)).await;
        pause = LONGEST_PAUSE.min(2 * pause);
    }
}

/// Plays on one stream to a referee.
pub(crate) async fn dial(
    session: &mut Session,
    frames: UnboundedReceiverStream<PlayRequest>,
    address: &Address,
    token: &Token,
) -> Result<(), Failure> {
    let mut request = Request::new(frames);
    request.metadata_mut().insert("authorization", token.bearer());
    let files = session.player.files.clone();
    let open = async {
        let channel = connect(address, &files).await?;
        Ok::<_, Failure>(RefereeServiceClient::new(channel).play(request).await?.into_inner())
    };
    match session.player.leave.clone().run_until_cancelled(open).await {
        Some(incoming) => Ok(session.play(incoming?).await?),
        None => Ok(()),
    }
}

async fn connect(address: &Address, files: &Files) -> Result<Channel, Failure> {
    let endpoint = Endpoint::from_shared(address.uri())
        .and_then(|endpoint| endpoint.user_agent(USER_AGENT))
        .map_err(|_| Failure::Final(Error::Address(address.to_string())))?
        .connect_timeout(CONNECT_TIMEOUT)
        .http2_keep_alive_interval(PING_INTERVAL)
        .keep_alive_timeout(PING_TIMEOUT)
        .keep_alive_while_idle(true);
    let endpoint = if address.uses_tls() { files.secure(endpoint, address)? } else { endpoint };
    endpoint.connect().await.map_err(|error| {
        tls::refusal(&error, address).map_or_else(|| broken(&error), Failure::Final)
    })
}

/// A connection that could not be used. Nothing else is wrong if nobody listens.
fn broken(error: &(dyn StdError + 'static)) -> Failure {
    let cause = cause(error);
    match cause.downcast_ref::<io::Error>().map(io::Error::kind) {
        Some(ErrorKind::ConnectionRefused | ErrorKind::NotFound) => {
            Failure::Lost(cause.to_string())
        }
        _ => Failure::Broken(cause.to_string()),
    }
}

/// The error at the bottom.
fn cause<'a>(error: &'a (dyn StdError + 'static)) -> &'a (dyn StdError + 'static) {
    error.source().map_or(error, cause)
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::Final(error)
    }
}

impl From<Status> for Failure {
    fn from(status: Status) -> Self {
        let (code, message) = (status.code(), status.message());
        if final_code(code).is_none() {
            let why = if message.is_empty() { code.description() } else { message };
            return status.source().map_or_else(|| Self::Lost(why.to_owned()), broken);
        }
        let reason = if message.is_empty() { "no reason was given" } else { message };
        Self::Final(Error::Refused { code, reason: reason.to_owned() })
    }
}
