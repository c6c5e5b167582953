"""The root of every error that is raised on purpose, and the errors of the rules."""


class TianmingError(Exception):
    """Somebody passed something that cannot be used.

    The text says what is wrong, where, why, and how to mend it, in one sentence.
    `exit_code` is what a command line exits with, as `sysexits.h` numbers them.
    """

    exit_code = 70


class UsageError(TianmingError):
    """A name, an option or a number on the command line or in a file is wrong."""

    exit_code = 2


class DataError(TianmingError):
    """A file is damaged, cut, or not what it should be."""

    exit_code = 65
