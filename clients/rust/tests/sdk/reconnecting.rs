//! Streams break, and matches go on.

use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::time::Duration;

use tianming::v1::referee_message::Kind;
use tianming::v1::{Draining, MatchEnded, ResumePoint};
use tianming::{Answer, Bot, BotError, Event, Match, Question};
use tokio::net::TcpListener;
use tonic::Status;

use crate::referee::{Referee, Run, first, question, started};

fn after(number: u32, last_event: u32) -> Kind {
    let Kind::Question(asked) = question("m", number) else { unreachable!() };
    let since = vec![Event { index: last_event, ..Event::default() }];
    Kind::Question(tianming::v1::Question { since, ..asked })
}

#[tokio::test]
async fn a_bot_says_where_it_stood_when_its_stream_broke() {
    let mut referee = Referee::start().await;
    let _run = Run::start(first, referee.options());
    let mut stream = referee.welcome().await;
    stream.send([started("m", 0), started("over", 0), after(1, 4)]);
    stream.send([Kind::MatchEnded(MatchEnded { match_id: "over".into(), ..Default::default() })]);
    stream.choices().await;
    stream.fail(Status::unavailable("The referee restarts."));
    let hello = referee.accept().await.hello().await;
    assert_eq!(hello.resume, [ResumePoint { match_id: "m".into(), next_event: 5 }]);
}

#[tokio::test]
async fn a_hello_has_at_most_256_resume_points_and_those_are_the_latest() {
    let mut referee = Referee::start().await;
    let _run = Run::start(first, referee.options());
    let mut stream = referee.welcome().await;
    stream.send((0..300).map(|number| started(&format!("m{number}"), 0)));
    stream.send([question("m299", 1)]);
    stream.choices().await;
    drop(stream);
    let resume = referee.accept().await.hello().await.resume;
    assert_eq!(resume.len(), 256);
    assert!(resume.iter().any(|point| point.match_id == "m299"));
    assert!(resume.iter().all(|point| point.match_id != "m43"));
}

/// A bot that counts its matches, and answers with the count.
struct Counter(usize);

impl Bot for Counter {
    fn start(&mut self, _: Arc<Match>) {
        self.0 += 1;
    }

    fn choose(&mut self, _: &Question) -> Result<Answer, BotError> {
        Ok(Answer::from(self.0))
    }
}

#[tokio::test]
async fn a_match_starts_once_however_many_streams_it_needs() {
    let mut referee = Referee::start().await;
    let _run = Run::start(Counter(0), referee.options());
    for _ in 0..2 {
        let mut stream = referee.welcome().await;
        stream.send([started("m", 0), question("m", 1)]);
        assert_eq!(stream.answers().await, [(1, 1)]);
    }
}

/// A bot that reports each question, and fails where nobody takes the report.
struct Asked(Sender<u32>, std::sync::mpsc::Receiver<()>);

impl Bot for Asked {
    fn choose(&mut self, question: &Question) -> Result<Answer, BotError> {
        self.0.send(question.number).unwrap();
        self.1.recv().unwrap();
        Ok(Answer::from(0))
    }
}

#[tokio::test]
async fn questions_of_a_broken_stream_are_not_put_to_the_bot() {
    let ((asked, questions), (permits, permit)) = (channel(), channel());
    let mut referee = Referee::start().await;
    let _run = Run::start(Asked(asked, permit), referee.options());
    let stream = referee.welcome().await;
    stream.send([started("m", 0), question("m", 1)]);
    stream.send([question("m", 2)]);
    let questions = tokio::task::spawn_blocking(move || {
        assert_eq!(questions.recv().unwrap(), 1);
        questions
    });
    let questions = questions.await.unwrap();
    stream.fail(Status::unavailable("The referee restarts."));
    let mut stream = referee.welcome().await;
    stream.send([started("m", 0), question("m", 3)]);
    permits.send(()).unwrap();
    permits.send(()).unwrap();
    assert_eq!(stream.answers().await, [(3, 0)]);
    assert_eq!(questions.recv().unwrap(), 3);
}

#[tokio::test]
async fn a_bot_answers_while_the_referee_drains_and_comes_back_afterwards() {
    let mut referee = Referee::start().await;
    let _run = Run::start(first, referee.options());
    let mut stream = referee.welcome().await;
    stream.send([started("m", 0), Kind::Draining(Draining::default()), question("m", 1)]);
    assert_eq!(stream.answers().await, [(1, 0)]);
    stream.fail(Status::unavailable("The referee stops."));
    referee.welcome().await;
}

#[tokio::test]
async fn a_bot_comes_back_after_an_end_with_ok() {
    let mut referee = Referee::start().await;
    let _run = Run::start(first, referee.options());
    drop(referee.welcome().await);
    referee.welcome().await;
}

#[tokio::test]
async fn a_bot_that_never_finds_a_referee_gives_up() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap().to_string();
    drop(listener);
    let options = tianming::Options::default().server(&address).wait(Duration::from_secs(1));
    let error = Run::start(first, options).error().await;
    let begin =
        format!("no referee at {address} for 1 s: start the referee, or check TIANMING_SERVER (");
    assert!(error.starts_with(&begin), "{error}");
    assert!(error.contains("refused"), "{error}");
}
