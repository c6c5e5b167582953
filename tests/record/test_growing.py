"""The record of a running match is read entry by entry, as the referee writes it."""

import os
import time
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from referee.error import DataError
from referee.record.framing import StoredEntry
from referee.record.growing import GrowingRecord
from referee.record.reader import begun, parse
from referee.record.sentence import RecordSentence
from referee.record.signature import SigningKey
from referee.record.walkthrough import Walkthrough
from tests.errors import raises
from tests.record.samples import dragon_record

DATA = dragon_record()
ENTRIES = list(parse(DATA, "m").entries)


@pytest.fixture
def part(tmp_path: Path) -> Path:
    """The beginning of a record, which ends in the middle of an entry."""
    part = tmp_path / "m.tianming.part"
    part.write_bytes(DATA[:1000])
    return part


def seal(part: Path, data: bytes = DATA) -> None:
    """Write the rest of a record, and give it its final name."""
    with part.open("ab") as file:
        file.write(data[part.stat().st_size :])
    part.rename(part.with_suffix(""))


class TestRead:
    """Each read returns the entries that are new."""

    def test_each_entry_is_read_once_and_with_its_offset(self, part: Path) -> None:
        growing, entries = GrowingRecord(part), list[StoredEntry]()
        for size in (1000, 1000, 1001, 2000, 3000, len(DATA)):
            with part.open("ab") as file:
                file.write(DATA[part.stat().st_size : size])
            entries += growing.read()
        assert entries == ENTRIES
        assert growing.read() == []

    @pytest.mark.parametrize("name", ["m.tianming", "m.tianming.part"])
    def test_the_record_is_found_by_both_names(self, name: str, part: Path) -> None:
        growing = GrowingRecord(part.with_name(name))
        entries = growing.read()
        seal(part)
        assert entries + growing.read() == ENTRIES

    def test_an_ended_match_is_read_whole(self, part: Path) -> None:
        seal(part)
        assert GrowingRecord(part).read() == ENTRIES

    def test_a_signature_is_not_an_entry_of_the_match(self, part: Path) -> None:
        seal(part, DATA + SigningKey(Ed25519PrivateKey.generate()).entry(ENTRIES[-1].digest))
        growing = GrowingRecord(part)
        assert growing.read() == ENTRIES
        assert growing.read() == []

    def test_the_time_since_the_last_entry_is_that_of_the_file(self, part: Path) -> None:
        os.utime(part, (time.time() - 1000, time.time() - 1000))
        assert GrowingRecord(part).idle >= 1000


class TestEnd:
    """If no entry can follow, the reader gets an error instead of waiting forever."""

    def test_a_match_that_does_not_exist(self, tmp_path: Path) -> None:
        with raises(DataError, RecordSentence.RECORD_NOT_READ):
            GrowingRecord(tmp_path / "m.tianming")

    def test_a_pipe_is_no_record(self, tmp_path: Path) -> None:
        os.mkfifo(tmp_path / "m.tianming.part")
        with raises(DataError, RecordSentence.RECORD_NOT_READ, why="it is no plain file"):
            GrowingRecord(tmp_path / "m.tianming")

    @pytest.mark.parametrize("ending", [None, "torn", "part.kept"])
    def test_a_record_that_was_removed_or_renamed(self, ending: str | None, part: Path) -> None:
        growing = GrowingRecord(part)
        growing.read()
        if ending is None:
            part.unlink()
        else:
            part.rename(part.with_suffix(f".{ending}"))
        with raises(DataError, RecordSentence.RECORD_NOT_READ):
            growing.read()

    def test_another_record_has_taken_the_name(self, part: Path) -> None:
        growing = GrowingRecord(part)
        growing.read()
        part.unlink()
        part.write_bytes(DATA)
        with raises(DataError, RecordSentence.RECORD_NOT_FINISHED):
            growing.read()

    def test_an_entry_that_is_damaged(self, part: Path) -> None:
        growing = GrowingRecord(part)
        known = len(growing.read())
        damaged = bytearray(DATA)
        damaged[ENTRIES[known + 2].offset + 10] ^= 1
        part.write_bytes(damaged)
        assert len(growing.read()) == 2
        with raises(
            DataError,
            RecordSentence.RECORD_DAMAGED,
            entry=known + 2,
            byte=ENTRIES[known + 2].offset,
            size=len(DATA),
        ):
            growing.read()

    def test_a_finished_record_without_a_seal(self, part: Path) -> None:
        part.rename(part.with_suffix(""))
        growing = GrowingRecord(part)
        growing.read()
        with raises(DataError, RecordSentence.RECORD_CUT_OFF, size=1000):
            growing.read()

    @pytest.mark.parametrize("data", [b"", b"what is this?", bytes(1 << 17)])
    def test_a_finished_file_that_is_no_record(self, data: bytes, part: Path) -> None:
        part.write_bytes(data)
        part.rename(part.with_suffix(""))
        with raises(DataError, RecordSentence.NO_RECORD):
            GrowingRecord(part).read()

    def test_an_empty_file_may_grow(self, part: Path) -> None:
        part.write_bytes(b"")
        growing = GrowingRecord(part)
        assert growing.read() == []
        seal(part)
        assert growing.read() == ENTRIES


def test_a_walkthrough_that_grows_is_the_same_as_a_whole_one() -> None:
    """However many entries each read returns."""
    whole = Walkthrough(parse(DATA, "m"))
    growing = Walkthrough(begun(ENTRIES[:2], "m"))
    for start, end in ((2, 3), (3, 3), (3, 20), (20, len(ENTRIES))):
        assert not growing.is_over
        growing.grow(ENTRIES[start:end])
    assert growing.is_over
    assert growing.problem is None
    assert [step.words for step in growing.steps] == [step.words for step in whole.steps]
    assert [step.points for step in growing.steps] == [step.points for step in whole.steps]


def test_a_walkthrough_grows_up_to_an_entry_that_does_not_fit() -> None:
    """The error names the entry, and the steps before it remain."""
    growing = Walkthrough(begun(ENTRIES[:2], "m"))
    with raises(DataError, RecordSentence.WRONG_ENTRY, entry=1):
        growing.grow([ENTRIES[2], ENTRIES[1]])
    assert len(growing.steps) == 2
