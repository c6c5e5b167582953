//! One stream between the bot and a referee, whoever opened it.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use tokio_stream::wrappers::UnboundedReceiverStream;
use tokio_util::sync::CancellationToken;
use tonic::{Status, Streaming};

use crate::answers::Answers;
use crate::bot_thread::Call;
use crate::matches::Matches;
use crate::notice::{notice, one_line};
use crate::tls::Files;
use crate::v1::referee_message::Kind;
use crate::v1::{
    BotMessage, Goodbye, Hello, Invitation, Limits, PlayRequest, PlayResponse, Pong, Welcome,
    bot_message,
};

/// Time without data after which the other side gets an HTTP/2 ping, and its time to answer.
pub(crate) const PING_INTERVAL: Duration = Duration::from_secs(30);
pub(crate) const PING_TIMEOUT: Duration = Duration::from_secs(10);

/// What the streams of a bot share.
#[derive(Clone)]
pub(crate) struct Player {
    /// What the bot says about itself, without resume points.
    pub hello: Hello,
    /// The files for TLS.
    pub files: Files,
    /// The thread of the bot.
    pub calls: UnboundedSender<Call>,
    /// Where invitations go, if the bot follows those of this stream.
    pub invitations: Option<UnboundedSender<Invitation>>,
    /// Cancelled when the bot leaves.
    pub leave: CancellationToken,
    /// The matches at this referee.
    pub matches: Arc<Mutex<Matches>>,
}

impl Player {
    /// Whether the bot plays matches at this referee.
    pub fn has_matches(&self) -> bool {
        !self.matches().is_empty()
    }

    fn matches(&self) -> MutexGuard<'_, Matches> {
        self.matches.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The state of one stream.
pub(crate) struct Session {
    /// What the stream shares with others.
    pub player: Player,
    /// Whether the referee has accepted the bot on this stream.
    pub was_welcome: bool,
    peer: String,
    outgoing: UnboundedSender<PlayRequest>,
    limits: Limits,
}

impl Session {
    /// Returns the session and its frames to the referee. The first has `Hello`.
    pub fn new(player: Player, peer: String) -> (Self, UnboundedReceiverStream<PlayRequest>) {
        let (outgoing, frames) = unbounded_channel();
        let limits = Limits {
            max_frame_bytes: 1 << 16,
            max_note_characters: 200,
            max_reasoning_bytes: 1 << 14,
            ..Limits::default()
        };
        let session = Self { player, was_welcome: false, peer, outgoing, limits };
        let resume = session.player.matches().resume_points();
        let hello = Hello { resume, ..session.player.hello.clone() };
        session.send(bot_message::Kind::Hello(hello));
        (session, UnboundedReceiverStream::new(frames))
    }

    /// Plays until the referee ends the stream, or the bot leaves.
    pub async fn play(&mut self, mut incoming: Streaming<PlayResponse>) -> Result<(), Status> {
        let leave = self.player.leave.clone();
        while let Some(next) = leave.run_until_cancelled(incoming.message()).await {
            match next? {
                Some(frame) => self.receive(frame),
                None => return Ok(()),
            }
        }
        self.leave(incoming).await;
        Ok(())
    }

    /// Says goodbye, half-closes, and waits for the referee to end the stream.
    async fn leave(&mut self, mut incoming: Streaming<PlayResponse>) {
        self.send(bot_message::Kind::Goodbye(Goodbye::default()));
        self.outgoing = unbounded_channel().0;
        while let Ok(Some(_)) = incoming.message().await {}
    }

    fn receive(&mut self, frame: PlayResponse) {
        let mut questions = Vec::new();
        for kind in frame.messages.into_iter().filter_map(|message| message.kind) {
            match kind {
                Kind::Question(question) => questions.extend(self.player.matches().asked(question)),
                other => self.handle(other),
            }
        }
        if !questions.is_empty() {
            self.call(Call::Ask(questions, Answers::new(self.outgoing.downgrade(), &self.limits)));
        }
    }

    /// Handles a message that is no question.
    fn handle(&mut self, kind: Kind) {
        match kind {
            Kind::Ping(ping) => self.send(bot_message::Kind::Pong(Pong { id: ping.id })),
            Kind::Welcome(welcome) => self.welcome(&welcome),
            Kind::MatchStarted(message) => {
                let new = self.player.matches().started(*message);
                if let Some(match_) = new {
                    self.call(Call::Start(match_));
                }
            }
            Kind::MatchEvents(message) => {
                for match_ in self.player.matches().happened(&message.match_id, &message.events) {
                    self.call(Call::Events(match_, message.events.clone()));
                }
            }
            Kind::FaultNotice(notice) => self.call(Call::Fault(notice)),
            Kind::MatchEnded(message) => {
                for result in self.player.matches().ended(&message) {
                    self.call(Call::End(result));
                }
            }
            Kind::Rejection(rejection) => self.player.matches().rejected(&rejection.match_id),
            Kind::Invitation(invitation) => {
                if let Some(invitations) = &self.player.invitations {
                    let _ = invitations.send(invitation); // fails if the bot leaves
                }
            }
            Kind::BenchNotice(message) => notice(format_args!(
                "benched in the league {}: {}. {}",
                one_line(&message.league),
                one_line(&message.reason),
                one_line(&message.advice)
            )),
            Kind::Question(_) | Kind::Draining(_) => {}
        }
    }

    fn welcome(&mut self, welcome: &Welcome) {
        self.was_welcome = true;
        self.limits = welcome.limits.unwrap_or(self.limits);
        self.player.matches().welcome();
        let names: Vec<_> = self.player.hello.games.iter().map(|game| game.name.as_str()).collect();
        let games = if names.is_empty() { "all".to_owned() } else { names.join(", ") };
        notice(format_args!("connected to {} as {}, games: {games}", self.peer, welcome.bot));
    }

    /// Sends a message that is no answer.
    fn send(&self, kind: bot_message::Kind) {
        let frame = PlayRequest { messages: vec![BotMessage::from(kind)] };
        let _ = self.outgoing.send(frame); // fails if the stream has ended
    }

    fn call(&self, call: Call) {
        let _ = self.player.calls.send(call); // fails if the bot has failed
    }
}
