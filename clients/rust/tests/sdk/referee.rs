//! A referee that does what a test says, and the messages that it sends.

use std::time::Duration;

use tempfile::TempDir;
use tianming::v1::referee_message::Kind;
use tianming::v1::referee_service_server::{RefereeService, RefereeServiceServer};
use tianming::v1::{
    BotMessage, Choose, Hello, Limits, MatchStarted, Ping, PlayRequest, PlayResponse, Pong,
    Question, RefereeMessage, Welcome, bot_message, choose,
};
use tianming::{Bot, Error, Options, run_until};
use tokio::net::{TcpListener, UnixListener};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio_stream::wrappers::{TcpListenerStream, UnboundedReceiverStream, UnixListenerStream};
use tonic::transport::Server;
use tonic::{Request, Response, Status, Streaming};

/// What is awaited in a test must happen within this time.
const SOON: Duration = Duration::from_secs(20);

pub async fn soon<T>(event: impl Future<Output = T>) -> T {
    tokio::time::timeout(SOON, event).await.expect("it happens soon")
}

/// A referee on loopback or on a Unix socket. It stops when it is dropped.
pub struct Referee {
    pub address: String,
    streams: UnboundedReceiver<Stream>,
    server: JoinHandle<()>,
    _folder: Option<TempDir>,
}

impl Referee {
    pub async fn start() -> Self {
        Self::serve(Server::builder()).await
    }

    #[cfg(feature = "tls")]
    pub async fn start_with_tls(identity: tonic::transport::Identity) -> Self {
        let tls = tonic::transport::ServerTlsConfig::new().identity(identity);
        Self::serve(Server::builder().tls_config(tls).unwrap()).await
    }

    pub fn start_on_socket() -> Self {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("referee");
        let incoming = UnixListenerStream::new(UnixListener::bind(&path).unwrap());
        let (service, streams) = service();
        let server = Server::builder().add_service(service).serve_with_incoming(incoming);
        let server = tokio::spawn(async { server.await.unwrap() });
        Self { address: format!("unix:{}", path.display()), streams, server, _folder: Some(folder) }
    }

    async fn serve(mut server: Server) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let (service, streams) = service();
        let server =
            server.add_service(service).serve_with_incoming(TcpListenerStream::new(listener));
        let server = tokio::spawn(async { server.await.unwrap() });
        Self { address, streams, server, _folder: None }
    }

    /// The next stream that a bot opens.
    pub async fn accept(&mut self) -> Stream {
        soon(self.streams.recv()).await.expect("the referee runs")
    }

    /// The next stream, when the bot has read its `Welcome`.
    pub async fn welcome(&mut self) -> Stream {
        let mut stream = self.accept().await;
        stream.hello().await;
        stream.send([welcome()]);
        stream.settle().await;
        stream
    }

    /// Options to play here.
    pub fn options(&self) -> Options {
        Options::default().server(&self.address).token("secret")
    }
}

impl Drop for Referee {
    fn drop(&mut self) {
        self.server.abort();
    }
}

/// A stream of a bot, from the side of the referee. The bot's stream breaks when it is dropped.
pub struct Stream {
    pub authorization: String,
    incoming: Streaming<PlayRequest>,
    outgoing: UnboundedSender<Result<PlayResponse, Status>>,
}

impl Stream {
    /// The messages of the next frame; none when the bot has half-closed the stream.
    pub async fn read(&mut self) -> Option<Vec<bot_message::Kind>> {
        let frame = soon(self.incoming.message()).await.ok()??;
        Some(frame.messages.into_iter().map(|message| message.kind.unwrap()).collect())
    }

    pub async fn hello(&mut self) -> Hello {
        match self.read().await.unwrap().as_slice() {
            [bot_message::Kind::Hello(hello)] => hello.clone(),
            other => panic!("{other:?} is no hello"),
        }
    }

    /// The choices of the next frame.
    pub async fn choices(&mut self) -> Vec<Choose> {
        let choose = |kind| match kind {
            bot_message::Kind::Choose(choose) => choose,
            other => panic!("{other:?} is no choice"),
        };
        self.read().await.unwrap().into_iter().map(choose).collect()
    }

    /// Wait until the bot has read all that was sent.
    pub async fn settle(&mut self) {
        self.send([Kind::Ping(Ping { id: 1 })]);
        assert_eq!(self.read().await.unwrap(), [bot_message::Kind::Pong(Pong { id: 1 })]);
    }

    /// Number and index of each choice of the next frame.
    pub async fn answers(&mut self) -> Vec<(u32, u32)> {
        self.choices().await.iter().map(|choice| (choice.number, index(choice))).collect()
    }

    pub fn send(&self, kinds: impl IntoIterator<Item = Kind>) {
        let message = |kind| RefereeMessage { kind: Some(kind) };
        let messages = kinds.into_iter().map(message).collect();
        self.outgoing.send(Ok(PlayResponse { messages })).unwrap();
    }

    pub fn fail(self, status: Status) {
        self.outgoing.send(Err(status)).unwrap();
    }
}

fn service() -> (RefereeServiceServer<Service>, UnboundedReceiver<Stream>) {
    let (streams, accepted) = unbounded_channel();
    (RefereeServiceServer::new(Service(streams)), accepted)
}

struct Service(UnboundedSender<Stream>);

#[tonic::async_trait]
impl RefereeService for Service {
    type PlayStream = UnboundedReceiverStream<Result<PlayResponse, Status>>;

    async fn play(
        &self,
        request: Request<Streaming<PlayRequest>>,
    ) -> Result<Response<Self::PlayStream>, Status> {
        let authorization =
            request.metadata().get("authorization").unwrap().to_str().unwrap().to_owned();
        let (outgoing, frames) = unbounded_channel();
        let incoming = request.into_inner();
        self.0.send(Stream { authorization, incoming, outgoing }).unwrap();
        Ok(Response::new(UnboundedReceiverStream::new(frames)))
    }
}

/// A bot that plays in the background, and leaves when the test says so.
pub struct Run {
    stop: oneshot::Sender<()>,
    pub outcome: JoinHandle<Result<(), Error>>,
}

impl Run {
    pub fn start(bot: impl Bot + Send + 'static, options: Options) -> Self {
        let (stop, stopped) = oneshot::channel();
        let stopped = async { drop(stopped.await) };
        Self { stop, outcome: tokio::spawn(run_until(bot, options, stopped)) }
    }

    pub fn stop(self) -> JoinHandle<Result<(), Error>> {
        self.stop.send(()).unwrap();
        self.outcome
    }

    /// The sentence with which the run ends.
    pub async fn error(self) -> String {
        soon(self.outcome).await.unwrap().unwrap_err().to_string()
    }
}

/// A bot that takes the first option.
pub fn first(_: &tianming::Question) -> usize {
    0
}

pub fn welcome() -> Kind {
    let limits = Limits {
        max_frame_bytes: 1 << 16,
        max_note_characters: 200,
        max_reasoning_bytes: 24,
        ..Limits::default()
    };
    Kind::Welcome(Welcome {
        revision: 1,
        bot: "ann".into(),
        limits: Some(limits),
        ..Welcome::default()
    })
}

pub fn started(match_id: &str, seat: u32) -> Kind {
    let message = MatchStarted { match_id: match_id.into(), seat, ..MatchStarted::default() };
    Kind::MatchStarted(message.into())
}

pub fn question(match_id: &str, number: u32) -> Kind {
    Kind::Question(Question {
        match_id: match_id.into(),
        number,
        option_count: 4,
        ..Question::default()
    })
}

/// The index that a bot chose.
pub fn index(choose: &Choose) -> u32 {
    let Some(choose::Answer::Option(index)) = choose.answer else { panic!("{choose:?}") };
    index
}

/// The frame of a bot with one message.
pub fn frame(kind: bot_message::Kind) -> PlayRequest {
    PlayRequest { messages: vec![BotMessage { kind: Some(kind) }] }
}
