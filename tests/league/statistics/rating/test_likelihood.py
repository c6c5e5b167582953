"""The likelihood of finishes is the one of the model, ties and forfeits included."""

import math
from collections.abc import Sequence
from itertools import pairwise, permutations

import numpy as np
import pytest

from referee.identifier import BotName
from referee.league.statistics.rating.finish import Forfeits, finishes_of
from referee.league.statistics.rating.likelihood import curvature, part, slope
from referee.league.statistics.results_table import results_of
from tests.league.statistics.rating.season import A, B, C, result

BOTS = ("a", "b", "c", "d")
AT = np.array([0.3, -0.7, 1.1, 0.2])

CASES = [
    pytest.param([2, 1, 4, 3], (), id="no ties"),
    pytest.param([1, 1, 3, 4], (), id="two first"),
    pytest.param([1, 2, 2, 2], (), id="three last"),
    pytest.param([1, 1, 3, 3], (), id="two pairs"),
    pytest.param([1, 1, 1, 1], (), id="all level"),
    pytest.param([3, 1, 2, 3], (0, 3), id="two forfeited"),
    pytest.param([1, 1, 3, 4], (3,), id="a tie and a forfeit"),
]


def by_hand(order: Sequence[int], behind: Sequence[int]) -> float:
    """The log of the chance that seats finish in this order, ahead of all others."""
    left = [*order, *behind]
    total = 0.0
    for seat in order:
        total += AT[seat] - math.log(sum(math.exp(AT[other]) for other in left))
        left.remove(seat)
    return float(total)


def orders(places: Sequence[int], behind: Sequence[int]) -> list[tuple[int, ...]]:
    """Every order of the seats that agrees with the places."""
    stayed = [seat for seat in range(len(places)) if seat not in behind]
    return [
        order
        for order in permutations(stayed)
        if all(places[a] <= places[b] for a, b in pairwise(order))
    ]


class TestLikelihood:
    """What a finish is worth."""

    @pytest.mark.parametrize(("places", "forfeited"), CASES)
    def test_a_finish_counts_as_the_mean_of_the_orders_it_could_have_been(
        self, places: list[int], forfeited: tuple[int, ...]
    ) -> None:
        field = finishes_of(
            results_of([result("m", tuple(map(BotName, BOTS)), places, forfeited)]), Forfeits.LAST
        )
        (finishes,) = field.finishes
        every = [by_hand(order, forfeited) for order in orders(places, forfeited)]
        assert part(finishes, AT).value == pytest.approx(sum(every) / len(every))

    @pytest.mark.parametrize(("places", "forfeited"), CASES)
    def test_slope_and_curvature_are_the_derivatives(
        self, places: list[int], forfeited: tuple[int, ...]
    ) -> None:
        field = finishes_of(
            results_of([result("m", tuple(map(BotName, BOTS)), places, forfeited)]), Forfeits.LAST
        )
        (finishes,) = field.finishes
        here = [part(finishes, AT)]
        small = 1e-5
        for bot in range(len(BOTS)):
            step = small * np.eye(len(BOTS))[bot]
            up, down = part(finishes, AT + step), part(finishes, AT - step)
            rise = (up.value - down.value) / (2 * small)
            bend = (slope([down], 4) - slope([up], 4)) / (2 * small)
            assert slope(here, 4)[bot] == pytest.approx(rise, abs=1e-8)
            assert curvature(here, 4)[bot] == pytest.approx(bend, abs=1e-8)

    def test_a_bot_in_two_seats_is_both(self) -> None:
        field = finishes_of(results_of([result("m", (A, B, A), [1, 2, 3])]), Forfeits.LAST)
        (finishes,) = field.finishes
        found = part(finishes, np.array([1.0, 0.0]))
        e = math.e
        assert found.value == pytest.approx(1 - math.log(2 * e + 1) - math.log(1 + e))

    def test_a_forfeited_seat_is_last_or_left_out(self) -> None:
        results = results_of([result("m", (A, B, C), [3, 2, 1], (0,))])
        (last,) = finishes_of(results, Forfeits.LAST).finishes
        assert (last.shape.groups, last.shape.behind) == ((1, 1), 1)
        assert last.bots.T.tolist() == [[2, 1, 0]]
        (apart,) = finishes_of(results, Forfeits.APART).finishes
        assert (apart.shape.groups, apart.shape.behind) == ((1, 1), 0)
        assert apart.bots.T.tolist() == [[2, 1]]

    def test_matches_of_all_sizes_and_shapes_are_counted(self) -> None:
        results = [
            result("m", (A, B), [1, 2]),
            result("n", (A, B), [1, 1]),
            result("o", (B, C, A), [1, 1, 3]),
            result("p", (B, C, A), [2, 1, 2]),
        ]
        finishes = finishes_of(results_of(results), Forfeits.LAST).finishes
        shapes = {each.shape.groups: each.bots.T.tolist() for each in finishes}
        assert shapes == {
            (1, 1): [[0, 1]],
            (2,): [[0, 1]],
            (2, 1): [[1, 2, 0]],
            (1, 2): [[2, 1, 0]],
        }

    def test_a_match_nobody_ended_says_nothing(self) -> None:
        nobody = result("m", (A, B), [1, 1], (0, 1))
        alone = result("n", (A, B), [1, 2], (1,))
        assert finishes_of(results_of([nobody]), Forfeits.LAST).finishes == ()
        assert finishes_of(results_of([nobody, alone]), Forfeits.APART).finishes == ()
        assert finishes_of(results_of([nobody, alone]), Forfeits.LAST).finishes != ()
