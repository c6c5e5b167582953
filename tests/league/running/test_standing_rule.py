"""The rule of a season that stays up: a round begins at its start, once enough bots are there."""

import threading
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from referee.identifier import BotName
from referee.league.configuration.settings import (
    BotSettings,
    LeagueSettings,
    LimitsTable,
    ScheduleTable,
)
from referee.league.format import Format
from referee.league.format.ladder import Ladder
from referee.league.format.round_robin import RoundRobin
from referee.league.format.swiss import Swiss
from referee.league.ledger import Ledger
from referee.league.ledger.journal_event import BotBenched, BotListed, RoundScheduled
from referee.league.running.league_event import (
    BotBenchedEvent,
    LeagueEvent,
    MatchEndedEvent,
    Notify,
    RoundEndedEvent,
    RoundPlannedEvent,
    RoundScheduledEvent,
    RoundWaitsEvent,
    SeasonOverEvent,
    SeasonStoppedEvent,
    ignore,
)
from referee.league.running.runner import Runner
from referee.league.running.season_finish import Finish
from referee.league.running.standing_rule import StandingRule
from tests.league.running.fake_backend import (
    BOTS,
    FakeBackend,
    FakeNetwork,
    league,
    make_up,
    open_ledger,
)
from tests.league.running.outcome import Received
from tests.patience import PATIENCE

DAILY = ScheduleTable(at="02:00")
NOON = datetime(2026, 11, 27, 12, tzinfo=UTC)
NAMES = tuple(map(BotName, sorted(BOTS)))


class Clock:
    """A clock that the test sets."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> datetime:
        return self.now

    def set(self, text: str) -> None:
        self.now = datetime.fromisoformat(text).replace(tzinfo=UTC)


def scheduled(folder: Path, table: ScheduleTable = DAILY, rounds: int = 9) -> LeagueSettings:
    """Return a league with a schedule; three bots make a match."""
    settings = replace(league(folder, rounds), schedule=table)
    folder.mkdir(exist_ok=True)
    return settings


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    with open_ledger(scheduled(tmp_path)) as ledger:
        yield ledger


class Asked:
    """A rule, with the clock and the events of the test."""

    def __init__(self, settings: LeagueSettings, ledger: Ledger, clock: Clock) -> None:
        self.ledger = ledger
        self.received = Received()
        self.rule = StandingRule(settings, ledger, self.received, clock)

    def may_begin(self, number: int = 1, absent: tuple[str, ...] = ()) -> bool:
        return self.rule.may_begin_round(number, NAMES, tuple(map(BotName, absent)))

    def plan(self) -> None:
        """Plan a round as a runner does."""
        self.ledger.write(*self.rule.planned())


class TestStart:
    def test_a_round_begins_at_its_start_and_the_next_one_at_the_start_after_that(
        self, tmp_path: Path, ledger: Ledger
    ) -> None:
        clock = Clock()
        asked = Asked(scheduled(tmp_path), ledger, clock)
        assert not asked.may_begin()
        clock.set("2026-11-28 02:00")
        assert asked.may_begin()
        asked.plan()
        assert not asked.may_begin(2)
        starts = [event.start for event in asked.received.of(RoundScheduledEvent)]
        assert starts == ["2026-11-28T02:00:00+00:00", "2026-11-29T02:00:00+00:00"]

    def test_starts_that_pass_while_the_machine_is_off_begin_one_round(
        self, tmp_path: Path, ledger: Ledger
    ) -> None:
        clock = Clock()
        Asked(scheduled(tmp_path), ledger, clock)
        clock.set("2026-12-05 12:00")
        asked = Asked(scheduled(tmp_path), ledger, clock)
        assert asked.may_begin()
        asked.plan()
        assert not asked.may_begin(2)
        assert ledger.next_start() == datetime(2026, 12, 6, 2, tzinfo=UTC)

    def test_a_changed_schedule_moves_a_start_that_has_not_come(
        self, tmp_path: Path, ledger: Ledger
    ) -> None:
        clock = Clock()
        Asked(scheduled(tmp_path), ledger, clock)
        Asked(scheduled(tmp_path, ScheduleTable(at="18:00")), ledger, clock)
        assert ledger.next_start() == NOON + timedelta(hours=6)

    def test_a_changed_schedule_keeps_a_start_that_has_come(
        self, tmp_path: Path, ledger: Ledger
    ) -> None:
        clock = Clock()
        Asked(scheduled(tmp_path), ledger, clock)
        clock.set("2026-11-28 03:00")
        assert Asked(scheduled(tmp_path, ScheduleTable(at="18:00")), ledger, clock).may_begin()

    def test_without_a_schedule_a_round_begins_at_once(
        self, tmp_path: Path, ledger: Ledger
    ) -> None:
        Asked(scheduled(tmp_path), ledger, Clock())
        assert Asked(scheduled(tmp_path, ScheduleTable()), ledger, Clock()).may_begin()
        assert ledger.next_start() is None

    def test_after_the_end_of_the_schedule_the_season_says_so_once(
        self, tmp_path: Path, ledger: Ledger
    ) -> None:
        over = ScheduleTable(at="02:00", until="2026-11-27")
        asked = Asked(scheduled(tmp_path, over), ledger, Clock())
        assert not asked.may_begin(4)
        assert not asked.may_begin(4)
        assert asked.received.of(SeasonOverEvent) == [SeasonOverEvent(3, "schedule")]

    def test_the_next_start_survives_a_rebuild_of_the_ledger(
        self, tmp_path: Path, ledger: Ledger
    ) -> None:
        ledger.write(RoundScheduled(NOON.isoformat()), RoundScheduled(""))
        assert ledger.next_start() is None
        ledger.write(RoundScheduled(NOON.isoformat()))
        before = ledger.digest()
        ledger.rebuild(())
        assert (ledger.digest(), ledger.next_start()) == (before, NOON)


class TestBots:
    def test_a_round_that_too_few_bots_attend_waits_and_begins_when_enough_are_there(
        self, tmp_path: Path, ledger: Ledger
    ) -> None:
        clock = Clock()
        asked = Asked(scheduled(tmp_path), ledger, clock)
        clock.set("2026-11-28 02:00")
        assert not asked.may_begin(absent=("ann", "bob"))
        assert not asked.may_begin(absent=("ann", "bob"))
        assert asked.received.of(RoundWaitsEvent) == [RoundWaitsEvent(1, NAMES[:2])]
        assert asked.rule.pause == "round 1 waits for ann, bob"
        clock.set("2026-11-30 17:00")
        assert asked.may_begin(absent=("ann",))
        assert asked.rule.pause == ""

    def test_nobody_waits_where_more_bots_would_not_help(
        self, tmp_path: Path, ledger: Ledger
    ) -> None:
        asked = Asked(scheduled(tmp_path, ScheduleTable()), ledger, Clock())
        assert not asked.rule.lacks_bots(NAMES[:2], NAMES[:2])


class Standing:
    """A runner with a standing rule in a thread, whose matches end at once."""

    def __init__(
        self,
        settings: LeagueSettings,
        clock: Clock,
        network: FakeNetwork | None = None,
        listener: Notify = ignore,
    ) -> None:
        self._listener = listener
        self.received = Received()
        self._network = network
        self._settings, self._clock = settings, clock
        self._seen = threading.Condition()
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run)
        self.finish: Finish | None = None

    def __enter__(self) -> "Standing":
        self._thread.start()
        self._ready.wait()
        return self

    def __exit__(self, *_: object) -> None:
        self.runner.drain()
        self._thread.join()

    def _run(self) -> None:
        with open_ledger(self._settings) as ledger, ledger.running():
            rule = StandingRule(self._settings, ledger, self._note, self._clock)
            backend = FakeBackend(lambda task: make_up(task, "played"), network=self._network)
            self.runner = Runner(self._settings, ledger, backend, self._note, rule=rule)
            self._ready.set()
            self.finish = self.runner.run()

    def _note(self, event: LeagueEvent) -> None:
        with self._seen:
            self.received(event)
            self._listener(event)
            self._seen.notify_all()

    def until(self, kind: type[LeagueEvent], count: int = 1) -> None:
        """Wait until there are so many events of a kind."""
        with self._seen:
            came = self._seen.wait_for(lambda: len(self.received.of(kind)) >= count, PATIENCE)
        assert came, f"{kind} never came: {self.received.events}"


class TestSeason:
    def test_a_season_that_is_over_stays_up_until_it_is_drained(self, tmp_path: Path) -> None:
        with Standing(scheduled(tmp_path, ScheduleTable(), rounds=2), Clock()) as standing:
            standing.until(SeasonOverEvent)
        assert standing.finish is Finish.DRAINED
        assert standing.received.of(SeasonOverEvent) == [SeasonOverEvent(2, "rounds")]
        assert len(standing.received.of(RoundEndedEvent)) == 2

    def test_a_season_with_too_few_bots_goes_on_when_one_is_added(self, tmp_path: Path) -> None:
        settings = scheduled(tmp_path, ScheduleTable(), rounds=1)
        with open_ledger(settings) as ledger:
            ledger.write(*(BotListed(bot, "random", None) for bot in NAMES))
            ledger.write(*(BotBenched(bot, "Ill.") for bot in NAMES[:2]))
        with Standing(settings, Clock()) as standing:
            standing.until(SeasonStoppedEvent)
            with Ledger(settings.ledger_url, settings.records, settings.name) as other:
                other.write(BotListed(NAMES[0], "random", None))
            standing.until(SeasonOverEvent)
        (planned,) = standing.received.of(RoundPlannedEvent)
        assert planned.bots == (NAMES[0], *NAMES[2:])

    @pytest.mark.parametrize("kind", [RoundRobin(rounds=9), Ladder()])
    def test_rounds_of_a_season_begin_by_the_clock(self, kind: Format, tmp_path: Path) -> None:
        clock = Clock()
        with Standing(replace(scheduled(tmp_path), format=kind), clock) as standing:
            standing.until(RoundScheduledEvent)
            assert standing.received.of(RoundPlannedEvent) == []
            clock.set("2026-11-28 02:00")
            standing.until(RoundScheduledEvent, 2)
            clock.set("2026-11-29 02:00")
            standing.until(RoundScheduledEvent, 3)
            standing.until(RoundEndedEvent, 2)
        assert [one.round for one in standing.received.of(RoundPlannedEvent)] == [1, 2]

    @pytest.mark.parametrize("kind", [RoundRobin(), Ladder(rounds=1), Swiss(rounds=1)])
    def test_a_round_that_its_bots_have_left_waits_for_them_and_benches_nobody(
        self, kind: Format, tmp_path: Path
    ) -> None:
        network = FakeNetwork(ann="1", bob="2", cat="3")
        there = dict(network.connected)
        settings = replace(
            scheduled(tmp_path, ScheduleTable()),
            format=kind,
            limits=LimitsTable(matches=1, matches_per_bot=1, bench_after=1),
            bots=tuple(BotSettings(name=bot, token=f"{bot}'s") for bot in there),
        )

        def leave(event: LeagueEvent) -> None:
            if isinstance(event, MatchEndedEvent) and event.match.endswith("-s00001-1"):
                network.connected = {}

        with Standing(settings, Clock(), network, leave) as standing:
            standing.until(RoundWaitsEvent)
            assert len(standing.received.of(MatchEndedEvent)) == 1
            network.connected = there
            standing.until(SeasonOverEvent)
        assert standing.received.of(BotBenchedEvent) == []
        assert len(standing.received.of(MatchEndedEvent)) == 3
