"""The runner: it plays every match once, however a match ends."""

import os
import threading
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import select

from referee.error import MachineError, StorageError, UsageError
from referee.identifier import BotName, MatchId
from referee.launch.finished_match import FinishedMatch, PlayedMatch
from referee.launch.match_task import MatchTask
from referee.league.configuration.settings import LimitsTable
from referee.league.ledger import Ledger
from referee.league.ledger.agreement import LeftOut
from referee.league.ledger.database import connect_reader
from referee.league.ledger.journal_event import (
    BotBenched,
    BotListed,
    MatchReopened,
)
from referee.league.ledger.schema import rating
from referee.league.running import machine_trouble, season_matches
from referee.league.running.attempts import MOST_ATTEMPTS, MOST_LOSSES
from referee.league.running.league_event import (
    AttemptFailedEvent,
    BotBenchedEvent,
    LeagueEvent,
    MatchEndedEvent,
    MatchVoidedEvent,
    OwnerNotifiedEvent,
    RoundEndedEvent,
    SeasonStoppedEvent,
)
from referee.league.running.progress import Count, Status
from referee.league.running.runner import Runner
from referee.league.running.season_finish import Finish
from referee.league.season.reading import season_of
from referee.league.sentence import LeagueSentence
from referee.machine_errno import MACHINE_ERRORS
from referee.machine_sentence import MachineSentence
from referee.record.reader import match_settings_of, read
from referee.record.sentence import RecordSentence
from tests.errors import raises
from tests.league.running.fake_backend import (
    BOTS,
    AtOnce,
    Dice,
    FakeBackend,
    Killed,
    in_turn,
    league,
    make_up,
    open_ledger,
    run,
    runner,
)
from tests.league.running.outcome import MATCHES, ROUNDS, Received, plan, results


class TestSeason:
    def test_every_planned_match_has_one_result(self, tmp_path: Path) -> None:
        settings = league(tmp_path)
        assert run(settings) is Finish.OVER
        counts = results(settings)
        assert len(counts) == ROUNDS * MATCHES
        assert set(counts.values()) == {1}

    def test_a_match_is_in_the_ledger_before_its_end_is_reported(self, tmp_path: Path) -> None:
        settings, known = league(tmp_path, rounds=1), list[bool]()

        def notify(event: LeagueEvent) -> None:
            if isinstance(event, MatchEndedEvent):
                match = ledger.find(MatchId(event.match))
                known.append(match is not None and match.is_settled)

        with open_ledger(settings) as ledger:
            runner(settings, ledger, notify=notify).run()
        assert known == [True] * MATCHES

    def test_the_ratings_of_a_round_are_stored_before_its_end_is_reported(
        self, tmp_path: Path
    ) -> None:
        settings, rated = league(tmp_path), list[list[int]]()

        def notify(event: LeagueEvent) -> None:
            if isinstance(event, RoundEndedEvent):
                engine = connect_reader(settings.ledger_url)
                with engine.begin() as connection:
                    found = connection.scalars(select(rating.c.round).distinct())
                    rated.append(sorted(found))
                engine.dispose()

        with open_ledger(settings) as ledger:
            runner(settings, ledger, notify=notify).run()
        assert rated == [list(range(1, number + 1)) for number in range(1, ROUNDS + 1)]

    def test_a_season_that_is_over_is_not_played_again(self, tmp_path: Path) -> None:
        settings = league(tmp_path)
        run(settings)
        before = sorted(path.name for path in settings.records.iterdir())

        def never(task: MatchTask) -> str:
            raise AssertionError(task)

        assert run(settings, never) is Finish.OVER
        assert sorted(path.name for path in settings.records.iterdir()) == before

    def test_matches_of_one_set_have_the_seed_of_the_plan(self, tmp_path: Path) -> None:
        settings = league(tmp_path, rounds=1)
        run(settings)
        with open_ledger(settings) as ledger:
            for result in ledger.results():
                record = read(settings.records / f"{result.pairing.match_id}.tianming")
                assert match_settings_of(record.header).seed == result.pairing.seed

    def test_no_two_matches_have_one_nonce(self, tmp_path: Path) -> None:
        settings = league(tmp_path)
        run(settings)
        nonces = [read(path).header.seed_nonce for path in settings.records.glob("*.tianming")]
        assert len(set(nonces)) == len(nonces)

    @pytest.mark.parametrize(
        "limits", [LimitsTable(matches=5, matches_per_bot=1), LimitsTable(matches=2)]
    )
    def test_no_more_matches_are_played_at_once_than_its_file_allows(
        self, tmp_path: Path, limits: LimitsTable
    ) -> None:
        settings = league(tmp_path, rounds=1, bots=[*BOTS, "fay", "gil"], limits=limits)
        flying, most = Counter[BotName](), 0

        def fate(task: MatchTask) -> str:
            nonlocal most
            flying.update([BotName("matches"), *task.settings.bots])
            most = max(most, flying[BotName("matches")])
            assert all(flying[bot] <= limits.matches_per_bot for bot in task.settings.bots)
            return "played"

        def notify(event: LeagueEvent) -> None:
            if isinstance(event, MatchEndedEvent):
                flying.subtract([BotName("matches"), *event.bots])

        assert run(settings, fate, notify) is Finish.OVER
        assert most == 2

    def test_too_few_bots_is_said_before_anything_is_played(self, tmp_path: Path) -> None:
        with raises(UsageError, LeagueSentence.ROUND_NOT_PLAYABLE, round=1, league="test"):
            run(league(tmp_path, bots=BOTS[:2]))


class TestTogether:
    """Where many matches are in progress, results wait a moment for each other."""

    def test_results_that_come_one_after_another_are_taken_in_together(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        bots, limits = [*BOTS, "fay", "gil"], LimitsTable(matches=40, matches_per_bot=40)
        settings = league(tmp_path, rounds=1, bots=bots, limits=limits)
        taken: list[int] = []
        seal = Ledger.seal

        def count(ledger: Ledger, sealed: Sequence[FinishedMatch]) -> LeftOut:
            taken.append(len(sealed))
            return seal(ledger, sealed)

        monkeypatch.setattr(Ledger, "seal", count)
        with ThreadPoolExecutor(1) as one_by_one, open_ledger(settings) as ledger:

            def play(task: MatchTask) -> PlayedMatch:
                threading.Event().wait(0.005)
                return make_up(task, "played")

            place = FakeBackend(play, executor=one_by_one)
            assert Runner(settings, ledger, place).run() is Finish.OVER
            assert len(ledger.results()) == 60
        assert sum(taken) == 60
        assert len(taken) < 40


class TestAttempts:
    """A match without a result starts again with new draws, but not forever."""

    @pytest.mark.parametrize("fate", ["void", "failed", "broken", "lost"])
    def test_each_match_is_tried_until_it_has_a_result(
        self, fate: str, tmp_path: Path, fresh_seed: int
    ) -> None:
        settings = league(tmp_path, limits=LimitsTable(bench_after=0))
        first: set[str] = set()

        def once(task: MatchTask) -> str:
            new = task.settings.match_id not in first and "." not in task.settings.match_id
            first.add(task.settings.match_id)
            return fate if new else "played"

        assert run(settings, once) is Finish.OVER
        assert set(results(settings)) == plan(settings)
        with open_ledger(settings) as ledger:
            assert ledger.open_attempts() == []

    def test_another_attempt_has_other_draws(self, tmp_path: Path) -> None:
        settings = league(tmp_path, rounds=1)
        seeds: dict[str, bytes] = {}

        def note(task: MatchTask) -> str:
            seeds[task.settings.match_id] = task.settings.seed
            return "played" if "." in task.settings.match_id else "void"

        run(settings, note)
        again = {name for name in seeds if name.endswith(".2")}
        assert len(again) == MATCHES
        assert all(seeds[name] != seeds[name.removesuffix(".2")] for name in again)

    @pytest.mark.parametrize(
        ("fate", "most", "reason"),
        [
            ("broken", MOST_ATTEMPTS, "Given up after 5 attempts: The worker failed"),
            ("lost", MOST_LOSSES, "Given up after 20 attempts: its worker is gone"),
        ],
    )
    def test_a_match_that_never_works_is_given_up(
        self, fate: str, most: int, reason: str, tmp_path: Path
    ) -> None:
        settings = league(tmp_path)
        received = Received()
        hopeless = "test-r001-s00001-1"

        def never(task: MatchTask) -> str:
            return fate if task.settings.match_id.startswith(hopeless) else "played"

        assert run(settings, never, received) is Finish.OVER
        assert set(results(settings)) == plan(settings) - {hopeless}
        tries = [one for one in received.of(AttemptFailedEvent) if one.match == hopeless]
        assert len(tries) == most
        (given_up,) = received.of(MatchVoidedEvent)
        assert reason in given_up.reason

    @pytest.mark.parametrize(("fate", "most"), [("void", MOST_ATTEMPTS), ("lost", MOST_LOSSES)])
    def test_a_match_that_is_given_up_and_then_to_be_played_by_an_order_is_tried_as_often_again(
        self, fate: str, most: int, tmp_path: Path
    ) -> None:
        settings, tries, received = league(tmp_path), Counter[BotName](), Received()
        hopeless = "test-r001-s00001-1"

        def play(task: MatchTask) -> str:
            name = task.settings.match_id.partition(".")[0]
            tries[BotName(name)] += 1
            return fate if name == hopeless and tries[BotName(name)] < 2 * most else "played"

        def order(event: LeagueEvent) -> None:
            received(event)
            if isinstance(event, MatchVoidedEvent):
                assert playing.matches.voided == {hopeless}
                with Ledger(settings.ledger_url, settings.records, settings.name) as other:
                    other.write(MatchReopened(MatchId(hopeless), most + 1))

        with open_ledger(settings) as ledger, ledger.running():
            playing = runner(settings, ledger, play, order)
            assert playing.run() is Finish.OVER
        assert tries[BotName(hopeless)] == 2 * most
        assert len(received.of(MatchVoidedEvent)) == 1
        assert playing.matches.voided == set()
        assert set(results(settings)) == plan(settings)

    def test_a_season_with_too_few_bots_left_is_stuck_and_not_over(self, tmp_path: Path) -> None:
        settings, received = league(tmp_path), Received()
        run(league(tmp_path, rounds=1))
        with open_ledger(settings) as ledger:
            ledger.write(BotBenched(BotName("ann"), "Ill."), BotBenched(BotName("bob"), "Ill."))
        assert run(settings, notify=received) is Finish.STUCK
        assert len(received.of(SeasonStoppedEvent)) == 1

    def test_matches_whose_workers_are_killed_again_and_again_are_played(
        self, tmp_path: Path
    ) -> None:
        settings, tries = league(tmp_path), Counter[BotName]()

        def fate(task: MatchTask) -> str:
            name = task.settings.match_id.partition(".")[0]
            tries[BotName(name)] += 1
            return "lost" if tries[BotName(name)] < MOST_LOSSES else "played"

        assert run(settings, fate) is Finish.OVER
        assert set(results(settings)) == plan(settings)

    def test_kills_of_the_league_are_no_fault_of_a_match(self, tmp_path: Path) -> None:
        settings = league(tmp_path, limits=LimitsTable(bench_after=0))
        for _ in range(2 * MOST_ATTEMPTS):
            with pytest.raises(Killed):
                run(settings, in_turn("failed", "killed"))
        assert run(settings) is Finish.OVER
        assert set(results(settings)) == plan(settings)

    def test_a_set_that_came_to_nothing_is_no_part_of_another_when_it_is_played_again(
        self, tmp_path: Path
    ) -> None:
        settings = league(tmp_path)
        doomed = "test-r001-s00004"
        run(settings, lambda task: "void" if doomed in task.settings.match_id else "played")
        assert len(results(settings)) == ROUNDS * MATCHES - 3
        with open_ledger(settings) as ledger:
            ledger.write(*(MatchReopened(MatchId(f"{doomed}-{turn}"), 6) for turn in (1, 2, 3)))
        run(settings)
        assert set(results(settings)) == plan(settings)
        with open_ledger(settings) as ledger:
            assert ledger.read(season_of).sets == ROUNDS * MATCHES // 3

    def test_a_full_disk_ends_the_run_and_not_the_league(self, tmp_path: Path) -> None:
        settings = league(tmp_path)
        with raises(StorageError, RecordSentence.RECORD_DISK_FULL):
            run(settings, Dice(1, "full"))
        run(settings)
        assert set(results(settings)) == plan(settings)


class TestBench:
    """One bad bot cannot stall a league."""

    def test_a_bot_that_misses_three_consecutive_matches_is_benched_with_a_message(
        self, tmp_path: Path
    ) -> None:
        settings, received = league(tmp_path), Received()

        def fate(task: MatchTask) -> str:
            return "failed eve" if "eve" in task.settings.bots else "played"

        assert run(settings, fate, received) is Finish.OVER
        (benched,) = received.of(BotBenchedEvent)
        assert benched.bot == "eve"
        assert "missed 3 consecutive matches: it did not come" in benched.reason
        file = settings.records / "benched" / "eve.txt"
        assert received.of(OwnerNotifiedEvent) == [OwnerNotifiedEvent(BotName("eve"), file)]
        word = file.read_text()
        assert "eve is benched" in word
        assert "referee league add 'eve'" in word
        with open_ledger(settings) as ledger:
            played = ledger.results()
            assert all("eve" not in result.pairing.bots for result in played)
            assert len(played) == ROUNDS * 3

    def test_a_match_without_a_crash_resets_the_count_of_crashes(self, tmp_path: Path) -> None:
        received = Received()
        seen = Counter[BotName]()

        def fate(task: MatchTask) -> str:
            seen[BotName("eve")] += "eve" in task.settings.bots
            is_bad = "eve" in task.settings.bots and seen[BotName("eve")] % 3
            return "gone eve" if is_bad else "played"

        settings = league(tmp_path, limits=LimitsTable(matches=1))
        run(settings, fate, received)
        assert received.of(BotBenchedEvent) == []
        assert set(results(settings)) == plan(settings)

    def test_a_bot_that_is_back_from_the_bench_is_benched_again(self, tmp_path: Path) -> None:
        settings, benched = league(tmp_path, limits=LimitsTable(matches=1)), Counter[BotName]()

        def fate(task: MatchTask) -> str:
            return "failed eve" if "eve" in task.settings.bots else "played"

        def notify(event: LeagueEvent) -> None:
            if not isinstance(event, BotBenchedEvent):
                return
            benched[event.bot] += 1
            if benched[BotName("eve")] == 1:
                with Ledger(settings.ledger_url, settings.records, settings.name) as other:
                    other.write(BotListed(BotName("eve"), "random", None))

        assert run(settings, fate, notify) is Finish.OVER
        assert benched == {"eve": 2}


class TestMachine:
    """A fault of the machine that runs the referee is no bot's."""

    @pytest.fixture(autouse=True)
    def short_pauses(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Wait no longer than the test needs."""
        monkeypatch.setattr(machine_trouble, "_PAUSES", (0.01,) * 8)

    @pytest.mark.parametrize(
        "fault", ["starved", *(f"starved {number}" for number in sorted(MACHINE_ERRORS))]
    )
    def test_the_match_is_played_later_under_the_same_name_and_nobody_is_benched(
        self, fault: str, tmp_path: Path
    ) -> None:
        settings, received, failed = league(tmp_path), Received(), set[str]()

        def fate(task: MatchTask) -> str:
            if task.settings.match_id in failed or len(failed) == 6:
                return "played"
            failed.add(task.settings.match_id)
            return fault

        assert run(settings, fate, received) is Finish.OVER
        assert not received.of(BotBenchedEvent)
        assert not received.of(AttemptFailedEvent)
        assert {event.attempt for event in received.of(MatchEndedEvent)} == {1}
        assert set(results(settings)) == plan(settings)

    def test_a_machine_that_stays_broken_stops_the_season_and_the_next_run_completes_it(
        self, tmp_path: Path
    ) -> None:
        settings, received = league(tmp_path), Received()
        with raises(MachineError, MachineSentence.SEASON_WAITED, count=9) as stopped:
            run(settings, lambda task: "starved", received)
        assert stopped.value.exit_code == os.EX_OSERR
        assert "the bot eve: no files" in str(stopped.value)
        assert not received.of(BotBenchedEvent)
        again = Received()
        assert run(settings, notify=again) is Finish.OVER
        assert {event.attempt for event in again.of(MatchEndedEvent)} == {1}
        assert set(results(settings)) == plan(settings)

    def test_a_match_with_a_record_continues_from_it(self, tmp_path: Path) -> None:
        settings, resumed = league(tmp_path), list[bool]()
        fates = iter(("left", "starved"))

        def fate(task: MatchTask) -> str:
            if task.settings.match_id.endswith("00001-1"):
                resumed.append(task.resume)
                return next(fates, "played")
            return "played"

        assert run(settings, fate) is Finish.OVER
        assert resumed == [False, True, True]
        assert set(results(settings)) == plan(settings)

    def test_a_bot_is_not_benched_if_the_message_to_its_owner_cannot_be_written(
        self, tmp_path: Path
    ) -> None:
        settings, received = league(tmp_path), Received()
        settings.records.mkdir()
        (settings.records / "benched").touch()
        with pytest.raises(OSError, match="benched"):
            run(settings, lambda task: "failed eve", received)
        with open_ledger(settings) as ledger:
            assert {bot.benched for bot in ledger.bots()} == {None}


class TestTime:
    """What follows from how long it takes; here each match takes so many seconds."""

    @pytest.fixture
    def clock(self, monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
        """The clock of the runner, at `now`."""
        clock = SimpleNamespace(now=1000.0)
        clock.monotonic_ns = lambda: int(clock.now * 1_000_000_000)
        monkeypatch.setattr(season_matches, "time", clock)
        return clock

    def test_a_round_over_its_time_begins_no_more_matches(
        self, tmp_path: Path, clock: SimpleNamespace
    ) -> None:
        limits = LimitsTable(matches=1, round_minutes=1)
        settings, received = league(tmp_path, limits=limits), Received()

        def fate(task: MatchTask) -> str:
            clock.now += 25
            return "played"

        with open_ledger(settings) as ledger:
            playing = runner(settings, ledger, fate, received)
            assert playing.run() is Finish.OVER
            assert playing.status().of_round == Count(3, 3)
        played = Counter(name[: len("test-r001")] for name in results(settings))
        assert played == {"test-r001": 3, "test-r002": 3}
        assert len(received.of(MatchVoidedEvent)) == ROUNDS * (MATCHES - 3)

    def test_a_status_says_how_far_the_round_is_and_when_it_will_be_over(
        self, tmp_path: Path, clock: SimpleNamespace
    ) -> None:
        settings = league(tmp_path, limits=LimitsTable(matches=2))
        seen: list[Status] = []
        begun: list[tuple[MatchTask, Future[PlayedMatch]]] = []

        class OneByOne(AtOnce):
            def submit(self, call: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
                begun.append((args[0], Future()))
                return begun[-1][1]

        def look(status: Status) -> None:
            seen.append(status)
            if begun:
                clock.now += 4
                task, future = begun.pop(0)
                future.set_result(make_up(task, "played"))

        place = FakeBackend(lambda task: make_up(task, "played"), executor=OneByOne())
        place.metrics.overhead.observe(0.001)
        with open_ledger(settings) as ledger:
            assert Runner(settings, ledger, place, look=look).run() is Finish.OVER
        third = Status(1, 2, Count(3, MATCHES), Count(3, 2 * MATCHES), 1, 0.25, 0.001)
        assert third in seen
        assert third.seconds_left == 84.0
        assert str(third) == (
            "round 1 of 2, 3 of 12 matches, season 3 of 24, 1 running, 0.2/s, about 1:24 left, "
            "overhead p99 1.0 ms"
        )
        later = Count(MATCHES + 2, 2 * MATCHES)
        one_of_former = Count(3, MATCHES + 1)
        assert Status(2, 2, one_of_former, later, 1, 0.25, 0.001) in seen


class TestProgress:
    """What a run says of the season."""

    def test_a_match_of_an_earlier_round_that_is_played_again_counts_once(
        self, tmp_path: Path
    ) -> None:
        settings = league(tmp_path)
        seen: list[Status] = []
        run(settings)
        with open_ledger(settings) as ledger:
            ledger.write(MatchReopened(MatchId("test-r001-s00001-1"), 2))
            assert runner(settings, ledger, look=seen.append).run() is Finish.OVER
        assert seen[0].of_season == Count(23, 24)
        assert seen[-1].of_season == Count(24, 24)
