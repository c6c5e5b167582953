"""A board as a file: read once, kept with its digest, and refused with its line.

Reading it is the only input of a game; it happens before a play begins.
"""

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from importlib.resources import files
from pathlib import Path
from typing import Any

from tianming_games.ground.error import DataError, UsageError
from tianming_games.ground.plain_file import read_plain

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


def game_of(path: str) -> str:
    """The game that a board's file says it is for.

    Raises:
        UsageError: when there is no such file.
        DataError: when it is no TOML, or does not say.
    """
    board = _parsed(path, _bytes(path))
    head = board.data.get("board")
    game = head.get("game") if isinstance(head, dict) else None
    if not isinstance(game, str):
        raise board.refusal("a board says `game = ...` in its section [board].", "[board]")
    return game


@cache
def _read(package: str, path: str) -> BoardFile:
    shipped = files(package) / f"{path}.toml"
    if "/" not in path and shipped.is_file():
        return _parsed(path, shipped.read_bytes())
    return _parsed(path, _bytes(path))


def _bytes(path: str) -> bytes:
    try:
        data = read_plain(Path(path), _LIMIT + 1)
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else str(error)
        raise UsageError(
            f"the board {path!r} cannot be read: {why}; "
            "give the path of a TOML file, or the name of a board of the game."
        ) from None
    if len(data) > _LIMIT:
        raise DataError(f"{path}:1: a board file has at most {_LIMIT} bytes.")
    return data


def _parsed(path: str, data: bytes) -> BoardFile:
    try:
        text = data.decode()
        parsed = tomllib.loads(text)
    except UnicodeDecodeError as error:
        line = 1 + data[: error.start].count(b"\n")
        raise DataError(f"{path}:{line}: this is no UTF-8 text.") from None
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"at line (\d+)", str(error))
        line = int(found[1]) if found else 1 + text.count("\n")
        raise DataError(f"{path}:{line}: this is no TOML: {error}.") from None
    except RecursionError:
        raise DataError(f"{path}:1: the file nests too deeply for a board.") from None
    return BoardFile(path, text, parsed, blake2b(data, digest_size=8).hexdigest())
