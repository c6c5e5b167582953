"""Whole simulated seasons: every promise holds, whatever fails."""

import random
from pathlib import Path

import pytest

from tests.sim.course import play
from tests.sim.oracle import judge
from tests.sim.season import season

FRESH = 8
"""Number of seasons with new seeds in each test."""

SEEDS = Path(__file__).parent / "seeds.txt"


def kept_seeds() -> list[int]:
    """Return the seeds that once found a fault."""
    lines = (line.partition(" ")[0] for line in SEEDS.read_text().splitlines())
    return [int(word) for word in lines if word.isdigit()]


class TestSeason:
    """The guarantees hold with stalls, kills, a bad network, a failing disk and hostile bots."""

    @pytest.mark.parametrize("part", range(3))
    def test_new_seasons_break_no_promise(self, fresh_seed: int, part: int) -> None:
        dice = random.Random(fresh_seed)
        for seed in [dice.randrange(1 << 40) for _ in range(FRESH)]:
            breaches = judge(play(season(seed)))
            assert not breaches, f"season {seed}: {breaches[0]}"

    @pytest.mark.parametrize("seed", kept_seeds())
    def test_a_season_that_once_found_something_breaks_no_promise(self, seed: int) -> None:
        assert [str(breach) for breach in judge(play(season(seed)))] == []
