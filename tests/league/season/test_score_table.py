"""The score table: sums over matches, in an order that is exact."""

import random
from fractions import Fraction

from referee.identifier import BotName
from referee.league.season.score_table import score_lines, totals
from referee.league.statistics.results_table import results_of
from tests.league.statistics.rating.season import A, B, result


class TestOrder:
    """By share of wins, then mean place; equal bots share a rank."""

    def test_it_is_the_one_of_exact_fractions(self, fresh_seed: int) -> None:
        dice = random.Random(fresh_seed)
        for _ in range(300):
            results = []
            exact: dict[str, list[tuple[Fraction, int]]] = {}
            for number in range(dice.randint(1, 30)):
                bots = dice.sample("abcdefg", dice.randint(2, 5))
                drawn = [dice.randint(1, 2) for _ in bots]
                places = [1 + sum(other < one for other in drawn) for one in drawn]
                results.append(result(str(number), tuple(map(BotName, bots)), places))
                for bot, place in zip(bots, places, strict=True):
                    won = Fraction(place == 1, places.count(1))
                    exact.setdefault(bot, []).append((won, place))
            keys = {
                bot: (
                    -sum(won for won, _ in each) / len(each),
                    Fraction(sum(place for _, place in each), len(each)),
                )
                for bot, each in exact.items()
            }
            table = score_lines(totals(results_of(results)))
            assert [row["bot"] for row in table] == sorted(keys, key=lambda bot: (keys[bot], bot))
            for row in table:
                better = sum(key < keys[str(row["bot"])] for key in keys.values())
                assert row["rank"] == 1 + better


class TestPoints:
    """A substitute plays a forfeited seat on, and its points are not the bot's."""

    def test_mean_points_are_those_of_seats_that_the_bot_played_to_the_end(self) -> None:
        bots = (A, B)
        results = [result("m", bots, (1, 2)), result("n", bots, (1, 2), forfeited=(1,))]
        lines = {line["bot"]: line for line in score_lines(totals(results_of(results)))}
        assert (lines["a"]["mean_points"], lines["b"]["mean_points"]) == (9.0, 8.0)

    def test_a_bot_that_forfeited_every_seat_has_none(self) -> None:
        bots = (A, B)
        lines = score_lines(totals(results_of([result("m", bots, (1, 2), forfeited=(1,))])))
        assert [line["mean_points"] for line in lines] == [9.0, None]
