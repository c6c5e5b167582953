"""Files of users are read whole, or up to a limit."""

import os
from pathlib import Path

import pytest

from tianming_games.ground.plain_file import read_plain


@pytest.mark.parametrize(("limit", "read"), [(2, b"ab"), (3, b"abc"), (4, b"abc")])
def test_a_file_is_read_up_to_the_limit(tmp_path: Path, limit: int, read: bytes) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"abc")
    assert read_plain(path, limit) == read


@pytest.mark.parametrize(("limit", "read"), [(2, b"ab"), (3, b"abc"), (4, b"abc")])
def test_a_file_that_grows_meanwhile_is_read_up_to_the_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit: int, read: bytes
) -> None:
    path, before = tmp_path / "file", tmp_path / "before"
    path.write_bytes(b"abc")
    before.touch()
    status = before.stat()
    monkeypatch.setattr(Path, "stat", lambda *_, **__: status)
    assert read_plain(path, limit) == read


def test_a_pipe_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(OSError, match="it is no plain file"):
        read_plain(pipe, 10)
