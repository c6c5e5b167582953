"""Ratings are the strengths of the bots, from the whole season at once."""

import math
import random
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.error import DataError
from referee.identifier import BotName
from referee.league.pairing import MatchResult
from referee.league.statistics.rating import rating
from referee.league.statistics.rating.finish import Forfeits
from referee.league.statistics.rating.rating import MEAN, POINTS, rate
from referee.league.statistics.results_table import results_of
from referee.league.statistics.sentence import StatisticsSentence
from tests.errors import raises
from tests.league.statistics.rating.season import A, B, C, D, E, rated, result, season


def duels(bots: tuple[str, str], wins: int, draws: int, losses: int) -> list[MatchResult]:
    """Matches of two, each a set of its own."""
    ends = [(1, 2)] * wins + [(1, 1)] * draws + [(2, 1)] * losses
    return [
        result(
            f"{bots[0]}-{bots[1]}-{at:03}",
            tuple(map(BotName, bots)),
            places,
            (),
            1000 * (bots > ("b",)) + at,
        )
        for at, places in enumerate(ends)
    ]


class TestStrength:
    """What is known of the bots is found."""

    @pytest.mark.parametrize("seats", [2, 3, 4, 5])
    def test_known_strengths_are_found(self, seats: int, fresh_seed: int) -> None:
        known = dict(zip(map(BotName, "abcdef"), (-1.0, -0.5, 0.0, 0.0, 0.5, 1.0), strict=True))
        ratings = rated(season(known, 1500 // seats, seats, random.Random(fresh_seed)))
        for row in ratings.rows:
            assert row.points == pytest.approx(MEAN + POINTS * known[row.bot], abs=65)

    def test_points_are_odds_to_finish_ahead(self) -> None:
        ratings = rated(duels(("a", "b"), 30_000, 0, 3_000))
        assert ratings[A].points - ratings[B].points == pytest.approx(400, abs=0.2)

    def test_the_mean_of_all_is_1500(self, fresh_seed: int) -> None:
        known = dict(zip((A, B, C, D), (0.0, 2.0, 0.3, 0.0), strict=True))
        rows = rated(season(known, 30, 3, random.Random(fresh_seed))).rows
        assert sum(row.points for row in rows) / len(rows) == pytest.approx(MEAN)

    def test_a_draw_is_half_a_win_and_half_a_loss(self) -> None:
        drawn = rated(duels(("a", "b"), 10, 20, 4))
        played = rated(duels(("a", "b"), 20, 0, 14))
        assert drawn[A].points == pytest.approx(played[A].points)

    def test_ties_pull_together(self, fresh_seed: int) -> None:
        known = dict(zip((A, B, C, D), (1.5, 0.0, -0.5, -1.0), strict=True))
        clear = rated(season(known, 200, 4, random.Random(fresh_seed)))
        level = rated(season(known, 200, 4, random.Random(fresh_seed), ties=0.5))
        assert level[A].points < clear[A].points - 50

    def test_a_bot_that_won_everything_stays_finite(self) -> None:
        ratings = rated(duels(("a", "b"), 40, 0, 0))
        assert 1700 < ratings[A].points < 2200
        assert ratings[A].high - ratings[A].low > 300

    def test_a_bot_that_never_lost_is_the_higher_the_more_it_won(self) -> None:
        few, many = (rated(duels(("a", "b"), wins, 0, 0)) for wins in (4, 40))
        assert few[A].points < many[A].points

    def test_a_long_chain_of_bots_that_always_win_is_rated_in_its_order(self) -> None:
        bots = [f"b{number:03}" for number in range(150)]
        results = [
            result(
                f"{one}-{at:02}",
                (BotName(one), BotName(two)),
                (1, 2),
                (),
                20 * bots.index(one) + at,
            )
            for one, two in pairwise(bots)
            for at in range(20)
        ]
        ratings = rated(results)
        points = [ratings[BotName(bot)].points for bot in bots]
        assert points == sorted(points, reverse=True)
        assert points[0] - points[-1] > 5_000

    def test_a_bot_against_itself_is_anyway(self) -> None:
        ratings = rated([result("m", (A, A, A), [1, 2, 3])])
        assert ratings[A].points == MEAN

    def test_more_bots_than_can_be_rated_are_named(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(rating, "MOST", 2)
        with raises(DataError, StatisticsSentence.TOO_MANY_BOTS, bots=3, most=2):
            rated([result("m", (A, B, C), (1, 2, 3))])

    def test_no_results_give_no_ratings(self) -> None:
        assert rate(results_of([])) is None


class TestOrder:
    """The order in which matches ended is nothing to the ratings."""

    def test_shuffled_results_give_the_same_bits(self, fresh_seed: int) -> None:
        dice = random.Random(fresh_seed)
        known = dict(zip((A, B, C, D, E), (1.0, 0.0, -0.5, -1.0, 0.0), strict=True))
        results = season(known, 60, 4, dice, luck=0.5, ties=0.2)
        before = rated(results)
        dice.shuffle(results)
        after = rated(results)
        assert after.rows == before.rows
        assert after.better(A, B) == before.better(A, B)


class TestForfeits:
    """A forfeit is kept apart from a loss."""

    RESULTS = (
        *duels(("a", "b"), 10, 0, 10),
        *(result(f"f{at}", (A, B), [1, 2], (1,), 500 + at) for at in range(10)),
    )

    def test_by_the_verdict_it_is_a_last_place(self) -> None:
        ratings = rated(list(self.RESULTS))
        gap = ratings[A].points - ratings[B].points
        assert gap == pytest.approx(400 * math.log10(20.5 / 10.5), abs=12)

    def test_apart_it_is_nothing(self) -> None:
        ratings = rated(list(self.RESULTS), Forfeits.APART)
        assert ratings[A].points == pytest.approx(ratings[B].points)
        assert ratings[A].sets == 20

    def test_a_bot_that_only_forfeits_has_no_rating(self) -> None:
        results = [result("m", (A, B, C), [1, 2, 3], (2,))]
        ratings = rated(results, Forfeits.APART)
        assert ratings[C].points == MEAN
        assert ratings[C].sets == 0
        assert ratings.groups == [["a", "b"], ["c"]]


class TestGroups:
    """Bots that no chain of matches connects are not compared."""

    def test_each_group_has_a_mean_of_its_own(self) -> None:
        results = [*duels(("a", "b"), 6, 0, 2), *duels(("c", "d"), 1, 0, 9)]
        ratings = rated(results)
        assert ratings.groups == [["a", "b"], ["c", "d"]]
        for group in ratings.groups:
            assert sum(ratings[BotName(bot)].points for bot in group) == pytest.approx(2 * MEAN)
        assert ratings.better(A, C) is None
        assert ratings.better(A, B) is not None

    def test_a_chain_connects(self) -> None:
        results = [*duels(("a", "b"), 6, 0, 2), *duels(("b", "c"), 1, 0, 9)]
        ratings = rated(results)
        assert ratings.groups == [["a", "b", "c"]]
        assert ratings.better(C, B) == pytest.approx(1 - (ratings.better(B, C) or 0))


class TestBetter:
    """Which bot is stronger, and the probability of that."""

    def test_more_sets_make_the_interval_narrower(self) -> None:
        few, many = (rated(duels(("a", "b"), 6 * n, 0, 4 * n)).better(A, B) for n in (1, 20))
        assert few is not None
        assert many is not None
        assert 0.5 < few < 0.95
        assert many > 0.99

    def test_equal_bots_are_at_a_half(self) -> None:
        assert rated(duels(("a", "b"), 7, 3, 7)).better(A, B) == pytest.approx(0.5)

    def test_a_bot_is_not_compared_with_itself(self) -> None:
        assert rated(duels(("a", "b"), 7, 3, 7)).better(A, A) is None


@st.composite
def seasons(draw: st.DrawFn) -> list[MatchResult]:
    """Results of any bots in any places, a bot in two seats and forfeits included."""
    results = []
    for number in range(draw(st.integers(1, 12))):
        bots = draw(st.lists(st.sampled_from("abcde"), min_size=2, max_size=5))
        places = draw(st.lists(st.integers(1, 3), min_size=len(bots), max_size=len(bots)))
        gone = draw(st.sets(st.integers(0, len(bots) - 1), max_size=2))
        results.append(
            result(
                f"{number:03}",
                tuple(map(BotName, bots)),
                places,
                tuple(gone),
                draw(st.integers(1, 4)),
            )
        )
    return results


class TestAnySeason:
    """Whatever happened, it can be rated."""

    @given(seasons(), st.sampled_from(Forfeits))
    @settings(max_examples=60, deadline=None)
    def test_every_rating_is_a_number_within_its_interval(
        self, results: list[MatchResult], forfeits: Forfeits
    ) -> None:
        ratings = rated(results, forfeits)
        for row in ratings.rows:
            assert math.isfinite(row.low + row.high)
            assert row.low <= row.points <= row.high
            for other in ratings.rows:
                chance = ratings.better(row.bot, other.bot)
                assert (chance is None) == (row.group != other.group or row is other)
                assert chance is None or 0 <= chance <= 1

    @given(seasons(), st.permutations("abcde"))
    @settings(max_examples=40, deadline=None)
    def test_names_are_nothing_to_it(
        self, results: list[MatchResult], names: list[BotName]
    ) -> None:
        called = dict(zip("abcde", names, strict=True))
        renamed = [
            replace(
                each,
                pairing=replace(each.pairing, bots=tuple(called[bot] for bot in each.pairing.bots)),
            )
            for each in results
        ]
        before, after = rated(results), rated(renamed)
        for row in before.rows:
            assert after[called[row.bot]].points == pytest.approx(row.points, abs=1e-3)
            assert after[called[row.bot]].low == pytest.approx(row.low, rel=1e-6, abs=1e-3)

    @given(seasons())
    @settings(max_examples=40, deadline=None)
    def test_one_more_win_makes_nobody_worse(self, results: list[MatchResult]) -> None:
        won = result("won", (A, B), (1, 2), (), 1)
        before = rated([*results, result("won", (A, B), (1, 1), (), 1)])
        after = rated([*results, won])
        gap = after[A].points - after[B].points
        assert gap > before[A].points - before[B].points
