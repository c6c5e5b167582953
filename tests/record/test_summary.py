"""Summaries: what a season keeps of each record."""

import pickle
from collections import Counter

from referee.match.fault import Fault
from referee.record.framing import bodies, pack
from referee.record.summary import BINS, RecordSummary, SeatSummary, summarize
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
        found = summarize(record)
        assert found is not None
        answers = [
            body.chosen.seat
            for body in map(pb.RecordBody.FromString, bodies(record))
            if body.chosen.origin == pb.RECORD_ORIGIN_BOT and body.chosen.number
        ]
        assert [seat.answers for seat in found.seats] == [
            answers.count(seat) for seat in range(len(found.seats))
        ]
        assert sum(map(sum, (seat.times for seat in found.seats))) == len(answers) > 0

    def test_long_notes_change_nothing(self) -> None:
        record = toy_record()
        assert summarize(with_long_notes(record)) == summarize(record)

    def test_another_process_can_return_it(self) -> None:
        seat = SeatSummary(Counter({Fault.LATE: 1}), 2, 3, 4, [5] * BINS)
        summary = RecordSummary(6, 7, (seat, SeatSummary()))
        assert pickle.loads(pickle.dumps(summary)) == summary

    def test_bytes_that_are_no_sealed_record_have_none(self) -> None:
        record = toy_record()
        assert summarize(b"") is None
        assert summarize(record[: len(record) // 2]) is None


class TestTimes:
    """The histogram of the answer times of a seat."""

    def test_an_answer_is_in_the_bin_of_its_bits(self) -> None:
        seat = SeatSummary()
        for took in (0, 1, 5, 1 << 60):
            seat.add(took)
        assert {at: count for at, count in enumerate(seat.times) if count} == {
            0: 1,
            1: 1,
            3: 1,
            BINS - 1: 1,
        }
        assert (seat.answers, seat.longest) == (4, 1 << 60)

    def test_it_is_packed_without_zeros_at_the_end(self) -> None:
        seat = SeatSummary()
        assert seat.packed_times() == b""
        seat.add(2)
        seat.add(2)
        assert seat.packed_times() == bytes((0, 0, 0, 0, 2, 0))

    def test_a_count_that_is_too_large_is_cut(self) -> None:
        seat = SeatSummary()
        seat.times[0], seat.answers = 70_000, 70_000
        assert seat.packed_times() == b"\xff\xff"
