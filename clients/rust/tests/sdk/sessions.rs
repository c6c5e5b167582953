//! The recorded sessions that all SDKs share: the referee says its part, the bot must say its own.

use std::collections::HashMap;
use std::fs::File;

use prost::Message;
use serde::Deserialize;
use tianming::Question;
use tianming::v1::referee_message::Kind;
use tianming::v1::{Hello, PlayRequest, PlayResponse, bot_message};
use tonic::{Code, Status};

use crate::referee::{Referee, Run, Stream, soon};

#[derive(Deserialize)]
struct Entry {
    stream: u32,
    from: String,
    open: Option<Open>,
    #[serde(default, with = "hex")]
    bytes: Vec<u8>,
    end: Option<End>,
}

#[derive(Deserialize)]
struct Open {
    authorization: String,
}

#[derive(Deserialize)]
struct End {
    code: String,
    sentence: String,
}

/// A session that is played again: two referees, and a bot.
struct Replay {
    lobby: Referee,
    worker: Referee,
    streams: HashMap<u32, Stream>,
    run: Option<Run>,
}

impl Replay {
    async fn start() -> Self {
        let (lobby, worker) = (Referee::start().await, Referee::start().await);
        let choose = |question: &Question| question.number as usize % question.option_count;
        let options = lobby.options().token("example-token").name("example");
        let run = Some(Run::start(choose, options));
        Self { lobby, worker, streams: HashMap::new(), run }
    }

    async fn step(&mut self, entry: Entry) {
        if let Some(open) = &entry.open {
            let is_ticket = open.authorization.ends_with("ticket");
            let referee = if is_ticket { &mut self.worker } else { &mut self.lobby };
            let stream = referee.accept().await;
            assert_eq!(stream.authorization, open.authorization);
            self.streams.insert(entry.stream, stream);
        } else if let Some(end) = &entry.end {
            self.end(entry.stream, end);
        } else if entry.from == "referee" {
            let frame = PlayResponse::decode(entry.bytes.as_slice()).unwrap();
            let kinds = frame.messages.into_iter().filter_map(|message| message.kind);
            self.streams[&entry.stream].send(kinds.map(|kind| self.here(kind)));
        } else if entry.bytes.is_empty() {
            assert_eq!(self.streams.get_mut(&entry.stream).unwrap().read().await, None);
        } else {
            self.expect(entry.stream, &entry.bytes).await;
        }
    }

    /// A message with the address of the worker of this test.
    fn here(&self, kind: Kind) -> Kind {
        match kind {
            Kind::Invitation(mut invitation) => {
                invitation.address = format!("http://{}", self.worker.address);
                Kind::Invitation(invitation)
            }
            other => other,
        }
    }

    /// The bot sends these messages next.
    async fn expect(&mut self, stream: u32, bytes: &[u8]) {
        let stream = self.streams.get_mut(&stream).unwrap();
        let frame = PlayRequest::decode(bytes).unwrap();
        let messages = frame.messages.into_iter().map(|message| message.kind.unwrap());
        let expected: Vec<_> = messages.map(plain).collect();
        if let [bot_message::Kind::Goodbye(_)] = expected[..] {
            stream.settle().await;
            self.run.take().unwrap().stop();
        }
        let mut sent = Vec::new();
        while sent.len() < expected.len() {
            sent.extend(stream.read().await.unwrap().into_iter().map(plain));
        }
        assert_eq!(sent, expected);
    }

    fn end(&mut self, stream: u32, end: &End) {
        let stream = self.streams.remove(&stream).unwrap();
        let code = match end.code.as_str() {
            "OK" => return drop(stream),
            "FAILED_PRECONDITION" => Code::FailedPrecondition,
            "INTERNAL" => Code::Internal,
            "UNAVAILABLE" => Code::Unavailable,
            other => panic!("the session ends with {other}"),
        };
        stream.fail(Status::new(code, &end.sentence));
    }
}

/// A message without the name of the SDK.
fn plain(kind: bot_message::Kind) -> bot_message::Kind {
    match kind {
        bot_message::Kind::Hello(hello) => {
            bot_message::Kind::Hello(Hello { user_agent: String::new(), ..hello })
        }
        other => other,
    }
}

async fn replay(session: &str) -> Option<Run> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../proto/vectors/sessions");
    let file = File::open(format!("{folder}/{session}.json")).unwrap();
    let entries: Vec<Entry> = serde_json::from_reader(file).unwrap();
    let mut replay = Replay::start().await;
    for entry in entries {
        replay.step(entry).await;
    }
    replay.run
}

#[tokio::test]
async fn the_bot_says_what_the_recorded_bot_said() {
    for session in ["handshake", "coalesced", "resume", "fault", "invitation", "drain", "end"] {
        assert!(replay(session).await.is_none(), "the bot has left at the end of {session}");
    }
}

#[tokio::test]
async fn the_bot_of_the_recorded_refusal_ends() {
    let run = replay("refused").await.unwrap();
    let error = soon(run.outcome).await.unwrap().unwrap_err();
    assert!(error.to_string().ends_with("(FAILED_PRECONDITION)"), "{error}");
}
