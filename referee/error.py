"""The root of every error the referee raises on purpose."""


class RefereeError(Exception):
    """Somebody gave the referee something it cannot use.

    The text says what is wrong, where, why, and how to mend it, in one sentence.
    `exit_code` is what the command line ends with, as `sysexits.h` numbers them.
    """

    exit_code = 70


class UsageError(RefereeError):
    """A name, an option or a number on the command line or in a file is wrong."""

    exit_code = 2


class DataError(RefereeError):
    """A file is damaged, cut, or not what it should be."""

    exit_code = 65


class UnavailableError(RefereeError):
    """Something outside cannot be reached or started: a bot, a port."""

    exit_code = 69


class StorageError(RefereeError):
    """The disk refused to take or to give back what it should hold."""

    exit_code = 74
