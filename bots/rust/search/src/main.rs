//! A bot that takes the option with the best mean lead over random rollouts.
//!
//! The rules come from `referee games serve` (`proto/tianming/rules/v1/rules.proto`). The argument
//! of the bot is the address of that service.

use std::process::ExitCode;

use prost::{Message, Name};
use tianming::games::{china, dragon, ming};
use tianming::rand::RngExt as _;
use tianming::{Answer, Bot, BotError, Options, Question};
use tokio::runtime::Runtime;
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;
use tonic::Streaming;
use tonic::transport::Endpoint;

use crate::rules::operation::Kind;
use crate::rules::operation_result::Kind as Found;
use crate::rules::rules_service_client::RulesServiceClient;
use crate::rules::{
    MeanPoints, Operation, OperationResult, Read, Rollout, WorkRequest, WorkResponse,
};

#[allow(missing_docs, clippy::pedantic)] // generated
mod rules {
    tonic::include_proto!("tianming.rules.v1");
}

const ROLLOUTS: u32 = 4;
const DECISIONS: u32 = 30;
const MOST_ROLLOUTS: u32 = 20_000;

/// A bot with one stream to the service of the rules.
struct Search {
    runtime: Runtime,
    requests: mpsc::Sender<WorkRequest>,
    responses: Streaming<WorkResponse>,
}

impl Search {
    fn new(address: String) -> Result<Self, BotError> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let (requests, waiting) = mpsc::channel(1);
        let responses = runtime.block_on(async {
            let channel = Endpoint::new(address)?.connect().await?;
            let mut client = RulesServiceClient::new(channel);
            let stream = client.work(ReceiverStream::new(waiting)).await?;
            Ok::<_, BotError>(stream.into_inner())
        })?;
        Ok(Self { runtime, requests, responses })
    }

    /// Carries out the operations, and returns one result for each.
    fn work(&mut self, operations: Vec<Kind>) -> Result<Vec<OperationResult>, BotError> {
        let operations = operations.into_iter().map(|it| Operation { kind: Some(it) }).collect();
        let response = self.runtime.block_on(async {
            self.requests.send(WorkRequest { operations }).await?;
            Ok::<_, BotError>(self.responses.message().await?)
        })?;
        Ok(response.ok_or("the service of the rules has ended the stream")?.results)
    }
}

impl Bot for Search {
    fn choose(&mut self, question: &Question) -> Result<Answer, BotError> {
        let (setup, position) = match question.game() {
            "china" => parts::<china::Setup, china::Position>(question)?,
            "dragon" => parts::<dragon::Setup, dragon::Position>(question)?,
            _ => parts::<ming::Setup, ming::Position>(question)?,
        };
        let read = Kind::Read(Read {
            state: 0,
            game: question.game().to_owned(),
            options: question.match_.options.clone(),
            setup,
            position,
            seed: question.match_.random().random(),
        });
        let most = MOST_ROLLOUTS / u32::try_from(question.option_count)?.max(1);
        let measure = Kind::Rollout(Rollout {
            seat: question.seat(),
            count: ROLLOUTS.min(most).max(1),
            limit: DECISIONS,
            deal: true,
            ..Rollout::default()
        });
        let seat = question.seat() as usize;
        for result in self.work(vec![read, measure])? {
            match result.kind {
                Some(Found::Error(why)) => return Err(why.into()),
                Some(Found::Values(values)) => {
                    return Ok(Answer::from(best(&values.options, seat)));
                }
                _ => {}
            }
        }
        Err("the service of the rules gave no values".into())
    }
}

/// The serialised setup and position of a question.
fn parts<S, P>(question: &Question) -> Result<(Vec<u8>, Vec<u8>), BotError>
where
    S: Message + Name + Default,
    P: Message + Name + Default,
{
    let setup = question.match_.setup::<S>()?.encode_to_vec();
    Ok((setup, question.position::<P>()?.encode_to_vec()))
}

/// The option with the greatest mean lead of the seat.
fn best(options: &[MeanPoints], seat: usize) -> usize {
    let leads = options.iter().map(|option| lead(&option.points, seat)).enumerate();
    leads.max_by(|one, other| one.1.total_cmp(&other.1)).map_or(0, |(index, _)| index)
}

/// The distance of the seat's points to the most points of another seat.
fn lead(points: &[f64], seat: usize) -> f64 {
    let others = points.iter().enumerate().filter(|(other, _)| *other != seat);
    points[seat] - others.map(|(_, value)| *value).fold(f64::NEG_INFINITY, f64::max)
}

fn main() -> ExitCode {
    let address = std::env::args().nth(1).unwrap_or_else(|| "http://127.0.0.1:50052".to_owned());
    match Search::new(address) {
        Ok(bot) => tianming::run(bot, Options::default()),
        Err(error) => {
            eprintln!("the rules are not available: {error}");
            ExitCode::FAILURE
        }
    }
}
