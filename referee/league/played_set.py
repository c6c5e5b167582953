"""A played set: the matches of one group on one seed, which count as one observation."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

from referee.league.result import MatchResult
from referee.match.outcome import Outcome


@dataclass(frozen=True, slots=True)
class PlayedSet:
    """The results of one set, in the order of their rotations.

    `bots` are the names in it, sorted, each once. A set is complete when every rotation
    of its seats has a result.
    """

    round: int
    number: int
    bots: tuple[str, ...]
    matches: tuple[MatchResult, ...]

    @property
    def complete(self) -> bool:
        """Whether every rotation was played."""
        return len(self.matches) == len(self.matches[0].pairing.bots)

    def share(self, bot: str) -> float:
        """The mean share of the others that the bot was ahead of, from 0 to 1; ties are half."""
        shares = [
            share
            for match in self.matches
            for name, share in zip(match.pairing.bots, shares_of(match.outcome), strict=True)
            if name == bot
        ]
        return sum(shares) / len(shares)


def shares_of(outcome: Outcome) -> tuple[float, ...]:
    """For each seat, the share of the other seats it was placed ahead of; ties are half."""
    places = [result.place for result in outcome.results]
    others = len(places) - 1
    return tuple(
        (sum(other > place for other in places) + (places.count(place) - 1) / 2) / others
        for place in places
    )


def played_sets(results: Iterable[MatchResult]) -> tuple[PlayedSet, ...]:
    """The sets of some results, by round and number, whatever order the results have."""
    ordered = sorted(results, key=_order)
    sets = []
    for (number, index), matches in groupby(ordered, key=lambda one: _order(one)[:2]):
        same = tuple(matches)
        bots = tuple(sorted({bot for match in same for bot in match.pairing.bots}))
        sets.append(PlayedSet(number, index, bots, same))
    return tuple(sets)


def _order(result: MatchResult) -> tuple[int, int, str]:
    pairing = result.pairing
    return pairing.round, pairing.set_number, pairing.match_id
