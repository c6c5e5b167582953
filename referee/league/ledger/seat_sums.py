"""Read the faults and the answer times of every seat that counts."""

from collections import Counter
from dataclasses import dataclass, field
from math import ceil

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection, and_, select

from referee.identifier import BotName
from referee.league.ledger.schema import answer_times, fault, result
from referee.league.statistics.results_table import Indexes, ResultsTable
from referee.match.fault import Fault
from referee.record.summary import middle_of

_FAULTS = select(fault.c.match_id, fault.c.seat, fault.c.kind, fault.c.count).join(
    result, and_(fault.c.match_id == result.c.match_id, fault.c.attempt == result.c.attempt)
)

_TIMES = select(
    answer_times.c.match_id,
    answer_times.c.seat,
    answer_times.c.answers,
    answer_times.c.nanoseconds,
    answer_times.c.longest,
    answer_times.c.times,
).join(
    result,
    and_(answer_times.c.match_id == result.c.match_id, answer_times.c.attempt == result.c.attempt),
)


@dataclass(slots=True)
class BotSums:
    """The sums of a bot over its matches that count.

    Attributes:
        faults: the number of its faults by kind.
        answers: the number of its answers, including late ones.
        nanoseconds: the sum of its answer times; see `referee.record.summary`.
        longest: its longest answer time, in nanoseconds.
        times: the histogram of its answer times.
    """

    faults: Counter[Fault] = field(default_factory=Counter)
    answers: int = 0
    nanoseconds: int = 0
    longest: int = 0
    times: Counter[int] = field(default_factory=Counter)

    @property
    def mean(self) -> float | None:
        """The mean answer time in seconds; None without an answer."""
        return self.nanoseconds / self.answers / 1e9 if self.answers else None

    @property
    def p99(self) -> float | None:
        """The 99th percentile of answer times in seconds, accurate to 2 %; None without answer."""
        left = ceil(0.99 * self.times.total())
        for at in sorted(self.times):
            left -= self.times[at]
            if left <= 0:
                return min(middle_of(at), self.longest) / 1e9
        return None


@dataclass(frozen=True)
class SeatSums:
    """The faults and the answer times of each seat, in the order of a `ResultsTable`.

    Attributes:
        faults: the number of faults by `Fault`; shape (seats of all matches, faults).
        answers: the number of answers, including late ones; shape (seats of all matches,).
        nanoseconds: the sums of their times; same shape.
        longest: the longest times in nanoseconds; same shape.
        histogram: seats, bins of `referee.record.summary`, and counts; shape (3, entries).
    """

    faults: Indexes
    answers: Indexes
    nanoseconds: Indexes
    longest: Indexes
    histogram: Indexes

    def by_bot(self, results: ResultsTable) -> dict[BotName, BotSums]:
        """Return the sums of each bot of the results."""
        count = len(results.names)
        sums = np.zeros((3 + len(Fault), count), dtype=np.int64)
        np.add.at(sums[0], results.bots, self.answers)
        np.add.at(sums[1], results.bots, self.nanoseconds)
        np.maximum.at(sums[2], results.bots, self.longest)
        np.add.at(sums[3:].T, results.bots, self.faults)
        found = {
            name: BotSums(Counter(dict(zip(Fault, faults, strict=True))), answers, spent, longest)
            for name, (answers, spent, longest, *faults) in zip(
                results.names, sums.T.tolist(), strict=True
            )
        }
        seats, bins, counts = self.histogram
        size = int(bins.max(initial=0)) + 1
        added = np.bincount(results.bots[seats] * size + bins, counts, count * size)
        for name, row in zip(results.names, added.reshape(count, size), strict=True):
            filled = np.flatnonzero(row)
            found[name].times = Counter(
                dict(zip(filled.tolist(), row[filled].astype(int).tolist(), strict=True))
            )
        return found


def seat_sums(connection: Connection, results: ResultsTable) -> SeatSums:
    """Return the sums of the seats of these results; zero for attempts without a summary."""
    start = dict(zip(results.match_ids, results.starts.tolist(), strict=False))
    count = len(results.bots)
    faults = np.zeros((count, len(Fault)), dtype=np.int64)
    column = {kind.name.lower(): at for at, kind in enumerate(Fault)}
    for match_id, seat, kind, number in connection.execute(_FAULTS):
        if match_id in start and kind in column:
            faults[start[match_id] + seat, column[kind]] = number
    sums = np.zeros((3, count), dtype=np.int64)
    rows = [row for row in connection.execute(_TIMES).all() if row[0] in start]
    match_ids, seats, *numbers, times = zip(*rows, strict=True) if rows else ((),) * 6
    at = np.array(
        [start[match_id] + seat for match_id, seat in zip(match_ids, seats, strict=True)],
        dtype=np.int64,
    )
    sums[:, at] = np.array(numbers, dtype=np.int64)
    answers, nanoseconds, longest = sums
    return SeatSums(faults, answers, nanoseconds, longest, _histogram(at, times))


def _histogram(at: Indexes, packed: tuple[bytes, ...]) -> Indexes:
    """Return packed histograms as seats, bins and counts; `at` has the seat of each."""
    pairs: NDArray[np.uint16] = np.frombuffer(b"".join(packed), dtype="<u2").reshape(-1, 2)
    sizes = [len(one) // 4 for one in packed]
    return np.stack((np.repeat(at, sizes), *pairs.T.astype(np.int64)))
