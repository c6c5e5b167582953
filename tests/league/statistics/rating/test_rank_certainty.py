"""How certain a table is: its order is right at least as often as it says."""

import random
from math import sqrt

from referee.identifier import BotName
from referee.league.statistics.rating.rank_certainty import rank_certainty
from tests.league.statistics.rating.season import rated, season

BOTS = tuple(map(BotName, "abcd"))
APART = dict(zip(BOTS, (-1.5, -0.5, 0.5, 1.5), strict=True))


class TestRankCertainty:
    def test_orders_are_right_at_least_as_often_as_it_says(self, fresh_seed: int) -> None:
        dice = random.Random(fresh_seed)
        said, right, seasons = 0.0, 0, 150
        for _ in range(seasons):
            known = {bot: dice.gauss(0, 0.6) for bot in BOTS}
            ratings = rated(season(known, 60, 2, dice))
            order = sorted(BOTS, key=lambda bot: ratings[bot].points)
            said += rank_certainty(ratings, BOTS)
            right += order == sorted(BOTS, key=known.__getitem__)
        assert 0.1 * seasons < said < right + 4 * sqrt(seasons) / 2

    def test_it_grows_with_the_results(self, fresh_seed: int) -> None:
        dice = random.Random(fresh_seed)
        few, many = (rated(season(APART, sets, 2, dice)) for sets in (30, 1_500))
        assert rank_certainty(few, BOTS) < rank_certainty(many, BOTS)
        assert rank_certainty(many, BOTS) > 0.99

    def test_equal_bots_are_never_told_apart_for_sure(self, fresh_seed: int) -> None:
        equal = dict.fromkeys(BOTS, 0.0)
        ratings = rated(season(equal, 300, 2, random.Random(fresh_seed)))
        assert rank_certainty(ratings, BOTS) < 0.999

    def test_a_bot_without_matches_keeps_it_at_0(self, fresh_seed: int) -> None:
        ratings = rated(season(APART, 1_500, 2, random.Random(fresh_seed)))
        assert rank_certainty(ratings, (*BOTS, BotName("eve"))) == 0.0

    def test_a_bot_with_few_sets_keeps_it_at_0(self, fresh_seed: int) -> None:
        ratings = rated(season(APART, 4, 4, random.Random(fresh_seed)))
        assert rank_certainty(ratings, BOTS) == 0.0
