"""The progress of a running league: matches done, rate, and time left."""

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from referee.league.ledger.tally import RoundTally
from referee.match.clock import SECOND, Instant

_LATEST = 50
"""The rate is computed from this many latest matches."""

_LEAST = 3
"""The rate is unknown until this many matches have finished."""


class Pace:
    """The rate of finished matches, from the latest ones."""

    def __init__(self, start: Instant) -> None:
        """Measure the first match from `start`."""
        self._ends = deque([start], maxlen=_LATEST + 1)

    def restart(self, now: Instant) -> None:
        """Measure from `now` on if no match has finished yet."""
        if len(self._ends) == 1:
            self._ends[0] = now

    def finished(self, now: Instant) -> None:
        """Count a match that finished at `now`."""
        self._ends.append(now)

    def rate(self, now: Instant) -> float | None:
        """Return the latest rate in matches per second; None if too few matches have finished.

        The rate falls while no match finishes.
        """
        count = len(self._ends) - 1
        spent = (now - self._ends[0]) / SECOND
        return count / spent if count >= _LEAST and spent > 0 else None


@dataclass(frozen=True, slots=True)
class Count:
    """How many matches are done, and how many are planned."""

    done: int
    planned: int

    @property
    def left(self) -> int:
        """How many matches are not done."""
        return max(0, self.planned - self.done)


@dataclass(frozen=True, slots=True)
class Status:
    """The progress of a running league.

    Attributes:
        round: the number of the round; 0 before the first.
        rounds: the number of rounds of the season; None if it depends on the results.
        of_round: the matches of the round.
        of_season: the matches of the season, if later rounds are as large as this one; None if
            the number of rounds is unknown.
        running: matches in progress.
        rate: the latest rate in matches per second; None if unknown.
        overhead: the 99th percentile of the referee's own time per decision in seconds; None if
            unknown.
        missing: the remote bots that the league waits for.
        awaited: the bots whose matches must end before the next round can be planned.
    """

    round: int
    rounds: int | None
    of_round: Count
    of_season: Count | None
    running: int
    rate: float | None = None
    overhead: float | None = None
    missing: tuple[str, ...] = ()
    awaited: tuple[str, ...] = ()

    @property
    def seconds_left(self) -> float | None:
        """Seconds until the season ends, or the round if the length of the season is unknown.

        None if the rate is unknown.
        """
        count = self.of_season or self.of_round
        return count.left / self.rate if self.rate else None

    def __str__(self) -> str:
        """Return the status as a line of text, the most important first: the end may be cut."""
        if self.missing:
            return f"waiting for {', '.join(self.missing)}"
        rounds = f" of {self.rounds}" if self.rounds else ""
        parts = [f"round {self.round}{rounds}", f"{_counted(self.of_round)} matches"]
        if self.of_season is not None and self.rounds != 1:
            parts.append(f"season {_counted(self.of_season)}")
        parts.append(f"{self.running} running")
        if self.awaited:
            parts.append(f"the next round waits for {', '.join(self.awaited)}")
        if self.rate is not None:
            parts.append(f"{self.rate:.1f}/s")
        left = self.seconds_left
        if left is not None:
            parts.append(f"about {_duration(left)} left")
        if self.overhead is not None:
            parts.append(f"overhead p99 {1000 * self.overhead:.1f} ms")
        return ", ".join(parts)


class RunProgress:
    """Counts the matches of one run.

    Attributes:
        round: the number of the current round; 0 before the first.
        began: when this run began to play each round.
    """

    def __init__(self, now: Instant) -> None:
        """Begin at `now`, before the first round."""
        self.round = 0
        self.began: dict[int, Instant] = {}
        self._planned = 0
        self._later = 0
        self._size = 0
        self._earlier = Count(0, 0)
        self._pace = Pace(now)

    def enter(
        self,
        number: int,
        tallies: Sequence[RoundTally],
        open_matches: int,
        now: Instant,
        later: int = 0,
    ) -> None:
        """Make a planned round the current one.

        Args:
            number: the number of the round.
            tallies: the match counts of all planned rounds.
            open_matches: how many matches of all rounds are open; this round counts all of them.
            now: the time.
            later: how many more matches the round will have, which are planned later.
        """
        earlier = [one for one in tallies if one.round != number]
        (current,) = (one for one in tallies if one.round == number)
        self._earlier = Count(
            done=sum(one.played for one in earlier),
            planned=sum(one.planned - one.void - one.open for one in earlier),
        )
        self.round = number
        self.began[number] = now
        self._later = later
        self._size = current.planned + later
        self._planned = current.planned - current.void - current.open + open_matches + later

    def restart(self, now: Instant) -> None:
        """Begin at `now`: the time before was spent waiting for bots."""
        self.began = dict.fromkeys(self.began, now)
        self._pace.restart(now)

    def planned(self, matches: int) -> None:
        """Note that some of the later matches of the round are planned now."""
        self._later = max(0, self._later - matches)

    def ended(self, number: int) -> None:
        """Note that a round ended."""
        self.began.pop(number, None)

    def voided(self) -> None:
        """Note that a match of the round was voided."""
        self._planned = max(0, self._planned - 1)

    def finished(self, now: Instant) -> None:
        """Count a match that finished at `now`."""
        self._pace.finished(now)

    def status(
        self,
        now: Instant,
        waiting: int,
        running: int,
        rounds: int | None = None,
        overhead: float | None = None,
        missing: tuple[str, ...] = (),
        awaited: tuple[str, ...] = (),
    ) -> Status:
        """Return the status at `now`; `waiting` matches are queued. See `Status` for the others."""
        done = self._planned - waiting - running - self._later
        of_round = Count(max(0, done), self._planned)
        of_season = None
        if rounds is not None:
            later = max(0, rounds - self.round) * self._size
            of_season = Count(
                self._earlier.done + of_round.done,
                self._earlier.planned + of_round.planned + later,
            )
        rate = self._pace.rate(now)
        return Status(
            self.round,
            rounds,
            of_round,
            of_season,
            running,
            rate=rate,
            overhead=overhead,
            missing=missing,
            awaited=awaited,
        )


def _counted(count: Count) -> str:
    return f"{count.done} of {count.planned}"


def _duration(seconds: float) -> str:
    """Return seconds as `m:ss`, or as hours and minutes from one hour on."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes:02} min" if hours else f"{minutes}:{rest:02}"


Look = Callable[[Status], None]
"""Receives the status repeatedly during a run."""


def ignore_status(status: Status) -> None:
    """Ignore a status."""
