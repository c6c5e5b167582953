"""The simulation detects a referee that is wrong in a detail: each test injects one fault.

`test_planted.py` injects the coarse faults.
"""

from collections.abc import Callable
from itertools import count, islice
from typing import Any

import pytest

from referee.match.clock import Instant, SeatClock
from referee.match.match import Match
from referee.record import resume
from referee.record.durability import Durability
from referee.record.writer import RecordWriter
from referee.server.host import MatchHost
from tests.sim.course import play
from tests.sim.oracle import judge
from tests.sim.season import Season, season

SEASONS = 60
"""Maximum number of seasons in which a test looks for its fault."""

Fate = Callable[[Season], object]


def anything(season: Season) -> bool:
    """Return True: any season is suitable."""
    return True


def powered(season: Season) -> bool:
    """Return whether decisions must survive a loss of power in a season."""
    return season.durability is Durability.POWER


def crashed(season: Season) -> object:
    """Return whether the referee is killed or drained in a season."""
    return season.crashes


def found(promise: str, words: str, fate: Fate = anything, first: int = 0) -> bool:
    """Return whether a season breaks a promise, with a text that contains `words`.

    Args:
        promise: the name of the promise.
        words: a part of the text of the breach.
        fate: selects the seasons.
        first: the first seed. A seed that is known to show the fault makes the search short.
    """
    return any(
        breach.promise == promise and words in breach.text
        for one in islice(filter(fate, map(season, count(first))), SEASONS)
        for breach in judge(play(one))
    )


class TestFinds:
    """The simulation detects a referee that ... (the name of each test says what it does)."""

    def test_takes_an_answer_a_nanosecond_late(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._shift_deadlines(monkeypatch, 1)
        assert found("fair clock", "ns was taken, the last instant was", first=17)

    def test_strikes_a_nanosecond_early(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._shift_deadlines(monkeypatch, -1)
        assert found("fair clock", "it was late at")

    def _shift_deadlines(self, monkeypatch: pytest.MonkeyPatch, by: int) -> None:
        """Shift all deadlines by some nanoseconds, so that match and `verify` agree on them."""
        right = SeatClock.deadline

        def wrong(self: SeatClock) -> Instant:
            return Instant(right.__get__(self) + by)

        monkeypatch.setattr(SeatClock, "deadline", property(wrong))

    def test_forgets_a_strike_when_it_returns(self, monkeypatch: pytest.MonkeyPatch) -> None:
        take_up = resume.take_up

        def forgiving(*args: Any) -> tuple[Match, RecordWriter]:
            match, writer = take_up(*args)
            for seat in match.seats:
                seat.strikes = 0
            return match, writer

        monkeypatch.setattr("referee.server.host.take_up", forgiving)
        assert found("legal only", "strikes of seat", crashed, 34)

    def test_starts_a_match_later_than_what_came_meanwhile(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        start = MatchHost._start

        def late(self: MatchHost, now: Instant) -> None:
            start(self, self.now())

        monkeypatch.setattr(MatchHost, "_start", late)
        assert found("legal only", "not handed over between asking", powered, 5059)
