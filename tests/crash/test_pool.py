"""A short season on a pool with kills; `tox run -e crash -- pool` runs a long one."""

from pathlib import Path

import pytest

from tests.crash.pool import PoolSeason

pytestmark = pytest.mark.full


class TestPool:
    """Every planned match has one result, whichever process is killed."""

    def test_a_round_robin_on_a_pool_that_is_killed_loses_nothing(
        self, tmp_path: Path, fresh_seed: int
    ) -> None:
        tally = PoolSeason(tmp_path, fresh_seed, 5, "round-robin").run(kills=4)
        assert tally.wrong == []
        assert tally.results == tally.planned == 60
        assert tally.strikes == 4
