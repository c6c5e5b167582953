"""Certainty: how sure the ranks are."""

from itertools import pairwise
from random import Random

import pytest

from referee.identifier import BotName
from referee.league.statistics.rating.certainty import among_first, certainty, ranked
from referee.league.statistics.rating.rating import Ratings, rate
from referee.league.statistics.results_table import results_of
from tests.league.format.steps import results_of_set
from tests.league.play import names

BOTS = names(5)


def ratings(step: float, sets: int, bots: tuple[BotName, ...] = BOTS) -> Ratings:
    """Return ratings after random sets of bots whose strengths differ by `step`."""
    dice, results = Random(4), []
    strengths = {bot: -step * number for number, bot in enumerate(bots)}
    for number in range(1, sets + 1):
        results += results_of_set(number, tuple(dice.sample(bots, 3)), strengths, dice)
    found = rate(results_of(results))
    assert found is not None
    return found


class TestCertainty:
    """All ranks."""

    def test_it_grows_with_the_sets_and_is_near_one_at_last(self) -> None:
        found = [certainty(ratings(0.5, sets), BOTS) for sets in (20, 100, 1_000)]
        assert found == sorted(found)
        assert found[-1] > 0.99

    def test_two_neighbours_that_are_equal_make_it_low(self) -> None:
        assert certainty(ratings(0.0, 1_000), BOTS) < 0.7

    def test_a_bot_with_few_sets_makes_it_nothing(self) -> None:
        assert certainty(ratings(3.0, 5), BOTS) == 0

    def test_it_is_one_less_the_doubt_of_each_neighbour(self) -> None:
        found = ratings(0.5, 100)
        order = ranked(found, BOTS)
        doubts = [1 - (found.better(*pair) or 0) for pair in pairwise(order)]
        assert certainty(found, BOTS) == pytest.approx(max(0, 1 - sum(doubts)))


class TestAmongFirst:
    """The first ranks."""

    def test_the_best_bot_of_many_sets_is_almost_surely_first(self) -> None:
        chances = among_first(ratings(0.5, 1_000), BOTS, 1)
        assert chances[BOTS[0]] > 0.99
        assert all(chances[bot] < 0.01 for bot in BOTS[1:])

    def test_more_places_mean_greater_chances(self) -> None:
        found = ratings(0.3, 60)
        one, two = (among_first(found, BOTS, top) for top in (1, 2))
        assert all(two[bot] >= one[bot] for bot in BOTS)

    def test_a_bot_with_few_sets_may_be_first(self) -> None:
        assert set(among_first(ratings(3.0, 4), BOTS, 1).values()) == {1.0}
