"""A duel: how often one bot is placed before another, and how certain its lead is.

Rotated sets are what is counted, for the matches of one set share their draws.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean

from referee.identifier import BotName
from referee.league.format.played_set import PlayedSet
from referee.league.format.sprt import interval, superiority
from referee.match.outcome import Outcome

LEAST_SETS = 5
"""Sets from which a duel has an interval: fewer say too little of how scores spread."""

_ELO = 400 / math.log(10)
"""Points of the Elo scale for one unit of log-odds."""


@dataclass(frozen=True, slots=True)
class Duel:
    """All complete sets in which two bots met.

    Attributes:
        bot: the bot whose score it is.
        other: its opponent.
        scores: the score of `bot` in each set, from 0 to 1.
        wins: matches in which it was placed before the other more often than behind it.
        draws: matches in which it was placed before and behind it equally often.
        losses: the rest.
    """

    bot: BotName
    other: BotName
    scores: tuple[float, ...]
    wins: int
    draws: int
    losses: int

    @property
    def games(self) -> int:
        """How many matches count."""
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float | None:
        """The mean score; None without a set."""
        return fmean(self.scores) if self.scores else None

    @property
    def bounds(self) -> tuple[float, float] | None:
        """The 95 % interval of the score; None from fewer than `LEAST_SETS` sets."""
        return interval(self.scores) if len(self.scores) >= LEAST_SETS else None

    @property
    def superiority(self) -> float | None:
        """The likelihood that `bot` is the better one; None from fewer than `LEAST_SETS` sets."""
        return superiority(self.scores) if len(self.scores) >= LEAST_SETS else None


def duel(played: Iterable[PlayedSet], bot: BotName, other: BotName) -> Duel:
    """Compare two bots by the sets that were played; sets that are not complete do not count."""
    scores: list[float] = []
    wins = draws = losses = 0
    for one in played:
        if not one.complete or not {bot, other} <= set(one.bots):
            continue
        matches = [
            match_score(match.pairing.bots, _places(match.outcome), bot, other)
            for match in one.matches
        ]
        scores.append(fmean(matches))
        wins += sum(score > 0.5 for score in matches)
        draws += sum(score == 0.5 for score in matches)
        losses += sum(score < 0.5 for score in matches)
    return Duel(bot, other, tuple(scores), wins, draws, losses)


def _places(outcome: Outcome) -> tuple[int, ...]:
    return tuple(result.place for result in outcome.results)


def match_score(
    bots: Sequence[BotName], places: Sequence[int], bot: BotName, other: BotName
) -> float:
    """The share of pairs of opposed seats in which a bot is placed first; ties count as half.

    Args:
        bots: the bots by seat.
        places: their places.
        bot: whose share it is.
        other: the opponent.
    """
    mine = [place for name, place in zip(bots, places, strict=True) if name == bot]
    theirs = [place for name, place in zip(bots, places, strict=True) if name == other]
    return fmean((a < b) + (a == b) / 2 for a in mine for b in theirs)


def score_of(elo: float) -> float:
    """The score that so many Elo ahead come to."""
    return 1 / (1 + math.exp(-elo / _ELO))


def elo_of(score: float) -> float:
    """How many Elo a score is ahead; a whole defeat or victory stops at 1,200."""
    kept = min(max(score, 1e-3), 1 - 1e-3)
    return _ELO * math.log(kept / (1 - kept))
