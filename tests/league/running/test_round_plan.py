"""Rounds overlap if the format needs no results; otherwise the run says for whom it waits."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from referee.identifier import BotName
from referee.launch.match_task import MatchTask
from referee.league.configuration.settings import BotSettings, LeagueSettings, LimitsTable
from referee.league.format import Format
from referee.league.format.gauntlet import Gauntlet
from referee.league.format.knock_out import KnockOut
from referee.league.format.round_robin import RoundRobin
from referee.league.format.swiss import Swiss
from referee.league.running import round_plan
from referee.league.running.league_event import (
    LeagueEvent,
    MatchEndedEvent,
    RoundAwaitedEvent,
    RoundEndedEvent,
    RoundPlannedEvent,
)
from referee.league.running.league_state import state_of
from referee.league.running.progress import Status
from referee.league.running.runner import Runner
from referee.league.running.season_finish import Finish
from tests.league.running.fake_backend import (
    FakeBackend,
    FakeNetwork,
    Slow,
    league,
    make_up,
    open_ledger,
    run,
)
from tests.league.running.outcome import Received, results


def duels(folder: Path, form: Format, limits: LimitsTable | None = None) -> LeagueSettings:
    """Return a league of four bots in matches of two."""
    return replace(league(folder, limits=limits), seats=2, format=form)


def play(
    settings: LeagueSettings, slow: Slow, until: Callable[[Received, Status], bool]
) -> Received:
    """Run a league in which the matches of slow bots end one by one as soon as `until` holds."""
    received = Received()

    def look(status: Status) -> None:
        if until(received, status):
            slow.finish()

    backend = FakeBackend(lambda task: make_up(task, "played"), executor=slow)
    with open_ledger(settings) as ledger, ledger.running():
        assert Runner(settings, ledger, backend, received, look).run() is Finish.OVER
    return received


def order_of(received: Received) -> list[tuple[str, int]]:
    """Return the kinds of the events about rounds in order, each with the number of its round."""
    return [
        (event.kind(), event.round)
        for event in received.events
        if isinstance(event, RoundPlannedEvent | RoundEndedEvent)
    ]


class TestAhead:
    """A format that needs no results begins the next round while the former one is open."""

    @pytest.mark.parametrize(
        "form", [RoundRobin(rounds=3), Gauntlet(challenger=BotName("bob"), rounds=3)]
    )
    def test_the_next_round_begins_before_a_slow_match_ends(
        self, tmp_path: Path, form: Format
    ) -> None:
        limits = LimitsTable(matches=8, matches_per_bot=8)
        received = play(
            duels(tmp_path, form, limits),
            Slow("ann"),
            lambda received, _: len(received.of(RoundPlannedEvent)) >= 2,
        )
        planned = [("round_planned", 1), ("round_planned", 2)]
        assert order_of(received)[:3] == [*planned, ("round_ended", 1)]
        assert [one.round for one in received.of(RoundEndedEvent)] == [1, 2, 3]

    def test_no_more_rounds_are_open_than_the_file_allows(self, tmp_path: Path) -> None:
        limits = LimitsTable(matches=8, matches_per_bot=8, open_rounds=1)
        received = play(duels(tmp_path, RoundRobin(rounds=2), limits), Slow("ann"), lambda *_: True)
        assert order_of(received) == [
            ("round_planned", 1),
            ("round_ended", 1),
            ("round_planned", 2),
            ("round_ended", 2),
        ]

    def test_the_matches_of_a_bot_that_is_away_keep_no_round_waiting(self, tmp_path: Path) -> None:
        settings = duels(tmp_path, RoundRobin(rounds=4), LimitsTable(matches=1))
        (ann, *others), network = settings.bots, FakeNetwork(bob="b")
        bob = BotSettings(name=BotName("bob"), token=64 * "b")
        ann = BotSettings(name=ann.name, token=64 * "a")
        settings = replace(settings, bots=(ann, bob, *others[1:]))
        ended: list[tuple[BotName, ...]] = []

        def notify(event: LeagueEvent) -> None:
            if isinstance(event, MatchEndedEvent):
                ended.append(event.bots)

        def fate(task: MatchTask) -> str:
            return "failed ann" if "ann" in task.settings.bots else "played"

        backend = FakeBackend(lambda task: make_up(task, fate(task)), network=network)
        with open_ledger(settings) as ledger:
            assert Runner(settings, ledger, backend, notify).run() is Finish.OVER
            assert len(ledger.rounds()) == 4
            attempts = [name.match_id for name in ledger.known_records()]
        assert len(ended) == len(attempts) == 4 * 3 * 2

    def test_the_match_that_a_bot_left_keeps_no_round_waiting(self, tmp_path: Path) -> None:
        limits = LimitsTable(matches=4, matches_per_bot=1)
        settings = duels(tmp_path, RoundRobin(rounds=4), limits)
        others = settings.bots[1:]
        ann = BotSettings(name=BotName("ann"), token=64 * "a")
        settings = replace(settings, bots=(ann, *others))
        network, slow, received, looks = FakeNetwork(ann="a"), Slow("ann"), Received(), 0

        def look(_: Status) -> None:
            nonlocal looks
            looks += 1
            if slow.waiting:
                network.connected.clear()
            if len(received.of(RoundPlannedEvent)) == 4 or looks > 30:
                slow.bots.clear()
                slow.finish()

        backend = FakeBackend(lambda task: make_up(task, "played"), executor=slow, network=network)
        with open_ledger(settings) as ledger, ledger.running():
            assert Runner(settings, ledger, backend, received, look).run() is Finish.OVER
        of_ann = [
            isinstance(event, MatchEndedEvent) and "ann" in event.bots for event in received.events
        ]
        planned = [isinstance(event, RoundPlannedEvent) for event in received.events]
        assert sum(planned[: of_ann.index(True)]) == sum(planned) == 4

    def test_a_killed_season_with_two_open_rounds_plays_every_match_once(
        self, tmp_path: Path
    ) -> None:
        settings = duels(tmp_path, RoundRobin(rounds=3), LimitsTable(matches=8, matches_per_bot=8))
        slow, received = Slow("ann"), Received()

        def look(status: Status) -> None:
            if len(received.of(RoundPlannedEvent)) == 2:
                found.stop()

        backend = FakeBackend(lambda task: make_up(task, "played"), executor=slow)
        with open_ledger(settings) as ledger:
            found = Runner(settings, ledger, backend, received, look)
            assert found.run() is Finish.STOPPED
        assert run(settings, notify=received) is Finish.OVER
        assert [one.round for one in received.of(RoundEndedEvent)] == [1, 2, 3]
        counts = results(settings)
        assert (len(counts), set(counts.values())) == (3 * 6 * 2, {1})


class TestBarrier:
    """A format that needs results waits for them, and says for whom."""

    @pytest.mark.parametrize("form", [Swiss(rounds=2), KnockOut(advance=1)])
    def test_the_run_says_once_a_round_for_whom_it_waits(
        self, tmp_path: Path, form: Format, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(round_plan, "_SOON", 0.0)
        settings, states = duels(tmp_path, form), list[str]()

        def until(received: Received, status: Status) -> bool:
            if status.awaited:
                states.append(str(status))
                with open_ledger(settings) as other:
                    assert state_of(settings, other).awaited == status.awaited
            return bool(received.of(RoundAwaitedEvent))

        received = play(settings, Slow("ann"), until)
        first = received.of(RoundAwaitedEvent)[0]
        assert (first.round, "ann" in first.bots, len(first.bots)) == (1, True, 2)
        assert f"the next round waits for {', '.join(first.bots)}" in states[0]
        numbers = [one.round for one in received.of(RoundAwaitedEvent)]
        assert numbers == sorted(set(numbers))
        assert ("round_ended", 1) in order_of(received)[:2]

    def test_nobody_is_awaited_after_the_last_round(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(round_plan, "_SOON", 0.0)
        received = play(duels(tmp_path, Swiss(rounds=1)), Slow("ann"), lambda *_: True)
        assert not received.of(RoundAwaitedEvent)
