//! A bot that waits for its referee: the same session, with the sides swapped.

use std::sync::Arc;

use sha2::{Digest, Sha256};
use tokio::net::TcpListener;
use tokio_stream::StreamExt;
use tokio_stream::adapters::Map;
use tokio_stream::wrappers::UnboundedReceiverStream;
use tonic::metadata::MetadataMap;
use tonic::transport::Server;
use tonic::transport::server::TcpIncoming;
use tonic::{Request, Response, Status, Streaming};

use crate::Error;
use crate::notice::notice;
use crate::options::Token;
use crate::session::{PING_INTERVAL, PING_TIMEOUT, Player, Session};
use crate::v1::bot_service_server::{BotService, BotServiceServer};
use crate::v1::{PlayRequest, PlayResponse};

/// Serves the bot and its health at an address until the bot leaves.
pub(crate) async fn listen(player: Player, address: &str, token: Token) -> Result<(), Error> {
    let failed = |why: String| Error::Listen { address: address.to_owned(), why };
    let listener = TcpListener::bind(address).await.map_err(|error| failed(error.to_string()))?;
    let local = listener.local_addr().map_err(|error| failed(error.to_string()))?;
    let incoming = TcpIncoming::from(listener).with_nodelay(Some(true));
    let leave = player.leave.clone();
    let server = Server::builder()
        .http2_keepalive_interval(Some(PING_INTERVAL))
        .http2_keepalive_timeout(Some(PING_TIMEOUT));
    let mut server = player.files.serve(server)?;
    let bot = BotServiceServer::new(Service { player, token: Arc::new(token) });
    let (reporter, health) = tonic_health::server::health_reporter();
    reporter.set_serving::<BotServiceServer<Service>>().await;
    let serving = server
        .add_service(health)
        .add_service(bot)
        .serve_with_incoming_shutdown(incoming, leave.cancelled());
    notice(format_args!("listening on {local}"));
    serving.await.map_err(|error| failed(error.to_string()))
}

#[derive(Clone)]
struct Service {
    player: Player,
    token: Arc<Token>,
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
        let peer = request.remote_addr().map_or_else(String::new, |peer| peer.to_string());
        let (mut session, frames) = Session::new(self.player.clone(), peer);
        tokio::spawn(async move { session.play(request.into_inner()).await });
        Ok(Response::new(frames.map(Ok)))
    }
}
