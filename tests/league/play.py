"""Simulate seasons without matches: a planner, and results from known strengths."""

import math
from collections.abc import Callable, Mapping, Sequence
from random import Random

from referee.identifier import BotName
from referee.league.configuration.settings import BotSettings, LeagueSettings
from referee.league.format import Format
from referee.league.pairing import MatchResult, Pairing
from referee.league.planning.planner import Planner
from referee.match.outcome import Outcome, SeatResult, Termination

Play = Callable[[Pairing], Sequence[int]]
"""Returns the places of a match, in seat order."""


def names(count: int) -> tuple[BotName, ...]:
    """Return the names of `count` bots."""
    return tuple(BotName(f"bot {number:04}") for number in range(count))


def league(
    format_: Format, bots: Sequence[BotName], seats: int, seed: str = "seed", variants: int = 1
) -> LeagueSettings:
    """Return the settings of a league of the toy game."""
    return LeagueSettings(
        name="test",
        game="toy",
        seats=seats,
        seed=seed,
        format=format_,
        variants=({},) * variants,
        bots=tuple(BotSettings(name=bot, command="random") for bot in bots),
    )


def result(pairing: Pairing, places: Sequence[int]) -> MatchResult:
    """Return a result with these places; worse places have fewer points."""
    seats = tuple(SeatResult(place, 100 - place, 0, False) for place in places)
    return MatchResult(pairing, Outcome(Termination.FINISHED, seats, "It is over."), b"")


def by_name(pairing: Pairing) -> tuple[int, ...]:
    """Return places in alphabetical order of the bots; copies of a bot share a place."""
    return tuple(1 + sum(other < bot for other in pairing.bots) for bot in pairing.bots)


def by_strength(strengths: Mapping[BotName, float], dice: Random) -> Play:
    """Return a `Play` by the Plackett-Luce model, from strengths in log-odds."""

    def play(pairing: Pairing) -> tuple[int, ...]:
        times = [dice.expovariate(math.exp(strengths[bot])) for bot in pairing.bots]
        return tuple(1 + sum(other < time for other in times) for time in times)

    return play


def season(
    planner: Planner, bots: Sequence[BotName], play: Play, most_rounds: int = 1_000
) -> list[MatchResult]:
    """Play a season to its end, or for `most_rounds` rounds; return all results."""
    results: list[MatchResult] = []
    for number in range(1, most_rounds + 1):
        pairings = planner.next_round(number, bots, results)
        if not pairings:
            break
        results += [result(pairing, play(pairing)) for pairing in pairings]
    return results
