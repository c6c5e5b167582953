"""Errors that end a run, each a sentence for whoever runs the bot."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import grpc


class Refused(Exception):
    """The referee does not accept this bot: `code` and `reason` say why."""

    def __init__(self, code: grpc.StatusCode, reason: str) -> None:
        super().__init__(f"the referee refused the bot: {reason} ({code.name})")
        self.code = code
        self.reason = reason


class Unreachable(Exception):
    """No referee is at the address, or none that the bot can talk to."""


class Misconfigured(ValueError):
    """An address, a token, a file or a number that the bot was given cannot be used."""
