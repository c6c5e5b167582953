"""Where a league stands, at every point of its season; to look changes nothing."""

from dataclasses import replace
from pathlib import Path

import pytest

from referee.identifier import BotName, MatchId
from referee.launch.finished_match import Absence
from referee.league.configuration.settings import BotSettings, LeagueSettings, LimitsTable
from referee.league.format.round_robin import RoundRobin
from referee.league.ledger.journal_event import BotBenched, MatchVoided
from referee.league.ledger.tally import RoundTally
from referee.league.running.absence_handler import Crashes
from referee.league.running.league_state import BotState, Duty, LeagueState, Next, state_of
from referee.league.running.roster import CRASHED
from tests.league.running.fake_backend import Killed, in_turn, league, open_ledger, run, runner


def look(settings: LeagueSettings) -> LeagueState:
    """The state of a league; its ledger is the same before and after."""
    with open_ledger(settings) as ledger:
        before = ledger.digest()
        state = state_of(settings, ledger)
        assert ledger.digest() == before
    return state


class TestSeason:
    """Rounds, and what comes next."""

    def test_a_season_without_a_round_is_about_to_have_one(self, tmp_path: Path) -> None:
        state = look(league(tmp_path))
        assert (state.rounds, state.next, state.is_running) == ((), Next.ROUND, False)
        assert {bot.duty for bot in state.bots} == {Duty.JOINS}

    def test_a_season_that_was_killed_has_matches_open(self, tmp_path: Path) -> None:
        settings = league(tmp_path)
        with pytest.raises(Killed):
            run(settings, in_turn(*["played"] * 5, "cut"))
        state = look(settings)
        assert state.next is Next.MATCHES
        (tally,) = state.rounds
        assert (tally, tally.open) == (RoundTally(1, 12, tally.played, 0), 12 - tally.played)
        assert 0 < tally.played + state.begun < 12
        assert state.begun > 0

    def test_a_plan_that_is_through_has_nothing_left(self, tmp_path: Path) -> None:
        settings = league(tmp_path)
        run(settings)
        state = look(settings)
        assert state.next is Next.NOTHING
        assert state.total == RoundTally(2, 24, 24, 0)
        assert {bot.matches for bot in state.bots} == {18}

    def test_void_matches_are_counted_by_their_reasons(self, tmp_path: Path) -> None:
        settings = league(tmp_path, rounds=1)
        run(settings)
        with open_ledger(settings) as ledger:
            ids = [result.pairing.match_id for result in ledger.results()]
            ledger.write(MatchVoided(ids[0], "Rain."))
            ledger.write(*(MatchVoided(match_id, "Snow.") for match_id in ids[1:3]))
        state = look(settings)
        assert list(state.void.items()) == [("Snow.", 2), ("Rain.", 1)]
        assert state.rounds == (RoundTally(1, 12, 9, 3),)

    def test_a_season_with_too_few_bots_is_stuck(self, tmp_path: Path) -> None:
        settings = league(tmp_path, rounds=1)
        run(settings)
        with open_ledger(settings) as ledger:
            ledger.write(*(BotBenched(BotName(bot), "Ill.") for bot in ("ann", "bob")))
        more = replace(settings, format=RoundRobin(rounds=2))
        state = look(more)
        assert (state.next, "cannot fill" in state.obstacle) == (Next.STUCK, True)

    def test_it_is_running_while_somebody_runs_it(self, tmp_path: Path) -> None:
        settings = league(tmp_path)
        with open_ledger(settings) as ledger, ledger.running():
            assert look(settings).is_running
            runner(settings, ledger).run()
        assert not look(settings).is_running


class TestBots:
    """What each bot does, by the ledger and by the file."""

    def test_a_bot_that_was_benched_rests_for_a_reason_and_its_words_are_named(
        self, tmp_path: Path
    ) -> None:
        settings = league(tmp_path, rounds=1, limits=LimitsTable(bench_after=1))
        run(settings, in_turn("gone eve", *["played"] * 11))
        gone = Absence(BotName("eve"), "it crashed", "Traceback")
        Crashes(settings.records / CRASHED).keep(gone, MatchId("test-r001-s00001-1"), "")
        eve = look(settings).bots[-1]
        assert (eve.name, eve.duty) == ("eve", Duty.RESTS)
        assert eve.reason == "missed a match: it crashed"
        assert eve.crashed is not None
        assert eve.benched is not None
        assert eve.crashed.read_text().startswith("eve crashed in the match test-r001-s00001-1: ")
        assert eve.benched.read_text().startswith("eve is benched: ")

    def test_the_file_is_heeded_as_the_next_run_will(self, tmp_path: Path) -> None:
        settings = league(tmp_path, rounds=1)
        run(settings)
        resting = BotSettings(name=BotName("ann"), command="random", enabled=False)
        new = BotSettings(name=BotName("new"), command="random")
        changed = replace(settings, bots=(resting, *settings.bots[1:], new))
        bots = {bot.name: bot for bot in look(changed).bots}
        why = "It is not enabled in the league's file."
        assert bots[BotName("ann")] == BotState(BotName("ann"), Duty.RESTS, why, 9, None, None)
        assert bots[BotName("bob")].duty is Duty.PLAYS
        assert bots[BotName("new")] == BotState(BotName("new"), Duty.JOINS, "", 0, None, None)

    def test_a_bot_that_is_enabled_again_joins(self, tmp_path: Path) -> None:
        settings = league(tmp_path, rounds=1)
        resting = BotSettings(name=BotName("eve"), command="random", enabled=False)
        run(replace(settings, bots=(*settings.bots[:-1], resting)))
        assert look(settings).bots[-1] == BotState(BotName("eve"), Duty.JOINS, "", 0, None, None)
