"""Swiss: like meets like, few meet again, and byes go round."""

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.identifier import BotName
from referee.league.format.grouping import grouped
from referee.league.format.played_set import played_sets
from referee.league.format.score import scores
from referee.league.format.swiss import Swiss
from referee.league.planning.planner import Planner
from tests.league.play import by_name, by_strength, league, names, result, season


def all_groupings(bots: Sequence[BotName], size: int) -> Iterator[list[tuple[BotName, ...]]]:
    """Every way to put the bots into groups."""
    if not bots:
        yield []
        return
    for partners in combinations(bots[1:], size - 1):
        group = (bots[0], *partners)
        for rest in all_groupings([bot for bot in bots if bot not in group], size):
            yield [group, *rest]


def repeats(groups: Sequence[Sequence[BotName]], met: Mapping[tuple[BotName, BotName], int]) -> int:
    """How often bots of one group have met, over all pairs."""
    return sum(met.get(pair, 0) for group in groups for pair in combinations(sorted(group), 2))


class TestGrouping:
    """Groups without repeats, where there are any."""

    @settings(deadline=None, max_examples=100)
    @given(
        st.sampled_from([(4, 2), (6, 2), (8, 2), (6, 3), (9, 3), (8, 4)]),
        st.randoms(use_true_random=False),
        st.integers(0, 20),
    )
    def test_nobody_meets_again_where_that_is_possible(
        self, shape: tuple[int, int], dice: random.Random, known: int
    ) -> None:
        count, size = shape
        bots = names(count)
        pairs = list(combinations(bots, 2))
        met = Counter(dice.choice(pairs) for _ in range(known))
        groups = grouped(bots, size, met, {})
        assert sorted(bot for group in groups for bot in group) == list(bots)
        assert {len(group) for group in groups} == {size}
        possible = any(not repeats(others, met) for others in all_groupings(bots, size))
        assert possible == (not repeats(groups, met))

    def test_where_all_have_met_those_meet_that_have_met_least(self) -> None:
        bots = names(4)
        met = Counter(dict.fromkeys(combinations(bots, 2), 3))
        met[bots[0], bots[3]] = met[bots[1], bots[2]] = 1
        groups = grouped(bots, 2, met, {})
        assert {frozenset(group) for group in groups} == {
            frozenset((bots[0], bots[3])),
            frozenset((bots[1], bots[2])),
        }


class TestSwiss:
    """A season."""

    @pytest.mark.parametrize(("count", "seats"), [(32, 2), (64, 4), (45, 3), (100, 5)])
    def test_nobody_meets_again_in_a_season_that_is_short_for_its_bots(
        self, count: int, seats: int, fresh_seed: int
    ) -> None:
        bots = names(count)
        dice = random.Random(fresh_seed)
        play = by_strength({bot: dice.gauss(0, 1) for bot in bots}, dice)
        results = season(Planner(league(Swiss(rounds=5), bots, seats)), bots, play)
        met = Counter(pair for one in played_sets(results) for pair in combinations(one.bots, 2))
        assert max(met.values()) == 1

    @settings(deadline=None, max_examples=30)
    @given(st.integers(2, 5), st.integers(1, 17), st.integers(2, 12))
    def test_nobody_rests_twice_before_everybody_has_rested(
        self, seats: int, more: int, rounds: int
    ) -> None:
        bots = names(seats + more)
        results = season(Planner(league(Swiss(rounds=rounds), bots, seats)), bots, by_name)
        played = Counter(bot for one in played_sets(results) for bot in one.bots)
        times = [played[bot] for bot in bots]
        assert max(times) - min(times) <= 1

    def test_those_of_like_scores_meet(self) -> None:
        bots = names(64)
        planner = Planner(league(Swiss(rounds=3), bots, 2))
        results = season(planner, bots, by_name, 2)
        table = scores(bots, played_sets(results))
        third = planner.next_round(3, bots, results)
        apart = [abs(table[one.bots[0]].mean - table[one.bots[1]].mean) for one in third]
        assert max(apart) <= 0.5
        assert sum(apart) / len(apart) < 0.05

    def test_the_best_are_found(self) -> None:
        bots = names(64)
        results = season(Planner(league(Swiss(rounds=7), bots, 2)), bots, by_name)
        table = scores(bots, played_sets(results))
        ranked = sorted(bots, key=lambda bot: -table[bot].mean)
        assert ranked[0] == bots[0]
        assert set(ranked[:4]) <= set(bots[:10])

    def test_a_bot_that_comes_late_is_not_the_first_to_rest(self) -> None:
        bots = names(8)
        planner = Planner(league(Swiss(rounds=9), bots, 4))
        results = [result(one, by_name(one)) for one in planner.next_round(1, bots, ())]
        second = planner.next_round(2, [*bots, BotName("zz newcomer")], results)
        assert "zz newcomer" in {bot for one in second for bot in one.bots}
