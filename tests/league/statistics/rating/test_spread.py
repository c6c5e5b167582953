"""Intervals hold what they promise, because they count sets and not matches."""

import random

import pytest

from referee.league.statistics.rating.rating import MEAN, POINTS
from tests.league.statistics.rating.season import A, B, C, D, rated, result, season

BOTS = dict(zip((A, B, C, D), (-0.5, 0.0, 0.0, 0.5), strict=True))


class TestCoverage:
    """A 95 % interval holds the truth about that often."""

    @pytest.mark.parametrize(("sets", "luck"), [(8, 0.0), (12, 1.0), (40, 1.0)])
    def test_intervals_hold_the_truth(self, sets: int, luck: float, fresh_seed: int) -> None:
        dice = random.Random(fresh_seed)
        truth = rated(season(BOTS, 6000, 4, dice, luck=luck))
        held = []
        for _ in range(60):
            ratings = rated(season(BOTS, sets, 4, dice, luck=luck))
            held += [row.low <= truth[row.bot].points <= row.high for row in ratings.rows]
        share = sum(held) / len(held)
        print(f"{sets} sets, luck {luck}: {100 * share:.1f} % of {len(held)} hold the truth")
        assert share > 0.89

    def test_a_difference_is_as_sure_as_it_says(self, fresh_seed: int) -> None:
        """Of equal bots one seems better with p > 0.95 in about 5 % of the seasons."""
        dice = random.Random(fresh_seed)
        level = dict.fromkeys((A, B, C, D), 0.0)
        sure = 0
        for _ in range(120):
            ratings = rated(season(level, 10, 4, dice, luck=1.0))
            sure += (ratings.better(A, B) or 0) > 0.95
        print(f"{sure} of 120 seasons are sure of what is not so")
        assert sure <= 17


class TestSets:
    """The unit is the set."""

    def test_the_same_matches_in_one_set_say_less(self) -> None:
        places = [(1, 2)] * 12 + [(2, 1)] * 6
        apart = rated([result(f"{at}", (A, B), each, (), at) for at, each in enumerate(places)])
        sets = rated([result(f"{at}", (A, B), each, (), at // 6) for at, each in enumerate(places)])
        assert sets[A].points == pytest.approx(apart[A].points)
        assert sets[A].sets == 3
        assert sets[A].high - sets[A].low > 2 * (apart[A].high - apart[A].low)

    def test_four_times_the_sets_halve_the_interval(self, fresh_seed: int) -> None:
        dice = random.Random(fresh_seed)
        few, many = (rated(season(BOTS, sets, 4, dice, luck=0.5)) for sets in (100, 400))
        widths = [
            sum(row.high - row.low for row in ratings.rows) / len(ratings.rows)
            for ratings in (few, many)
        ]
        assert widths[0] / widths[1] == pytest.approx(2, abs=0.5)

    def test_one_set_says_nearly_nothing(self) -> None:
        ratings = rated([result(f"{at}", (A, B), (1, 2), (), 1) for at in range(4)])
        assert ratings[A].low < MEAN - POINTS < MEAN + POINTS < ratings[A].high
