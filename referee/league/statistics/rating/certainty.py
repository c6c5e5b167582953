"""Certainty: how sure the ranks of bots are, from the joint fit of all results.

Ratings depend on each other, so their intervals do not say how sure a rank is. The probabilities
here are bounds on the safe side, and come from the joint spread of the ratings.
"""

from collections.abc import Sequence
from itertools import pairwise

from referee.identifier import BotName
from referee.league.statistics.rating.rating import Ratings


def certainty(ratings: Ratings, bots: Sequence[BotName]) -> float:
    """Return the least probability that all of these bots are in the right order.

    The order is right if each bot is better than the next one. So the probability that it is wrong
    is at most the sum of the probabilities that a bot is worse than the next one (Bonferroni). It
    is 0 if a bot has too few sets for an interval, or cannot be compared with the next one.
    """
    if any(ratings[bot].no_interval for bot in bots):
        return 0.0
    order = ranked(ratings, bots)
    doubt = 0.0
    for bot, other in pairwise(order):
        better = ratings.better(bot, other)
        doubt += 1.0 if better is None else 1 - better
    return max(0.0, 1 - doubt)


def among_first(ratings: Ratings, bots: Sequence[BotName], top: int) -> dict[BotName, float]:
    """Return the greatest probability of each of these bots to be among the first `top`.

    A bot that is among them is better than at least one of any `top` others. So its probability is
    at most the sum of the probabilities that it is better than each of the `top` others with the
    highest ratings. It is 1 if the bot has too few sets for an interval.
    """
    order = ranked(ratings, bots)
    found = {}
    for bot in order:
        others = [other for other in order[: top + 1] if other != bot][:top]
        chances = (ratings.better(bot, other) for other in others)
        least = sum(1.0 if chance is None else chance for chance in chances)
        found[bot] = 1.0 if ratings[bot].no_interval else min(1.0, least)
    return found


def ranked(ratings: Ratings, bots: Sequence[BotName]) -> list[BotName]:
    """Return these bots by their ratings, the best first; bots with few sets come last."""
    return sorted(bots, key=lambda bot: (bool(ratings[bot].no_interval), -ratings[bot].points, bot))
