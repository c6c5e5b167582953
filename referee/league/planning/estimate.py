"""Estimate the strengths of bots for a ladder with OpenSkill's online ratings, in log-odds.

Before each round, a ladder asks for the strength of each bot and its uncertainty. OpenSkill's
Plackett-Luce model needs microseconds per match. Its estimates depend on the order of the results,
so results are used in planned order, and the results table never shows these estimates.
"""

from collections.abc import Mapping, Sequence
from math import sqrt

from openskill.models import PlackettLuce, PlackettLuceRating

from referee.identifier import BotName
from referee.league.format import Estimate
from referee.league.pairing import MatchResult

_UNIT = sqrt(2) * 25 / 6
"""OpenSkill's points per unit of log-odds between two bots with certain strengths."""


class LadderEstimator:
    """Estimates strengths from results in planned order.

    Each call receives all results so far. Results that an earlier call has processed are not
    processed again; the estimates are the same as if they were.
    """

    def __init__(self) -> None:
        self._model = PlackettLuce()
        self._ratings: dict[BotName, PlackettLuceRating] = {}
        self._taken: list[MatchResult] = []

    def __call__(
        self, bots: Sequence[BotName], results: Sequence[MatchResult]
    ) -> Mapping[BotName, Estimate]:
        """Return the estimate of each bot, including bots without a result."""
        if list(results[: len(self._taken)]) != self._taken:
            self._ratings, self._taken = {}, []
        for result in results[len(self._taken) :]:
            self._take(result)
            self._taken.append(result)
        first = self._model.rating()
        return {bot: _estimate(self._ratings.get(bot, first)) for bot in bots}

    def _take(self, result: MatchResult) -> None:
        """Update the ratings of the bots of a match. A bot with several seats keeps the last."""
        names = result.pairing.bots
        teams = [[self._ratings.get(bot) or self._model.rating(name=bot)] for bot in names]
        places = [float(seat.place) for seat in result.outcome.results]
        moved = self._model.rate(teams, ranks=places)
        for bot, team in zip(names, moved, strict=True):
            self._ratings[bot] = team[0]


def _estimate(rating: PlackettLuceRating) -> Estimate:
    return Estimate(rating.mu / _UNIT, rating.sigma / _UNIT)
