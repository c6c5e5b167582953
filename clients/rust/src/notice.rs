//! Notices to the person who runs the bot.

use std::fmt::Display;
use std::io::{self, Write};

/// Prints a notice on standard error. A bot plays on where nobody reads them.
pub(crate) fn notice(text: impl Display) {
    let _ = writeln!(io::stderr(), "tianming: {text}");
}

/// A text with a space in place of each run of line breaks and other control characters.
pub(crate) fn one_line(text: &str) -> String {
    let parts = text.split(char::is_control).filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::one_line;

    #[test]
    fn a_text_of_several_lines_becomes_one_line() {
        assert_eq!(one_line("\nStart it\r\n\tagain.\x07"), "Start it again.");
    }
}
