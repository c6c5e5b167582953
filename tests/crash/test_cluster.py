"""A short season on a cluster with kills; `tox run -e crash -- cluster` runs a long one."""

from pathlib import Path

import pytest

from tests.crash.cluster import ClusterSeason

pytestmark = pytest.mark.full


class TestCluster:
    """Every planned match has one result, whichever process is killed."""

    def test_a_ladder_on_a_cluster_that_is_killed_loses_nothing(
        self, tmp_path: Path, fresh_seed: int
    ) -> None:
        tally = ClusterSeason(tmp_path, fresh_seed, 5, "ladder").run(kills=3)
        assert tally.wrong == []
        assert tally.results == tally.planned == 60
        assert tally.strikes == 3
