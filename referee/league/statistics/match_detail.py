"""The details of a match: data that only its record has, summed up by seat."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

from referee.league.statistics.overview import MatchConfiguration
from referee.match.fault import Fault

if TYPE_CHECKING:  # tables that read no records need not wait for this import
    from referee.record.seat_statistics import SeatStatistics


class SeatDetail(NamedTuple):
    """The sums of a seat: faults in the order of `Fault`, number of answers, and their times.

    `nanoseconds` is the sum of the answer times, and `longest` their maximum in nanoseconds.
    """

    faults: tuple[int, ...]
    answers: int
    nanoseconds: int
    longest: int

    @classmethod
    def of(cls, seat_statistics: "SeatStatistics") -> "SeatDetail":
        """Return the sums of a seat's statistics."""
        times = seat_statistics.times
        faults = tuple(seat_statistics.faults[fault] for fault in Fault)
        return cls(faults, len(times), sum(times), max(times, default=0))


@dataclass(frozen=True, slots=True)
class MatchDetail:
    """The start, the configuration and the seats of a match, from its record."""

    started: datetime
    configuration: MatchConfiguration
    seats: tuple[SeatDetail, ...]

    @classmethod
    def of(
        cls, started: datetime, configuration: MatchConfiguration, seats: "Iterable[SeatStatistics]"
    ) -> "MatchDetail":
        """Return the details of a match from the statistics of its seats."""
        return cls(started, configuration, tuple(map(SeatDetail.of, seats)))
