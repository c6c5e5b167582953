"""The file of a record: there when it is finished, and never in the way of another."""

import errno
import os
from pathlib import Path

import pytest

from referee.error import StorageError
from referee.record.file import RecordFile


class TestRecordFile:
    """A file with a record's name is a finished one."""

    def test_the_record_has_its_name_when_it_is_finished(self, tmp_path: Path) -> None:
        path = tmp_path / "a.tianming"
        file = RecordFile(path)
        file.append(b"one")
        assert not path.exists()
        file.append(b"two")
        file.finish()
        assert path.read_bytes() == b"onetwo"
        assert list(tmp_path.iterdir()) == [path]

    def test_each_append_reaches_the_system_at_once(self, tmp_path: Path) -> None:
        file = RecordFile(tmp_path / "a.tianming")
        file.append(b"one")
        assert (tmp_path / "a.tianming.part").read_bytes() == b"one"
        file.abandon()

    def test_an_abandoned_record_leaves_nothing(self, tmp_path: Path) -> None:
        file = RecordFile(tmp_path / "a.tianming")
        file.append(b"one")
        file.abandon()
        assert list(tmp_path.iterdir()) == []

    def test_a_record_is_never_written_over(self, tmp_path: Path) -> None:
        path = tmp_path / "a.tianming"
        path.write_bytes(b"older")
        with pytest.raises(StorageError, match="exists already"):
            RecordFile(path)
        assert path.read_bytes() == b"older"

    def test_a_folder_that_is_not_there_is_named(self, tmp_path: Path) -> None:
        with pytest.raises(StorageError, match=r"nowhere/a\.tianming cannot be written: No such"):
            RecordFile(tmp_path / "nowhere" / "a.tianming")

    def test_a_full_disk_is_an_error_with_a_clear_word(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        file = RecordFile(tmp_path / "a.tianming")

        def full(*_: object) -> int:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

        monkeypatch.setattr(os, "write", full)
        with pytest.raises(StorageError, match="No space left on device"):
            file.append(b"one")

    def test_a_short_write_is_an_error(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        file = RecordFile(tmp_path / "a.tianming")
        monkeypatch.setattr(os, "write", lambda *_: 1)
        with pytest.raises(StorageError, match="the disk is full"):
            file.append(b"one")

    def test_a_failed_sync_gives_no_finished_record(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        file = RecordFile(tmp_path / "a.tianming")
        file.append(b"one")
        calls = []

        def failing(number: int) -> None:
            calls.append(number)
            raise OSError(errno.EIO, os.strerror(errno.EIO))

        monkeypatch.setattr(os, "fsync", failing)
        with pytest.raises(StorageError, match="cannot be kept: Input/output error"):
            file.finish()
        assert len(calls) == 1
        assert not (tmp_path / "a.tianming").exists()

    def test_what_is_finished_is_not_abandoned_any_more(self, tmp_path: Path) -> None:
        path = tmp_path / "a.tianming"
        file = RecordFile(path)
        file.finish()
        with path.open("rb") as other:
            file.abandon()
            assert os.fstat(other.fileno())
        assert path.exists()

    def test_what_could_not_be_finished_can_be_abandoned(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def failing(*_: object) -> None:
            raise OSError(errno.EACCES, os.strerror(errno.EACCES))

        file = RecordFile(tmp_path / "a.tianming")
        monkeypatch.setattr(Path, "rename", failing)
        with pytest.raises(StorageError, match="cannot be kept: Permission denied"):
            file.finish()
        file.abandon()
        assert list(tmp_path.iterdir()) == []

    def test_two_writers_of_one_record_do_not_meet(self, tmp_path: Path) -> None:
        path = tmp_path / "a.tianming"
        file = RecordFile(path)
        file.append(b"one")
        with pytest.raises(StorageError, match=r"is being written by another match"):
            RecordFile(path)
        file.finish()
        assert path.read_bytes() == b"one"

    def test_what_a_killed_writer_left_is_never_written_over(self, tmp_path: Path) -> None:
        left = tmp_path / "a.tianming.part"
        left.write_bytes(b"left behind")
        with pytest.raises(StorageError, match="was left open"):
            RecordFile(tmp_path / "a.tianming")
        assert left.read_bytes() == b"left behind"

    def test_an_empty_file_of_a_killed_writer_is_taken(self, tmp_path: Path) -> None:
        (tmp_path / "a.tianming.part").touch()
        file = RecordFile(tmp_path / "a.tianming")
        file.append(b"one")
        file.finish()
        assert (tmp_path / "a.tianming").read_bytes() == b"one"

    @pytest.mark.parametrize("name", ["", "/", "..", "x" * 300, "x" * 252])
    def test_a_name_that_no_file_can_have_is_named(self, name: str, tmp_path: Path) -> None:
        with pytest.raises(StorageError, match=r"cannot be written|exists already"):
            RecordFile(tmp_path / name if name != "/" else Path(name))
        assert list(tmp_path.iterdir()) == []
