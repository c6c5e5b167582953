//! A run of a bot, from its start to its end.

use std::io;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use tokio::runtime::Builder;
use tokio::sync::mpsc::unbounded_channel;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use crate::options::{Options, Token};
use crate::session::Player;
use crate::{Bot, Error, bot_thread, client, invitation, listen};

/// How long a bot that leaves waits for the ends of its streams.
const LEAVING: Duration = Duration::from_secs(2);

/// Plays until SIGINT or SIGTERM stops the program. Returns the exit code of the program.
///
/// If the bot cannot play, or fails, the reason is on standard error and the code is 1.
///
/// ```no_run
/// use tianming::{Options, Question};
///
/// fn main() -> std::process::ExitCode {
///     tianming::run(|question: &Question| question.option_count - 1, Options::default())
/// }
/// ```
pub fn run(bot: impl Bot + Send + 'static, options: Options) -> ExitCode {
    match play_until_signal(bot, options) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn play_until_signal(bot: impl Bot + Send + 'static, options: Options) -> Result<(), Error> {
    let runtime = Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async { run_until(bot, options, signal()?).await })
}

/// Plays until `stop` is done, such as a cancellation token or the receiver of a channel.
///
/// Then the bot says goodbye, and has two seconds to leave. If the future is dropped instead, the
/// streams break.
///
/// ```no_run
/// # async fn example() -> Result<(), tianming::Error> {
/// use std::time::Duration;
/// use tianming::{Options, Question, run_until};
///
/// let hour = tokio::time::sleep(Duration::from_secs(3600));
/// run_until(|_: &Question| 0_usize, Options::default(), hour).await
/// # }
/// ```
///
/// # Errors
///
/// The options cannot be used, the referee refuses the bot or is not there, or the bot fails.
pub async fn run_until(
    bot: impl Bot + Send + 'static,
    options: Options,
    stop: impl Future<Output = ()>,
) -> Result<(), Error> {
    let hello = options.hello(bot.wants_events());
    let (calls, mut ended) = bot_thread::start(bot)?;
    let leave = CancellationToken::new();
    let player = Player {
        hello,
        files: options.files.clone(),
        calls,
        invitations: None,
        leave: leave.clone(),
        matches: Arc::default(),
    };
    let playing = async {
        tokio::select! {
            outcome = play(player, &options) => outcome?,
            failure = &mut ended => return failure.unwrap_or(Ok(())),
        }
        ended.await.unwrap_or(Ok(())) // the bot may still be told how a match ended
    };
    tokio::select! {
        outcome = playing => outcome,
        () = async { stop.await; leave.cancel(); sleep(LEAVING).await } => Ok(()),
    }
}

/// Dials the referee, or waits for it.
async fn play(player: Player, options: &Options) -> Result<(), Error> {
    let token = Token::new(&options.token)?;
    if let Some(address) = &options.listen {
        return listen::listen(player, address, token).await;
    }
    let (address, patience) = (options.server.parse()?, options.patience()?);
    let (invitations, invited) = unbounded_channel();
    let following = invitation::follow(player.clone(), invited);
    let staying = async move {
        let player = Player { invitations: Some(invitations), ..player };
        client::stay(&player, &address, &token, patience).await
    };
    tokio::try_join!(staying, following)?;
    Ok(())
}

/// Returns what is done when SIGINT or SIGTERM comes. From now on they do not end the program.
#[cfg(unix)]
fn signal() -> io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

/// Returns what is done when Ctrl-C comes. From now on it does not end the program.
#[cfg(windows)]
fn signal() -> io::Result<impl Future<Output = ()>> {
    let mut interrupt = tokio::signal::windows::ctrl_c()?;
    Ok(async move {
        interrupt.recv().await;
    })
}
