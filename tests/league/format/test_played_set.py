"""Played sets: what a set of matches says of its bots."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.league.format.played_set import played_sets, shares_of
from referee.league.format.round_robin import RoundRobin
from referee.league.planning.planner import Planner
from tests.league.play import by_name, league, names, result


def places_of(points: list[int]) -> list[int]:
    """Places of seats with these points, as a match gives them."""
    return [1 + sum(other > own for other in points) for own in points]


class TestShares:
    """The share of the others that a seat was placed ahead of."""

    @given(st.lists(st.integers(0, 3), min_size=2, max_size=5))
    def test_it_counts_those_behind_and_half_of_those_beside(self, points: list[int]) -> None:
        (pairing, *_) = Planner(league(RoundRobin(), names(len(points)), len(points))).next_round(
            1, names(len(points)), ()
        )
        shares = shares_of(result(pairing, places_of(points)).outcome)
        for own, share in zip(points, shares, strict=True):
            behind = sum(other < own for other in points)
            beside = points.count(own) - 1
            assert share == pytest.approx((behind + beside / 2) / (len(points) - 1))
        assert sum(shares) == pytest.approx(len(points) / 2)


class TestSets:
    """Results as sets."""

    def test_results_in_any_order_are_put_into_their_sets(self) -> None:
        bots = names(5)
        pairings = Planner(league(RoundRobin(), bots, 3)).next_round(1, bots, ())
        results = [result(one, by_name(one)) for one in pairings]
        sets = played_sets(random.Random(1).sample(results, len(results)))
        assert [one.number for one in sets] == list(range(1, 11))
        assert all(one.complete and len(one.matches) == 3 for one in sets)
        assert sets[0].bots == tuple(sorted(pairings[0].bots))
        assert [one.pairing for one in sets[0].matches] == list(pairings[:3])
        assert list(sets[0].shares().values()) == [1.0, 0.5, 0.0]

    def test_a_set_that_lacks_a_match_is_not_complete(self) -> None:
        bots = names(3)
        pairings = Planner(league(RoundRobin(), bots, 3)).next_round(1, bots, ())
        (one,) = played_sets([result(one, by_name(one)) for one in pairings[1:]])
        assert not one.complete
