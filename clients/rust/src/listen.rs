//! A bot that waits for its referee: the same session, with the sides swapped.

use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use sha2::{Digest, Sha256};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpListener;
use tokio_stream::adapters::Map;
use tokio_stream::wrappers::UnboundedReceiverStream;
use tokio_stream::{Stream, StreamExt};
use tonic::metadata::MetadataMap;
use tonic::transport::Server;
use tonic::transport::server::{Connected, TcpIncoming};
use tonic::{Request, Response, Status, Streaming};

use crate::Error;
use crate::address::Address;
use crate::matches::Matches;
use crate::notice::notice;
use crate::options::Token;
use crate::session::{PING_INTERVAL, PING_TIMEOUT, Player, Session};
use crate::v1::bot_service_server::{BotService, BotServiceServer};
use crate::v1::{PlayRequest, PlayResponse};

/// Referees that are remembered after their streams, for they may dial again.
const MAX_RESTING: usize = 64;

/// Serves the bot and its health at an address until the bot leaves.
pub(crate) async fn listen(player: Player, text: &str, token: Token) -> Result<(), Error> {
    let address = Address::to_listen(text)?;
    if text.starts_with("https:") && player.files.certificate.is_none() {
        let (address, target) = (text.to_owned(), address.target().to_owned());
        return Err(Error::NoCertificate { address, target });
    }
    let failed =
        |error: &io::Error| Error::Listen { address: text.to_owned(), why: error.to_string() };
    #[cfg(unix)]
    if let Some(path) = address.path() {
        let listener = socket::bind(path).await.map_err(|error| failed(&error))?;
        let incoming = tokio_stream::wrappers::UnixListenerStream::new(listener);
        let outcome = serve(player, text, token, incoming, address.target()).await;
        let _ = std::fs::remove_file(path); // fails if somebody else removed it
        return outcome;
    }
    let listener = TcpListener::bind(address.target()).await.map_err(|error| failed(&error))?;
    let port = listener.local_addr().map_err(|error| failed(&error))?.port();
    let incoming = TcpIncoming::from(listener).with_nodelay(Some(true));
    let place = format!("{}:{port}", address.written_host());
    serve(player, text, token, incoming, &place).await
}

/// Serves the connections that arrive at a place.
async fn serve<I, C>(
    player: Player,
    text: &str,
    token: Token,
    incoming: I,
    place: &str,
) -> Result<(), Error>
where
    I: Stream<Item = io::Result<C>>,
    C: AsyncRead + AsyncWrite + Connected + Unpin + Send + 'static,
{
    let leave = player.leave.clone();
    let server = Server::builder()
        .http2_keepalive_interval(Some(PING_INTERVAL))
        .http2_keepalive_timeout(Some(PING_TIMEOUT));
    let mut server = player.files.serve(server)?;
    let bot =
        BotServiceServer::new(Service { player, token: Arc::new(token), resting: Arc::default() });
    let (reporter, health) = tonic_health::server::health_reporter();
    reporter.set_serving::<BotServiceServer<Service>>().await;
    let serving = server
        .add_service(health)
        .add_service(bot)
        .serve_with_incoming_shutdown(incoming, leave.cancelled());
    notice(format_args!("listening on {place}"));
    serving
        .await
        .map_err(|error| Error::Listen { address: text.to_owned(), why: error.to_string() })
}

#[cfg(unix)]
mod socket {
    use std::fs;
    use std::io::{self, ErrorKind};
    use std::os::unix::fs::FileTypeExt as _;

    use tokio::net::{UnixListener, UnixStream};

    /// Binds a Unix domain socket. A killed bot leaves its socket behind: it is replaced.
    pub async fn bind(path: &str) -> io::Result<UnixListener> {
        match UnixListener::bind(path) {
            Err(error) if error.kind() == ErrorKind::AddrInUse && is_abandoned(path).await => {
                fs::remove_file(path)?;
                UnixListener::bind(path)
            }
            outcome => outcome,
        }
    }

    async fn is_abandoned(path: &str) -> bool {
        let is_socket = fs::symlink_metadata(path).is_ok_and(|it| it.file_type().is_socket());
        let connection = UnixStream::connect(path).await;
        is_socket && connection.is_err_and(|error| error.kind() == ErrorKind::ConnectionRefused)
    }
}

/// The matches of the referees whose streams have ended, the last one at the end.
type Resting = Arc<Mutex<Vec<Arc<Mutex<Matches>>>>>;

#[derive(Clone)]
struct Service {
    player: Player,
    token: Arc<Token>,
    resting: Resting,
}

impl Service {
    /// Refuses a caller without the token, if there is one.
    fn check(&self, metadata: &MetadataMap) -> Result<(), Status> {
        let given = metadata.get("authorization").map(|value| Sha256::digest(value.as_bytes()));
        let expected = Sha256::digest(self.token.bearer().as_bytes());
        if self.token.is_empty() || given == Some(expected) {
            return Ok(());
        }
        Err(Status::unauthenticated("The call has no token, or not that of this bot."))
    }

    /// Returns the player with the matches of the referee whose stream ended last, for usually that
    /// referee dials again. Another referee does not know those matches, and rejects them.
    fn player(&self) -> Player {
        let mut resting = self.resting.lock().unwrap_or_else(PoisonError::into_inner);
        Player { matches: resting.pop().unwrap_or_default(), ..self.player.clone() }
    }
}

/// Remembers the matches of a referee after its stream.
fn rest(resting: &Resting, player: &Player) {
    if player.has_matches() {
        let mut resting = resting.lock().unwrap_or_else(PoisonError::into_inner);
        resting.push(Arc::clone(&player.matches));
        if resting.len() > MAX_RESTING {
            resting.remove(0);
        }
    }
}

#[tonic::async_trait]
impl BotService for Service {
    type ServeStream =
        Map<UnboundedReceiverStream<PlayRequest>, fn(PlayRequest) -> Result<PlayRequest, Status>>;

    async fn serve(
        &self,
        request: Request<Streaming<PlayResponse>>,
    ) -> Result<Response<Self::ServeStream>, Status> {
        self.check(request.metadata())?;
        let peer = request.remote_addr().map_or_else(socket_peer, |peer| peer.to_string());
        let (mut session, frames) = Session::new(self.player(), peer);
        let resting = Arc::clone(&self.resting);
        tokio::spawn(async move {
            let _ = session.play(request.into_inner()).await; // the referee may dial again
            rest(&resting, &session.player);
        });
        Ok(Response::new(frames.map(Ok)))
    }
}

fn socket_peer() -> String {
    "a Unix domain socket".to_owned()
}
