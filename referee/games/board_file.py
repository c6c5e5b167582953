"""A board as a file: read once, kept with its digest, and refused with its line.

Reading it is the only input of a game; it happens before a play begins.
"""

import tomllib
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from importlib.resources import files
from pathlib import Path
from typing import Any

from referee.error import DataError, UsageError

_LIMIT = 1 << 20
"""Bytes of a board file, at most."""


@dataclass(frozen=True)
class BoardFile:
    """A parsed TOML file: `data` is what `tomllib` made of `text`."""

    source: str
    text: str
    data: dict[str, Any]
    digest: str

    def line(self, *words: str) -> int:
        """The first line that has all the words, from 1; 1 where none has."""
        for number, line in enumerate(self.text.splitlines(), 1):
            if all(word in line for word in words):
                return number
        return 1

    def refusal(self, sentence: str, *words: str) -> DataError:
        """An error that names the file and the first line with all the words."""
        return DataError(f"{self.source}:{self.line(*words)}: {sentence}")


def load(package: str, name: str) -> BoardFile:
    """A board by the name of a file of the package, or by a path.

    `name` may end in `#` and the digest the file must have, as a record pins it.

    Raises:
        UsageError: when there is no such file, or it is not the pinned one.
        DataError: when it is no TOML.
    """
    path, _, pinned = name.partition("#")
    board = _read(package, path)
    if pinned and pinned != board.digest:
        raise UsageError(
            f"the board {path} is another one than the record was played on "
            f"(digest {board.digest}, not {pinned}): name the file that was used."
        )
    return board


@cache
def _read(package: str, path: str) -> BoardFile:
    shipped = files(package) / f"{path}.toml"
    try:
        if "/" not in path and shipped.is_file():
            data = shipped.read_bytes()
        else:
            with Path(path).open("rb") as file:
                data = file.read(_LIMIT + 1)
    except OSError as error:
        raise UsageError(
            f"the board {path!r} cannot be read: {error.strerror}; "
            "give the path of a TOML file, or the name of a board of the game."
        ) from None
    if len(data) > _LIMIT:
        raise DataError(f"{path}:1: a board file has at most {_LIMIT} bytes.")
    try:
        text = data.decode()
        parsed = tomllib.loads(text)
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise DataError(f"{path}: this is no TOML: {error}.") from None
    return BoardFile(path, text, parsed, blake2b(data, digest_size=8).hexdigest())
