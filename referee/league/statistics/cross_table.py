"""The cross table: the results of each bot against each other bot."""

from dataclasses import dataclass
from enum import IntEnum
from itertools import permutations

import numpy as np

from referee.league.statistics.results_table import Indexes, ResultsTable


class OpponentResult(IntEnum):
    """The result of a bot against an opponent in a match; each member is a field of `Meeting`."""

    AHEAD = 0
    LEVEL = 1
    BEHIND = 2
    GIFTS = 3
    FORFEITS = 4
    NEITHER = 5


@dataclass(frozen=True, slots=True)
class Meeting:
    """The number of matches of a bot against an opponent, by result.

    Attributes:
        ahead: the bot finished ahead of the opponent.
        level: both shared a place.
        behind: the bot finished behind the opponent.
        gifts: only the opponent forfeited.
        forfeits: only the bot forfeited.
        neither: both forfeited.
    """

    ahead: int = 0
    level: int = 0
    behind: int = 0
    gifts: int = 0
    forfeits: int = 0
    neither: int = 0

    @property
    def matches(self) -> int:
        """The number of meetings."""
        played = self.ahead + self.level + self.behind
        return played + self.gifts + self.forfeits + self.neither

    @property
    def share(self) -> float | None:
        """The score from 0 to 1, with forfeits as losses; None if `neither` has all matches."""
        against = self.behind + self.forfeits
        total = self.ahead + self.level + self.gifts + against
        return (self.ahead + self.gifts + self.level / 2) / total if total else None

    def __str__(self) -> str:
        """Return ahead-level-behind, then forfeits, as in `12-3-5 +2f -1f`."""
        text = f"{self.ahead}-{self.level}-{self.behind}"
        text += f" +{self.gifts}f" if self.gifts else ""
        text += f" -{self.forfeits}f" if self.forfeits else ""
        return text + (f" ({self.neither}f)" if self.neither else "")


def cross_table(results: ResultsTable) -> dict[tuple[str, str], Meeting]:
    """Return the meetings of each pair of bots that met, by the names (bot, opponent).

    A bot with several seats in a match meets its opponents once for each seat. It does not meet
    itself.
    """
    bots = len(results.names)
    codes = [np.zeros(0, dtype=np.int64)]
    for _, seats in results.by_size():
        for one, two in permutations(range(seats.shape[1]), 2):
            mine, other = seats[:, one], seats[:, two]
            pairs = results.bots[mine] * bots + results.bots[other]
            codes.append(pairs * len(OpponentResult) + _kinds(results, mine, other))
    found, counts = np.unique(np.concatenate(codes), return_counts=True)
    cross: dict[tuple[str, str], dict[str, int]] = {}
    for code, count in zip(found.tolist(), counts.tolist(), strict=True):
        pair, kind = divmod(code, len(OpponentResult))
        bot, other = divmod(pair, bots)
        if bot != other:
            key = (results.names[bot], results.names[other])
            cross.setdefault(key, {})[OpponentResult(kind).name.lower()] = count
    return {key: Meeting(**meeting) for key, meeting in cross.items()}


def _kinds(results: ResultsTable, mine: Indexes, other: Indexes) -> Indexes:
    """Return the result of each seat in `mine` against `other`; shape (matches,)."""
    gone, absent = results.forfeited[mine], results.forfeited[other]
    ours, theirs = results.places[mine], results.places[other]
    return np.select(
        [gone & absent, gone, absent, ours < theirs, ours == theirs],
        [
            OpponentResult.NEITHER,
            OpponentResult.FORFEITS,
            OpponentResult.GIFTS,
            OpponentResult.AHEAD,
            OpponentResult.LEVEL,
        ],
        OpponentResult.BEHIND,
    )
