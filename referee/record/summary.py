"""The summary of a record: when the match was played, the faults of each seat, its answer times.

It is what a season keeps of each match, so it is small, and made without a replay.
"""

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from google.protobuf.message import DecodeError

from referee.error import DataError
from referee.match.fault import Fault
from referee.record.framing import bodies
from referee.record.reader import read_bytes
from tianming_proto.record.v1 import record_pb2 as pb

BINS: Final = 48
"""Bins of a histogram of times. Bin `k` counts times from 2^(k-1) to 2^k ns; the last, the rest."""

_NUMBER_BYTES: Final = 2
_MOST: Final = (1 << 8 * _NUMBER_BYTES) - 1

_KINDS: Final = {fault.value: fault for fault in Fault}
_CHOSEN_HEAD: Final = pb.RecordBody.CHOSEN_FIELD_NUMBER << 3 | 2
_SEAL_HEAD: Final = pb.RecordBody.SEAL_FIELD_NUMBER << 3 | 2
_FAULT_HEAD: Final = pb.RecordBody.FAULT_FIELD_NUMBER << 3 | 2


@dataclass(slots=True)
class SeatSummary:
    """What the bot in a seat did.

    Attributes:
        faults: its faults by kind.
        answers: number of its own choices.
        nanoseconds: their total time, from hand-over to arrival.
        longest: the longest of them, in nanoseconds.
        times: histogram of their times; shape (BINS,).
    """

    faults: Counter[Fault] = field(default_factory=Counter)
    answers: int = 0
    nanoseconds: int = 0
    longest: int = 0
    times: list[int] = field(default_factory=lambda: [0] * BINS)

    def add(self, took: int) -> None:
        """Count an answer that took so many nanoseconds."""
        self.answers += 1
        self.nanoseconds += took
        self.longest = max(self.longest, took)
        self.times[min(took.bit_length(), BINS - 1)] += 1

    def packed_times(self) -> bytes:
        """The histogram as bytes: little-endian numbers of 16 bits, without zeros at the end."""
        numbers = [min(count, _MOST) for count in self.times]
        while numbers and not numbers[-1]:
            numbers.pop()
        return b"".join(number.to_bytes(_NUMBER_BYTES, "little") for number in numbers)


@dataclass(frozen=True, slots=True)
class RecordSummary:
    """When a match began and ended, in milliseconds since 1970, and its seats in order.

    The end is the start plus the time on the clock of the match, which does not run while no
    referee plays it.
    """

    started: int
    ended: int
    seats: tuple[SeatSummary, ...]


def summarize(data: bytes) -> RecordSummary | None:
    """The summary of the sealed record in some bytes; None if they are not one.

    Neither digests nor rules are checked: see `outline` and `verify`.
    """
    found = bodies(data)
    if not found:
        return None
    try:
        header = pb.RecordBody.FromString(found[0]).header
        seats = tuple(SeatSummary() for _ in header.bots)
        for body in found:
            if body[0] == _CHOSEN_HEAD:
                _count_choice(pb.RecordBody.FromString(body).chosen, seats)
            elif body[0] == _FAULT_HEAD:
                _count_fault(pb.RecordBody.FromString(body).fault, seats)
        seal = next((body for body in reversed(found) if body[0] == _SEAL_HEAD), None)
        if seal is None:
            return None
        length = pb.RecordBody.FromString(seal).seal.at_ns // 1_000_000
    except DecodeError:
        return None
    started = header.start_time.seconds * 1000 + header.start_time.nanos // 1_000_000
    return RecordSummary(started, started + length, seats)


def read_summary(path: Path) -> RecordSummary | None:
    """The summary of the sealed record in a file; None if there is none."""
    try:
        return summarize(read_bytes(path))
    except DataError:
        return None


def _count_choice(chosen: pb.RecordChosen, seats: tuple[SeatSummary, ...]) -> None:
    if chosen.origin == pb.RECORD_ORIGIN_BOT and chosen.number and chosen.seat < len(seats):
        seats[chosen.seat].add(max(0, chosen.at_ns - chosen.handed_at_ns))


def _count_fault(fault: pb.RecordFault, seats: tuple[SeatSummary, ...]) -> None:
    kind = _KINDS.get(fault.fault)
    if kind is not None and fault.seat < len(seats):
        seats[fault.seat].faults[kind] += 1
