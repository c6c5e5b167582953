"""Options and arguments that several commands share, and what they name."""
