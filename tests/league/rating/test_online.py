"""Online ratings: for the ladder, which asks often."""

import random

from referee.league.rating.online import online
from tests.league.rating.season import result, season


class TestOnline:
    """What a ladder knows of its bots."""

    def test_winners_rise_and_deviations_fall(self) -> None:
        ratings = online("ab", [result(f"{at}", "ab", (1, 2), (), at) for at in range(10)])
        assert ratings["a"].mu > 25 > ratings["b"].mu
        assert ratings["a"].sigma < 25 / 3

    def test_whoever_is_always_ahead_of_another_is_rated_above_him(self) -> None:
        ratings = online("abc", [result(f"{at}", "abc", (1, 2, 3), (), at) for at in range(10)])
        assert ratings["a"].mu > ratings["b"].mu > ratings["c"].mu

    def test_who_has_not_played_is_unknown(self) -> None:
        ratings = online("abc", [result("m", "ab", (1, 2))])
        assert (ratings["c"].mu, ratings["c"].sigma) == (25.0, 25 / 3)

    def test_only_those_who_are_named_are_told(self) -> None:
        assert set(online("b", [result("m", "ab", (1, 2))])) == {"b"}

    def test_the_order_of_the_results_is_nothing_to_it(self, fresh_seed: int) -> None:
        dice = random.Random(fresh_seed)
        results = season({"a": 1.0, "b": 0.0, "c": -1.0}, 30, 3, dice, ties=0.3)
        before = online("abc", results)
        dice.shuffle(results)
        assert online("abc", results) == before
