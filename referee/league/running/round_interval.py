"""The interval after a round: the next round waits for a command, and then for submissions.

The journal has the begin and the end of each interval. After a restart in between, the command runs
again, until the same time as before. So no interval is left out, and none repeats a round.
"""

import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Protocol

from referee.error import TianmingError
from referee.league.format import Format
from referee.league.format.round_format import RoundFormat
from referee.league.ledger import Ledger, journal_event
from referee.league.running.league_event import IntervalBeganEvent, IntervalOverEvent, Notify

_DONE = "done"


class RoundWork(Protocol):
    """Runs the command of an interval. It outlives runners, but not the process."""

    def begin(self, number: int, command: str, until: float) -> None:
        """Start the command after a round, unless it runs already.

        Args:
            number: the number of the round.
            command: the command line.
            until: when it is ended, in seconds since 1970.

        Raises:
            TianmingError: if it cannot be started.
        """

    def problem(self) -> str | None:
        """Return how the command failed, as a clause; None if the interval is not over.

        It is empty if the command ended well, and no submission waits.
        """

    def stop(self) -> None:
        """End the command."""


class RoundInterval:
    """Says whether the next round has to wait for what happens after the last one."""

    def __init__(
        self,
        form: Format,
        ledger: Ledger,
        notify: Notify,
        work: RoundWork | None,
        read_again: Callable[[], None],
        clock: Callable[[], float] = time.time,
    ) -> None:
        """Create it.

        Args:
            form: the format of the season.
            ledger: its ledger.
            notify: receives the events.
            work: runs the command; None: there are no intervals.
            read_again: called at the end of an interval, so that new versions play.
            clock: returns the time in seconds since 1970.
        """
        self._form = form if isinstance(form, RoundFormat) and form.after_round else None
        self._ledger = ledger
        self._notify = notify
        self._work = work
        self._read_again = read_again
        self._clock = clock
        self._over = 0
        """The last round whose interval is known to be over."""
        self._running = 0
        self._failure = ""

    @property
    def is_used(self) -> bool:
        """Whether there is an interval after each round."""
        return self._form is not None and self._work is not None

    def holds(self, number: int) -> bool:
        """Return whether the round after `number` must wait; begin the interval if need be."""
        if self._form is None or self._work is None or number <= self._over:
            return False
        last = self._ledger.interval()
        if last.round >= number and last.began is None:
            self._over = last.round
            return False
        began = last.began if last.round == number and last.began is not None else None
        if began is None:
            began = int(self._clock())
            self._ledger.write(journal_event.IntervalBegan(number, began))
        until = began + 60 * self._form.after_round_minutes
        if self._running != number:
            self._begin(self._form, self._work, number, until)
        problem = self._failure or self._work.problem()
        if problem is None and self._clock() < until:
            return True
        if problem is None:
            self._work.stop()
            problem = f"was ended after {self._form.after_round_minutes:g} min"
        self._end(number, problem)
        return True

    def _begin(self, form: RoundFormat, work: RoundWork, number: int, until: float) -> None:
        self._running, self._failure = number, ""
        try:
            work.begin(number, form.after_round, until)
        except TianmingError as error:
            self._failure = f"cannot be started: {error}"
            return
        self._notify(IntervalBeganEvent(number, datetime.fromtimestamp(until, UTC)))

    def _end(self, number: int, problem: str) -> None:
        """Let the next round begin, when the bots were read again."""
        self._ledger.write(journal_event.IntervalEnded(number, problem or _DONE))
        self._over = number
        self._notify(IntervalOverEvent(number, problem))
        self._read_again()
