//! What ends a run, and the sentence that says so.

use tianming::{Options, Question, games::dragon};
use tonic::{Code, Status};

use crate::referee::{Referee, Run, first, question, started};

#[tokio::test]
async fn a_refusal_that_no_other_try_changes_ends_the_run() {
    let codes = [
        (Code::Unauthenticated, "UNAUTHENTICATED"),
        (Code::PermissionDenied, "PERMISSION_DENIED"),
        (Code::FailedPrecondition, "FAILED_PRECONDITION"),
        (Code::InvalidArgument, "INVALID_ARGUMENT"),
        (Code::Aborted, "ABORTED"),
        (Code::Unimplemented, "UNIMPLEMENTED"),
    ];
    for (code, name) in codes {
        let mut referee = Referee::start().await;
        let run = Run::start(first, referee.options());
        referee.accept().await.fail(Status::new(code, "Not you."));
        let sentence = format!("the referee refused the bot: Not you. ({name})");
        assert_eq!(run.error().await, sentence);
    }
}

#[tokio::test]
async fn a_refusal_without_a_reason_says_so() {
    let mut referee = Referee::start().await;
    let run = Run::start(first, referee.options());
    referee.accept().await.fail(Status::new(Code::Aborted, ""));
    let sentence = "the referee refused the bot: no reason was given (ABORTED)";
    assert_eq!(run.error().await, sentence);
}

#[tokio::test]
async fn an_answer_out_of_range_ends_the_run_without_goodbye() {
    let mut referee = Referee::start().await;
    let run = Run::start(|_: &Question| 4_usize, referee.options());
    let mut stream = referee.welcome().await;
    stream.send([started("m", 0), question("m", 7)]);
    assert_eq!(run.error().await, "choose gave 4 to question 7: give 0 to 3");
    assert_eq!(stream.read().await, None);
}

#[tokio::test]
async fn a_bot_that_panics_ends_the_run_without_goodbye() {
    fn choose(_: &Question) -> usize {
        panic!("no\nidea")
    }
    let mut referee = Referee::start().await;
    let run = Run::start(choose, referee.options());
    let mut stream = referee.welcome().await;
    stream.send([started("m", 0), question("m", 7)]);
    assert_eq!(run.error().await, "the bot failed in choose: no idea");
    assert_eq!(stream.read().await, None);
}

#[tokio::test]
async fn an_error_of_a_bot_ends_the_run_without_goodbye() {
    fn choose(question: &Question) -> Result<usize, prost::DecodeError> {
        question.position::<dragon::Position>().map(|position| position.options.len())
    }
    let mut referee = Referee::start().await;
    let run = Run::start(choose, referee.options());
    let mut stream = referee.welcome().await;
    stream.send([started("m", 0), question("m", 7)]);
    let error = run.error().await;
    assert!(error.starts_with("the bot failed in choose: failed to decode"), "{error}");
    assert_eq!(stream.read().await, None);
}

#[tokio::test]
async fn a_bad_address_is_named() {
    let error = Run::start(first, Options::default().server("nowhere")).error().await;
    let sentence = "\"nowhere\" is no address of a referee (TIANMING_SERVER): give host:port, \
                    https://host:port or http://host:port, or unix:/path";
    assert_eq!(error, sentence);
}

#[tokio::test]
async fn a_bad_address_to_listen_at_is_named() {
    for text in ["nowhere", "127.0.0.1:65536", "ftp://127.0.0.1:0", "unix:"] {
        let error = Run::start(first, Options::default().listen(text)).error().await;
        let begin = format!("\"{text}\" is no address to listen at (TIANMING_LISTEN): give ");
        assert!(error.starts_with(&begin), "{error}");
    }
}

#[tokio::test]
async fn an_address_with_tls_to_listen_at_needs_a_certificate() {
    let error = Run::start(first, Options::default().listen("https://127.0.0.1:0")).error().await;
    let sentence = "TIANMING_LISTEN is \"https://127.0.0.1:0\", which needs a certificate: set \
                    TIANMING_CERTIFICATE and TIANMING_KEY, or give http://127.0.0.1:0";
    assert_eq!(error, sentence);
}

#[tokio::test]
async fn a_bad_token_is_not_repeated() {
    let error = Run::start(first, Options::default().token("two words")).error().await;
    assert!(error.starts_with("the token (TIANMING_TOKEN) has characters that no token has"));
    assert!(!error.contains("two words"));
}

#[tokio::test]
async fn options_do_not_show_their_token() {
    assert!(!format!("{:?}", Options::default().token("secret")).contains("secret"));
}
