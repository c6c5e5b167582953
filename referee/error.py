"""Every error that the referee raises on purpose: those of the rules, and two of its own."""

from tianming_games.ground.error import DataError, TianmingError, UsageError

__all__ = ["DataError", "StorageError", "TianmingError", "UnavailableError", "UsageError"]


class UnavailableError(TianmingError):
    """Something outside cannot be reached or started: a bot, a port."""

    exit_code = 69


class StorageError(TianmingError):
    """The disk refused to take or to give back what it should hold."""

    exit_code = 74
