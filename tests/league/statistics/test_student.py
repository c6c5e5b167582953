"""Student's distribution, held to the tables."""

import pytest

from referee.league.statistics.student import factor, tail


class TestStudent:
    """Half of a 95 % interval, and what is beyond it."""

    @pytest.mark.parametrize(
        ("freedom", "expected"), [(0, 12.706), (1, 12.706), (4, 2.776), (7, 2.3646), (30, 2.0423)]
    )
    def test_the_factors_are_those_of_student(self, freedom: int, expected: float) -> None:
        assert factor(freedom) == pytest.approx(expected, abs=2e-3)

    @pytest.mark.parametrize(
        ("freedom", "deviations"),
        [(1, 12.706), (2, 4.3027), (3, 3.1824), (4, 2.7764), (9, 2.2622), (401, 1.96)],
    )
    def test_beyond_the_factor_is_a_fortieth(self, freedom: int, deviations: float) -> None:
        assert tail(deviations, freedom) == pytest.approx(0.025, rel=2e-3)
        assert tail(0, freedom) == pytest.approx(0.5)
