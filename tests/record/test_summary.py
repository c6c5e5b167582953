"""Summaries: what a season keeps of each record."""

import pickle
from collections import Counter
from struct import unpack

import pytest

from referee.match.fault import Fault
from referee.record.framing import bodies, pack
from referee.record.summary import (
    RecordSummary,
    SeatSummary,
    bin_of,
    bits_of,
    middle_of,
    summarise,
)
from tests.record.samples import toy_record
from tianming_proto.record.v1 import record_pb2 as pb


def with_long_notes(record: bytes) -> bytes:
    """The record with a note of 200 letters at each choice."""
    data, digest = [], bytes(16)
    for body in map(pb.RecordBody.FromString, bodies(record)):
        if body.HasField("chosen"):
            body.chosen.note = "n" * 200
        entry, digest = pack(digest, body.SerializeToString())
        data.append(entry)
    return b"".join(data)


class TestSummary:
    """The start and the end of a match, its faults and its answer times."""

    def test_it_counts_each_answer_of_a_bot(self) -> None:
        record = toy_record()
        found = summarise(record)
        assert found is not None
        entries = [pb.RecordBody.FromString(body) for body in bodies(record)]
        (late,) = [
            body.fault.number for body in entries if Fault.LATE.value == int(body.fault.fault)
        ]
        answers = [
            (body.chosen.seat, body.chosen.at_ns - body.chosen.handed_at_ns)
            for body in entries
            if body.chosen.number
            and (body.chosen.origin == pb.RECORD_ORIGIN_BOT or body.chosen.number == late)
        ]
        for at, seat in enumerate(found.seats):
            times = [took for of_seat, took in answers if of_seat == at]
            assert (seat.answers, seat.nanoseconds) == (len(times), sum(times))
            assert seat.longest == max(times)
        assert sum(seat.times.total() for seat in found.seats) == len(answers) > 0
        assert Counter({Fault.LATE: 1}) in [seat.faults for seat in found.seats]

    def test_a_late_answer_takes_until_its_deadline_and_other_substitutes_have_no_time(
        self,
    ) -> None:
        record = toy_record()
        found = summarise(record)
        assert found is not None
        entries = [pb.RecordBody.FromString(body) for body in bodies(record)]
        (fault,) = [body.fault for body in entries if Fault.LATE.value == int(body.fault.fault)]
        (chosen,) = [body.chosen for body in entries if body.chosen.number == fault.number]
        assert chosen.origin == pb.RECORD_ORIGIN_SUBSTITUTE
        assert found.seats[fault.seat].longest == chosen.at_ns - chosen.handed_at_ns
        everything = sum(body.HasField("chosen") for body in entries)
        assert sum(seat.answers for seat in found.seats) < everything

    def test_long_notes_change_nothing(self) -> None:
        record = toy_record()
        assert summarise(with_long_notes(record)) == summarise(record)

    def test_another_process_can_return_it(self) -> None:
        seat = SeatSummary(Counter({Fault.LATE: 1}), 2, 3, 4, Counter({5: 2}))
        summary = RecordSummary(6, 7, (seat, SeatSummary()))
        assert pickle.loads(pickle.dumps(summary)) == summary

    def test_bytes_that_are_no_sealed_record_have_none(self) -> None:
        record = toy_record()
        assert summarise(b"") is None
        assert summarise(record[: len(record) // 2]) is None


class TestTimes:
    """The histogram of the answer times of a seat."""

    def test_a_bin_has_times_of_the_same_bits_and_the_bins_are_narrow(self) -> None:
        for took in (0, 1, 2, 3, 31, 32, 33, 63, 64, 1000, 123_456_789, (1 << 60) + 1):
            assert bits_of(bin_of(took)) == took.bit_length()
            assert middle_of(bin_of(took)) == pytest.approx(took, rel=0.02)

    def test_longer_times_have_higher_bins(self) -> None:
        bins = [bin_of(took) for took in (0, 1, 5, 1000, 1100, 1 << 40, 1 << 62)]
        assert bins == sorted(set(bins))

    def test_it_is_packed_as_pairs_of_bin_and_count(self) -> None:
        seat = SeatSummary()
        assert seat.packed_times() == b""
        seat.add([1 << 10, 1 << 10])
        seat.add([0])
        assert unpack("<4H", seat.packed_times()) == (0, 1, bin_of(1 << 10), 2)

    def test_a_count_that_is_too_large_is_cut(self) -> None:
        seat = SeatSummary(answers=70_000, times=Counter({0: 70_000}))
        assert unpack("<2H", seat.packed_times()) == (0, 65_535)
