"""A design lets everybody meet everybody evenly."""

from collections import Counter
from itertools import combinations
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.identifier import BotName
from referee.league.format import Group
from referee.league.format.design import design
from tests.league.play import names


def meetings(groups: list[Group]) -> Counter[tuple[BotName, ...]]:
    """How often each pair meets."""
    return Counter(pair for group in groups for pair in combinations(sorted(group), 2))


def spread(count: int, groups: list[Group]) -> int:
    """The most meetings of a pair less the fewest."""
    met = meetings(groups)
    times = [met[pair] for pair in combinations(names(count), 2)]
    return max(times) - min(times)


class TestDesign:
    """All groups, or a balanced choice."""

    @pytest.mark.parametrize(("count", "size"), [(5, 2), (7, 3), (6, 4), (5, 5)])
    def test_all_groups_meet_where_there_are_few(self, count: int, size: int) -> None:
        groups = design(names(count), size, 1_000, 1)
        assert len(set(groups)) == len(groups) == comb(count, size)

    @pytest.mark.parametrize(("count", "size"), [(7, 3), (13, 4)])
    def test_a_perfect_design_is_found_where_it_is_cyclic(self, count: int, size: int) -> None:
        assert set(meetings(design(names(count), size, count, 1)).values()) == {1}

    @settings(deadline=None, max_examples=60)
    @given(st.integers(8, 60), st.integers(2, 5), st.integers(1, 6), st.integers(1, 4))
    def test_every_bot_is_in_equally_many_groups_and_in_none_twice(
        self, count: int, size: int, rounds: int, each: int
    ) -> None:
        sits: Counter[BotName] = Counter()
        for number in range(1, rounds + 1):
            for group in design(names(count), size, each * count, number):
                assert len(set(group)) == size
                sits.update(group)
        assert len(sits) == count
        assert len(set(sits.values())) == 1

    @settings(deadline=None, max_examples=60)
    @given(st.integers(8, 60), st.integers(2, 5), st.integers(1, 10))
    def test_two_pairs_differ_by_three_meetings_at_most(
        self, count: int, size: int, rounds: int
    ) -> None:
        groups = [
            group
            for number in range(1, rounds + 1)
            for group in design(names(count), size, count, number)
        ]
        assert spread(count, groups) <= 3

    def test_later_rounds_complete_earlier_ones(self) -> None:
        first, second = (set(meetings(design(names(40), 4, 40, number))) for number in (1, 2))
        assert len(first) == len(second) == 240
        assert not first & second
