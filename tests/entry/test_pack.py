"""Packing a folder: the archive is what the service takes, and the same each time."""

import os
from pathlib import Path

from referee.entry.pack import pack
from referee.entry.sentence import SubmissionSentence
from referee.entry.take import take
from referee.error import DataError, StorageError
from tests.entry.archives import FILES, folder_of
from tests.errors import raises


class TestPack:
    """From a folder to an archive."""

    def test_the_archive_has_the_digest_of_the_folder(self, tmp_path: Path) -> None:
        source = folder_of({**FILES, ".git/x": b"", "ü" * 90: b"1"}, tmp_path / "source")
        (source / "link").symlink_to("src/main.py")
        digest = pack(source, tmp_path / "a.tar.gz")
        assert digest == take(source, tmp_path / "copy")
        assert digest == take(tmp_path / "a.tar.gz", tmp_path / "taken")
        assert os.readlink(tmp_path / "taken/link") == "src/main.py"

    def test_equal_folders_become_equal_archives(self, tmp_path: Path) -> None:
        for name, files in (("a", FILES), ("b", dict(reversed(list(FILES.items()))))):
            pack(folder_of(files, tmp_path / name), tmp_path / f"{name}.tar.gz")
        assert (tmp_path / "a.tar.gz").read_bytes() == (tmp_path / "b.tar.gz").read_bytes()

    def test_what_the_service_would_refuse_is_refused_before(self, tmp_path: Path) -> None:
        source = folder_of({"A": b"", "a": b""}, tmp_path / "source")
        with raises(DataError, SubmissionSentence.PATHS_FOLD):
            pack(source, tmp_path / "a.tar.gz")
        assert not (tmp_path / "a.tar.gz").exists()
        with raises(StorageError, SubmissionSentence.SUBMISSION_NOT_PACKED):
            pack(folder_of(FILES, tmp_path / "sound"), tmp_path / "missing/a.tar.gz")
