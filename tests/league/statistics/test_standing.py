"""Standings: sums over matches, in an order that is exact."""

import random
from fractions import Fraction

from referee.identifier import BotName
from referee.league.statistics.standing import rows, standings
from tests.league.statistics.rating.season import result


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
            table = rows(standings((one.pairing.bots, one.outcome) for one in results))
            assert [row["bot"] for row in table] == sorted(keys, key=lambda bot: (keys[bot], bot))
            for row in table:
                better = sum(key < keys[str(row["bot"])] for key in keys.values())
                assert row["rank"] == 1 + better
