"""Statistics of a bot over a season: its faults by kind, and its answer times."""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from referee.match.fault import Fault

if TYPE_CHECKING:  # tables that read no records need not wait for this import
    from referee.record.seat_statistics import SeatStatistics

_FINE = 50
"""Bins of the histogram of times per unit of their natural logarithm; a bin is 2 % wide."""


@dataclass(slots=True)
class BotStatistics:
    """The sums of one bot.

    Attributes:
        faults: the number of its faults by kind.
        choices: the number of its answers, including late ones.
        nanoseconds: the sum of its answer times.
        longest: its longest answer time, in nanoseconds.
        times: the number of answers in each bin of the logarithmic histogram of times.
    """

    faults: Counter[Fault] = field(default_factory=Counter)
    choices: int = 0
    nanoseconds: int = 0
    longest: int = 0
    times: Counter[int] = field(default_factory=Counter)

    def add(self, seat_statistics: "SeatStatistics") -> None:
        """Add the statistics of one seat in a match."""
        self.faults.update(seat_statistics.faults)
        self.choices += len(seat_statistics.times)
        self.nanoseconds += sum(seat_statistics.times)
        self.longest = max(self.longest, *seat_statistics.times, 0)
        self.times.update(round(_FINE * math.log(max(took, 1))) for took in seat_statistics.times)

    @property
    def mean(self) -> float | None:
        """The mean answer time in seconds; None without an answer."""
        return self.nanoseconds / self.choices / 1e9 if self.choices else None

    @property
    def p99(self) -> float | None:
        """The 99th percentile of answer times in seconds, accurate to 1 %; None without answer."""
        left = math.ceil(0.99 * self.choices)
        for size in sorted(self.times):
            left -= self.times[size]
            if left <= 0:
                return min(math.exp(size / _FINE), self.longest) / 1e9
        return None


def statistics(
    matches: Iterable[tuple[Sequence[str], Sequence["SeatStatistics"]]],
) -> dict[str, BotStatistics]:
    """Return the statistics of each bot; `matches` yields bots and statistics by seat."""
    found: dict[str, BotStatistics] = {}
    for bots, seats in matches:
        for bot, seat_statistics in zip(bots, seats, strict=True):
            found.setdefault(bot, BotStatistics()).add(seat_statistics)
    return found
