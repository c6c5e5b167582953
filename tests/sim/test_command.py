"""The command that plays seasons: its figures, and its reports of broken promises."""

import json
from unittest.mock import patch

import pytest

from referee.league.format.field import Field
from referee.server.deadline_timer import DeadlineTimer
from tests.sim.command import main


class TestCommand:
    """`python -m tests.sim`."""

    def test_figures_are_json_for_programs(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["--matches", "12", "--seed", "2", "--json"]) == 0
        figures = json.loads(capsys.readouterr().out)
        assert figures["matches"] >= 12
        assert (figures["without_verdict"], figures["broken"]) == (0, {})

    def test_a_line_says_how_many_matches_were_played(
        self, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["--matches", "1"]) == 0
        out = capsys.readouterr().out
        assert " matches in 1 seasons, " in out
        assert out.endswith("without a verdict: 0; seasons broken: 0\n")

    def test_a_season_is_played_again_by_its_seed(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["--season", "22"]) == 0
        assert capsys.readouterr().out == "season 22: 0 promises broken\n"

    def test_a_broken_promise_is_named_with_the_seed_that_shows_it(
        self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(DeadlineTimer, "set", lambda self, deadline: None)
        assert main(["--matches", "10", "--seed", "1"]) == 1
        err = capsys.readouterr().err
        assert "season 1: " in err
        assert "again: tox run -e sim -- --season 1" in err

    def test_the_promises_of_a_league_are_checked_too(
        self, capsys: pytest.CaptureFixture[str]
    ) -> None:
        with patch.object(Field, "owner", lambda *_: ""):
            assert main(["--season", "150"]) == 1
        assert "owners: " in capsys.readouterr().out

    def test_a_number_below_0_is_refused(self, capsys: pytest.CaptureFixture[str]) -> None:
        with pytest.raises(SystemExit) as ended:
            main(["--matches", "-1"])
        assert ended.value.code == 2
        assert "-1 is below 0" in capsys.readouterr().err
