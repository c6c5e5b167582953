"""The cross table: how each bot fared against each other one."""

from dataclasses import dataclass
from enum import IntEnum
from itertools import permutations

import numpy as np

from referee.league.statistics.results_table import Indexes, ResultsTable


class OpponentResult(IntEnum):
    """How a match ended for a bot beside an opponent; each is a field of `Meeting`."""

    AHEAD = 0
    LEVEL = 1
    BEHIND = 2
    GIFTS = 3
    FORFEITS = 4
    NEITHER = 5


@dataclass(frozen=True, slots=True)
class Meeting:
    """Where a bot finished beside an opponent: ahead, level, or behind, in so many matches.

    Matches that one of the two forfeited are kept apart: `gifts` are those that only the
    opponent forfeited, `forfeits` those that only the bot did, `neither` those that both did.
    """

    ahead: int = 0
    level: int = 0
    behind: int = 0
    gifts: int = 0
    forfeits: int = 0
    neither: int = 0

    @property
    def matches(self) -> int:
        """In how many matches the two met."""
        played = self.ahead + self.level + self.behind
        return played + self.gifts + self.forfeits + self.neither

    @property
    def share(self) -> float | None:
        """The share of points by the verdicts, half a point for a draw; None without any."""
        against = self.behind + self.forfeits
        total = self.ahead + self.level + self.gifts + against
        return (self.ahead + self.gifts + self.level / 2) / total if total else None

    def __str__(self) -> str:
        """Ahead-level-behind, and what was forfeited, as in `12-3-5 +2f -1f`."""
        text = f"{self.ahead}-{self.level}-{self.behind}"
        text += f" +{self.gifts}f" if self.gifts else ""
        text += f" -{self.forfeits}f" if self.forfeits else ""
        return text + (f" ({self.neither}f)" if self.neither else "")


def cross_table(results: ResultsTable) -> dict[tuple[str, str], Meeting]:
    """The meetings of each bot with each other one that it has met.

    A bot that sits in several seats of a match meets its opponent in each of them; a
    bot does not meet itself.
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
    """The kind of each meeting of a seat with another; shape (matches,)."""
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
