"""Target for submissions: any archive is taken, or refused and leaves nothing behind."""

import gzip
import os
import tarfile
import tempfile
from collections.abc import Iterator
from pathlib import Path

from referee.entry.file_tree import TreeLimits
from referee.entry.take import TakeLimits, take
from referee.error import TianmingError
from tests.entry.archives import FILES, file, link, tar, tar_of, zip_link, zip_of
from tests.fuzz.feed import refusal_of

_LIMITS = TakeLimits(tree=TreeLimits(files=100, size=1 << 20))


def target(data: bytes) -> None:
    """Take bytes as an archive, as they are and compressed."""
    for content in (data, gzip.compress(data, 1)):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            (folder / "file").write_bytes(content)
            _take(folder)


def _take(folder: Path) -> None:
    refused = refusal_of(lambda: take(folder / "file", folder / "new", _LIMITS), TianmingError)
    if refused is not None:
        assert os.listdir(folder) == ["file"]
        assert str(refused).isprintable()
        return
    assert set(os.listdir(folder)) == {"file", "new"}
    new = folder / "new"
    paths = [path for path in new.rglob("*") if not path.is_dir()]
    assert paths
    assert all(path.resolve().is_relative_to(new.resolve()) for path in paths)
    assert all(path.is_symlink() or path.is_file() for path in paths)


def seeds() -> Iterator[bytes]:
    """Yield archives of each form, with links and long names."""
    names = {**FILES, "d/" * 60 + "ü": b"x"}
    for form in (tarfile.GNU_FORMAT, tarfile.PAX_FORMAT):
        yield gzip.decompress(tar_of(names, form))
    yield gzip.decompress(tar([file("d/a"), link("d/b", "a"), link("c", "d/b")]))
    yield zip_of(names)
    yield zip_link("l", "real")
