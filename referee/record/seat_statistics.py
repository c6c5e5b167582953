"""The statistics of each seat: the faults of its bot, and how long its answers took."""

from collections import Counter
from dataclasses import dataclass, field

from referee.match.fault import Fault
from referee.record.reader import Record
from tianming_proto.record.v1 import record_pb2 as pb


@dataclass(slots=True)
class SeatStatistics:
    """A seat's faults by kind, and the time of each answer of its bot, in nanoseconds.

    The time of an answer is from the hand-over of its question to its arrival. A late answer counts
    with the time until its deadline passed, which is a lower bound. Other choices that the referee
    made in place of a bot have no time.
    """

    faults: Counter[Fault] = field(default_factory=Counter)
    times: list[int] = field(default_factory=list)


def seat_statistics(record: Record) -> tuple[SeatStatistics, ...]:
    """Return the statistics of each seat, in seat order, as far as the record goes."""
    seats = tuple(SeatStatistics() for _ in record.header.bots)
    known = {fault.value for fault in Fault}
    late: set[int] = set()
    for entry in record.entries:
        body = entry.body
        kind = body.WhichOneof("kind")
        chosen, fault = body.chosen, body.fault
        if kind == "chosen" and chosen.number and chosen.seat < len(seats):
            if chosen.origin == pb.RECORD_ORIGIN_BOT or chosen.number in late:
                seats[chosen.seat].times.append(chosen.at_ns - chosen.handed_at_ns)
        elif kind == "fault" and fault.fault in known and fault.seat < len(seats):
            found = Fault(fault.fault)
            seats[fault.seat].faults[found] += 1
            if found is Fault.LATE:
                late.add(fault.number)
    return seats
