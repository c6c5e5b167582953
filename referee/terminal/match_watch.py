"""Show a match of this process while it is played."""

import asyncio
import os
import sys
from collections.abc import Sequence
from contextlib import ExitStack, redirect_stderr
from io import StringIO

from rich.live import Live

from referee.match.match import Match
from referee.terminal.match_screen import draw
from referee.terminal.rules_page import notation_hint
from tianming_games.ground.text import printable

_PACE = 0.2
"""Seconds before each question if the match is shown on a terminal."""


_REDRAW = 0.05
"""Minimum of seconds between two updates of the screen, because a match is faster than the eye."""


class Watch:
    """Shows a match: on a full screen in a terminal, otherwise as one line per event."""

    def __init__(self, bots: tuple[str, ...]) -> None:
        self._bots = bots
        self._shown = 0
        self._terminal = sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
        self._screen: Live | None = None
        self._log = StringIO()
        self._redirection = ExitStack()
        self._due: asyncio.TimerHandle | None = None
        self._remarks: list[str] = []
        self._latest = ""
        self._is_closed = False

    @property
    def pace(self) -> float:
        """Seconds to wait before each question."""
        return _PACE if self._terminal else 0.0

    def show(self, match: Match) -> None:
        """Print the new events, or schedule an update of the screen."""
        if self._terminal:
            if self._due is None and not self._is_closed:
                wait = _REDRAW if self._screen is not None else 0.0
                loop = asyncio.get_running_loop()
                self._due = loop.call_later(wait, self._draw, match)
            return
        if match.history and not self._shown and (hint := notation_hint(match.settings.game)):
            print(hint)
        for event in match.history[self._shown :]:
            who = "referee" if event.seat is None else self._bots[event.seat]
            sys.stdout.write(printable(f"{who}: {event.notation}") + "\n")
        self._shown = len(match.history)
        sys.stdout.flush()

    def remark(self, lines: Sequence[str]) -> None:
        """Report something outside the match; the first line is a summary.

        Without a screen, print all lines on stderr. A screen shows the first line, and `close`
        prints all lines on stderr.
        """
        if self._screen is None:
            print("\n".join(lines), file=sys.stderr, flush=True)
        else:
            self._remarks += lines
            self._latest = lines[0]

    def close(self) -> None:
        """Close the screen, if there is one; the terminal shows its former content again."""
        self._is_closed = True
        if self._due is not None:
            self._due.cancel()
        if self._screen is not None:
            self._screen.stop()
            self._screen = None
            self._redirection.close()
            sys.stderr.write(self._log.getvalue())
            if self._remarks:
                self.remark(self._remarks)

    def _draw(self, match: Match) -> None:
        self._due = None
        if self._screen is None:
            self._screen = Live(screen=True, auto_refresh=False, redirect_stderr=False)
            self._screen.start()
            if sys.stderr.isatty():  # the log would scroll the screen
                self._redirection.enter_context(redirect_stderr(self._log))
        size = self._screen.console.size
        self._screen.update(draw(match, size.width, size.height, self._latest), refresh=True)
