"""A write that keeps the interpreter lock does what `os.write` does."""

import errno
import os
from pathlib import Path

import pytest

from referee.record.held_write import write


class TestWrite:
    """It writes like the system call, and raises its errors."""

    @pytest.mark.parametrize("data", [b"", b"one", b"zero \0 within", bytes(1_000_000)])
    def test_all_bytes_are_written_at_the_end(self, tmp_path: Path, data: bytes) -> None:
        path = tmp_path / "file"
        path.write_bytes(b"first ")
        with path.open("ab", buffering=0) as file:
            assert write(file.fileno(), data) == len(data)
        assert path.read_bytes() == b"first " + data

    def test_a_full_disk_is_the_error_of_the_system(self) -> None:
        words = os.strerror(errno.ENOSPC)
        with Path("/dev/full").open("wb", buffering=0) as full, pytest.raises(OSError, match=words):
            write(full.fileno(), b"one")

    def test_a_part_is_written_where_not_all_fits(self) -> None:
        reading, writing = os.pipe()
        os.set_blocking(writing, False)
        try:
            assert 0 < write(writing, bytes(10_000_000)) < 10_000_000
            with pytest.raises(BlockingIOError):
                write(writing, b"more")
        finally:
            os.close(reading)
            os.close(writing)
