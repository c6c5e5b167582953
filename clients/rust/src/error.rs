//! Why a run ends without success.

use tonic::Code;

/// Why a run ended. Its text is one sentence for the author of the bot.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The text is no address of a referee.
    #[error(
        "\"{0}\" is no address of a referee (TIANMING_SERVER): give host:port, https://host:port \
         or http://host:port, or unix:/path"
    )]
    Address(String),

    /// The token cannot be sent. The error does not repeat it.
    #[error(
        "the token (TIANMING_TOKEN) has characters that no token has, such as spaces, line breaks \
         or accents: give what `referee token` printed, and nothing else"
    )]
    Token,

    /// The system lacks what a run needs, such as a thread.
    #[error("the bot cannot start: {0}")]
    System(#[from] std::io::Error),

    /// A variable of the environment cannot be used.
    #[error("{0}")]
    Environment(String),

    /// The bot cannot listen.
    #[error("the bot cannot listen on {address} (TIANMING_LISTEN): {why}")]
    Listen {
        /// The address to listen on.
        address: String,
        /// The reason.
        why: String,
    },

    /// The referee does not accept this bot, and another try would end the same.
    #[error("the referee refused the bot: {reason} ({})", final_code(*.code).unwrap_or("UNKNOWN"))]
    Refused {
        /// The gRPC code.
        code: Code,
        /// The referee's sentence.
        reason: String,
    },

    /// No referee was at the address in all the time that the bot waited.
    #[error(
        "no referee at {address} for {seconds} s: start the referee, or check TIANMING_SERVER \
         ({why})"
    )]
    Absent {
        /// The referee's address.
        address: String,
        /// How long the bot waited.
        seconds: u64,
        /// The reason of the last failure.
        why: String,
    },

    /// The referee has a certificate that the bot does not trust.
    #[error(
        "the certificate of {address} is not trusted: name the file of its authority in \
         TIANMING_CA ({why})"
    )]
    Untrusted {
        /// The referee's address.
        address: String,
        /// What is wrong with the certificate.
        why: String,
    },

    /// The bot chose an option that is not on offer.
    #[error("choose gave {index} to question {number}: give 0 to {}", .option_count.saturating_sub(1))]
    OutOfRange {
        /// What the bot gave.
        index: usize,
        /// The number of the question.
        number: u32,
        /// How many options there are.
        option_count: usize,
    },

    /// `choose_batch` returned fewer or more answers than there are questions.
    #[error(
        "choose_batch got {questions} questions and gave {answers} answers: give one answer to \
         each question"
    )]
    BatchLength {
        /// How many questions there are.
        questions: usize,
        /// How many answers the bot gave, at least.
        answers: usize,
    },

    /// A method of the bot panicked.
    #[error("the bot failed in {method}: {message}")]
    Panicked {
        /// The method.
        method: &'static str,
        /// The message of the panic.
        message: String,
    },
}

/// The name of a code after which another try would end the same.
pub(crate) fn final_code(code: Code) -> Option<&'static str> {
    match code {
        Code::Unauthenticated => Some("UNAUTHENTICATED"),
        Code::PermissionDenied => Some("PERMISSION_DENIED"),
        Code::FailedPrecondition => Some("FAILED_PRECONDITION"),
        Code::InvalidArgument => Some("INVALID_ARGUMENT"),
        Code::Aborted => Some("ABORTED"),
        Code::Unimplemented => Some("UNIMPLEMENTED"),
        _ => None,
    }
}
