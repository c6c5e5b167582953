"""A season without rounds: sets are planned one by one, and nobody waits for an absent bot."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest

from referee.error import UsageError
from referee.identifier import BotName, SessionId
from referee.launch.match_task import MatchTask
from referee.league.configuration.settings import BotSettings, LeagueSettings, LimitsTable
from referee.league.format.ladder import Ladder
from referee.league.ledger import Ledger
from referee.league.ledger.chained_journal import JournalPosition
from referee.league.ledger.journal_event import (
    BotArrived,
    BotBenched,
    BotLeft,
    BotListed,
    RoundPlanned,
    StepPlanned,
)
from referee.league.planning.planner import Planner
from referee.league.running.league_event import (
    LeagueEvent,
    MatchEndedEvent,
    RoundEndedEvent,
    TooFewBotsEvent,
)
from referee.league.running.progress import Status
from referee.league.running.runner import Runner
from referee.league.running.season_finish import Finish
from referee.league.running.season_steps import wrong_steps
from tests.league.running.fake_backend import (
    Dice,
    FakeBackend,
    FakeNetwork,
    Killed,
    Slow,
    league,
    make_up,
    open_ledger,
    run,
    runner,
)
from tests.league.running.outcome import Received, results

SETS = 4 * 2
"""The sets of a round of eight bots with two seats, with two sets for each group."""


def ladder(
    folder: Path,
    rounds: int = 2,
    bots: int = 8,
    limits: LimitsTable | None = None,
    remote: tuple[str, ...] = (),
) -> LeagueSettings:
    """Return a ladder of bots with two seats; the bots `remote` connect by themselves."""
    names = [f"bot-{number}" for number in range(bots)]
    settings = league(folder, bots=names, limits=limits)
    listed = tuple(
        BotSettings(name=BotName(name), token=64 * "a")
        if name in remote
        else BotSettings(name=BotName(name), command="random")
        for name in names
    )
    return replace(settings, seats=2, bots=listed, format=Ladder(rounds=rounds, sets=2))


def steps_of(ledger: Ledger) -> list[StepPlanned]:
    """Return all steps of the journal; check that the planner plans each of them again."""
    events, _ = ledger.events_after(JournalPosition())
    assert not list(wrong_steps(ladder(ledger.folder), events, ledger.sealed_results()))
    return [event for event in events if isinstance(event, StepPlanned)]


class TestSteps:
    """A ladder plans set by set."""

    def test_every_round_is_a_mark_and_every_set_a_step(self, tmp_path: Path) -> None:
        settings = ladder(tmp_path)
        received = Received()
        assert run(settings, notify=received) is Finish.OVER
        with open_ledger(settings) as ledger:
            steps = steps_of(ledger)
            events, _ = ledger.events_after(JournalPosition())
            assert [(one.round, one.planned, one.open) for one in ledger.rounds()] == [
                (1, 2 * SETS, 0),
                (2, 2 * SETS, 0),
            ]
        marks = [event for event in events if isinstance(event, RoundPlanned)]
        assert [(one.number, one.pairings) for one in marks] == [(1, ()), (2, ())]
        assert [one.number for one in steps] == list(range(1, 2 * SETS + 1))
        assert [one.round for one in received.of(RoundEndedEvent)] == [1, 2]
        assert set(results(settings).values()) == {1}

    def test_no_seed_depends_on_who_is_there(self, tmp_path: Path) -> None:
        settings = ladder(tmp_path / "all")
        others = ladder(tmp_path / "some", bots=6)
        run(settings)
        run(others)
        with open_ledger(settings) as one, open_ledger(others) as other:
            seeds = {step.number: step.pairings[0].seed for step in steps_of(one)}
            assert [seeds[1], seeds[2]] == [step.pairings[0].seed for step in steps_of(other)[:2]]

    def test_a_slow_bot_delays_no_other(self, tmp_path: Path) -> None:
        limits = LimitsTable(matches=8, matches_per_bot=2)
        settings, slow = ladder(tmp_path, rounds=4, limits=limits), Slow("bot-0")
        ended: list[tuple[BotName, ...]] = []

        def notify(event: LeagueEvent) -> None:
            if isinstance(event, MatchEndedEvent):
                ended.append(event.bots)

        def look(status: Status) -> None:
            if len(ended) >= 2 * 3 * SETS:
                slow.finish()

        backend = FakeBackend(lambda task: make_up(task, "played"), executor=slow)
        with open_ledger(settings) as ledger:
            found = Runner(settings, ledger, backend, notify=notify, look=look)
            assert found.run() is Finish.OVER
            steps_of(ledger)
        early = Counter(bot for bots in ended[: 2 * 3 * SETS] for bot in bots)
        assert early.pop(BotName("bot-0"), 0) == 0
        assert min(early.values()) >= 6

    def test_bots_meet_others_even_if_all_bots_are_in_matches(self, tmp_path: Path) -> None:
        settings = ladder(tmp_path, 8, bots=4, limits=LimitsTable(matches=2, matches_per_bot=9))
        names = [bot.name for bot in settings.bots]
        one_by_one = Slow(*names)
        backend = FakeBackend(lambda task: make_up(task, "played"), executor=one_by_one)
        with open_ledger(settings) as ledger:
            found = Runner(settings, ledger, backend, look=lambda _: one_by_one.finish())
            assert found.run() is Finish.OVER
            groups = {frozenset(step.pairings[0].bots) for step in steps_of(ledger)}
        assert groups == set(map(frozenset, combinations(names, 2)))

    def test_a_killed_ladder_plays_every_planned_match_once(
        self, tmp_path: Path, fresh_seed: int
    ) -> None:
        settings = ladder(tmp_path)
        dice = Dice(fresh_seed, "killed", "cut", "unsaved", "failed", "void")
        for _ in range(1000):
            try:
                finish = run(settings, dice)
            except Killed:
                continue
            break
        assert finish is Finish.OVER
        with open_ledger(settings) as ledger:
            planned = [pairing.match_id for one in steps_of(ledger) for pairing in one.pairings]
        counts = results(settings)
        assert len(planned) == len(set(planned)) == 2 * 2 * SETS
        assert counts.keys() <= set(planned)
        assert set(counts.values()) == {1}

    def test_a_ladder_that_is_planned_by_rounds_so_far_goes_on_in_steps(
        self, tmp_path: Path
    ) -> None:
        settings = ladder(tmp_path)
        with open_ledger(settings) as ledger:
            for bot in settings.bots:
                ledger.write(BotListed(bot.name, bot.command, None))
            by_rounds = replace(settings, format=league(tmp_path).format)
            pairings = Planner(by_rounds).next_round(1, settings.roster, ())
            ledger.write(RoundPlanned(1, settings.roster, pairings))
        assert run(settings) is Finish.OVER
        with open_ledger(settings) as ledger:
            assert next(one.number for one in steps_of(ledger)) == 28 + 1

    def test_a_new_bot_plays_in_the_round_in_which_it_is_added(self, tmp_path: Path) -> None:
        settings = ladder(tmp_path, limits=LimitsTable(matches=2, matches_per_bot=2))
        count = 0

        def fate(task: MatchTask) -> str:
            nonlocal count
            count += 1
            if count == 4:
                with Ledger(settings.ledger_url, settings.records, settings.name) as other:
                    other.write(BotListed(BotName("newcomer"), "random", None))
            return "played"

        assert run(settings, fate) is Finish.OVER
        with open_ledger(settings) as ledger:
            steps = steps_of(ledger)
        first = next(one for one in steps if "newcomer" in one.pairings[0].bots)
        assert first.pairings[0].round == 1


class TestAway:
    """A bot that is away plays no set, and no other bot waits for it."""

    def test_a_bot_that_leaves_delays_no_match_of_another(self, tmp_path: Path) -> None:
        limits = LimitsTable(matches=2, matches_per_bot=1)
        settings = ladder(tmp_path, limits=limits, remote=("bot-0", "bot-1"))
        network = FakeNetwork(**{"bot-0": "a", "bot-1": "b"})
        received = Received()

        has_left = False

        def fate(task: MatchTask) -> str:
            nonlocal has_left
            if not has_left and "bot-0" in task.settings.bots:
                has_left = True
                del network.connected[BotName("bot-0")]
            return "played"

        backend = FakeBackend(lambda task: make_up(task, fate(task)), network=network)
        with open_ledger(settings) as ledger:
            found = Runner(settings, ledger, backend, received, self._back(network, received))
            assert found.run() is Finish.OVER
            steps = steps_of(ledger)
            events, _ = ledger.events_after(JournalPosition())
        gone = events.index(BotLeft(BotName("bot-0")))
        back = len(events) - events[::-1].index(BotArrived(BotName("bot-0")))
        between = [one for one in events[gone:back] if isinstance(one, StepPlanned)]
        assert between
        assert all("bot-0" not in one.pairings[0].bots for one in between)
        assert len(steps) == 2 * SETS
        assert set(results(settings).values()) == {1}

    def _back(self, network: FakeNetwork, received: Received) -> Callable[[Status], None]:
        """Return a look that brings the bot back after twenty matches."""

        def look(status: Status) -> None:
            if len(received.of(MatchEndedEvent)) >= 20:
                network.connected[BotName("bot-0")] = SessionId("new")

        return look

    def test_a_ladder_with_too_few_bots_there_waits_and_says_so(self, tmp_path: Path) -> None:
        settings = ladder(tmp_path, bots=2, remote=("bot-0", "bot-1"))
        network, received = FakeNetwork(**{"bot-0": "a"}), Received()
        backend = FakeBackend(lambda task: make_up(task, "played"), network=network)

        def look(status: Status) -> None:
            if received.of(TooFewBotsEvent) and status.missing:
                assert str(status) == "waiting for bot-1"
                network.connected[BotName("bot-1")] = SessionId("b")

        with open_ledger(settings) as ledger:
            assert Runner(settings, ledger, backend, received, look).run() is Finish.OVER
            steps_of(ledger)
        assert received.of(TooFewBotsEvent) == [TooFewBotsEvent(1, 2, (BotName("bot-1"),))]

    def test_without_any_remote_bot_the_run_ends_and_nothing_is_planned(
        self, tmp_path: Path
    ) -> None:
        settings = ladder(tmp_path, bots=2, remote=("bot-0", "bot-1"))
        settings = replace(settings, match=replace(settings.match, startup=0.01))
        backend = FakeBackend(lambda task: make_up(task, "played"), network=FakeNetwork())
        with open_ledger(settings) as ledger:
            assert Runner(settings, ledger, backend).run() is Finish.ABSENT
            assert not steps_of(ledger)
            assert not ledger.rounds()

    def test_the_matches_of_a_bot_that_stays_away_become_void(self, tmp_path: Path) -> None:
        limits = LimitsTable(matches=1, matches_per_bot=1, open_rounds=1)
        settings = ladder(tmp_path, rounds=4, limits=limits, remote=("bot-0", "bot-1"))
        network, received = FakeNetwork(**{"bot-0": "a", "bot-1": "b"}), Received()

        def fate(task: MatchTask) -> str:
            if "bot-0" in task.settings.bots:
                network.connected.pop(BotName("bot-0"), None)
            return "played"

        backend = FakeBackend(lambda task: make_up(task, fate(task)), network=network)
        with open_ledger(settings) as ledger:
            assert Runner(settings, ledger, backend, received).run() is Finish.OVER
            steps_of(ledger)
            void = ledger.void_reasons()
        assert void == {"A bot of the match was away while the ladder went on.": 1}
        assert [one.round for one in received.of(RoundEndedEvent)] == [1, 2, 3, 4]

    def test_too_few_bots_in_the_league_stop_the_season(self, tmp_path: Path) -> None:
        settings = ladder(tmp_path, bots=2)

        def fate(task: MatchTask) -> str:
            with Ledger(settings.ledger_url, settings.records, settings.name) as other:
                other.write(BotBenched(BotName("bot-0"), "too slow"))
            return "played"

        assert run(settings, fate) is Finish.STUCK
        alone = ladder(tmp_path / "alone", bots=1)
        with open_ledger(alone) as ledger, pytest.raises(UsageError):
            runner(alone, ledger).run()
