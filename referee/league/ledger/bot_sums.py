"""Sum the faults and the answer times of each bot over all matches that count."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from sqlalchemy import Connection, and_, func, select

from referee.league.ledger.schema import answer_times, fault, result, seat
from referee.league.statistics.results_table import Indexes
from referee.record.summary import BINS

_COUNTED = result.join(seat, seat.c.match_id == result.c.match_id)

_FAULTS = (
    select(seat.c.bot, fault.c.kind, func.sum(fault.c.count))
    .select_from(
        _COUNTED.join(
            fault,
            and_(
                fault.c.match_id == result.c.match_id,
                fault.c.attempt == result.c.attempt,
                fault.c.seat == seat.c.seat,
            ),
        )
    )
    .group_by(seat.c.bot, fault.c.kind)
    .order_by(seat.c.bot, fault.c.kind)
)

_TIMES = select(
    seat.c.bot,
    answer_times.c.answers,
    answer_times.c.nanoseconds,
    answer_times.c.longest,
    answer_times.c.times,
).select_from(
    _COUNTED.join(
        answer_times,
        and_(
            answer_times.c.match_id == result.c.match_id,
            answer_times.c.attempt == result.c.attempt,
            answer_times.c.seat == seat.c.seat,
        ),
    )
)


@dataclass(slots=True)
class BotSums:
    """The sums of a bot over its matches that count.

    Attributes:
        faults: the number of its faults by kind.
        answers: the number of its choices.
        nanoseconds: the sum of its answer times.
        longest: its longest answer time, in nanoseconds.
        times: the histogram of its answer times; shape (BINS,), see `referee.record.summary`.
    """

    faults: dict[str, int] = field(default_factory=dict)
    answers: int = 0
    nanoseconds: int = 0
    longest: int = 0
    times: list[int] = field(default_factory=lambda: [0] * BINS)


def bot_sums(connection: Connection) -> dict[str, BotSums]:
    """Return the sums of every bot, over those of its matches that have a summary."""
    sums: dict[str, BotSums] = {}
    packed: dict[str, list[bytes]] = {}
    for bot, answers, nanoseconds, longest, times in connection.execute(_TIMES):
        one = sums.setdefault(bot, BotSums())
        one.answers += answers
        one.nanoseconds += nanoseconds
        one.longest = max(one.longest, longest)
        packed.setdefault(bot, []).append(bytes(times))
    for bot, rows in packed.items():
        sums[bot].times = _added(rows).tolist()
    for bot, kind, count in connection.execute(_FAULTS):
        sums.setdefault(bot, BotSums()).faults[kind] = int(count)
    return sums


def _added(rows: Sequence[bytes]) -> Indexes:
    """Return the sum of packed histograms; shape (BINS,)."""
    whole = b"".join(row.ljust(2 * BINS, b"\0") for row in rows)
    added: Indexes = np.frombuffer(whole, dtype="<u2").reshape(-1, BINS).sum(axis=0, dtype=np.int64)
    return added
