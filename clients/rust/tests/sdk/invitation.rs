//! Invitations to other referees.

use tianming::v1::referee_message::Kind;
use tianming::v1::{Invitation, bot_message};
use tonic::Status;

use crate::referee::{Referee, Run, first, question, soon, started};

fn invitation(to: &Referee) -> Kind {
    let address = format!("http://{}", to.address);
    Kind::Invitation(Invitation { address, ticket: "ticket".into(), ..Invitation::default() })
}

#[tokio::test]
async fn an_invited_bot_plays_at_both_referees() {
    let (mut lobby, mut worker) = (Referee::start().await, Referee::start().await);
    let _run = Run::start(first, lobby.options());
    let mut here = lobby.welcome().await;
    here.send([invitation(&worker)]);
    let mut there = worker.welcome().await;
    assert_eq!(there.authorization, "Bearer ticket");
    for stream in [&mut here, &mut there] {
        stream.send([started("m", 0), question("m", 1)]);
        assert_eq!(stream.answers().await, [(1, 0)]);
    }
}

#[tokio::test]
async fn a_bot_goes_on_at_the_lobby_whatever_becomes_of_the_invitation() {
    let (mut lobby, mut worker) = (Referee::start().await, Referee::start().await);
    let _run = Run::start(first, lobby.options());
    let mut here = lobby.welcome().await;
    here.send([invitation(&worker)]);
    worker.accept().await.fail(Status::unauthenticated("The ticket is old."));
    here.send([invitation(&worker)]);
    worker.welcome().await;
    here.send([started("m", 0), question("m", 1)]);
    assert_eq!(here.answers().await, [(1, 0)]);
}

#[tokio::test]
async fn a_bot_that_comes_back_to_a_worker_says_where_it_stood() {
    let (mut lobby, mut worker) = (Referee::start().await, Referee::start().await);
    let _run = Run::start(first, lobby.options());
    let here = lobby.welcome().await;
    here.send([invitation(&worker)]);
    let mut there = worker.welcome().await;
    there.send([started("m", 0), question("m", 1)]);
    there.choices().await;
    drop(there);
    here.send([invitation(&worker)]);
    assert_eq!(worker.accept().await.hello().await.resume[0].match_id, "m");
}

#[tokio::test]
async fn a_bot_that_stops_says_goodbye_to_all() {
    let (mut lobby, mut worker) = (Referee::start().await, Referee::start().await);
    let run = Run::start(first, lobby.options());
    let here = lobby.welcome().await;
    here.send([invitation(&worker)]);
    let there = worker.welcome().await;
    let outcome = run.stop();
    for mut stream in [here, there] {
        assert!(matches!(stream.read().await.unwrap()[..], [bot_message::Kind::Goodbye(_)]));
        assert_eq!(stream.read().await, None);
    }
    soon(outcome).await.unwrap().unwrap();
}
