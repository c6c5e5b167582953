//! A bot that waits for its referee.

use tianming::v1::bot_message::Kind;
use tianming::v1::bot_service_client::BotServiceClient;
use tianming::v1::{PlayRequest, PlayResponse, RefereeMessage, referee_message};
use tianming::{Error, Options};
use tokio::net::TcpListener;
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use tokio_stream::wrappers::UnboundedReceiverStream;
use tonic::transport::{Channel, Endpoint};
use tonic::{Code, Request, Status, Streaming};
use tonic_health::pb::HealthCheckRequest;
use tonic_health::pb::health_client::HealthClient;

use crate::referee::{Run, first, index, question, soon, started, welcome};

/// A listening bot, and where.
pub async fn listening(options: Options, scheme: &str) -> (Run, Endpoint) {
    let address = free_address().await;
    let run = Run::start(first, options.listen(&address));
    (run, Endpoint::from_shared(format!("{scheme}://{address}")).unwrap())
}

/// A connection to a bot as soon as it listens.
pub async fn connect(endpoint: &Endpoint) -> Channel {
    let connect = async {
        loop {
            if let Ok(channel) = endpoint.connect().await {
                return channel;
            }
            tokio::task::yield_now().await;
        }
    };
    soon(connect).await
}

async fn connected(options: Options) -> (Run, Channel) {
    let (run, endpoint) = listening(options, "http").await;
    (run, connect(&endpoint).await)
}

async fn free_address() -> String {
    TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap().to_string()
}

/// The side of the referee.
pub struct Call {
    frames: UnboundedSender<PlayResponse>,
    incoming: Streaming<PlayRequest>,
}

impl Call {
    pub async fn open(channel: &Channel, token: &str) -> Result<Self, Status> {
        let (frames, outgoing) = unbounded_channel();
        let mut request = Request::new(UnboundedReceiverStream::new(outgoing));
        request.metadata_mut().insert("authorization", format!("Bearer {token}").parse().unwrap());
        let response = soon(BotServiceClient::new(channel.clone()).serve(request)).await?;
        Ok(Self { frames, incoming: response.into_inner() })
    }

    fn send(&self, kinds: impl IntoIterator<Item = referee_message::Kind>) {
        let message = |kind| RefereeMessage { kind: Some(kind) };
        self.frames
            .send(PlayResponse { messages: kinds.into_iter().map(message).collect() })
            .unwrap();
    }

    pub async fn read(&mut self) -> Option<Vec<Kind>> {
        let frame = soon(self.incoming.message()).await.unwrap()?;
        Some(frame.messages.into_iter().map(|message| message.kind.unwrap()).collect())
    }
}

#[tokio::test]
async fn a_bot_that_listens_says_hello_first_and_answers() {
    let (_run, channel) = connected(Options::default().token("secret")).await;
    let mut call = Call::open(&channel, "secret").await.unwrap();
    assert!(matches!(call.read().await.unwrap()[..], [Kind::Hello(_)]));
    call.send([welcome(), started("m", 0), question("m", 1)]);
    match &call.read().await.unwrap()[..] {
        [Kind::Choose(choose)] => assert_eq!(index(choose), 0),
        other => panic!("{other:?} is no choice"),
    }
}

#[tokio::test]
async fn a_caller_without_the_token_is_refused() {
    let (_run, channel) = connected(Options::default().token("secret")).await;
    let refusal = Call::open(&channel, "guess").await.err().unwrap();
    assert_eq!(refusal.code(), Code::Unauthenticated);
}

#[tokio::test]
async fn a_bot_that_listens_has_a_health_check() {
    let (_run, channel) = connected(Options::default().token("secret")).await;
    for service in ["", "tianming.v1.BotService"] {
        let request = HealthCheckRequest { service: service.into() };
        let response = soon(HealthClient::new(channel.clone()).check(request)).await.unwrap();
        assert_eq!(response.into_inner().status().as_str_name(), "SERVING");
    }
}

#[tokio::test]
async fn a_match_goes_on_when_the_referee_dials_again() {
    let (_run, channel) = connected(Options::default()).await;
    let mut call = Call::open(&channel, "").await.unwrap();
    call.read().await;
    call.send([welcome(), started("m", 0), question("m", 1)]);
    call.read().await;
    drop(call);
    let mut call = Call::open(&channel, "").await.unwrap();
    match &call.read().await.unwrap()[..] {
        [Kind::Hello(hello)] => assert_eq!(hello.resume[0].match_id, "m"),
        other => panic!("{other:?} is no hello"),
    }
}

#[tokio::test]
async fn referees_that_dial_at_once_have_matches_of_their_own() {
    let (_run, channel) = connected(Options::default()).await;
    let mut first = Call::open(&channel, "").await.unwrap();
    first.read().await;
    first.send([welcome(), started("m", 0), question("m", 1)]);
    first.read().await;
    let mut second = Call::open(&channel, "").await.unwrap();
    match &second.read().await.unwrap()[..] {
        [Kind::Hello(hello)] => assert_eq!(hello.resume, []),
        other => panic!("{other:?} is no hello"),
    }
}

#[tokio::test]
async fn a_bot_that_stops_says_goodbye_and_ends_the_call_with_ok() {
    let (run, channel) = connected(Options::default()).await;
    let mut call = Call::open(&channel, "").await.unwrap();
    call.read().await;
    let outcome = run.stop();
    assert!(matches!(call.read().await.unwrap()[..], [Kind::Goodbye(_)]));
    assert_eq!(call.read().await, None);
    drop((call, channel));
    soon(outcome).await.unwrap().unwrap();
}

#[tokio::test]
async fn an_address_that_is_taken_ends_the_run() {
    let taken = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let run = Run::start(first, Options::default().listen(&address));
    let error = soon(run.outcome).await.unwrap().unwrap_err();
    assert!(matches!(error, Error::Listen { .. }), "{error}");
}
