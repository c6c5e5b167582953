//! A stream in its usual course.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::sleep;
use std::time::{Duration, Instant};

use prost::Message as _;
use tianming::games::dragon;
use tianming::v1::referee_message::Kind;
use tianming::v1::{Limits, MatchStarted, Ping, Pong, Welcome, bot_message};
use tianming::{Answer, Bot, BotError, Choice, Question, Thought, rand::RngExt as _};

use crate::referee::{Referee, Run, first, frame, index, question, started, welcome};

#[tokio::test]
async fn a_bot_introduces_itself() {
    let mut referee = Referee::start().await;
    let options = referee.options().games(["dragon"]).max_matches(3).name("cat").version("7");
    let _run = Run::start(first, options);
    let mut stream = referee.accept().await;
    assert_eq!(stream.authorization, "Bearer secret");
    let hello = stream.hello().await;
    assert_eq!((hello.revision_min, hello.revision_max), (1, 1));
    assert_eq!((hello.bot_name.as_str(), hello.bot_version.as_str()), ("cat", "7"));
    assert_eq!(hello.user_agent, concat!("tianming-rust/", env!("CARGO_PKG_VERSION")));
    assert_eq!((hello.games[0].name.as_str(), hello.max_matches), ("dragon", 3));
    assert_eq!((hello.resume, hello.capabilities), (vec![], vec![]));
}

#[tokio::test]
async fn a_bot_plays_over_a_unix_socket() {
    let mut referee = Referee::start_on_socket();
    let _run = Run::start(first, referee.options());
    let mut stream = referee.welcome().await;
    stream.send([started("m", 0), question("m", 7)]);
    let choice = &stream.choices().await[0];
    assert_eq!((choice.match_id.as_str(), choice.number, index(choice)), ("m", 7, 0));
}

#[tokio::test]
async fn a_frame_of_questions_is_answered_by_one_frame() {
    let mut referee = Referee::start().await;
    let _run = Run::start(|question: &Question| question.number as usize % 4, referee.options());
    let mut stream = referee.welcome().await;
    stream.send([started("m", 0)]);
    stream.send((1..=20).map(|number| question("m", number)));
    let expected: Vec<_> = (1..=20).map(|number| (number, number % 4)).collect();
    assert_eq!(stream.answers().await, expected);
}

#[tokio::test]
async fn answers_of_many_matches_go_to_their_matches() {
    let mut referee = Referee::start().await;
    let _run = Run::start(first, referee.options());
    let mut stream = referee.welcome().await;
    let names: Vec<_> = (0..64).map(|number| format!("m{number}")).collect();
    stream.send(names.iter().map(|name| started(name, 0)));
    stream.send(names.iter().map(|name| question(name, 1)));
    let mut answered = Vec::new();
    while answered.len() < names.len() {
        answered.extend(stream.choices().await.into_iter().map(|choice| choice.match_id));
    }
    assert_eq!(answered, names);
}

#[tokio::test]
async fn a_bot_knows_which_of_its_seats_is_asked() {
    let mut referee = Referee::start().await;
    let _run = Run::start(|question: &Question| question.seat() as usize, referee.options());
    let mut stream = referee.welcome().await;
    stream.send([started("m", 1), started("m", 3)]);
    let Kind::Question(asked) = question("m", 1) else { unreachable!() };
    stream
        .send([3, 1].map(|seat| Kind::Question(tianming::v1::Question { seat, ..asked.clone() })));
    assert_eq!(stream.answers().await, [(1, 3), (1, 1)]);
}

#[tokio::test]
async fn a_frame_of_answers_keeps_the_limit_of_the_referee() {
    let mut referee = Referee::start().await;
    let _run = Run::start(first, referee.options());
    let mut stream = referee.accept().await;
    stream.hello().await;
    let limits = Limits { max_frame_bytes: 100, max_note_characters: 5, ..Limits::default() };
    stream.send([Kind::Welcome(Welcome { limits: Some(limits), ..Welcome::default() })]);
    stream.send([started("m", 0)]);
    stream.send((1..=50).map(|number| question("m", number)));
    let mut numbers = Vec::new();
    while numbers.len() < 50 {
        let choices = stream.choices().await;
        let sizes =
            choices.iter().map(|it| frame(bot_message::Kind::Choose(it.clone())).encoded_len());
        assert!(sizes.sum::<usize>() <= 100);
        numbers.extend(choices.into_iter().map(|choice| choice.number));
    }
    assert_eq!(numbers, (1..=50).collect::<Vec<_>>());
}

/// A bot that thinks about some questions until the test lets it answer.
struct Thinker {
    asked: Sender<u32>,
    permit: Receiver<()>,
    pause: Duration,
}

impl Bot for Thinker {
    fn choose(&mut self, question: &Question) -> Result<Answer, BotError> {
        sleep(self.pause);
        if question.number == 2 {
            self.asked.send(question.number).unwrap();
            self.permit.recv().unwrap();
        }
        Ok(Answer::from(1))
    }
}

fn thinker(pause: Duration) -> (Thinker, Receiver<u32>, Sender<()>) {
    let ((asked, questions), (permits, permit)) = (channel(), channel());
    (Thinker { asked, permit, pause }, questions, permits)
}

#[tokio::test]
async fn a_ping_is_answered_while_the_bot_thinks() {
    let (bot, questions, permits) = thinker(Duration::ZERO);
    let mut referee = Referee::start().await;
    let _run = Run::start(bot, referee.options());
    let mut stream = referee.welcome().await;
    stream.send([started("m", 0), question("m", 2)]);
    tokio::task::spawn_blocking(move || questions.recv().unwrap()).await.unwrap();
    stream.send([Kind::Ping(Ping { id: u32::MAX })]);
    let pong = bot_message::Kind::Pong(Pong { id: u32::MAX });
    assert_eq!(stream.read().await.unwrap(), [pong]);
    permits.send(()).unwrap();
    assert_eq!(stream.answers().await, [(2, 1)]);
}

#[tokio::test]
async fn answers_do_not_wait_for_a_bot_that_thinks_long() {
    let (bot, _questions, permits) = thinker(Duration::from_millis(2));
    let mut referee = Referee::start().await;
    let _run = Run::start(bot, referee.options());
    let mut stream = referee.welcome().await;
    stream.send([started("m", 0), question("m", 1), question("m", 2)]);
    assert_eq!(stream.answers().await, [(1, 1)]);
    permits.send(()).unwrap();
    assert_eq!(stream.answers().await, [(2, 1)]);
}

/// A bot that answers all questions of a frame together.
struct Batch(fn(usize) -> usize);

impl Bot for Batch {
    fn choose(&mut self, _: &Question) -> Result<Answer, BotError> {
        Ok(Answer::Resign)
    }

    fn choose_batch<'a>(
        &'a mut self,
        questions: &'a [Question],
    ) -> Box<dyn Iterator<Item = Result<Answer, BotError>> + 'a> {
        let count = (self.0)(questions.len());
        Box::new((0..count).map(|_| Ok(Answer::from(questions.len()))))
    }
}

#[tokio::test]
async fn a_bot_may_answer_a_frame_as_a_batch() {
    let mut referee = Referee::start().await;
    let _run = Run::start(Batch(|questions| questions), referee.options());
    let mut stream = referee.welcome().await;
    stream.send([started("m", 0)]);
    stream.send([question("m", 1), question("m", 2), question("m", 3)]);
    assert_eq!(stream.answers().await, [(1, 3), (2, 3), (3, 3)]);
}

#[tokio::test]
async fn a_bot_may_be_one_of_several_types() {
    let bots: [(Box<dyn Bot + Send>, u32); 2] =
        [(Box::new(Batch(|questions| questions)), 1), (Box::new(first), 0)];
    for (bot, index) in bots {
        let mut referee = Referee::start().await;
        let _run = Run::start(bot, referee.options());
        let mut stream = referee.welcome().await;
        stream.send([started("m", 0), question("m", 1)]);
        assert_eq!(stream.answers().await, [(1, index)]);
    }
}

#[tokio::test]
async fn a_batch_of_another_length_ends_the_run() {
    for (answer, count) in
        [((|questions| questions - 1) as fn(usize) -> usize, 1), (|it| it + 1, 3)]
    {
        let mut referee = Referee::start().await;
        let run = Run::start(Batch(answer), referee.options());
        let stream = referee.welcome().await;
        stream.send([started("m", 0), question("m", 1), question("m", 2)]);
        let sentence = format!("choose_batch got 2 questions and gave {count} answers");
        assert!(run.error().await.starts_with(&sentence));
    }
}

#[tokio::test]
async fn a_choice_carries_a_plain_note_and_a_thought() {
    let choose = |_: &Question| Choice {
        option: 2,
        note: "a\u{7}b\tc".repeat(100),
        thought: Some(Thought {
            value: Some(0.5),
            principal_line: vec!["x\0y".into()],
            reasoning: format!("\u{1b}[1m{}", "é".repeat(13)),
            tokens_in: 1200,
            ..Thought::default()
        }),
    };
    let mut referee = Referee::start().await;
    let _run = Run::start(choose, referee.options());
    let mut stream = referee.welcome().await;
    stream.send([started("m", 0), question("m", 1)]);
    let choice = stream.choices().await.remove(0);
    assert_eq!(choice.note, "ab\tc".repeat(50));
    let thought = choice.thought.unwrap();
    assert_eq!((thought.value, thought.principal_line), (Some(0.5), vec!["xy".to_owned()]));
    assert_eq!(thought.reasoning, format!("[1m{}\n[cut]", "é".repeat(7)));
    assert_eq!(thought.tokens_in, 1200);
}

#[tokio::test]
async fn a_bot_may_resign() {
    let mut referee = Referee::start().await;
    let _run = Run::start(|_: &Question| Answer::Resign, referee.options());
    let mut stream = referee.welcome().await;
    stream.send([started("m", 0), question("m", 1)]);
    let resign = tianming::v1::Resign { match_id: "m".into() };
    assert_eq!(stream.read().await.unwrap(), [bot_message::Kind::Resign(resign)]);
}

#[tokio::test]
async fn what_is_not_known_is_ignored() {
    let mut referee = Referee::start().await;
    let _run = Run::start(first, referee.options());
    let mut stream = referee.welcome().await;
    stream.send([]);
    stream.send([question("of nobody", 1), started("m", 0), question("m", 2)]);
    assert_eq!(stream.answers().await, [(2, 0)]);
}

#[tokio::test]
async fn a_question_has_its_budget_and_its_position_by_type() {
    let position = dragon::Position {
        observation: Some(dragon::Observation { month: Some(3), ..Default::default() }),
        ..Default::default()
    };
    let asked = tianming::v1::Question {
        budget: Some(prost_types::Duration { seconds: 1, nanos: 500_000_000 }),
        position: Some(prost_types::Any::from_msg(&position).unwrap()),
        ..match question("m", 1) {
            Kind::Question(asked) => asked,
            _ => unreachable!(),
        }
    };
    let choose = |question: &Question| {
        assert_eq!(question.budget, Duration::from_millis(1500));
        assert!(question.deadline <= Instant::now() + question.budget);
        assert!(question.position::<tianming::games::ming::Position>().is_err());
        let position: dragon::Position = question.position().unwrap();
        position.observation.unwrap().month() as usize
    };
    let mut referee = Referee::start().await;
    let _run = Run::start(choose, referee.options());
    let mut stream = referee.welcome().await;
    stream.send([started("m", 0), Kind::Question(asked)]);
    assert_eq!(stream.answers().await, [(1, 3)]);
}

#[tokio::test]
async fn random_numbers_follow_from_the_seed_of_the_bot() {
    let choose = |question: &Question| question.match_.random().random_range(0..4);
    let mut answers = Vec::new();
    for _ in 0..2 {
        let mut referee = Referee::start().await;
        let _run = Run::start(choose, referee.options());
        let mut stream = referee.welcome().await;
        let started =
            MatchStarted { match_id: "m".into(), bot_seed: vec![9; 32], ..Default::default() };
        stream.send([Kind::MatchStarted(started.into())]);
        let mut numbers = Vec::new();
        for number in 1..=32 {
            stream.send([question("m", number)]);
            numbers.push(index(&stream.choices().await[0]));
        }
        answers.push(numbers);
    }
    assert_eq!(answers[0], answers[1]);
    assert!((0..4).all(|index| answers[0].contains(&index)));
}

#[tokio::test]
async fn a_second_welcome_changes_nothing_for_the_matches() {
    let mut referee = Referee::start().await;
    let _run = Run::start(first, referee.options());
    let mut stream = referee.welcome().await;
    stream.send([started("m", 0), welcome(), question("m", 1)]);
    assert_eq!(stream.answers().await, [(1, 0)]);
}

#[tokio::test]
async fn a_budget_without_end_is_no_trouble() {
    let Kind::Question(asked) = question("m", 1) else { unreachable!() };
    let budget = Some(prost_types::Duration { seconds: i64::MAX, nanos: 0 });
    let mut referee = Referee::start().await;
    let _run = Run::start(first, referee.options());
    let mut stream = referee.welcome().await;
    let asked = tianming::v1::Question { budget, ..asked };
    stream.send([started("m", 0), Kind::Question(asked)]);
    assert_eq!(stream.answers().await, [(1, 0)]);
}
