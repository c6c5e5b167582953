//! What a bot is told about its matches.

use std::sync::Arc;

use tianming::v1::referee_message::Kind;
use tianming::v1::{Capability, MatchEnded, MatchEvents, MatchStarted, Rejection};
use tianming::{
    Answer, Bot, BotError, Event, FaultNotice, Match, MatchResult, Outcome, Question, SeatResult,
    commitment,
};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use crate::referee::{Referee, Run, soon, started};

/// A bot that reports each call.
struct Reporter(UnboundedSender<String>);

impl Reporter {
    fn new() -> (Self, UnboundedReceiver<String>) {
        let (reports, received) = unbounded_channel();
        (Self(reports), received)
    }

    fn report(&self, text: String) {
        self.0.send(text).unwrap();
    }
}

impl Bot for Reporter {
    fn choose(&mut self, _: &Question) -> Result<Answer, BotError> {
        Ok(Answer::from(0))
    }

    fn wants_events(&self) -> bool {
        true
    }

    fn start(&mut self, match_: Arc<Match>) {
        self.report(format!("{} begins for seat {}", match_.id, match_.seat));
    }

    fn events(&mut self, match_: &Match, events: &[Event]) {
        let notations: Vec<_> = events.iter().map(|event| event.notation.as_str()).collect();
        self.report(format!("seat {} sees {}", match_.seat, notations.join(" ")));
    }

    fn fault(&mut self, notice: FaultNotice) {
        self.report(format!("{:?}, {} left", notice.fault(), notice.strikes_left));
    }

    fn end(&mut self, result: MatchResult) {
        let (place, fair) = (result.place(), result.is_fair());
        self.report(format!("{} ends: place {place:?}, fair {fair}", result.match_.id));
    }
}

async fn next(reports: &mut UnboundedReceiver<String>) -> String {
    soon(reports.recv()).await.unwrap()
}

fn ended(match_id: &str, nonce: u8) -> Kind {
    let outcome = Outcome {
        results: vec![SeatResult { seat: 1, place: 2, ..SeatResult::default() }],
        ..Outcome::default()
    };
    Kind::MatchEnded(MatchEnded {
        match_id: match_id.into(),
        outcome: Some(outcome),
        seed: vec![1; 32],
        seed_nonce: vec![nonce; 32],
        ..MatchEnded::default()
    })
}

fn begun(match_id: &str) -> Kind {
    let message = MatchStarted {
        match_id: match_id.into(),
        seat: 1,
        seed_commitment: commitment(&[1; 32], &[2; 32]).to_vec(),
        ..MatchStarted::default()
    };
    Kind::MatchStarted(message.into())
}

#[tokio::test]
async fn a_result_has_the_place_and_says_whether_the_referee_was_fair() {
    let (bot, mut reports) = Reporter::new();
    let mut referee = Referee::start().await;
    let _run = Run::start(bot, referee.options());
    let stream = referee.welcome().await;
    for (nonce, fair) in [(2, true), (3, false)] {
        stream.send([begun("m"), ended("m", nonce)]);
        assert_eq!(next(&mut reports).await, "m begins for seat 1");
        assert_eq!(next(&mut reports).await, format!("m ends: place Some(2), fair {fair}"));
    }
}

#[tokio::test]
async fn a_void_match_has_no_place() {
    let (bot, mut reports) = Reporter::new();
    let mut referee = Referee::start().await;
    let _run = Run::start(bot, referee.options());
    let stream = referee.welcome().await;
    let void = MatchEnded { match_id: "m".into(), ..MatchEnded::default() };
    stream.send([begun("m"), Kind::MatchEnded(void)]);
    next(&mut reports).await;
    assert_eq!(next(&mut reports).await, "m ends: place None, fair false");
}

#[tokio::test]
async fn each_seat_hears_of_events_if_the_bot_asks_for_them() {
    let (bot, mut reports) = Reporter::new();
    let mut referee = Referee::start().await;
    let _run = Run::start(bot, referee.options());
    let mut stream = referee.accept().await;
    assert_eq!(stream.hello().await.capabilities, [i32::from(Capability::Events)]);
    let events = [("a", 0), ("b", 1)].map(|(notation, index)| Event {
        index,
        notation: notation.into(),
        ..Event::default()
    });
    let events = MatchEvents { match_id: "m".into(), events: events.to_vec() };
    stream.send([started("m", 0), started("m", 2), Kind::MatchEvents(events)]);
    let mut lines = Vec::new();
    for _ in 0..4 {
        lines.push(next(&mut reports).await);
    }
    assert_eq!(lines[2..], ["seat 0 sees a b", "seat 2 sees a b"]);
}

#[tokio::test]
async fn a_fault_is_reported() {
    let (bot, mut reports) = Reporter::new();
    let mut referee = Referee::start().await;
    let _run = Run::start(bot, referee.options());
    let stream = referee.welcome().await;
    let fault = FaultNotice { fault: 1, strikes_left: 2, ..FaultNotice::default() };
    stream.send([Kind::FaultNotice(fault)]);
    assert_eq!(next(&mut reports).await, "Late, 2 left");
}

#[tokio::test]
async fn a_match_that_the_referee_rejects_begins_anew() {
    let (bot, mut reports) = Reporter::new();
    let mut referee = Referee::start().await;
    let _run = Run::start(bot, referee.options());
    let stream = referee.welcome().await;
    let rejection = Rejection { match_id: "m".into(), ..Rejection::default() };
    stream.send([begun("m"), Kind::Rejection(rejection), begun("m")]);
    assert_eq!(next(&mut reports).await, "m begins for seat 1");
    assert_eq!(next(&mut reports).await, "m begins for seat 1");
}
