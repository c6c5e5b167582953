"""A season ends when every rank of its table is decided."""

from dataclasses import replace
from pathlib import Path

import pytest

from referee.league.configuration.settings import LeagueSettings, PaceTable
from referee.league.running import certain_end
from referee.league.running.certain_end import CertainEnd
from referee.league.running.league_event import SeasonCertainEvent
from referee.league.running.league_state import Next, state_of
from referee.league.running.season_finish import Finish
from tests.league.running.fake_backend import league, open_ledger, run
from tests.league.running.outcome import Received


def certain(folder: Path, rounds: int = 40, certain: float = 0.99) -> LeagueSettings:
    """A season whose bots always finish in the order of their names."""
    return replace(league(folder, rounds=rounds), pace=PaceTable(certain=certain))


class TestCertainEnd:
    def test_the_season_ends_before_its_last_round_and_status_knows(self, tmp_path: Path) -> None:
        settings, received = certain(tmp_path), Received()
        assert run(settings, notify=received) is Finish.OVER
        (event,) = received.of(SeasonCertainEvent)
        assert event.certainty >= 0.99
        with open_ledger(settings) as ledger:
            assert 1 <= ledger.last_round() < 40
            assert state_of(settings, ledger).next is Next.NOTHING

    def test_a_later_run_plays_nothing_more_and_one_without_the_key_continues(
        self, tmp_path: Path
    ) -> None:
        settings = certain(tmp_path)
        run(settings)
        with open_ledger(settings) as ledger:
            rounds = ledger.last_round()
        assert run(settings) is Finish.OVER
        with open_ledger(settings) as ledger:
            assert ledger.last_round() == rounds
        longer = replace(certain(tmp_path, rounds + 1), pace=PaceTable())
        assert run(longer) is Finish.OVER
        with open_ledger(longer) as ledger:
            assert ledger.last_round() == rounds + 1

    def test_a_long_season_is_not_rated_again_for_a_few_results(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        settings = replace(certain(tmp_path, rounds=3), pace=PaceTable())
        run(settings)
        rated = list[int]()
        monkeypatch.setattr(certain_end, "rate", lambda results: rated.append(len(results.sets)))
        with open_ledger(settings) as ledger:
            end = CertainEnd(certain(tmp_path), ledger)
            bots = settings.roster
            assert [end.certainty(bots), end.certainty(bots)] == [None, None]
            assert len(rated) == 1
            assert CertainEnd(settings, ledger).certainty(bots) is None
        assert len(rated) == 1
