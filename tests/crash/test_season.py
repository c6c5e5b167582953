"""A short season with kills; `tox run -e crash -- league` runs a long one."""

from pathlib import Path

import pytest

from tests.crash.season import FORMATS, Season

pytestmark = pytest.mark.full


class TestSeason:
    """Every planned match has one result, whichever process is killed."""

    @pytest.mark.parametrize("form", FORMATS)
    def test_a_league_that_is_killed_loses_nothing(
        self, tmp_path: Path, fresh_seed: int, form: str
    ) -> None:
        tally = Season(tmp_path, fresh_seed, 4, form).run(kills=3)
        assert tally.wrong == []
        assert tally.results == tally.planned == 48
        assert tally.kills == 3
