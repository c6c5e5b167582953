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


def online(bots: Sequence[str], results: Iterable[MatchResult]) -> Mapping[str, OnlineRating]:
    """The online ratings of the bots that are named, also of those without a result.

    The same results give the same ratings, whatever their order.
    """
    model = PlackettLuce()
    held: dict[str, PlackettLuceRating] = {}
    for result in sorted(results, key=_plan):
        names = result.pairing.bots
        teams = [[held.get(bot) or model.rating(name=bot)] for bot in names]
        moved = model.rate(teams, ranks=_ranks(result.outcome.results))
        for bot, team in zip(names, moved, strict=True):
            held[bot] = team[0]
    first = model.rating()
    return {bot: _plain(held.get(bot, first)) for bot in bots}


def _plan(result: MatchResult) -> tuple[int, int, str]:
    pairing = result.pairing
    return pairing.round, pairing.set_number, pairing.match_id


def _ranks(seats: Sequence[SeatResult]) -> list[float]:
    return [float(seat.place) for seat in seats]


def _plain(rating: PlackettLuceRating) -> OnlineRating:
    return OnlineRating(rating.mu, rating.sigma)
