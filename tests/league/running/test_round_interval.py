"""Between two rounds a season waits for a command; a restart neither skips nor repeats a round."""

from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from referee.error import UsageError
from referee.identifier import BotName
from referee.interval.sentence import IntervalSentence
from referee.league.format import Format
from referee.league.format.gauntlet import Gauntlet
from referee.league.format.knock_out import KnockOut
from referee.league.format.round_robin import RoundRobin
from referee.league.format.swiss import Swiss
from referee.league.ledger import journal_event
from referee.league.ledger.chained_journal import JournalPosition
from referee.league.running.league_event import (
    BotsReadEvent,
    IntervalBeganEvent,
    IntervalOverEvent,
    LeagueEvent,
    RoundEndedEvent,
    RoundPlannedEvent,
)
from referee.league.running.round_interval import RoundInterval
from referee.league.running.runner import Runner
from referee.league.running.season_finish import Finish
from tests.league.running.fake_backend import FakeBackend, league, make_up, open_ledger
from tests.league.running.outcome import Received

_EVENTS = (
    RoundPlannedEvent,
    RoundEndedEvent,
    IntervalBeganEvent,
    IntervalOverEvent,
    BotsReadEvent,
)


@dataclass
class FakeWork:
    """A command that ends after some looks at it."""

    looks: int = 2
    result: str | None = ""
    begun: list[tuple[int, float]] = field(default_factory=list)
    stopped: int = 0
    left: int = 0

    def begin(self, number: int, command: str, until: float) -> None:
        if command == "broken":
            raise UsageError(IntervalSentence.COMMAND_BROKEN, why="No closing quotation")
        self.begun.append((number, until))
        self.left = self.looks

    def problem(self) -> str | None:
        self.left -= 1
        return self.result if self.left <= 0 else None

    def stop(self) -> None:
        self.stopped += 1


def play(folder: Path, form: Format, work: FakeWork) -> list[tuple[str, int]]:
    """Play a season of four bots; return the kinds of its events with their numbers."""
    settings = replace(league(folder), seats=2, format=form)
    received = Received()
    backend = FakeBackend(lambda task: make_up(task, "played"))
    with open_ledger(settings) as ledger, ledger.running():
        assert Runner(settings, ledger, backend, received, work=work).run() is Finish.OVER
    return [
        (event.kind(), getattr(event, "round", 0))
        for event in received.events
        if isinstance(event, _EVENTS)
    ]


class TestSeason:
    @pytest.mark.parametrize(
        "form",
        [
            RoundRobin(rounds=3, after_round="improve"),
            Swiss(rounds=3, after_round="improve"),
            Gauntlet(rounds=3, challenger=BotName("bob"), after_round="improve"),
        ],
    )
    def test_each_round_waits_for_the_command_after_the_one_before(
        self, tmp_path: Path, form: Format
    ) -> None:
        """The bots are read again before the next round; after the last one, nothing runs."""
        work = FakeWork()
        between = [
            ("interval_began", 0),
            ("interval_over", 0),
            ("bots_read", 0),
        ]
        events = play(tmp_path, form, work)
        expected = []
        for number in (1, 2, 3):
            expected += [("round_planned", number), ("round_ended", number)]
            if number < 3:
                expected += [(kind, number * (kind != "bots_read")) for kind, _ in between]
        assert events == expected
        assert [number for number, _ in work.begun] == [1, 2]

    def test_a_knock_out_that_goes_on_waits_too(self, tmp_path: Path) -> None:
        work = FakeWork()
        events = play(tmp_path, KnockOut(after_round="improve"), work)
        second = events.index(("round_planned", 2))
        assert ("interval_over", 1) in events[:second]

    def test_a_command_that_cannot_be_started_delays_no_round(self, tmp_path: Path) -> None:
        events = play(tmp_path, Swiss(rounds=2, after_round="broken"), FakeWork())
        assert ("round_planned", 2) in events
        assert ("interval_began", 1) not in events

    def test_without_a_command_rounds_follow_at_once(self, tmp_path: Path) -> None:
        assert ("interval_over", 1) not in play(tmp_path, Swiss(rounds=2), FakeWork())


class TestRestart:
    def interval(
        self, folder: Path, work: FakeWork, now: list[float], received: list[LeagueEvent]
    ) -> RoundInterval:
        ledger = open_ledger(replace(league(folder), seats=2))
        self.ledger = ledger
        return RoundInterval(
            Swiss(after_round="improve", after_round_minutes=10),
            ledger,
            received.append,
            work,
            read_again=lambda: None,
            clock=lambda: now[0],
        )

    def test_after_a_restart_the_command_runs_again_until_the_same_time(
        self, tmp_path: Path
    ) -> None:
        first, second, now = FakeWork(looks=99), FakeWork(looks=99), [1000.0]
        received: list[LeagueEvent] = []
        assert self.interval(tmp_path, first, now, received).holds(1)
        self.ledger.close()
        now[0] = 1500.0
        again = self.interval(tmp_path, second, now, received)
        assert again.holds(1)
        assert first.begun == second.begun == [(1, 1600.0)]
        now[0] = 1600.0
        assert again.holds(1)
        assert (second.stopped, again.holds(1)) == (1, False)
        over = [one for one in received if isinstance(one, IntervalOverEvent)]
        assert [one.problem for one in over] == ["was ended after 10 min"]
        self.ledger.close()

    def test_an_interval_that_is_over_does_not_begin_again(self, tmp_path: Path) -> None:
        work, now = FakeWork(looks=1), [1000.0]
        interval = self.interval(tmp_path, work, now, [])
        assert (interval.holds(1), interval.holds(1)) == (True, False)
        self.ledger.close()
        again = self.interval(tmp_path, work, now, [])
        assert not again.holds(1)
        assert len(work.begun) == 1
        assert again.holds(2)
        events, _ = self.ledger.events_after(JournalPosition())
        kinds = (journal_event.IntervalBegan, journal_event.IntervalEnded)
        assert [one for one in events if isinstance(one, kinds)] == [
            journal_event.IntervalBegan(1, 1000),
            journal_event.IntervalEnded(1, "done"),
            journal_event.IntervalBegan(2, 1000),
            journal_event.IntervalEnded(2, "done"),
        ]
        self.ledger.close()
