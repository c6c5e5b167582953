"""A played set: the matches of one group of bots in all rotations, which are one observation."""

from collections.abc import Iterable
from dataclasses import dataclass

from referee.identifier import BotName
from referee.league.pairing import MatchResult
from referee.match.outcome import Outcome


@dataclass(frozen=True, slots=True)
class PlayedSet:
    """The results of one set.

    Attributes:
        round: the number of its round.
        number: the number of the set.
        bots: the names of its bots, sorted, each once.
        matches: its results, sorted by name.
    """

    round: int
    number: int
    bots: tuple[BotName, ...]
    matches: tuple[MatchResult, ...]

    @property
    def complete(self) -> bool:
        """Whether every rotation of the seats has a result."""
        return len(self.matches) == len(self.matches[0].pairing.bots)

    def shares(self) -> dict[BotName, float]:
        """Return the mean score of each bot, from 0 to 1; see `shares_of`."""
        found: dict[BotName, list[float]] = {bot: [] for bot in self.bots}
        for match in self.matches:
            for bot, share in zip(match.pairing.bots, shares_of(match.outcome), strict=True):
                found[bot].append(share)
        return {bot: sum(shares) / len(shares) for bot, shares in found.items()}


def shares_of(outcome: Outcome) -> tuple[float, ...]:
    """Return the score of each seat: the share of other seats behind it; ties count half.

    A place is one more than the number of seats ahead of it.
    """
    places = [result.place for result in outcome.results]
    seats = len(places)
    return tuple((seats - place - (places.count(place) - 1) / 2) / (seats - 1) for place in places)


def played_sets(results: Iterable[MatchResult]) -> tuple[PlayedSet, ...]:
    """Return the sets of these results, sorted by round and number, for any order of results."""
    found: dict[tuple[int, int], list[MatchResult]] = {}
    for result in results:
        pairing = result.pairing
        found.setdefault((pairing.round, pairing.set_number), []).append(result)
    return tuple(_played_set(*key, found[key]) for key in sorted(found))


def _played_set(number: int, index: int, matches: list[MatchResult]) -> PlayedSet:
    matches.sort(key=lambda match: match.pairing.match_id)
    bots = tuple(sorted({bot for match in matches for bot in match.pairing.bots}))
    return PlayedSet(number, index, bots, tuple(matches))
