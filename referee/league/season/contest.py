"""Contests: the groups of bots that meet in a round, with their scores; and late arrivals."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from referee.identifier import BotName
from referee.league.format.played_set import played_sets
from referee.league.ledger.ledger_queries import planned_seats, rosters
from referee.league.ledger.listing import Reading
from referee.league.pairing import MatchResult


@dataclass(frozen=True, slots=True)
class Contest:
    """A group of bots in a round.

    Attributes:
        round: the number of the round.
        scores: the mean score of each bot over the played sets, best first; None before the first.
        goes_on: the bots that also play in a later round.
        is_over: whether every match has a result.
    """

    round: int
    scores: tuple[tuple[BotName, float | None], ...]
    goes_on: frozenset[BotName]
    is_over: bool


def contests(reading: Reading, results: Iterable[MatchResult]) -> list[Contest]:
    """Return the contests of a season, round by round, in the order in which they were planned."""
    planned: dict[tuple[int, tuple[BotName, ...]], int] = {}
    last: dict[BotName, int] = {}
    for number, seated in planned_seats(reading):
        bots = tuple(sorted(set(seated)))
        planned[number, bots] = planned.get((number, bots), 0) + 1
        last.update(dict.fromkeys(bots, number))
    shares: dict[tuple[int, tuple[BotName, ...]], list[dict[BotName, float]]] = defaultdict(list)
    played: dict[tuple[int, tuple[BotName, ...]], int] = defaultdict(int)
    for one in played_sets(results):
        shares[one.round, one.bots].append(one.shares())
        played[one.round, one.bots] += len(one.matches)
    return [
        Contest(
            number,
            _scores(bots, shares.get((number, bots), [])),
            frozenset(bot for bot in bots if last[bot] > number),
            played.get((number, bots), 0) >= count,
        )
        for (number, bots), count in planned.items()
    ]


def arrivals(reading: Reading) -> list[tuple[BotName, int]]:
    """Return the bots that came after the first round, with their first round, the newest first."""
    came: dict[BotName, int] = {}
    for number, bots in rosters(reading):
        for bot in bots:
            came.setdefault(bot, number)
    first = min(came.values(), default=0)
    late = [(bot, number) for bot, number in came.items() if number > first]
    return sorted(late, key=lambda one: (-one[1], one[0]))


def _scores(
    bots: tuple[BotName, ...], sets: list[dict[BotName, float]]
) -> tuple[tuple[BotName, float | None], ...]:
    if not sets:
        return tuple((bot, None) for bot in bots)
    means = [(bot, sum(one[bot] for one in sets) / len(sets)) for bot in bots]
    return tuple(sorted(means, key=lambda one: -one[1]))
