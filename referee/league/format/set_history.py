"""The history of a season without rounds: its sets in order, for fits of all strengths."""

from array import array
from collections.abc import Mapping, Sequence
from math import ceil

import numpy as np

from referee.identifier import BotName
from referee.league.pairing import MatchResult
from referee.league.statistics.rating.rating import Ratings, rate
from referee.league.statistics.results_table import Reals, ResultsTable

_FIRST = 16
"""Sets before the first fit."""
_GROWTH = 1.15
"""By which factor the number of sets grows from one fit to the next. So the fits of a whole season
take about eight times as long as the last one."""


class SetHistory:
    """All sets that have ended, by the versions of their bots.

    Attributes:
        ratings: the last joint fit; None before the first. Each version is a bot.
    """

    def __init__(self) -> None:
        self.ratings: Ratings | None = None
        self._due = _FIRST
        self._names: list[BotName] = []
        self._ended = 0
        self._starts = array("q", [0])
        self._sets = array("q")
        self._seats = array("q")

    def __len__(self) -> int:
        """Return the number of sets."""
        return self._ended

    def enter(self, bot: BotName) -> int:
        """Add a version of a bot, and return its number."""
        entry = len(self._names)
        self._names.append(bot if bot not in self._names else BotName(f"{bot}/{entry}"))
        return entry

    def name(self, entry: int) -> BotName:
        """Return the name of a version in the ratings."""
        return self._names[entry]

    def add(self, entries: Mapping[BotName, int], results: Sequence[MatchResult]) -> None:
        """Add the results of a set, in which the bots had these versions."""
        for result in results:
            for bot, seat in zip(result.pairing.bots, result.outcome.results, strict=True):
                self._seats.extend((entries[bot], seat.place, seat.forfeited))
            self._starts.append(len(self._seats) // 3)
            self._sets.append(self._ended)
        self._ended += 1

    def fit(self) -> bool:
        """Rate all versions if the history has grown enough since the last fit; return whether."""
        if len(self) < self._due:
            return False
        self._due = ceil(_GROWTH * len(self))
        self.ratings = rate(self.table(), near=self.ratings)
        return True

    def table(self) -> ResultsTable:
        """Return all results, in which each version is a bot, without points and strikes."""
        matches = len(self._sets)
        starts = np.array(self._starts)
        bots, places, gone = np.array(self._seats).reshape(-1, 3).T
        nothing = np.zeros_like(places)
        return ResultsTable(
            names=tuple(self._names),
            match_ids=("",) * matches,
            sets=np.array(self._sets),
            starts=starts,
            bots=bots,
            places=places,
            scores=nothing,
            strikes=nothing,
            forfeited=gone.astype(np.bool_),
        )

    def strengths(self) -> tuple[Reals, Reals]:
        """Return the mean and variance of each version at the last fit, in log-odds."""
        return (np.zeros(0),) * 2 if self.ratings is None else self.ratings.strengths
