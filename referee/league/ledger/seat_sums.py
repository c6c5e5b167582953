"""Read the faults, the answer times and the declared usage of every seat that counts."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import ceil

import numpy as np
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
    answer_times.c.tokens_in,
    answer_times.c.tokens_out,
    answer_times.c.cost_micros,
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
        tokens_in: the tokens that it read, as it declared them.
        tokens_out: the tokens that it wrote, as it declared them.
        cost: what they cost in US dollars, as it declared it.
    """

    faults: Counter[Fault] = field(default_factory=Counter)
    answers: int = 0
    nanoseconds: int = 0
    longest: int = 0
    times: Counter[int] = field(default_factory=Counter)
    tokens_in: int = 0
    tokens_out: int = 0
    cost: float = 0.0

    @property
    def declares(self) -> bool:
        """Whether it declared any tokens or cost."""
        return bool(self.tokens_in or self.tokens_out or self.cost)

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
    """What each seat did, in the order of a `ResultsTable`.

    Attributes:
        faults: the number of faults by `Fault`; shape (seats of all matches, faults).
        answers: the number of answers, including late ones; shape (seats of all matches,).
        nanoseconds: the sums of their times; same shape.
        longest: the longest times in nanoseconds; same shape.
        times: the packed histograms of these times; see `referee.record.summary`.
        declared: tokens in, tokens out, and millionths of a US dollar, as the bots declared them;
            shape (3, seats of all matches).
    """

    faults: Indexes
    answers: Indexes
    nanoseconds: Indexes
    longest: Indexes
    times: Sequence[bytes]
    declared: Indexes

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
        declared = np.zeros((3, count), dtype=np.int64)
        for total, seats in zip(declared, self.declared, strict=True):
            np.add.at(total, results.bots, seats)
        for name, (tokens_in, tokens_out, micros) in zip(
            results.names, declared.T.tolist(), strict=True
        ):
            one = found[name]
            one.tokens_in, one.tokens_out, one.cost = tokens_in, tokens_out, micros / 1e6
        packed: list[list[bytes]] = [[] for _ in range(count)]
        for bot, times in zip(results.bots.tolist(), self.times, strict=True):
            packed[bot].append(times)
        for name, lines in zip(results.names, packed, strict=True):
            found[name].times = _added(b"".join(lines))
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
    sums = np.zeros((6, count), dtype=np.int64)
    times = [b""] * count
    at, numbers = [], []
    for match_id, seat, *times_of_seat, packed, tokens_in, tokens_out, micros in connection.execute(
        _TIMES
    ):
        first = start.get(match_id)
        if first is not None:
            at.append(first + seat)
            numbers.append((*times_of_seat, tokens_in, tokens_out, micros))
            times[first + seat] = packed
    if at:
        sums[:, at] = np.array(numbers, dtype=np.int64).T
    answers, nanoseconds, longest, *_ = sums
    return SeatSums(faults, answers, nanoseconds, longest, times=times, declared=sums[3:])


def _added(packed: bytes) -> Counter[int]:
    """Return the sum of packed histograms."""
    bins, counts = np.frombuffer(packed, dtype="<u2").reshape(-1, 2).T
    added = np.bincount(bins, counts)
    filled = np.flatnonzero(added)
    return Counter(dict(zip(filled.tolist(), added[filled].astype(int).tolist(), strict=True)))
