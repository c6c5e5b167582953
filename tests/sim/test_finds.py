"""The simulation detects a faulty referee: each test injects one fault."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import count, islice
from typing import Any

import pytest

from referee.match.clock import Instant, SeatClock
from referee.match.match import End, Match, Notice
from referee.match.question import Question
from referee.record import resume
from referee.record.durability import Durability
from referee.record.file import RecordFile
from referee.record.reader import Record, parse
from referee.record.writer import RecordWriter
from referee.server.commit import Done, GroupCommit, Syncable
from referee.server.deadline_timer import DeadlineTimer
from referee.server.host import MatchHost
from referee.server.message import ended
from referee.server.time_source import FairClock
from tests.sim.course import play
from tests.sim.oracle import judge
from tests.sim.season import Season, season

SEASONS = 60
"""Maximum number of seasons in which a test looks for its fault."""

Fate = Callable[[Season], object]


def anything(season: Season) -> bool:
    """Return True: any season is suitable."""
    return True


def troubled(season: Season) -> object:
    """Return whether the disk fails in a season."""
    return season.troubles


def stalled(season: Season) -> object:
    """Return whether the referee stalls in a season."""
    return season.stalls


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

    def test_shows_a_decision_before_it_is_written(self, monkeypatch: pytest.MonkeyPatch) -> None:
        flush = RecordWriter.flush

        def late(self: RecordWriter) -> None:
            asyncio.get_running_loop().call_later(0.001, flush, self)

        monkeypatch.setattr(RecordWriter, "flush", late)
        assert found("durable", "was shown before what it tells was written")

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

    def test_loses_an_answer(self, monkeypatch: pytest.MonkeyPatch) -> None:
        choose, calls = Match.choose, count(1)

        def forgetful(self: Match, *args: Any, **words: Any) -> list[Notice]:
            return [] if next(calls) % 20 == 0 else choose(self, *args, **words)

        monkeypatch.setattr(Match, "choose", forgetful)
        assert found("fair clock", "an answer was not taken")

    def test_tells_a_result_before_it_is_on_disk(self, monkeypatch: pytest.MonkeyPatch) -> None:
        end = MatchHost._end

        async def hasty(self: MatchHost, word: End) -> None:
            for session in self._sessions.values():
                session.send(ended(self.settings, word.outcome, word.digest, ()))
            await end(self, word)

        monkeypatch.setattr(MatchHost, "_end", hasty)
        assert found("durable", "was told a result that was not on disk")

    def test_tries_an_fsync_again_until_it_says_that_all_is_well(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        finish = RecordFile.finish

        def stubborn(self: RecordFile) -> None:
            try:
                finish(self)
            except Exception:
                self._failed = False
                finish(self)

        monkeypatch.setattr(RecordFile, "finish", stubborn)
        assert found("durable", "was told a result that was not on disk", troubled, 28)

    def test_shows_what_a_loss_of_power_would_take(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def hasty(self: GroupCommit, file: Syncable, done: Done) -> None:
            asyncio.get_running_loop().call_soon(done, None)

        monkeypatch.setattr(GroupCommit, "request", hasty)
        assert found("durable", "was shown before what it tells was on disk", powered)

    def test_forgets_the_last_step_when_it_comes_back(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def forgetful(data: bytes, source: str) -> Record:
            record = parse(data, source)
            *before, last = record.entries
            if not before:
                return record
            digest = before[-1].digest
            return replace(record, entries=tuple(before), good=last.offset, digest=digest)

        monkeypatch.setattr(resume, "parse", forgetful)
        assert found("durable", "the record of", crashed, 109)

    def test_forgets_a_strike_when_it_comes_back(self, monkeypatch: pytest.MonkeyPatch) -> None:
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

    def test_asks_a_bot_about_a_seat_of_another(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def gossip(self: MatchHost, question: Question) -> None:
            for session in self._sessions.values():
                session.send(self._encoded(question), partial(self._handed_over, question))

        monkeypatch.setattr(MatchHost, "_ask", gossip)
        assert found("no leak", "was shown to")

    def test_counts_its_own_stall_against_a_bot(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def unfair(self: FairClock) -> Instant:
            return Instant(self._read())

        monkeypatch.setattr(FairClock, "__call__", unfair)
        assert found("truthful", "did nothing wrong and was struck for late", stalled, 192)

    def test_waits_for_ever_for_a_bot(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(DeadlineTimer, "set", lambda self, deadline: None)
        assert found("truthful", "it hung")
