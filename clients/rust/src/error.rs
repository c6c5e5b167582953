//! Why a run ends without success.

use std::time::Duration;

use tonic::Code;

use crate::notice::one_line;

/// Why a bot cannot answer a question: any error. It ends the run.
pub type BotError = Box<dyn std::error::Error + Send + Sync>;

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

    /// The text is no address at which a bot can listen.
    #[error(
        "\"{0}\" is no address to listen at (TIANMING_LISTEN): give host:port, https://host:port \
         or http://host:port, or unix:/path"
    )]
    ListenAddress(String),

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

    /// The address to listen at is one with TLS, and the bot has no certificate.
    #[error(
        "TIANMING_LISTEN is \"{address}\", which needs a certificate: set TIANMING_CERTIFICATE and \
         TIANMING_KEY, or give http://{target}"
    )]
    NoCertificate {
        /// The address to listen at.
        address: String,
        /// The same without `https://`.
        target: String,
    },

    /// The bytes are no frame with a match and a question.
    #[error("the frame is no recorded question: {0}")]
    Frame(String),

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
        "no referee at {address} for {} s: start the referee, or check TIANMING_SERVER ({why})",
        .wait.as_secs_f64()
    )]
    Absent {
        /// The referee's address.
        address: String,
        /// How long the bot waited.
        wait: Duration,
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

    /// The referee has a certificate with other names than that of its address.
    #[error(
        "the certificate of {address} has another name: it is for {}, not for {host}; use a name \
         that it has, or issue one for {host} ({why})",
        .names.join(", ")
    )]
    AnotherName {
        /// The referee's address.
        address: String,
        /// The host in the address.
        host: String,
        /// The names that the certificate has.
        names: Vec<String>,
        /// What is wrong with the certificate.
        why: String,
    },

    /// The certificate of the referee has expired.
    #[error("the certificate of {address} expired{}: renew it there ({why})", on(*.day))]
    Expired {
        /// The referee's address.
        address: String,
        /// The day on which it expired, in days since 1970.
        day: Option<u64>,
        /// What is wrong with the certificate.
        why: String,
    },

    /// Only one of the two sides uses TLS.
    #[error("the referee at {address} {}", tls_advice(*.uses_tls, .target))]
    Tls {
        /// The referee's address.
        address: String,
        /// `host:port` of the referee.
        target: String,
        /// Whether the referee uses TLS.
        uses_tls: bool,
    },

    /// The bot chose an option that is not on offer.
    #[error("choose gave {index} to question {number}: give 0 to {}", last(*.option_count))]
    OutOfRange {
        /// What the bot gave.
        index: usize,
        /// The number of the question.
        number: u32,
        /// How many options there are.
        option_count: usize,
    },

    /// The bot returned an error in place of an answer.
    #[error("the bot failed in choose: {}", one_line(&.0.to_string()))]
    Failed(BotError),

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
    #[error("the bot failed in {method}: {}", one_line(.message))]
    Panicked {
        /// The method.
        method: &'static str,
        /// The message of the panic.
        message: String,
    },
}

/// The date of a day since 1970: ` on 2026-11-26`.
fn on(day: Option<u64>) -> String {
    let Some(day) = day else { return String::new() };
    let day = day + 719_468; // since 1 March of the year 0, so that a leap day ends its year
    let (era, day) = (day / 146_097, day % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let march = (5 * day + 2) / 153;
    let (month, date) = (march % 12 + 3, day - (153 * march + 2) / 5 + 1);
    let (month, year) = if month > 12 { (month - 12, year + 1) } else { (month, year) };
    format!(" on {:04}-{month:02}-{date:02}", 400 * era + year)
}

/// The index of the last option.
fn last(option_count: usize) -> String {
    option_count.checked_sub(1).map_or_else(|| "-1".to_owned(), |index| index.to_string())
}

fn tls_advice(uses_tls: bool, target: &str) -> String {
    if uses_tls {
        format!("uses TLS: give https://{target}")
    } else {
        format!("does not use TLS: give http://{target}")
    }
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

#[cfg(test)]
mod tests {
    use super::on;

    #[test]
    fn a_day_has_its_date() {
        let days = [(0, "1970-01-01"), (59, "1970-03-01"), (11_016, "2000-02-29")];
        for (day, date) in [(20_783, "2026-11-26"), (20_819, "2027-01-01")].into_iter().chain(days)
        {
            assert_eq!(on(Some(day)), format!(" on {date}"));
        }
    }
}
