"""Estimates of strength for a ladder: OpenSkill's online ratings, in log-odds."""

from collections.abc import Mapping, Sequence
from math import sqrt

from referee.league.format import Estimate
from referee.league.rating.online import OnlineRatings
from referee.league.result import MatchResult

_UNIT = sqrt(2) * 25 / 6
"""Of OpenSkill's points, one of log-odds between two bots that are well known."""


class LadderEstimator:
    """The estimates after some results in the order of the plan.

    A ladder asks before each step with all results of the steps before. Those that were
    taken in already are not taken in again; the answer is the same as if they were.
    """

    def __init__(self) -> None:
        self._ratings = OnlineRatings()
        self._taken: list[MatchResult] = []

    def __call__(
        self, bots: Sequence[str], results: Sequence[MatchResult]
    ) -> Mapping[str, Estimate]:
        """The estimate of each of the bots that are named, also of those without a result."""
        if list(results[: len(self._taken)]) != self._taken:
            self._ratings, self._taken = OnlineRatings(), []
        for result in results[len(self._taken) :]:
            self._ratings.take(result)
            self._taken.append(result)
        found = self._ratings.of(bots)
        return {
            bot: Estimate(rating.mu / _UNIT, rating.sigma / _UNIT) for bot, rating in found.items()
        }
