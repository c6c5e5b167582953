//! The thread on which a bot is called, so that the streams go on while it thinks.

use std::any::Any;
use std::cell::Cell;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::oneshot;

use crate::answers::Answers;
use crate::v1::{Event, FaultNotice};
use crate::{Bot, Error, Match, MatchResult, Question};

/// Thinking time after which answers do not wait for the rest of their frame.
const FLUSH_AFTER: Duration = Duration::from_millis(1);

/// A call of the bot.
pub(crate) enum Call {
    Start(Arc<Match>),
    Ask(Vec<Question>, Answers),
    Events(Arc<Match>, Vec<Event>),
    Fault(FaultNotice),
    End(MatchResult),
}

/// How the bot ended: well, or with its error.
pub(crate) type Ended = oneshot::Receiver<Result<(), Error>>;

/// Starts the thread. It ends with the sender of calls, or when the bot fails.
pub(crate) fn start(bot: impl Bot + Send + 'static) -> io::Result<(UnboundedSender<Call>, Ended)> {
    let (calls, inbox) = unbounded_channel();
    let (done, ended) = oneshot::channel();
    let thread = thread::Builder::new().name("bot".to_owned());
    thread.spawn(move || {
        let _ = done.send(catch(bot, inbox)); // fails if the run has ended
    })?;
    Ok((calls, ended))
}

/// Calls the bot until nobody sends calls any more; a panic becomes an error.
fn catch(bot: impl Bot, inbox: UnboundedReceiver<Call>) -> Result<(), Error> {
    let method = Cell::new("");
    let outcome = catch_unwind(AssertUnwindSafe(|| serve(bot, inbox, &method)));
    outcome.unwrap_or_else(|panic| {
        Err(Error::Panicked { method: method.get(), message: message_of(&*panic) })
    })
}

fn serve(
    mut bot: impl Bot,
    mut inbox: UnboundedReceiver<Call>,
    method: &Cell<&'static str>,
) -> Result<(), Error> {
    while let Some(call) = inbox.blocking_recv() {
        match call {
            Call::Ask(questions, answers) => {
                method.set("choose");
                ask(&mut bot, &questions, answers)?;
            }
            Call::Start(match_) => {
                method.set("start");
                bot.start(match_);
            }
            Call::Events(match_, events) => {
                method.set("events");
                bot.events(&match_, &events);
            }
            Call::Fault(notice) => {
                method.set("fault");
                bot.fault(notice);
            }
            Call::End(result) => {
                method.set("end");
                bot.end(result);
            }
        }
    }
    Ok(())
}

/// Answers the questions of a frame in one frame, or in several if the bot thinks long.
fn ask(bot: &mut impl Bot, questions: &[Question], mut answers: Answers) -> Result<(), Error> {
    if answers.is_over() {
        return Ok(()); // the next stream has the questions again
    }
    let batch = bot.choose_batch(questions);
    let mut began = Instant::now();
    let mut given = 0;
    for answer in batch {
        let Some(question) = questions.get(given) else {
            return Err(Error::BatchLength { questions: given, answers: given + 1 });
        };
        answers.add(question, answer.map_err(Error::Failed)?)?;
        given += 1;
        if began.elapsed() > FLUSH_AFTER {
            answers.flush();
            began = Instant::now();
        }
    }
    if given < questions.len() {
        return Err(Error::BatchLength { questions: questions.len(), answers: given });
    }
    answers.flush();
    Ok(())
}

fn message_of(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "a panic".to_owned())
}
