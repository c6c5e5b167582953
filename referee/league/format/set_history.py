"""The history of a season without rounds: its sets in order, for fits of all strengths."""

from array import array
from collections.abc import Mapping, Sequence

import numpy as np

from referee.identifier import BotName
from referee.league.pairing import MatchResult
from referee.league.statistics.results_table import ResultsTable


class SetHistory:
    """All sets that have ended, by the versions of their bots."""

    def __init__(self) -> None:
        self._names: list[BotName] = []
        self._ends = array("q", [0])
        self._starts = array("q", [0])
        self._sets = array("q")
        self._seats = array("q")

    def __len__(self) -> int:
        """Return the number of sets."""
        return len(self._ends) - 1

    def enter(self, bot: BotName) -> int:
        """Add a version of a bot, and return its number."""
        self._names.append(bot)
        return len(self._names) - 1

    def add(self, entries: Mapping[BotName, int], results: Sequence[MatchResult]) -> None:
        """Add the results of a set, in which the bots had these versions."""
        for result in results:
            for bot, seat in zip(result.pairing.bots, result.outcome.results, strict=True):
                self._seats.extend((entries[bot], seat.place, seat.forfeited))
            self._starts.append(len(self._seats) // 3)
            self._sets.append(len(self._ends))
        self._ends.append(len(self._sets))

    def table(self, sets: int) -> ResultsTable:
        """Return the results of the first `sets` sets; each version is a bot.

        Names, points and strikes are left out.
        """
        matches = self._ends[sets]
        starts = np.array(self._starts[: matches + 1])
        bots, places, gone = np.array(self._seats[: 3 * starts[-1]]).reshape(-1, 3).T
        nothing = np.zeros_like(places)
        return ResultsTable(
            names=tuple(self._names),
            match_ids=("",) * matches,
            sets=np.array(self._sets[:matches]),
            starts=starts,
            bots=bots,
            places=places,
            scores=nothing,
            strikes=nothing,
            forfeited=gone.astype(np.bool_),
        )
