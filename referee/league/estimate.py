"""A first estimate of strength, from mean shares: for a ladder that has nothing better."""

import math
from collections.abc import Mapping, Sequence

from referee.league.format import Estimate
from referee.league.played_set import played_sets
from referee.league.result import MatchResult

_PRIOR = 2.0
"""Sets of even results that every bot is taken to have played already."""


def estimate(bots: Sequence[str], results: Sequence[MatchResult]) -> Mapping[str, Estimate]:
    """The log-odds of each bot's mean share over its sets, with the deviation of that."""
    weight = dict.fromkeys(bots, _PRIOR)
    share = dict.fromkeys(bots, _PRIOR / 2)
    for played in played_sets(results):
        for bot, mean in played.shares().items():
            if bot in weight:
                weight[bot] += 1
                share[bot] += mean
    return {bot: _log_odds(share[bot] / weight[bot], weight[bot]) for bot in bots}


def _log_odds(mean: float, weight: float) -> Estimate:
    information = weight * mean * (1 - mean)
    return Estimate(math.log(mean / (1 - mean)), 1 / math.sqrt(information))
