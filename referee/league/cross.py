"""The cross table: how each bot fared against each other one."""

from dataclasses import dataclass
from itertools import combinations

import numpy as np

from referee.league.sheet import Flags, Indexes, Sheet


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


def cross_table(sheet: Sheet) -> dict[tuple[str, str], Meeting]:
    """The meetings of each bot with each other one that it has met.

    A bot that sits in several seats of a match meets its opponent in each of them; a
    bot does not meet itself.
    """
    bots = len(sheet.names)
    counts = np.zeros((6, bots * bots), dtype=np.int64)
    for _, seats in sheet.by_size():
        for one, two in combinations(range(seats.shape[1]), 2):
            for mine, other in ((seats[:, one], seats[:, two]), (seats[:, two], seats[:, one])):
                pairs = sheet.bots[mine] * bots + sheet.bots[other]
                for kind, chosen in enumerate(_kinds(sheet, mine, other)):
                    counts[kind] += np.bincount(pairs[chosen], minlength=bots * bots)
    met = np.flatnonzero(counts.sum(axis=0))
    return {
        (sheet.names[pair // bots], sheet.names[pair % bots]): Meeting(*counts[:, pair].tolist())
        for pair in met.tolist()
        if pair // bots != pair % bots
    }


def _kinds(sheet: Sheet, mine: Indexes, other: Indexes) -> tuple[Flags, ...]:
    """Which matches are which field of a meeting, in the order of the fields."""
    gone, absent = sheet.forfeited[mine], sheet.forfeited[other]
    both = ~gone & ~absent
    ours, theirs = sheet.places[mine], sheet.places[other]
    return (
        both & (ours < theirs),
        both & (ours == theirs),
        both & (ours > theirs),
        absent & ~gone,
        gone & ~absent,
        gone & absent,
    )
