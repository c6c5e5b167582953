//! Notices to the person who runs the bot.

use std::fmt::Display;
use std::io::{self, Write};

/// Prints a notice on standard error. A bot plays on where nobody reads them.
pub(crate) fn notice(text: impl Display) {
    let _ = writeln!(io::stderr(), "tianming: {text}");
}
