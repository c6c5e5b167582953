//! A run of a bot, from its start to its end.

use std::future::pending;
use std::process::ExitCode;
use std::sync::Arc;

use tokio::runtime::{Builder, Runtime};
use tokio::sync::mpsc::unbounded_channel;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use crate::options::{self, Options};
use crate::session::{LEAVING, Player};
use crate::v1::Capability;
use crate::{Bot, Error, bot_thread, client, invitation, listen};

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
    let runtime = Builder::new_current_thread().enable_all().build();
    let play = |runtime: Runtime| runtime.block_on(run_until(bot, options, interruption()));
    match runtime.map_err(Error::from).and_then(play) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
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
    let mut hello = options.hello();
    if bot.wants_events() {
        hello.capabilities.push(Capability::Events.into());
    }
    let (calls, mut ended) = bot_thread::start(bot)?;
    let leave = CancellationToken::new();
    let matches = Arc::default();
    let player = Player { hello, calls, invitations: None, leave: leave.clone(), matches };
    tokio::select! {
        outcome = play(player, &options) => outcome?,
        failure = &mut ended => return failure.unwrap_or(Ok(())),
        () = async { stop.await; leave.cancel(); pending().await } => {}
    }
    timeout(LEAVING, ended).await.map_or(Ok(()), |failure| failure.unwrap_or(Ok(())))
}

/// Dials the referee, or waits for it.
async fn play(player: Player, options: &Options) -> Result<(), Error> {
    let token = options.secret()?;
    if let Some(address) = options.listening() {
        return listen::listen(player, &address, token).await;
    }
    let address = options.address().parse()?;
    let patience = options::patience()?;
    let (invitations, invited) = unbounded_channel();
    let following = invitation::follow(player.clone(), invited);
    let staying = async move {
        let player = Player { invitations: Some(invitations), ..player };
        client::stay(&player, &address, &token, patience).await
    };
    tokio::try_join!(staying, following)?;
    Ok(())
}

/// Waits for SIGINT or SIGTERM.
async fn interruption() {
    let interrupt = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let mut terminate = signal(SignalKind::terminate()).expect("the system has SIGTERM");
        tokio::select! {
            _ = interrupt => {}
            _ = terminate.recv() => {}
        }
    }
    #[cfg(not(unix))]
    let _ = interrupt.await;
}
