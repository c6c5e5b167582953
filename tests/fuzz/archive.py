"""Target for archives of seasons: any file is opened, or refused and leaves nothing behind."""

import gzip
import io
import os
import tarfile
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

from referee.error import TianmingError
from referee.league.ledger.journal import lines_of
from referee.league.ledger.journal_event import Opened
from referee.league.salvage.archive import JOURNAL, LEAGUE_FILE, MANIFEST
from referee.league.salvage.unpacking import open_archive
from tests.fuzz.feed import refusal_of

_LEAGUE = b"""name = "a"
game = "dragon"
seats = 2
[storage]
records = "records"
ledger = "sqlite:///ledger.db"
[[bot]]
name = "x"
command = "random"
[[bot]]
name = "y"
command = "random"
"""


def target(data: bytes) -> None:
    """Open bytes as an archive, as they are and compressed."""
    for content in (data, gzip.compress(data, 1)):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            (folder / "file").write_bytes(content)
            _open(folder)


def _open(folder: Path) -> None:
    refused = refusal_of(lambda: open_archive(folder / "file", folder / "new"), TianmingError)
    if refused is None:
        assert set(os.listdir(folder)) == {"file", "new"}
    else:
        assert os.listdir(folder) == ["file"]
        assert str(refused).isprintable()


def seeds() -> Iterator[bytes]:
    """Yield the archive of a season without rounds, other manifests, and half of it."""
    journal, _ = lines_of([Opened("a", "dragon")], datetime(2030, 1, 1, tzinfo=UTC))
    files = {LEAGUE_FILE: _LEAGUE, JOURNAL: journal}
    sound = _archive(b'{"format": 1, "league": "a", "game": "dragon", "is_over": false}\n', files)
    yield sound
    yield sound[: len(sound) // 2]
    for head in (b"{}\n", b'{"format": 2, "league": "a", "is_over": true}\n', b"[]\n", b"\n", b""):
        yield _archive(head, files)


def _archive(head: bytes, files: dict[str, bytes]) -> bytes:
    lines = [f"{sha256(text).hexdigest()} {len(text)} {name}\n" for name, text in files.items()]
    target_file = io.BytesIO()
    with tarfile.open(fileobj=target_file, mode="w", format=tarfile.USTAR_FORMAT) as tar:
        for name, text in {MANIFEST: head + "".join(lines).encode(), **files}.items():
            member = tarfile.TarInfo(name)
            member.size = len(text)
            tar.addfile(member, io.BytesIO(text))
    return target_file.getvalue()
