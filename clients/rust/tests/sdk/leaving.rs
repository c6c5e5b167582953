//! A bot that leaves on purpose.

use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

use tianming::v1::bot_message::Kind;
use tianming::{Options, Question};
use tokio::net::TcpListener;

use crate::referee::{Referee, Run, first, question, soon, started};

#[tokio::test]
async fn a_bot_that_stops_says_goodbye_and_half_closes_its_stream() {
    let mut referee = Referee::start().await;
    let run = Run::start(first, referee.options());
    let mut stream = referee.welcome().await;
    let outcome = run.stop();
    assert!(matches!(stream.read().await.unwrap()[..], [Kind::Goodbye(_)]));
    assert_eq!(stream.read().await, None);
    drop(stream);
    soon(outcome).await.unwrap().unwrap();
}

#[tokio::test]
async fn a_bot_leaves_a_referee_that_does_not_end_the_stream() {
    let mut referee = Referee::start().await;
    let run = Run::start(first, referee.options());
    let _stream = referee.welcome().await;
    let began = Instant::now();
    soon(run.stop()).await.unwrap().unwrap();
    assert!(began.elapsed() >= Duration::from_secs(2));
}

#[tokio::test]
async fn a_bot_leaves_while_it_thinks() {
    let (asked, questions) = channel();
    let (_permits, permit) = channel::<()>();
    let choose = move |_: &Question| {
        asked.send(()).unwrap();
        let _ = permit.recv();
        0_usize
    };
    let mut referee = Referee::start().await;
    let run = Run::start(choose, referee.options());
    let mut stream = referee.welcome().await;
    stream.send([started("m", 0), question("m", 1)]);
    tokio::task::spawn_blocking(move || questions.recv().unwrap()).await.unwrap();
    let outcome = run.stop();
    assert!(matches!(stream.read().await.unwrap()[..], [Kind::Goodbye(_)]));
    assert_eq!(stream.read().await, None);
    drop(stream);
    soon(outcome).await.unwrap().unwrap();
}

#[tokio::test]
async fn a_bot_leaves_while_it_waits_for_a_referee() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let run =
        Run::start(first, Options::default().server(listener.local_addr().unwrap().to_string()));
    soon(listener.accept()).await.unwrap();
    soon(run.stop()).await.unwrap().unwrap();
}
