"""The details of a match: what only its record says of it, summed up by seat."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

from referee.league.statistics.overview import MatchConfiguration
from referee.match.fault import Fault

if TYPE_CHECKING:  # a table without records does not wait for what reads them
    from referee.record.seat_statistics import SeatStatistics


class SeatDetail(NamedTuple):
    """A seat: its faults in the order of `Fault`, its answers, and nanoseconds of these."""

    faults: tuple[int, ...]
    answers: int
    nanoseconds: int
    longest: int

    @classmethod
    def of(cls, seat_statistics: "SeatStatistics") -> "SeatDetail":
        """Sum up the statistics of a seat."""
        times = seat_statistics.times
        faults = tuple(seat_statistics.faults[fault] for fault in Fault)
        return cls(faults, len(times), sum(times), max(times, default=0))


@dataclass(frozen=True, slots=True)
class MatchDetail:
    """What the record of a match says: when it began, what was played, and its seats."""

    started: datetime
    configuration: MatchConfiguration
    seats: tuple[SeatDetail, ...]

    @classmethod
    def of(
        cls, started: datetime, configuration: MatchConfiguration, seats: "Iterable[SeatStatistics]"
    ) -> "MatchDetail":
        """The details of a match by the statistics of its seats."""
        return cls(started, configuration, tuple(map(SeatDetail.of, seats)))
