"""A season that keeps its pace: a clock that jumps whenever the season waits."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from referee.identifier import BotName
from referee.launch.finished_match import PlayedMatch
from referee.launch.match_task import MatchTask
from referee.league.configuration.settings import LeagueSettings, LimitsTable, PaceTable
from referee.league.format.ladder import Ladder
from referee.league.running import league_state, season_matches
from referee.league.running.league_event import (
    MatchVoidedEvent,
    PaceWaitEvent,
    SeasonCertainEvent,
)
from referee.league.running.league_state import state_of
from referee.league.running.pace import PaceLimit
from referee.league.running.progress import Status
from referee.league.running.runner import Runner
from referee.league.running.season_finish import Finish
from referee.web import league_source
from referee.web.league_source import LeagueSource
from tests.league.running.fake_backend import FakeBackend, league, make_up, open_ledger
from tests.league.running.outcome import MATCHES, ROUNDS, Received, plan, results

HOUR = timedelta(hours=1)


class World:
    """A season under a clock that stands still while matches are played.

    When the season waits for its pace, the clock jumps to the end of the wait.
    """

    def __init__(self, settings: LeagueSettings, monkeypatch: pytest.MonkeyPatch) -> None:
        self.settings = settings
        self.now = datetime(2026, 11, 27, 12, tzinfo=UTC)
        self.starts: list[tuple[datetime, Sequence[BotName]]] = []
        self.received = Received()
        self.waits: list[str] = []
        for module in (season_matches, league_state, league_source):
            monkeypatch.setattr(module, "utc_now", lambda: self.now)

    def run(self, stop: Callable[[Runner], bool] = lambda _: False) -> Finish:
        """Run the season until it is over, or drain it once `stop` says so while it waits."""

        def look(status: Status) -> None:
            wait = runner.matches.pace_wait
            if wait is None:
                return
            assert status.pause == str(wait)
            self.waits.append(str(status))
            if stop(runner):
                runner.drain()
            elif wait.until is not None:
                self.now = wait.until

        with open_ledger(self.settings) as ledger, ledger.running():
            backend = FakeBackend(self._play)
            runner = Runner(self.settings, ledger, backend, self.received, look)
            return runner.run()

    def _play(self, task: MatchTask) -> PlayedMatch:
        self.starts.append((self.now, task.settings.bots))
        return make_up(task, "played", self.now.timestamp())


def world(
    folder: Path, monkeypatch: pytest.MonkeyPatch, pace: PaceTable, round_minutes: float = 0
) -> World:
    """A season of two rounds with this pace."""
    limits = LimitsTable(matches=4, matches_per_bot=4, round_minutes=round_minutes)
    return World(replace(league(folder, rounds=ROUNDS, limits=limits), pace=pace), monkeypatch)


def most_within_an_hour(starts: Sequence[datetime]) -> int:
    """The most starts within any hour."""
    return max(sum(one <= other < one + HOUR for other in starts) for one in starts)


class TestPacedSeason:
    def test_a_season_starts_no_more_matches_an_hour_than_it_may_and_says_so_once(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        season = world(tmp_path, monkeypatch, PaceTable(matches=10))
        assert season.run() is Finish.OVER
        assert set(results(season.settings)) == plan(season.settings)
        assert most_within_an_hour([at for at, _ in season.starts]) == 10
        (event,) = season.received.of(PaceWaitEvent)
        assert (event.limit, event.until) == ("matches", season.starts[0][0] + HOUR)
        assert season.waits[0].startswith("no match starts until 2026-11-27 13:00:00 UTC: ")

    def test_no_bot_starts_more_matches_an_hour_than_it_may(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        season = world(tmp_path, monkeypatch, PaceTable(matches_per_bot=3))
        assert season.run() is Finish.OVER
        assert set(results(season.settings)) == plan(season.settings)
        starts = defaultdict[BotName, list[datetime]](list)
        for at, bots in season.starts:
            for bot in bots:
                starts[bot].append(at)
        assert {most_within_an_hour(times) for times in starts.values()} == {3}
        assert {event.limit for event in season.received.of(PaceWaitEvent)} == {"matches_per_bot"}

    def test_no_match_starts_in_quiet_hours_which_are_no_time_of_the_round(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        pace = PaceTable(matches=5, quiet="13:30-16:00")
        season = world(tmp_path, monkeypatch, pace, round_minutes=600)
        assert season.run() is Finish.OVER
        hours = {at.hour + at.minute / 60 for at, _ in season.starts}
        assert hours == {12.0, 13.0, 16.0, 17.0, 18.0}
        assert season.received.of(MatchVoidedEvent) == []
        limits = [event.limit for event in season.received.of(PaceWaitEvent)]
        assert limits == ["matches", "quiet"]

    def test_a_later_run_knows_the_starts_of_the_last_hour(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        season = world(tmp_path, monkeypatch, PaceTable(matches=10))
        assert season.run(stop=lambda _: True) is Finish.DRAINED
        season.now += timedelta(minutes=59)
        with open_ledger(season.settings) as ledger:
            wait = state_of(season.settings, ledger).pace
        assert wait is not None
        assert (wait.limit, wait.until) == (PaceLimit.SEASON, season.starts[0][0] + HOUR)
        assert season.run() is Finish.OVER
        assert most_within_an_hour([at for at, _ in season.starts]) == 10
        assert set(results(season.settings)) == plan(season.settings)
        assert len(season.starts) == ROUNDS * MATCHES

    def test_the_pages_show_the_pace_and_what_the_season_waits_for(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        pace = PaceTable(matches=10, matches_per_bot=9, quiet="22:00-07:00", disk=5)
        season = world(tmp_path, monkeypatch, pace)
        season.run(stop=lambda _: True)
        with closing(LeagueSource(season.settings)) as source:
            shown = dict(source.settings())
            assert shown["Pace"] == (
                "at most 10 matches an hour, at most 9 matches an hour for each bot, "
                "no match starts 22:00-07:00 (UTC), at most 5 MiB of records"
            )
            assert shown["Now"].startswith("no match starts until 2026-11-27 13:00:00 UTC: ")
            season.now += HOUR
            assert "Now" not in dict(source.settings())

    def test_a_season_at_its_cap_on_disk_waits_until_there_is_room(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("referee.league.running.folder_size._PAUSE", 0.0)
        monkeypatch.setattr("referee.league.running.folder_size._COST", 0)
        season = world(tmp_path, monkeypatch, PaceTable(disk=1))
        ballast = tmp_path / "records" / "ballast"
        ballast.parent.mkdir()
        ballast.write_bytes(bytes(1 << 20))

        def make_room(_: Runner) -> bool:
            ballast.unlink(missing_ok=True)
            return False

        assert season.run(stop=make_room) is Finish.OVER
        (event,) = season.received.of(PaceWaitEvent)
        assert (event.limit, event.until) == ("disk", None)
        assert set(results(season.settings)) == plan(season.settings)

    def test_a_season_that_waits_drains_at_once(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        season = world(tmp_path, monkeypatch, PaceTable(quiet="12:00-13:00"))
        assert season.run(stop=lambda _: True) is Finish.DRAINED
        assert season.starts == []


class TestPacedLadder:
    """A ladder plans a set only when its matches may start."""

    def test_a_ladder_keeps_the_pace_of_the_season_and_of_each_bot(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        pace = PaceTable(matches=12, matches_per_bot=9)
        season = world(tmp_path, monkeypatch, pace)
        season.settings = replace(season.settings, format=Ladder(rounds=12))
        assert season.run() is Finish.OVER
        starts = defaultdict[BotName, list[datetime]](list)
        for at, bots in season.starts:
            for bot in bots:
                starts[bot].append(at)
        assert len(season.starts) == 12 * 3
        assert most_within_an_hour([at for at, _ in season.starts]) == 12
        assert max(most_within_an_hour(times) for times in starts.values()) == 9
        assert {event.limit for event in season.received.of(PaceWaitEvent)} >= {"matches"}

    def test_a_ladder_ends_when_its_ranks_are_certain(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        season = world(tmp_path, monkeypatch, PaceTable(certain=0.9))
        season.settings = replace(season.settings, format=Ladder(rounds=500))
        assert season.run() is Finish.OVER
        assert len(season.received.of(SeasonCertainEvent)) == 1
        assert set(results(season.settings).values()) == {1}
        assert len(season.starts) < 500 * 3
