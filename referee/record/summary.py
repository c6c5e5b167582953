"""The summary of a record: start and end of the match, and what each seat did.

A season keeps one for each match. So a summary is small, and it needs no replay.
"""

from collections import Counter
from collections.abc import Container, Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from struct import pack
from typing import Any, Final

from google.protobuf.message import DecodeError

from referee.error import DataError
from referee.match.fault import Fault
from referee.record.framing import bodies
from referee.record.reader import read_bytes
from tianming_proto.record.v1 import record_pb2 as pb

_FINE: Final = 5
"""The bins of a histogram of times divide each power of two into 2^5 parts, so they are 3 % wide
or less."""

_MOST: Final = (1 << 16) - 1

_MOST_DECLARED: Final = 10**12
"""Maximum of tokens, and of millionths of a dollar, that count for a seat: bots may declare any
number, and the sum of a season must fit into 64 bits."""

_KINDS: Final = {fault.value: fault for fault in Fault}
_BOT: Final = pb.RECORD_ORIGIN_BOT
_CHOSEN_HEAD: Final = pb.RecordBody.CHOSEN_FIELD_NUMBER << 3 | 2
_SEAL_HEAD: Final = pb.RecordBody.SEAL_FIELD_NUMBER << 3 | 2
_FAULT_HEAD: Final = pb.RecordBody.FAULT_FIELD_NUMBER << 3 | 2


@dataclass(slots=True)
class SeatSummary:
    """The summary of one seat.

    Attributes:
        faults: its faults by kind.
        answers: number of answers of its bot, including late ones.
        nanoseconds: total time of these answers.
        longest: time of the slowest answer, in nanoseconds.
        times: histogram of the times: number of answers by `bin_of`.
        tokens_in: tokens that its bot read for its choices, as it declared them.
        tokens_out: tokens that it wrote, as it declared them.
        cost_micros: what they cost in millionths of a US dollar, as it declared them.

    The time of an answer is from the hand-over of its question to its arrival. A late answer counts
    with the time until its deadline passed, which is a lower bound. Other choices that the referee
    made in place of a bot have no time.
    """

    faults: Counter[Fault] = field(default_factory=Counter)
    answers: int = 0
    nanoseconds: int = 0
    longest: int = 0
    times: Counter[int] = field(default_factory=Counter)
    tokens_in: int = 0
    tokens_out: int = 0
    cost_micros: int = 0

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the fields, which works in a compiled build as well."""
        times = self.faults, self.answers, self.nanoseconds, self.longest, self.times
        return SeatSummary, (*times, self.tokens_in, self.tokens_out, self.cost_micros)

    def add(self, times: list[int]) -> None:
        """Add answers by their times in nanoseconds."""
        self.answers += len(times)
        self.nanoseconds += sum(times)
        self.longest = max(self.longest, *times, 0)
        self.times.update(map(bin_of, times))

    def declare(self, thought: pb.RecordThought) -> None:
        """Add what a bot declared for a choice."""
        self.tokens_in = min(self.tokens_in + thought.tokens_in, _MOST_DECLARED)
        self.tokens_out = min(self.tokens_out + thought.tokens_out, _MOST_DECLARED)
        self.cost_micros = min(self.cost_micros + thought.cost_micros, _MOST_DECLARED)

    def packed_times(self) -> bytes:
        """Return the histogram as 16-bit little-endian pairs of bin and count, sorted.

        Counts above 65,535 are stored as 65,535.
        """
        pairs = sorted(self.times.items())
        if self.answers > _MOST:
            pairs = [(at, min(count, _MOST)) for at, count in pairs]
        return pack(f"<{2 * len(pairs)}H", *chain.from_iterable(pairs))


def bin_of(took: int) -> int:
    """Return the number of the bin with a time in nanoseconds; longer times have higher numbers.

    `bits_of` a bin returns the number of bits of its times.
    """
    bits = took.bit_length()
    part = took >> (bits - 1 - _FINE) if bits > _FINE else took << (1 + _FINE - bits)
    return (bits << _FINE) + (part & (1 << _FINE) - 1)


def bits_of(at: int) -> int:
    """Return the number of bits of the times in a bin: with k bits, from 2^(k-1) up to 2^k ns."""
    return at >> _FINE


def middle_of(at: int) -> float:
    """Return the middle of a bin in nanoseconds."""
    part = (1 << _FINE) + (at & (1 << _FINE) - 1)
    return (part + 0.5) * 2.0 ** (bits_of(at) - 1 - _FINE) if at >> _FINE else 0.0


@dataclass(frozen=True, slots=True)
class RecordSummary:
    """The start and end of a match, in milliseconds since 1970, and its seats in order.

    The end is the start plus the time on the clock of the match, which does not run while the
    match is interrupted.
    """

    started: int
    ended: int
    seats: tuple[SeatSummary, ...]

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the fields, which works in a compiled build as well."""
        return RecordSummary, (self.started, self.ended, self.seats)


def summarise(data: bytes) -> RecordSummary | None:
    """Return the summary of a sealed record; None if the bytes are not one.

    It checks neither digests nor rules; `outline` and `verify` do.
    """
    return summary_of(bodies(data))


def summary_of(found: Sequence[bytes]) -> RecordSummary | None:
    """Return the summary of a sealed record from the bodies of its entries; None if it is none."""
    if not found:
        return None
    try:
        header = pb.RecordBody.FromString(found[0]).header
        seats = tuple(SeatSummary() for _ in header.bots)
        times: list[list[int]] = [[] for _ in seats]
        late: set[int] = set()
        for body in found:
            if body[0] == _CHOSEN_HEAD:
                _count_choice(_chosen(body), seats, times, late)
            elif body[0] == _FAULT_HEAD:
                _count_fault(pb.RecordBody.FromString(body).fault, seats, late)
        seal = next((body for body in reversed(found) if body[0] == _SEAL_HEAD), None)
        if seal is None:
            return None
        length = pb.RecordBody.FromString(seal).seal.at_ns // 1_000_000
    except DecodeError:
        return None
    for seat, took in zip(seats, times, strict=True):
        seat.add(took)
    started = header.start_time.seconds * 1000 + header.start_time.nanos // 1_000_000
    return RecordSummary(started, started + length, seats)


def read_summary(path: Path) -> RecordSummary | None:
    """Return the summary of the sealed record in a file; None if the file is not one."""
    try:
        return summarise(read_bytes(path))
    except DataError:
        return None


def _chosen(body: bytes) -> pb.RecordChosen:
    """Return the choice in a body; of a short one, without parsing the message around it."""
    if body[1] == len(body) - 2:
        return pb.RecordChosen.FromString(body[2:])
    return pb.RecordBody.FromString(body).chosen


def _count_choice(
    chosen: pb.RecordChosen,
    seats: tuple[SeatSummary, ...],
    times: list[list[int]],
    late: Container[int],
) -> None:
    """Add the time of an answer; `late` has the numbers of questions with a late answer."""
    seat, number = chosen.seat, chosen.number
    is_answer = chosen.origin == _BOT or number in late
    if is_answer and number and seat < len(seats):
        took = chosen.at_ns - chosen.handed_at_ns
        times[seat].append(took if took > 0 else 0)
        if chosen.HasField("thought"):
            seats[seat].declare(chosen.thought)


def _count_fault(fault: pb.RecordFault, seats: tuple[SeatSummary, ...], late: set[int]) -> None:
    kind = _KINDS.get(fault.fault)
    if kind is not None and fault.seat < len(seats):
        seats[fault.seat].faults[kind] += 1
        if kind is Fault.LATE:
            late.add(fault.number)
