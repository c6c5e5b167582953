"""BotStatistics: the faults of a bot over a season by kind, and how long its answers took."""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from referee.match.fault import Fault

if TYPE_CHECKING:  # a table without records does not wait for what reads them
    from referee.record.seat_statistics import SeatStatistics

_FINE = 50
"""Steps of a logarithm of e by which times are sorted: 2 % from one to the next."""


@dataclass(slots=True)
class BotStatistics:
    """The sums of one bot. `choices` counts its answers, late ones too, `times` by size."""

    faults: Counter[Fault] = field(default_factory=Counter)
    choices: int = 0
    nanoseconds: int = 0
    longest: int = 0
    times: Counter[int] = field(default_factory=Counter)

    def add(self, seat_statistics: "SeatStatistics") -> None:
        """Add a seat of a match."""
        self.faults.update(seat_statistics.faults)
        self.choices += len(seat_statistics.times)
        self.nanoseconds += sum(seat_statistics.times)
        self.longest = max(self.longest, *seat_statistics.times, 0)
        self.times.update(round(_FINE * math.log(max(took, 1))) for took in seat_statistics.times)

    @property
    def mean(self) -> float | None:
        """Mean seconds of an answer; None if there was none."""
        return self.nanoseconds / self.choices / 1e9 if self.choices else None

    @property
    def p99(self) -> float | None:
        """Seconds within which 99 of 100 answers came, to 1 %; None if there was none."""
        left = math.ceil(0.99 * self.choices)
        for size in sorted(self.times):
            left -= self.times[size]
            if left <= 0:
                return min(math.exp(size / _FINE), self.longest) / 1e9
        return None


def statistics(
    matches: Iterable[tuple[Sequence[str], Sequence["SeatStatistics"]]],
) -> dict[str, BotStatistics]:
    """The statistics of each bot over matches, which come as bots and statistics by seat."""
    found: dict[str, BotStatistics] = {}
    for bots, seats in matches:
        for bot, seat_statistics in zip(bots, seats, strict=True):
            found.setdefault(bot, BotStatistics()).add(seat_statistics)
    return found
