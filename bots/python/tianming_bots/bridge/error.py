"""Why the program behind a bridge cannot play on, each a sentence for its author."""

_MOST_SHOWN = 80
"""Characters of a line that a sentence shows."""


class ProgramEnded(Exception):
    """The program does not start, has ended, or has closed its output."""


class WrongLine(ValueError):
    """The program printed a line that is no answer."""


class UnknownGame(Exception):
    """The messages of a game are not installed, so the program cannot get them as JSON."""


def shown(line: bytes) -> str:
    """The beginning of a line of a program; safe for a terminal."""
    text = line[: 4 * _MOST_SHOWN].decode(errors="replace").rstrip("\r\n")
    return repr(text[:_MOST_SHOWN])
