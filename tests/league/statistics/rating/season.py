"""Simulate seasons of bots with known strengths, for the tests of ratings."""

import math
import random
from collections.abc import Mapping, Sequence
from itertools import combinations

from referee.identifier import BotName, MatchId
from referee.league.pairing import MatchResult, Pairing
from referee.league.statistics.rating.finish import Forfeits
from referee.league.statistics.rating.rating import Ratings, rate
from referee.league.statistics.results_table import results_of
from referee.match.outcome import Outcome, SeatResult, Termination

A, B, C, D, E = map(BotName, "abcde")


def result(
    match_id: str,
    bots: Sequence[BotName],
    places: Sequence[int],
    forfeited: Sequence[int] = (),
    set_number: int = 1,
) -> MatchResult:
    """Return the result of a match with these places; `forfeited` are seats."""
    seats = tuple(
        SeatResult(place, 10 - place, 3 * (seat in forfeited), seat in forfeited)
        for seat, place in enumerate(places)
    )
    ending = Termination.FORFEITED if forfeited else Termination.FINISHED
    pairing = Pairing(MatchId(match_id), 1, set_number, tuple(bots), bytes(32))
    return MatchResult(pairing, Outcome(ending, seats, "It ended."), match_id.encode())


def season(
    strengths: Mapping[BotName, float],
    sets: int,
    seats: int,
    dice: random.Random,
    luck: float = 0,
    ties: float = 0,
) -> list[MatchResult]:
    """Return the results of rotated sets among groups of bots, each group in turn.

    `luck` is the standard deviation of the set's random effect on the strength of each bot. `ties`
    is the probability that a seat shares the place of the one ahead of it.
    """
    groups = list(combinations(strengths, seats))
    results = []
    for number in range(1, sets + 1):
        bots = groups[number % len(groups)] if len(groups) <= sets else dice.choice(groups)
        shift = {bot: dice.gauss(0, luck) for bot in bots}
        for turn in range(seats):
            held = bots[turn:] + bots[:turn]
            form = {bot: strengths[bot] + shift[bot] + gumbel(dice) for bot in bots}
            order = sorted(bots, key=lambda bot: -form[bot])
            places = _places(order, ties, dice)
            results.append(
                result(f"s{number:05}-{turn}", held, [places[bot] for bot in held], (), number)
            )
    return results


def rated(results: Sequence[MatchResult], forfeits: Forfeits = Forfeits.LAST) -> Ratings:
    """Return the ratings of a season with at least one rated match."""
    ratings = rate(results_of(results), forfeits)
    assert ratings is not None
    return ratings


def gumbel(dice: random.Random) -> float:
    """Return a Gumbel random number; added to strengths, it gives Plackett-Luce orders."""
    return -math.log(-math.log(dice.random() or 1e-300))


def _places(order: Sequence[BotName], ties: float, dice: random.Random) -> dict[str, int]:
    places: dict[str, int] = {}
    for at, bot in enumerate(order):
        level = at > 0 and dice.random() < ties
        places[bot] = places[order[at - 1]] if level else at + 1
    return places
