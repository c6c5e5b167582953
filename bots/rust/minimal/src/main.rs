//! A bot that takes any option: it plays every game and knows none.
//!
//! It speaks the contract (`proto/tianming/v1/play.proto`) over the generated stubs alone.

use std::{env, error::Error, process::ExitCode};

use tokio::sync::mpsc::unbounded_channel;
use tokio_stream::wrappers::UnboundedReceiverStream;
use tonic::{Code, Request, Status, transport::Endpoint};

use tianming::{
    BotMessage, Choose, Hello, PlayRequest, PlayResponse, Pong, bot_message, choose::Answer,
    referee_message::Kind, referee_service_client::RefereeServiceClient,
};

#[allow(missing_docs, clippy::pedantic, clippy::large_enum_variant)] // generated
mod tianming {
    tonic::include_proto!("tianming.v1");
}

const REVISION: u32 = 1; // of the protocol

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let server = env::var("TIANMING_SERVER").unwrap_or_else(|_| "127.0.0.1:50051".into());
    let token = env::var("TIANMING_TOKEN").unwrap_or_default();
    match play(&server, &token).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let reason = error.downcast_ref::<Status>().map(Status::message);
            eprintln!("the bot cannot play: {}", reason.unwrap_or(&error.to_string()));
            ExitCode::FAILURE
        }
    }
}

/// Answers every question on one stream, until the referee ends it.
async fn play(server: &str, token: &str) -> Result<(), Box<dyn Error>> {
    let scheme = if server.starts_with("unix:") { "" } else { "http://" };
    let channel = Endpoint::try_from(format!("{scheme}{server}"))?.connect().await?;
    let (sender, receiver) = unbounded_channel();
    let hello = Hello {
        revision_min: REVISION,
        revision_max: REVISION,
        bot_name: "minimal".into(),
        ..Default::default()
    };
    sender.send(PlayRequest { messages: vec![message(bot_message::Kind::Hello(hello))] })?;
    let mut call = Request::new(UnboundedReceiverStream::new(receiver));
    call.metadata_mut().insert("authorization", format!("Bearer {token}").parse()?);
    let mut stream = RefereeServiceClient::new(channel).play(call).await?.into_inner();
    let mut welcome = false;
    loop {
        match stream.message().await {
            Ok(Some(frame)) => {
                welcome = true;
                let messages = answers(frame);
                if !messages.is_empty() {
                    sender.send(PlayRequest { messages })?;
                }
            }
            Ok(None) => return Ok(()), // the referee has no more matches
            Err(status) if welcome && status.code() == Code::Unavailable => return Ok(()), // it stops
            Err(status) => return Err(status.into()),
        }
    }
}

/// The answers to a frame. The bot ignores kinds of messages that it does not know.
fn answers(frame: PlayResponse) -> Vec<BotMessage> {
    let kinds = frame.messages.into_iter().filter_map(|message| message.kind);
    kinds
        .filter_map(|kind| match kind {
            Kind::Question(asked) => Some(bot_message::Kind::Choose(Choose {
                match_id: asked.match_id,
                number: asked.number,
                answer: Some(Answer::Option(rand::random_range(0..asked.option_count))),
                ..Default::default()
            })),
            Kind::Ping(ping) => Some(bot_message::Kind::Pong(Pong { id: ping.id })),
            _ => None,
        })
        .map(message)
        .collect()
}

fn message(kind: bot_message::Kind) -> BotMessage {
    BotMessage { kind: Some(kind) }
}
