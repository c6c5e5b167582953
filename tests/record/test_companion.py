"""What lies beside a record goes wherever the record goes."""

from pathlib import Path

import pytest

from referee.record.companion import (
    SUFFIXES,
    analysis_path,
    companions,
    move_record,
    reasoning_path,
    remove_record,
)
from referee.record.file import RecordFile

NAMES = ["m1.analysis.json", "m1.tianming", "m1.tianming.reasoning"]
"""A record and every kind of file beside it."""


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """Return the path of a record with all files beside it, and another record."""
    for name in (*NAMES, "m11.tianming"):
        (tmp_path / name).write_text(name)
    return tmp_path / "m1.tianming"


def names(folder: Path) -> list[str]:
    """Return the names of the files in a folder, without the other record."""
    return sorted(path.name for path in folder.iterdir() if path.name != "m11.tianming")


def test_a_record_has_the_files_beside_it_and_no_others(record: Path) -> None:
    assert sorted(path.name for path in companions(record)) == [NAMES[0], NAMES[2]]
    assert companions(record.with_name("m11.tianming")) == []


def test_every_name_ends_as_the_names_of_a_records_folder_do() -> None:
    assert {name.removeprefix("m1") for name in NAMES} == set(SUFFIXES)


def test_a_moved_record_takes_them_along(record: Path) -> None:
    aside = record.with_name("m1.tianming.unsound")
    move_record(record, aside)
    assert [path.read_text() for path in companions(aside)] == [NAMES[2], NAMES[0]]
    assert not companions(record)
    assert len(names(record.parent)) == len(NAMES)


def test_a_removed_record_leaves_none(record: Path) -> None:
    remove_record(record)
    assert names(record.parent) == []


def test_a_quarantined_open_record_takes_them_along(tmp_path: Path) -> None:
    path = tmp_path / "m1.tianming"
    file = RecordFile(path)
    file.append(b"torn")
    file.keep_reasoning("why")
    analysis_path(path).write_text("{}")
    file.quarantine()
    torn = tmp_path / "m1.tianming.torn"
    assert companions(torn) == [reasoning_path(torn), analysis_path(torn)]
    assert len(names(tmp_path)) == len(NAMES)
