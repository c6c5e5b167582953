"""The live board of `referee play --watch`."""

import sys

from referee.cli.output import printable
from referee.match.match import Match

_LINES = 8
"""Events that stand below the board."""

_PACE = 0.2
"""Seconds before each question where a person looks on."""


class Watch:
    """Shows a match: in a terminal the board in place, elsewhere a line an event."""

    def __init__(self, bots: tuple[str, ...]) -> None:
        self._bots = bots
        self._shown = 0
        self._terminal = sys.stdout.isatty()

    @property
    def pace(self) -> float:
        """Seconds to wait before each question."""
        return _PACE if self._terminal else 0.0

    def show(self, match: Match) -> None:
        """Show what has happened since the last time."""
        first = self._shown
        if self._terminal:
            first = -_LINES
            sys.stdout.write("\x1b[H\x1b[2J" + match.state.to_text() + "\n")
        for event in match.history[first:]:
            who = "referee" if event.seat is None else self._bots[event.seat]
            sys.stdout.write(printable(f"{who}: {event.notation}") + "\n")
        self._shown = len(match.history)
        sys.stdout.flush()
