"""Events of a running league: lines of JSON for programs, sentences for people."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from referee.cli import output

if TYPE_CHECKING:
    from referee.league.running.league_event import LeagueEvent


class EventReporter:
    """Prints events: all of them as JSON on standard output, or the main ones on standard error."""

    def __init__(self, prog: str, as_json: bool) -> None:
        """`prog` is the name of the command; `as_json` prints lines of JSON."""
        self._prog = prog
        self._as_json = as_json
        self.is_lost = False
        """Whether lines of JSON were requested but cannot be written any more."""
        self.when_lost: Callable[[], None] = lambda: None

    def report(self, event: LeagueEvent) -> None:
        """Print an event."""
        from referee.cli.league.event_line import line_of

        if self._as_json:
            try:
                _print_as_json(event)
            except OSError as error:
                self._lose(error)
        elif line := line_of(event):
            self._print(line)

    def _print(self, text: str) -> None:
        output.print_aside(f"{self._prog}: {text}")

    def _lose(self, error: OSError) -> None:
        """Report on stderr that standard output is lost, and call `when_lost`."""
        output.give_up(sys.stdout)
        self._as_json, self.is_lost = False, True
        self._print(
            f"the events cannot be written: {error.strerror}; the same command resumes the league"
        )
        self.when_lost()


def _print_as_json(event: LeagueEvent) -> None:
    """Print one event as a line of JSON, at once."""
    from referee.league.running.league_event import as_json

    line = as_json(event, datetime.now(UTC))
    print(json.dumps(line, separators=(",", ":")), flush=True)
