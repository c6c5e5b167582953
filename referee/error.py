"""Every error that the referee raises on purpose: those of the rules, and its own."""

from tianming_games.ground.error import (
    CodedError,
    DataError,
    Sentence,
    TianmingError,
    UsageError,
)

__all__ = [
    "CodedError",
    "DataError",
    "EntryError",
    "MachineError",
    "Sentence",
    "StorageError",
    "TianmingError",
    "UnavailableError",
    "UsageError",
]


class EntryError(CodedError, ValueError):
    """An entry of a match that the rules, the protocol or the clock do not allow."""


class UnavailableError(TianmingError):
    """Something outside cannot be reached or started: a bot, a port."""

    exit_code = 69


class MachineError(UnavailableError):
    """The machine that runs the referee lacks something or is broken; no bot is at fault."""

    exit_code = 71


class StorageError(TianmingError):
    """A file cannot be written or read."""

    exit_code = 74
