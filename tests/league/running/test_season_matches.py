"""A round whose remote bots do not come stays open, whoever opens the connection."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from referee.identifier import BotName
from referee.launch.finished_match import Absence, FailedMatch, PlayedMatch
from referee.launch.match_task import MatchTask
from referee.league.configuration.settings import (
    BotSettings,
    LeagueSettings,
    LimitsTable,
    MatchTable,
)
from referee.league.running.league_event import (
    AttemptFailedEvent,
    AttemptPostponedEvent,
    BotBenchedEvent,
    MatchVoidedEvent,
    RoundUnattendedEvent,
)
from referee.league.running.runner import Runner
from referee.league.running.season_finish import Finish
from tests.league.running.fake_backend import BOTS, FakeBackend, league, make_up, open_ledger, run
from tests.league.running.outcome import Received, plan, results


def listening(
    folder: Path, at_once: int = 4, bench_after: int = 1, local: Sequence[str] = ()
) -> LeagueSettings:
    """Return a league between listening bots, and those named in `local`."""
    limits = LimitsTable(matches=at_once, matches_per_bot=at_once, bench_after=bench_after)
    bots = [
        BotSettings(name=BotName(name), command="random")
        if name in local
        else BotSettings(name=BotName(name), address="http://127.0.0.1:1")
        for name in BOTS
    ]
    return replace(league(folder, limits=limits), match=MatchTable(startup=0.1), bots=tuple(bots))


class Silence:
    """Plays the matches of a league in which some bots do not answer."""

    def __init__(self, *silent: str) -> None:
        self._silent = silent
        self.dialled: set[str] = set()

    def __call__(self, task: MatchTask) -> PlayedMatch:
        bots = task.settings.bots
        self.dialled.update(bots)
        absent = next((bot for bot in bots if bot in self._silent), None)
        if absent is None:
            return make_up(task, "played")
        absences = (Absence(absent, "it did not answer"),)
        there = tuple(bot for bot in bots if bot not in self._silent)
        return FailedMatch(task.settings.match_id, "Away.", absences=absences, connected=there)


def run_with(settings: LeagueSettings, play: Silence) -> tuple[Finish, Received]:
    received = Received()
    with open_ledger(settings) as ledger, ledger.running():
        return Runner(settings, ledger, FakeBackend(play), received).run(), received


class TestUnattended:
    def test_a_round_whose_bots_all_listen_stays_open_if_none_answers(self, tmp_path: Path) -> None:
        settings = listening(tmp_path)
        finish, received = run_with(settings, Silence(*BOTS))
        assert finish is Finish.ABSENT
        bots = BOTS
        (event,) = received.of(RoundUnattendedEvent)
        assert (event.round, event.bots, len(event.causes)) == (1, bots, len(BOTS))
        assert sum("it did not answer" in cause for cause in event.causes) >= 1
        assert received.of(AttemptPostponedEvent)
        for kind in (MatchVoidedEvent, BotBenchedEvent, AttemptFailedEvent):
            assert received.of(kind) == []
        assert run(settings) is Finish.OVER
        assert set(results(settings)) == plan(settings)

    def test_every_listening_bot_is_dialled_before_the_run_ends(self, tmp_path: Path) -> None:
        silence = Silence(*BOTS)
        assert run_with(listening(tmp_path, at_once=1), silence)[0] is Finish.ABSENT
        assert silence.dialled == set(BOTS)

    def test_bots_that_answered_before_are_dialled_again_while_the_run_waits(
        self, tmp_path: Path
    ) -> None:
        settings, received = listening(tmp_path), Received()
        silence, dialled = Silence(*BOTS), list[str]()

        def play(task: MatchTask) -> PlayedMatch:
            if not task.settings.match_id.startswith("test-r002"):
                return make_up(task, "played")
            dialled.append(task.settings.match_id)
            return make_up(task, "played") if len(dialled) > 8 else silence(task)

        with open_ledger(settings) as ledger, ledger.running():
            backend = FakeBackend(play)
            assert Runner(settings, ledger, backend, received, wait=600).run() is Finish.OVER
        assert len(received.of(AttemptPostponedEvent)) == 8
        assert received.of(BotBenchedEvent) == []
        assert set(results(settings)) == plan(settings)

    def test_one_that_answers_makes_the_absences_of_the_others_count(self, tmp_path: Path) -> None:
        finish, received = run_with(listening(tmp_path, at_once=1), Silence("ann"))
        assert finish is not Finish.ABSENT
        assert [event.bot for event in received.of(BotBenchedEvent)] == ["ann"]

    def test_a_silent_bot_among_local_ones_is_benched(self, tmp_path: Path) -> None:
        settings = listening(tmp_path, local=BOTS[1:])
        finish, received = run_with(settings, Silence("ann"))
        assert finish is Finish.OVER
        assert [event.bot for event in received.of(BotBenchedEvent)] == ["ann"]
        assert {name for names in _lineups(settings) for name in names} == {"bob", "cat", "eve"}


def _lineups(settings: LeagueSettings) -> list[tuple[str, ...]]:
    with open_ledger(settings) as ledger:
        return ledger.lineups()
