"""How certain the ranks of a table are: a lower bound of the probability that all are right."""

from collections.abc import Sequence
from itertools import pairwise

from referee.identifier import BotName
from referee.league.statistics.rating.rating import LEAST_SETS, Ratings


def rank_certainty(ratings: Ratings, bots: Sequence[BotName]) -> float:
    """Return the least probability that the ratings order these bots by their true strengths.

    The order is right if each bot is stronger than the one below it. So the probability that it is
    wrong is at most the sum of the probabilities that one of these pairs is wrong, whatever the
    ratings have to do with each other.

    It is 0 while a bot has fewer than `LEAST_SETS` sets, or no chain of matches connects two of
    them.
    """
    try:
        rows = sorted((ratings[bot] for bot in bots), key=lambda row: (-row.points, row.bot))
    except KeyError:  # a bot without a match
        return 0.0
    if any(row.sets < LEAST_SETS for row in rows):
        return 0.0
    chances = [ratings.better(above.bot, below.bot) for above, below in pairwise(rows)]
    doubts = [1.0 if chance is None else 1.0 - chance for chance in chances]
    return max(0.0, 1.0 - sum(doubts))
