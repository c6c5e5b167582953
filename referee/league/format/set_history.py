"""The history of a season without rounds: its sets in order, for fits of all strengths."""

from array import array
from collections.abc import Callable, Mapping, Sequence
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
    """All sets that have ended, by the versions of their bots."""

    def __init__(self) -> None:
        self._ratings: Ratings | None = None
        self._fit: Callable[[], Ratings | None] | None = None
        """Returns the last joint fit, if nothing has read it yet."""
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

    def is_due(self) -> bool:
        """Return whether the history has grown enough since the last joint fit for another one."""
        if len(self) < self._due:
            return False
        self._due = ceil(_GROWTH * len(self))
        return True

    def fit(self, near: Reals) -> None:
        """Rate all versions by the sets so far, when `ratings` are read.

        The search starts at the strengths `near`, by version.
        """
        matches, versions = len(self._sets), len(self._names)
        self._fit = lambda: rate(self.table(matches, versions), near=near)

    @property
    def ratings(self) -> Ratings | None:
        """The last joint fit; None before the first. Each version is a bot."""
        if self._fit is not None:
            self._ratings, self._fit = self._fit(), None
        return self._ratings

    def table(self, matches: int | None = None, versions: int | None = None) -> ResultsTable:
        """Return the results, in which each version is a bot, without points and strikes.

        Args:
            matches: the number of the first matches to return; None for all.
            versions: the number of the first versions, likewise.
        """
        sets = np.array(self._sets[:matches])
        starts = np.array(self._starts[: len(sets) + 1])
        seats = np.array(self._seats[: 3 * int(starts[-1])])
        bots, places, gone = seats.reshape(-1, 3).T
        nothing = np.zeros_like(places)
        return ResultsTable(
            names=tuple(self._names[:versions]),
            match_ids=("",) * len(sets),
            sets=sets,
            starts=starts,
            bots=bots,
            places=places,
            scores=nothing,
            strikes=nothing,
            forfeited=gone.astype(np.bool_),
        )
