"""A league with a pace waits, says so, and knows its earlier starts after a restart."""

import json
import signal
from pathlib import Path

import pytest

from tests.cli.running import Running, events, league, write
from tests.patience import PATIENCE

pytestmark = pytest.mark.full


class TestPace:
    def test_a_later_run_waits_for_the_hour_that_an_earlier_one_filled(self, season: Path) -> None:
        write(season / "league.toml", {"ann": "random", "bob": "random"}, rounds=3)
        words = ("--set", "pace.matches=3")
        waits = []
        for _ in range(2):
            with Running(season, words=words) as running:
                waits.append(running.until("pace_wait"))
                running.signal(signal.SIGTERM)
                end = running.until("league_ended")
                assert running.process.wait(PATIENCE) == 130
            assert (end["finish"], end["matches"]) == ("drained", 3)
        assert events(running.lines, "match_ended") == []
        assert [wait["limit"] for wait in waits] == ["matches", "matches"]
        state = json.loads(league(season, "status", "--json", *words))
        assert state["pace"]["reason"] == "pace.matches allows 3 within an hour"
        assert state["pace"]["until"][:19] == waits[1]["until"][:19]
        assert "no match starts until " in league(season, "status", *words)
        assert json.loads(league(season, "run", "--json"))["matches"] == 6
