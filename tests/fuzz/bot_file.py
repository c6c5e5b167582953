"""Target for `bot.toml`: any file is read, or refused in one sentence."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

from referee.entry.bot_file import NAME_OF_FILE, read_bot_file
from referee.error import DataError
from tests.fuzz.feed import refusal_of


def target(data: bytes) -> None:
    """Read bytes as a file."""
    with tempfile.TemporaryDirectory() as name:
        (Path(name) / NAME_OF_FILE).write_bytes(data)
        refused = refusal_of(lambda: read_bot_file(Path(name)), DataError)
        assert refused is None or str(refused).isprintable()


def seeds() -> Iterator[bytes]:
    """Yield files with all keys, with some, and with values of other types."""
    yield b'name = "a"\nlanguage = "go"\nbuild = "b"\nrun = "c d"\nversion = "1"\ngames = ["e"]\n'
    yield b'run = "./bot"\n'
    yield b'run = ["a"]\ngames = [1, {a = 2}]\n[name]\nb = 1979-05-27\n'
