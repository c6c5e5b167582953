"""Online ratings: a mean and a deviation that each result moves a little, for a ladder.

A ladder asks before every round who is how strong and how sure that is. OpenSkill's model
of Plackett and Luce answers in microseconds a match, and its answer depends on the order
of the results; so they are taken in the order of the plan, and the table never shows it.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from openskill.models import PlackettLuce, PlackettLuceRating

from referee.league.result import MatchResult
from referee.match.outcome import SeatResult


@dataclass(frozen=True, slots=True)
class OnlineRating:
    """A bot's strength: its mean and its deviation, on OpenSkill's scale (25 and 8.3 at first)."""

    mu: float
    sigma: float


class OnlineRatings:
    """Ratings that have taken in some results, one after the other."""

    def __init__(self) -> None:
        self._model = PlackettLuce()
        self._held: dict[str, PlackettLuceRating] = {}

    def take(self, result: MatchResult) -> None:
        """Move the ratings of the bots of a match. A bot with several seats keeps the last."""
        names = result.pairing.bots
        teams = [[self._held.get(bot) or self._model.rating(name=bot)] for bot in names]
        moved = self._model.rate(teams, ranks=_ranks(result.outcome.results))
        for bot, team in zip(names, moved, strict=True):
            self._held[bot] = team[0]

    def of(self, bots: Sequence[str]) -> Mapping[str, OnlineRating]:
        """The ratings of the bots that are named, also of those without a result."""
        first = self._model.rating()
        return {bot: _plain(self._held.get(bot, first)) for bot in bots}


def online(bots: Sequence[str], results: Iterable[MatchResult]) -> Mapping[str, OnlineRating]:
    """The online ratings of the bots that are named, also of those without a result.

    The same results give the same ratings, whatever their order.
    """
    ratings = OnlineRatings()
    for result in sorted(results, key=_plan):
        ratings.take(result)
    return ratings.of(bots)


def _plan(result: MatchResult) -> tuple[int, int, str]:
    pairing = result.pairing
    return pairing.round, pairing.set_number, pairing.match_id


def _ranks(seats: Sequence[SeatResult]) -> list[float]:
    return [float(seat.place) for seat in seats]


def _plain(rating: PlackettLuceRating) -> OnlineRating:
    return OnlineRating(rating.mu, rating.sigma)
