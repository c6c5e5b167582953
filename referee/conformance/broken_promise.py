"""The exceptions of a check: the bot breaks a promise, or the check does not apply to it."""


class Violation(Exception):
    """A bot does not do what a check expects."""

    def __init__(self, expected: str, came: str) -> None:
        super().__init__(f"expected {expected}; came {came}")
        self.expected = expected
        self.came = came


class Skipped(Exception):
    """A check does not apply to a bot; the text says why."""
