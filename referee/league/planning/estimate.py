"""Estimates of strength for a ladder: OpenSkill's online ratings, in log-odds.

Before every step, a ladder asks for the strength of each bot and its uncertainty. OpenSkill's model
of Plackett and Luce answers in microseconds a match, and its answer depends on the order
of the results; so they are taken in the order of the plan, and the table never shows it.
"""

from collections.abc import Mapping, Sequence
from math import sqrt

from openskill.models import PlackettLuce, PlackettLuceRating

from referee.identifier import BotName
from referee.league.format import Estimate
from referee.league.pairing import MatchResult

_UNIT = sqrt(2) * 25 / 6
"""Of OpenSkill's points, one of log-odds between two bots that are well known."""


class LadderEstimator:
    """The estimates after some results in the order of the plan.

    A ladder asks before each step with all results of the steps before. Those that were
    taken in already are not taken in again; the answer is the same as if they were.
    """

    def __init__(self) -> None:
        self._model = PlackettLuce()
        self._ratings: dict[BotName, PlackettLuceRating] = {}
        self._taken: list[MatchResult] = []

    def __call__(
        self, bots: Sequence[BotName], results: Sequence[MatchResult]
    ) -> Mapping[BotName, Estimate]:
        """The estimate of each of the bots that are named, also of those without a result."""
        if list(results[: len(self._taken)]) != self._taken:
            self._ratings, self._taken = {}, []
        for result in results[len(self._taken) :]:
            self._take(result)
            self._taken.append(result)
        first = self._model.rating()
        return {bot: _estimate(self._ratings.get(bot, first)) for bot in bots}

    def _take(self, result: MatchResult) -> None:
        """Move the ratings of the bots of a match. A bot with several seats keeps the last."""
        names = result.pairing.bots
        teams = [[self._ratings.get(bot) or self._model.rating(name=bot)] for bot in names]
        places = [float(seat.place) for seat in result.outcome.results]
        moved = self._model.rate(teams, ranks=places)
        for bot, team in zip(names, moved, strict=True):
            self._ratings[bot] = team[0]


def _estimate(rating: PlackettLuceRating) -> Estimate:
    return Estimate(rating.mu / _UNIT, rating.sigma / _UNIT)
