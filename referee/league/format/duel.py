"""A duel: the score of one bot against another, with its interval and P(better).

The observations are rotated sets, not matches, because the matches of a set share their draws.
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
"""Sets that an interval needs at least: fewer show too little of the variance of scores."""

_ELO = 400 / math.log(10)
"""Elo points per unit of log-odds."""


@dataclass(frozen=True, slots=True)
class Duel:
    """The results of two bots in all complete sets in which they met.

    Attributes:
        bot: the bot whose score is computed.
        other: its opponent.
        scores: the score of `bot` in each set, from 0 to 1.
        wins: matches with a score above 1/2.
        draws: matches with a score of 1/2.
        losses: matches with a score below 1/2.
    """

    bot: BotName
    other: BotName
    scores: tuple[float, ...]
    wins: int
    draws: int
    losses: int

    @property
    def matches(self) -> int:
        """How many matches count."""
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float | None:
        """The mean score over sets; None without a set."""
        return fmean(self.scores) if self.scores else None

    @property
    def bounds(self) -> tuple[float, float] | None:
        """The 95 % interval of the score; None with fewer than `LEAST_SETS` sets."""
        return interval(self.scores) if len(self.scores) >= LEAST_SETS else None

    @property
    def superiority(self) -> float | None:
        """The probability that `bot` is better; None with fewer than `LEAST_SETS` sets."""
        return superiority(self.scores) if len(self.scores) >= LEAST_SETS else None


def duel(played: Iterable[PlayedSet], bot: BotName, other: BotName) -> Duel:
    """Return the duel of two bots from the played sets; incomplete sets do not count."""
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
    """Return the share of pairs of opposing seats in which a bot finished ahead; ties count half.

    Args:
        bots: the bots by seat.
        places: the places by seat.
        bot: the bot whose share is returned.
        other: the opponent.
    """
    mine = [place for name, place in zip(bots, places, strict=True) if name == bot]
    theirs = [place for name, place in zip(bots, places, strict=True) if name == other]
    return fmean((a < b) + (a == b) / 2 for a in mine for b in theirs)


def score_of(elo: float) -> float:
    """Return the expected score at an Elo difference."""
    return 1 / (1 + math.exp(-elo / _ELO))


def elo_of(score: float) -> float:
    """Return the Elo difference at a score, limited to about 1,200 in both directions."""
    kept = min(max(score, 1e-3), 1 - 1e-3)
    return _ELO * math.log(kept / (1 - kept))
