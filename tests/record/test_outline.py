"""The outline: what a record came to, without its middle, and only if all of it is sound."""

import os
from collections.abc import Callable
from datetime import UTC
from pathlib import Path

import pytest

from referee.error import DataError
from referee.match.sentence import EntrySentence
from referee.record.outline import opening, outline, read_header
from referee.record.reader import parse, read_bytes
from referee.record.sentence import RecordSentence
from referee.record.verify import verify
from tests.errors import raises
from tests.record.samples import bodies, broken_record, dragon_record, forged, toy_record
from tianming_proto.record.v1 import record_pb2 as pb


class TestOutline:
    @pytest.mark.parametrize("sample", [toy_record, broken_record, dragon_record])
    def test_it_is_what_verify_finds(self, sample: Callable[[], bytes]) -> None:
        data = sample()
        found, sound = outline(data, "x"), verify(parse(data, "x"))
        assert (found.match_id, found.digest) == (sound.match_id, sound.digest)
        assert found.outcome == sound.outcome
        assert found.header.bots == tuple(parse(data, "x").header.bots)

    def test_a_record_that_is_cut_anywhere_has_none(self) -> None:
        data = toy_record()
        for end in range(len(data)):
            with pytest.raises(DataError):
                outline(data[:end], "x")

    def test_a_record_with_any_changed_byte_has_none(self) -> None:
        data = toy_record()
        for at in range(len(data)):
            changed = bytearray(data)
            changed[at] ^= 0x41
            with pytest.raises(DataError):
                outline(bytes(changed), "x")

    def test_it_is_read_without_the_middle(self) -> None:
        entries = bodies(toy_record())
        entries[5] = pb.RecordBody()
        assert outline(forged(entries), "x").outcome == outline(toy_record(), "x").outcome

    def test_a_seal_without_a_header_has_none(self) -> None:
        with raises(DataError, RecordSentence.NO_RECORD):
            outline(forged(bodies(broken_record())[-1:]), "x")

    def test_two_records_in_one_file_have_none(self) -> None:
        with pytest.raises(DataError):
            outline(toy_record() * 2, "x")

    def test_a_seal_without_a_result_for_each_seat_has_none(self) -> None:
        entries = bodies(toy_record())
        del entries[-1].seal.results[0]
        with raises(DataError, RecordSentence.SEAL_NOT_READ, why=EntrySentence.WRONG_RESULT_COUNT):
            outline(forged(entries), "x")

    def test_a_seal_without_a_winner_has_none(self) -> None:
        entries = bodies(toy_record())
        for result in entries[-1].seal.results:
            result.place += 1
        with raises(DataError, RecordSentence.SEAL_NOT_READ, why=EntrySentence.NO_FIRST_PLACE):
            outline(forged(entries), "x")

    def test_the_start_of_a_match_is_read_from_its_header_only(self, tmp_path: Path) -> None:
        path = tmp_path / "m.tianming"
        data = toy_record()
        path.write_bytes(data[:-100] + bytes(100))
        start = parse(data, "x").header.start_time.ToDatetime(tzinfo=UTC)
        assert opening(path.read_bytes(), "x").started == start

    def test_the_start_of_what_is_no_record_is_an_error(self, tmp_path: Path) -> None:
        path = tmp_path / "m.tianming"
        with raises(DataError, RecordSentence.RECORD_NOT_READ, source=str(path)):
            read_header(path)
        path.write_bytes(b"no record")
        with raises(DataError, RecordSentence.NO_RECORD, source=str(path)):
            read_header(path)

    def test_a_file_that_is_not_there_is_named(self, tmp_path: Path) -> None:
        with raises(DataError, RecordSentence.RECORD_NOT_READ):
            outline(read_bytes(tmp_path / "gone.tianming"), "x")

    def test_a_pipe_is_refused_and_not_waited_for(self, tmp_path: Path) -> None:
        os.mkfifo(tmp_path / "m.tianming")
        with raises(DataError, RecordSentence.RECORD_NOT_READ, why="it is no plain file"):
            outline(read_bytes(tmp_path / "m.tianming"), "x")
