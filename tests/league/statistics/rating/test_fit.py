"""The fit finds the one maximum of the likelihood."""

from random import Random

import numpy as np
import pytest

from referee.league.statistics.rating.finish import Forfeits, finishes_of
from referee.league.statistics.rating.fit import fit
from referee.league.statistics.results_table import results_of
from tests.league.format.steps import results_of_set
from tests.league.play import names


class TestFit:
    """Newton's method."""

    @pytest.mark.parametrize("far", [5.0, 40.0])
    def test_it_finds_the_same_strengths_from_a_start_far_away(self, far: float) -> None:
        bots, dice, results = names(6), Random(1), []
        for number in range(6):
            results += results_of_set(
                number, tuple(dice.sample(bots, 4)), dict.fromkeys(bots, 0.0), dice
            )
        finishes = finishes_of(results_of(results), Forfeits.LAST)
        start = far * np.array([1, -1, 1, -1, 1, -1])
        near, away = (fit(finishes, near).strengths for near in (np.zeros(6), start))
        assert away == pytest.approx(near, abs=1e-4)
