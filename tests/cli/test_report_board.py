"""The board of the last match in a season's report."""

from dataclasses import replace
from pathlib import Path

import pytest

from referee.cli.report.board import last_board
from referee.league.season.reading import season_of_records
from referee.league.season.season import Season
from referee.record.picture import draw_position
from referee.record.reader import read
from tests.record.samples import dragon_record, toy_record


@pytest.fixture
def season(tmp_path: Path) -> Season:
    """A season of one match of Dragon."""
    path = tmp_path / "last.tianming"
    path.write_bytes(dragon_record())
    return season_of_records([path])[0]


class TestLastBoard:
    """`referee table --html` ends the numbers with a drawing."""

    def test_it_is_the_drawing_of_the_end(self, season: Season, tmp_path: Path) -> None:
        drawing = draw_position(read(tmp_path / "last.tianming"))
        page = "\n".join(last_board(season))
        assert drawing in page
        assert "at the end of match last." in page

    def test_without_a_record_there_is_none(self, season: Season, tmp_path: Path) -> None:
        (tmp_path / "last.tianming").unlink()
        assert list(last_board(season)) == []

    def test_a_game_without_a_drawing_has_none(self, tmp_path: Path) -> None:
        path = tmp_path / "toy.tianming"
        path.write_bytes(toy_record())
        assert list(last_board(season_of_records([path])[0])) == []

    def test_a_damaged_record_costs_the_board_and_not_the_report(
        self, season: Season, tmp_path: Path
    ) -> None:
        """A ledger knows the result of a record that was damaged since."""
        bad = tmp_path / "bad<b>.tianming"
        bad.write_bytes(b"\xff" * 100)
        page = "\n".join(last_board(replace(season, record_of=lambda match: bad)))
        assert "<svg" not in page
        assert "bad&lt;b&gt;.tianming" in page
        assert "<b>" not in page
