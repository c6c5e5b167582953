"""Errors that end a run, with a sentence for the person who runs the bot."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import grpc


class Refused(Exception):
    """The referee refuses this bot.

    Attributes:
        code: gRPC status code of the refusal.
        reason: the reason, as a sentence.
    """

    def __init__(self, code: grpc.StatusCode, reason: str) -> None:
        super().__init__(f"the referee refused the bot: {reason} ({code.name})")
        self.code = code
        self.reason = reason


class Unreachable(Exception):
    """No referee answers at the address, or TLS or its certificate does not fit."""


class Misconfigured(ValueError):
    """An address, a token, a file or a number in an argument or environment variable is invalid."""


def blame(error: Exception, method: str) -> None:
    """Add a note to an exception of a bot: the method that failed, and why, on one line.

    Python prints the note last, below the traceback.
    """
    text = " ".join(str(error).split())
    why = f"{type(error).__name__}: {text}" if text else type(error).__name__
    error.add_note(f"the bot failed in {method}: {why}")
