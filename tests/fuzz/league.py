"""Target for `league.toml`: any file describes a league, or is refused with a sentence."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

from referee.error import TianmingError
from referee.league.configuration.league_file import read_league
from referee.league.configuration.template import sample
from tests.fuzz.feed import refusal_of


def target(data: bytes) -> None:
    """Read bytes as a league file."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "league.toml"
        path.write_bytes(data)
        refused = refusal_of(lambda: read_league(path, {}, {}), TianmingError)
        assert refused is None or str(refused)


def seeds() -> Iterator[bytes]:
    """Yield the file of `referee league new`, whole and cut, and files that once took minutes."""
    data = sample().encode()
    yield data
    yield data[: len(data) // 2]
    yield b"[league]\n"
    yield b".".join([b"a"] * 2000) + b" = 1\n"
    yield b"".join(b"k%d = 1\n" % number for number in range(300))
    yield b"x = [\n" + b"1,\n" * 300 + b"]\n"
