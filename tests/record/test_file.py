"""The file of a record: there when it is finished, and never in the way of another."""

import errno
import fcntl
import os
import resource
import stat
from pathlib import Path
from typing import NoReturn

import pytest

from referee.error import StorageError
from referee.record import held_write
from referee.record.file import RecordFile
from referee.record.sentence import RecordSentence
from tests.errors import raises
from tests.processes import files_held_in


def mode(path: Path) -> int:
    """Who may do what with a file."""
    return stat.S_IMODE(path.stat().st_mode)


def refuses(*_: object) -> NoReturn:
    """A disk that does not do what it is told."""
    raise OSError(errno.EIO, os.strerror(errno.EIO))


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

    def test_only_its_owner_may_read_it_until_it_is_finished(self, tmp_path: Path) -> None:
        umask = os.umask(0o077)
        os.umask(umask)
        file = RecordFile(tmp_path / "a.tianming")
        file.append(b"one")
        assert mode(file.part) == 0o600
        file.finish()
        assert mode(file.path) == 0o644 & ~umask

    def test_an_abandoned_record_leaves_nothing(self, tmp_path: Path) -> None:
        file = RecordFile(tmp_path / "a.tianming")
        file.append(b"one")
        file.abandon()
        assert list(tmp_path.iterdir()) == []

    def test_a_record_is_never_written_over(self, tmp_path: Path) -> None:
        path = tmp_path / "a.tianming"
        path.write_bytes(b"older")
        with raises(StorageError, RecordSentence.RECORD_EXISTS):
            RecordFile(path)
        assert path.read_bytes() == b"older"

    def test_a_folder_that_is_not_there_is_named(self, tmp_path: Path) -> None:
        with raises(StorageError, RecordSentence.RECORD_NOT_OPENED):
            RecordFile(tmp_path / "nowhere" / "a.tianming")

    def test_too_many_open_files_are_no_fault_of_the_folder(self, tmp_path: Path) -> None:
        usual = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (0, usual[1]))
        try:
            with pytest.raises(StorageError, match=r"Too many open files; allow more .*ulimit -n"):
                RecordFile(tmp_path / "a.tianming")
        finally:
            resource.setrlimit(resource.RLIMIT_NOFILE, usual)

    def test_a_full_disk_is_an_error_with_a_clear_word(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        file = RecordFile(tmp_path / "a.tianming")

        def full(*_: object) -> int:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

        monkeypatch.setattr(held_write, "write", full)
        with raises(StorageError, RecordSentence.RECORD_NOT_WRITTEN, why="No space left on device"):
            file.append(b"one")

    def test_a_short_write_is_an_error(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        file = RecordFile(tmp_path / "a.tianming")
        monkeypatch.setattr(held_write, "write", lambda *_: 1)
        with raises(StorageError, RecordSentence.RECORD_DISK_FULL):
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
        with raises(StorageError, RecordSentence.RECORD_NOT_KEPT, why="Input/output error"):
            file.finish()
        assert len(calls) == 1
        assert not (tmp_path / "a.tianming").exists()

    def test_what_is_finished_is_no_longer_abandoned(self, tmp_path: Path) -> None:
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
        with raises(StorageError, RecordSentence.RECORD_NOT_KEPT, why="Permission denied"):
            file.finish()
        file.abandon()
        assert list(tmp_path.iterdir()) == []

    def test_two_writers_of_one_record_do_not_meet(self, tmp_path: Path) -> None:
        path = tmp_path / "a.tianming"
        file = RecordFile(path)
        file.append(b"one")
        with raises(StorageError, RecordSentence.RECORD_IN_USE):
            RecordFile(path)
        file.finish()
        assert path.read_bytes() == b"one"

    def test_a_file_that_another_has_put_in_its_place_meanwhile_is_not_touched(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        path, part = tmp_path / "a.tianming", tmp_path / "a.tianming.part"
        flock = fcntl.flock

        def late(number: int, how: int) -> None:
            part.replace(path)
            part.touch()
            flock(number, how)

        monkeypatch.setattr(fcntl, "flock", late)
        with raises(StorageError, RecordSentence.RECORD_IN_USE):
            RecordFile(path)

    def test_nothing_stays_open_of_a_file_that_is_finished_abandoned_or_refused(
        self, tmp_path: Path
    ) -> None:
        finished, left = tmp_path / "a.tianming", tmp_path / "b.tianming"
        RecordFile(finished).finish()
        RecordFile(tmp_path / "c.tianming").abandon()
        file = RecordFile(left)
        file.append(b"one")
        for taken in (finished, left):
            with pytest.raises(StorageError):
                RecordFile(taken)
        file.close()
        with raises(StorageError, RecordSentence.RECORD_LEFT_OPEN):
            RecordFile(left)
        left.touch()
        with raises(StorageError, RecordSentence.RECORD_FINISHED):
            RecordFile.reopen(left)
        assert files_held_in(tmp_path) == set()

    def test_a_file_system_without_modes_has_records_too(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(os, "fchmod", refuses)
        RecordFile(tmp_path / "a.tianming").finish()
        assert (tmp_path / "a.tianming").exists()

    def test_what_a_killed_writer_left_is_never_written_over(self, tmp_path: Path) -> None:
        left = tmp_path / "a.tianming.part"
        left.write_bytes(b"left behind")
        with raises(StorageError, RecordSentence.RECORD_LEFT_OPEN):
            RecordFile(tmp_path / "a.tianming")
        assert left.read_bytes() == b"left behind"

    def test_an_empty_file_of_a_killed_writer_is_taken(self, tmp_path: Path) -> None:
        (tmp_path / "a.tianming.part").touch()
        file = RecordFile(tmp_path / "a.tianming")
        file.append(b"one")
        file.finish()
        assert (tmp_path / "a.tianming").read_bytes() == b"one"

    def test_a_finished_record_beside_what_was_left_open_is_not_touched(
        self, tmp_path: Path
    ) -> None:
        path = tmp_path / "a.tianming"
        path.write_bytes(b"older")
        path.with_name("a.tianming.part").write_bytes(b"left behind")
        with raises(StorageError, RecordSentence.RECORD_EXISTS):
            RecordFile(path)
        assert path.with_name("a.tianming.part").read_bytes() == b"left behind"

    @pytest.mark.parametrize("name", ["", "/", "..", "x" * 300, "x" * 252])
    def test_a_name_that_no_file_can_have_is_named(self, name: str, tmp_path: Path) -> None:
        with pytest.raises(StorageError, match=r"cannot be written|already exists"):
            RecordFile(tmp_path / name if name != "/" else Path(name))
        assert list(tmp_path.iterdir()) == []


def left_behind(folder: Path, data: bytes) -> Path:
    """A file that a killed writer has left; gives the name that its record would have."""
    (folder / "a.tianming.part").write_bytes(data)
    return folder / "a.tianming"


class TestReopen:
    """A record left open is reopened without loss."""

    def test_it_is_appended_to_where_it_ends(self, tmp_path: Path) -> None:
        path = left_behind(tmp_path, b"one")
        file = RecordFile.reopen(path)
        file.rewrite(file.read(), 3)
        file.append(b"two")
        file.finish()
        assert path.read_bytes() == b"onetwo"
        assert list(tmp_path.iterdir()) == [path]

    def test_bytes_that_are_cut_off_are_kept_in_another_file(self, tmp_path: Path) -> None:
        for times, name in ((1, "a.tianming.torn"), (2, "a.tianming.torn-2")):
            file = RecordFile.reopen(left_behind(tmp_path, b"one" + b"tw" * times))
            file.rewrite(file.read(), 3)
            file.close()
            assert (tmp_path / name).read_bytes() == b"one" + b"tw" * times
            assert mode(tmp_path / name) == 0o600
            assert (tmp_path / "a.tianming.part").read_bytes() == b"one"

    def test_all_of_it_is_written_once_more_so_that_the_next_sync_vouches_for_it(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        file = RecordFile.reopen(left_behind(tmp_path, b"one"))
        written = []

        def pwrite(number: int, data: bytes, at: int) -> int:
            written.append((data, at))
            return len(data)

        monkeypatch.setattr(os, "pwrite", pwrite)
        file.rewrite(file.read(), 3)
        assert written == [(b"one", 0)]
        file.close()

    def test_what_is_cut_off_is_on_disk_before_anything_is_cut(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        file = RecordFile.reopen(left_behind(tmp_path, b"onetw"))
        disk = Disk(monkeypatch)
        monkeypatch.setattr(os, "pwrite", refuses)
        with raises(StorageError, RecordSentence.RECORD_NOT_WRITTEN, why="Input/output error"):
            file.rewrite(file.read(), 3)
        assert disk.syncs == [False, True]
        file.close()

    def test_a_disk_that_does_not_give_it_or_move_it_is_an_error_with_a_clear_word(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        file = RecordFile.reopen(left_behind(tmp_path, b"tor"))
        monkeypatch.setattr(Path, "read_bytes", refuses)
        monkeypatch.setattr(Path, "rename", refuses)
        with raises(StorageError, RecordSentence.RECORD_NOT_READ_BACK, why="Input/output error"):
            file.read()
        with raises(StorageError, RecordSentence.RECORD_NOT_KEPT, why="Input/output error"):
            file.quarantine()
        file.close()

    def test_a_pipe_in_its_place_is_refused_and_not_waited_for(self, tmp_path: Path) -> None:
        os.mkfifo(tmp_path / "a.tianming.part")
        with raises(StorageError, RecordSentence.RECORD_NOT_OPENED, why="it is no plain file"):
            RecordFile.reopen(tmp_path / "a.tianming").read()

    def test_a_file_without_a_match_is_quarantined(self, tmp_path: Path) -> None:
        RecordFile.reopen(left_behind(tmp_path, b"tor")).quarantine()
        assert [path.name for path in tmp_path.iterdir()] == ["a.tianming.torn"]

    def test_an_empty_file_is_removed(self, tmp_path: Path) -> None:
        RecordFile.reopen(left_behind(tmp_path, b"")).quarantine()
        assert list(tmp_path.iterdir()) == []

    def test_what_another_is_writing_is_not_taken(self, tmp_path: Path) -> None:
        file = RecordFile(tmp_path / "a.tianming")
        file.append(b"one")
        with raises(StorageError, RecordSentence.RECORD_IN_USE):
            RecordFile.reopen(tmp_path / "a.tianming")
        file.finish()

    def test_reopening_creates_no_file(self, tmp_path: Path) -> None:
        with raises(StorageError, RecordSentence.RECORD_NOT_OPENED):
            RecordFile.reopen(tmp_path / "a.tianming")
        assert list(tmp_path.iterdir()) == []

    def test_a_finished_record_of_that_name_is_in_the_way(self, tmp_path: Path) -> None:
        path = left_behind(tmp_path, b"one")
        path.write_bytes(b"finished")
        with raises(StorageError, RecordSentence.RECORD_FINISHED, part="a.tianming.part"):
            RecordFile.reopen(path)
        assert path.read_bytes() == b"finished"


class Disk:
    """Counts the syncs, and fails one of them."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, fails: int = 0) -> None:
        self.syncs: list[bool] = []
        self._fails = fails
        self._fsync = os.fsync
        monkeypatch.setattr(os, "fsync", self.fsync)

    def fsync(self, number: int) -> None:
        """Note whether it is a folder that is synced."""
        self.syncs.append(stat.S_ISDIR(os.fstat(number).st_mode))
        if len(self.syncs) == self._fails:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        self._fsync(number)


class TestSync:
    """What is on disk, and what happens when the disk refuses."""

    def test_the_first_sync_brings_the_folder_to_disk_too(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        disk = Disk(monkeypatch)
        file = RecordFile(tmp_path / "a.tianming")
        for _ in range(2):
            file.append(b"one")
            file.sync()
        assert disk.syncs == [False, True, False]
        file.finish()
        assert disk.syncs[3:] == [False, True]

    def test_a_sync_that_failed_is_never_tried_again(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        disk = Disk(monkeypatch, fails=1)
        file = RecordFile(tmp_path / "a.tianming")
        file.append(b"one")
        for step in (file.sync, file.sync, file.finish):
            with raises(StorageError, RecordSentence.RECORD_NOT_KEPT):
                step()
        assert len(disk.syncs) == 1
        assert not (tmp_path / "a.tianming").exists()
        file.close()

    def test_a_record_whose_folder_cannot_be_synced_has_not_its_name(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        Disk(monkeypatch, fails=2)
        file = RecordFile(tmp_path / "a.tianming")
        file.append(b"one")
        with raises(StorageError, RecordSentence.RECORD_NOT_KEPT, why="Input/output error"):
            file.finish()
        assert [path.name for path in tmp_path.iterdir()] == ["a.tianming.part"]
        file.close()
