"""The progress of a running league: how far it is, how fast, and how long it still takes."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from referee.match.clock import SECOND, Instant

_LATEST = 50
"""Finished matches from which the pace is computed."""

_LEAST = 3
"""Finished matches without which nobody can tell the pace."""


class Pace:
    """The rate of finished matches, from the latest ones."""

    def __init__(self, start: Instant) -> None:
        """Begin at a time; the first match is measured from there."""
        self._ends = deque([start], maxlen=_LATEST + 1)

    def restart(self, now: Instant) -> None:
        """Ignore the time so far if no match has finished in it."""
        if len(self._ends) == 1:
            self._ends[0] = now

    def finished(self, now: Instant) -> None:
        """Count a match that finished."""
        self._ends.append(now)

    def rate(self, now: Instant) -> float | None:
        """Return matches per second; it falls while none finishes. None if too few have."""
        count = len(self._ends) - 1
        spent = (now - self._ends[0]) / SECOND
        return count / spent if count >= _LEAST and spent > 0 else None


@dataclass(frozen=True, slots=True)
class Count:
    """How many matches are done, of how many that are planned."""

    done: int
    planned: int

    @property
    def left(self) -> int:
        """Matches that are not done."""
        return max(0, self.planned - self.done)


@dataclass(frozen=True, slots=True)
class Status:
    """How far a league has come.

    Attributes:
        round: the number of the round; 0 before the first.
        rounds: how many rounds there will be; None if the results decide that.
        of_round: the matches of the round.
        of_season: the matches of the season, those of later rounds as many as in this one; None
            if the number of rounds is unknown.
        running: matches in progress.
        rate: matches per second lately; None if unknown.
        overhead: the 99th percentile of the referee's own time per decision in seconds; None if
            unknown.
        missing: the network bots that the league waits for.
    """

    round: int
    rounds: int | None
    of_round: Count
    of_season: Count | None
    running: int
    rate: float | None = None
    overhead: float | None = None
    missing: tuple[str, ...] = ()

    @property
    def seconds_left(self) -> float | None:
        """The time until the season is over, or the round if the season has no known end."""
        count = self.of_season or self.of_round
        return count.left / self.rate if self.rate else None

    def __str__(self) -> str:
        """The status in a line for people. What matters most comes first: the end may be cut."""
        if self.missing:
            return f"waiting for {', '.join(self.missing)}"
        rounds = f" of {self.rounds}" if self.rounds else ""
        parts = [f"round {self.round}{rounds}", f"{_counted(self.of_round)} matches"]
        if self.of_season is not None and self.rounds != 1:
            parts.append(f"season {_counted(self.of_season)}")
        parts.append(f"{self.running} running")
        if self.rate is not None:
            parts.append(f"{self.rate:.1f}/s")
        left = self.seconds_left
        if left is not None:
            parts.append(f"about {_duration(left)} left")
        if self.overhead is not None:
            parts.append(f"overhead p99 {1000 * self.overhead:.1f} ms")
        return ", ".join(parts)


def _counted(count: Count) -> str:
    return f"{count.done} of {count.planned}"


def _duration(seconds: float) -> str:
    """Seconds as m:ss, or as hours and minutes from an hour on."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes:02} min" if hours else f"{minutes}:{rest:02}"


Look = Callable[[Status], None]
"""Receives the status now and then."""


def ignore_status(status: Status) -> None:
    """Receive a status that nobody wants."""
