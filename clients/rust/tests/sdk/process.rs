//! A bot as a process: its environment, its signals, its standard error and its exit code.

use std::env;
use std::process::{ExitStatus, Stdio};

use tianming::v1::BenchNotice;
use tianming::v1::bot_message::Kind as Sent;
use tianming::v1::referee_message::Kind;
use tokio::io::{AsyncBufReadExt, BufReader, Lines};
use tokio::process::{Child, ChildStderr, Command};
use tonic::Status;

use crate::referee::{Referee, soon};

/// The example `last`, which cargo builds with the tests.
struct Process {
    child: Child,
    stderr: Lines<BufReader<ChildStderr>>,
}

impl Process {
    fn start(variables: &[(&str, &str)]) -> Self {
        let tests = env::current_exe().unwrap();
        let example = tests.ancestors().nth(2).unwrap().join("examples/last");
        let mut command = Command::new(example);
        command.envs(variables.iter().copied()).stderr(Stdio::piped()).kill_on_drop(true);
        let mut child = command.spawn().unwrap();
        let stderr = BufReader::new(child.stderr.take().unwrap()).lines();
        Self { child, stderr }
    }

    /// The next line on standard error; none at the end.
    async fn line(&mut self) -> Option<String> {
        soon(self.stderr.next_line()).await.unwrap()
    }

    async fn signal(&self, name: &str) {
        let id = self.child.id().unwrap().to_string();
        let sent = Command::new("kill").args(["-s", name, &id]).status().await.unwrap();
        assert!(sent.success());
    }

    async fn end(mut self) -> ExitStatus {
        soon(self.child.wait()).await.unwrap()
    }
}

#[tokio::test]
async fn a_signal_lets_a_bot_leave_with_code_0() {
    for name in ["INT", "TERM"] {
        let mut referee = Referee::start().await;
        let variables =
            [("TIANMING_SERVER", referee.address.as_str()), ("TIANMING_TOKEN", " secret\n")];
        let mut process = Process::start(&variables);
        let mut stream = referee.welcome().await;
        assert_eq!(stream.authorization, "Bearer secret");
        let line = format!("tianming: connected to {} as ann, games: all", referee.address);
        assert_eq!(process.line().await.unwrap(), line);
        process.signal(name).await;
        assert!(matches!(stream.read().await.unwrap()[..], [Sent::Goodbye(_)]));
        assert_eq!(stream.read().await, None);
        drop(stream);
        assert_eq!(process.line().await, None);
        assert_eq!(process.end().await.code(), Some(0));
    }
}

#[tokio::test]
async fn a_refused_bot_says_why_and_ends_with_code_1() {
    let mut referee = Referee::start().await;
    let mut process = Process::start(&[("TIANMING_SERVER", &referee.address)]);
    referee.accept().await.fail(Status::aborted("A newer stream took over."));
    let line = "the referee refused the bot: A newer stream took over. (ABORTED)";
    assert_eq!(process.line().await.unwrap(), line);
    assert_eq!(process.end().await.code(), Some(1));
}

#[tokio::test]
async fn a_bot_says_once_that_there_is_no_referee_and_gives_up_in_time() {
    let variables = [("TIANMING_SERVER", "unix:/nowhere/referee"), ("TIANMING_WAIT", "1")];
    let mut process = Process::start(&variables);
    let begins = [
        "tianming: no referee at unix:/nowhere/referee, trying again (",
        "no referee at unix:/nowhere/referee for 1 s: ",
    ];
    for begin in begins {
        let line = process.line().await.unwrap();
        assert!(line.starts_with(begin), "{line}");
    }
    assert_eq!(process.line().await, None);
    assert_eq!(process.end().await.code(), Some(1));
}

#[tokio::test]
async fn a_wait_that_is_no_number_is_named() {
    for text in ["soon", "-1", "nan", "inf"] {
        let mut process = Process::start(&[("TIANMING_WAIT", text)]);
        let line = format!("TIANMING_WAIT is \"{text}\": give a number of seconds");
        assert_eq!(process.line().await.unwrap(), line);
        assert_eq!(process.end().await.code(), Some(1));
    }
}

#[tokio::test]
async fn a_wait_may_be_a_part_of_a_second() {
    let variables = [("TIANMING_SERVER", "unix:/nowhere/referee"), ("TIANMING_WAIT", "0.5")];
    let mut process = Process::start(&variables);
    process.line().await.unwrap();
    let line = process.line().await.unwrap();
    assert!(line.starts_with("no referee at unix:/nowhere/referee for 0.5 s: "), "{line}");
    assert_eq!(process.end().await.code(), Some(1));
}

#[tokio::test]
async fn a_bot_that_is_benched_says_why_and_stays() {
    let mut referee = Referee::start().await;
    let mut process = Process::start(&[("TIANMING_SERVER", &referee.address)]);
    let mut stream = referee.welcome().await;
    process.line().await.unwrap();
    stream.send([Kind::BenchNotice(BenchNotice {
        league: "spring".into(),
        reason: "It missed 3 matches".into(),
        advice: "Start it\nagain.".into(),
        ..BenchNotice::default()
    })]);
    let line = "tianming: benched in the league spring: It missed 3 matches. Start it again.";
    assert_eq!(process.line().await.unwrap(), line);
    stream.settle().await;
}

#[cfg(feature = "tls")]
#[tokio::test]
async fn half_a_certificate_is_named() {
    let variables = [
        ("TIANMING_SERVER", "https://127.0.0.1:1"),
        ("TIANMING_CERTIFICATE", concat!(env!("CARGO_MANIFEST_DIR"), "/LICENSE")),
    ];
    let mut process = Process::start(&variables);
    let line = "TIANMING_CERTIFICATE and TIANMING_KEY go together: set both or none";
    assert_eq!(process.line().await.unwrap(), line);
    assert_eq!(process.end().await.code(), Some(1));
}

#[tokio::test]
async fn a_bot_that_listens_says_where() {
    for form in ["127.0.0.1:0", "http://127.0.0.1:0/"] {
        let mut process = Process::start(&[("TIANMING_LISTEN", form)]);
        let line = process.line().await.unwrap();
        let port = line.strip_prefix("tianming: listening on 127.0.0.1:").unwrap();
        assert_ne!(port.parse::<u16>().unwrap(), 0);
        process.signal("TERM").await;
        assert_eq!(process.end().await.code(), Some(0));
    }
}

#[tokio::test]
async fn a_bot_listens_at_a_unix_socket_that_a_killed_one_left() {
    let folder = tempfile::TempDir::new().unwrap();
    let form = format!("unix:{}", folder.path().join("bot").display());
    for signal in ["KILL", "TERM"] {
        let mut process = Process::start(&[("TIANMING_LISTEN", &form)]);
        assert_eq!(process.line().await.unwrap(), format!("tianming: listening on {form}"));
        process.signal(signal).await;
        process.end().await;
    }
    assert!(folder.path().read_dir().unwrap().next().is_none());
}
