"""A seed gives the same season in a second run, and in a process with another hash seed."""

import os
import subprocess
import sys

import pytest

from tests.sim import toy
from tests.sim.digest import digests

SEEDS = range(40, 46)


@pytest.fixture(scope="module")
def first() -> list[str]:
    """The digests of a first run of the seasons."""
    with toy.installed():
        return digests(SEEDS)


class TestSameAgain:
    """A season depends on nothing but its seed."""

    def test_a_second_run_gives_the_same_bytes_in_the_same_order(self, first: list[str]) -> None:
        assert digests(SEEDS) == first

    def test_another_seed_gives_another_season(self, first: list[str]) -> None:
        assert len(set(first)) == len(SEEDS)

    @pytest.mark.parametrize("hash_seed", ["0", "4242"])
    def test_another_process_gives_the_same_bytes_in_the_same_order(
        self, hash_seed: str, first: list[str]
    ) -> None:
        done = subprocess.run(
            [sys.executable, "-m", "tests.sim.digest", *map(str, SEEDS)],
            capture_output=True,
            text=True,
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            check=False,
        )
        assert done.stdout.split("\n")[:-1] == first, done.stderr
