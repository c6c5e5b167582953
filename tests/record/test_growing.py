"""A record in play is read again when there is more of it."""

from pathlib import Path

import pytest

from referee.error import DataError
from referee.record.growing import GrowingRecord
from referee.record.reader import parse
from referee.record.walkthrough import Walkthrough
from tests.record.samples import dragon_record

DATA = dragon_record()


def test_only_what_is_new_is_a_reason_to_read(tmp_path: Path) -> None:
    """A torn entry is none yet."""
    part = tmp_path / "m.tianming.part"
    part.write_bytes(DATA[:1000])
    growing = GrowingRecord(tmp_path / "m.tianming")
    first = growing.read()
    assert first is not None
    assert growing.read() is None
    part.write_bytes(DATA[:1001])
    assert growing.read() is None
    part.write_bytes(DATA[:2000])
    second = growing.read()
    assert second is not None
    assert len(second.entries) > len(first.entries)


@pytest.mark.parametrize("name", ["m.tianming", "m.tianming.part"])
def test_the_record_is_found_under_its_last_name(name: str, tmp_path: Path) -> None:
    """Its match has ended between two looks."""
    part = tmp_path / "m.tianming.part"
    part.write_bytes(DATA[:1000])
    growing = GrowingRecord(tmp_path / name)
    growing.read()
    part.write_bytes(DATA)
    part.rename(tmp_path / "m.tianming")
    last = growing.read()
    assert last is not None
    assert last.seal is not None


def test_a_record_that_is_gone_is_an_error(tmp_path: Path) -> None:
    """The referee gave the match up."""
    part = tmp_path / "m.tianming.part"
    part.write_bytes(DATA)
    growing = GrowingRecord(part)
    growing.read()
    part.unlink()
    with pytest.raises(DataError) as caught:
        growing.read()
    assert caught.value.code == "record_not_read"


def test_a_walkthrough_that_grows_is_the_same_as_a_whole_one() -> None:
    """Whatever was there at each look."""
    whole = Walkthrough(parse(DATA, "m"))
    growing = Walkthrough(parse(DATA[:700], "m"))
    assert not growing.is_over
    for size in (701, 1500, 3000, len(DATA)):
        growing.grow(parse(DATA[:size], "m"))
    assert growing.is_over
    assert growing.problem is None
    assert [step.words for step in growing.steps] == [step.words for step in whole.steps]
    assert [step.points for step in growing.steps] == [step.points for step in whole.steps]
