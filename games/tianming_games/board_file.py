"""A board as a file: read once, kept with its digest, and refused with its line.

Reading it is the only input of a game; it happens before a play begins.
"""

import re
import tomllib
from dataclasses import dataclass, replace
from functools import cache
from hashlib import blake2b
from importlib.resources import files
from pathlib import Path
from typing import Any

from tianming_games.ground.error import DataError, UsageError
from tianming_games.ground.plain_file import read_plain
from tianming_games.ground.sentence import GameSentence

_LIMIT = 1 << 20
"""Bytes of a board file, at most."""


@dataclass(frozen=True)
class BoardFile:
    """A parsed TOML file: `data` is what `tomllib` made of `text`.

    `is_shipped` says that the game brings it, so it is known to be sound.
    """

    source: str
    text: str
    data: dict[str, Any]
    digest: str
    is_shipped: bool = False

    def line(self, *words: str) -> int:
        """The first line that has all the words, from 1; 1 where none has."""
        for number, line in enumerate(self.text.splitlines(), 1):
            if all(word in line for word in words):
                return number
        return 1

    def refusal(self, sentence: str, *words: str) -> DataError:
        """An error that names the file and the first line with all the words."""
        line = self.line(*words)
        return DataError(GameSentence.WRONG_BOARD, path=self.source, line=line, why=sentence)


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
        raise UsageError(GameSentence.OTHER_BOARD, path=path, digest=board.digest, pinned=pinned)
    return board


def game_of(path: str) -> str:
    """The game that a board's file says it is for.

    Raises:
        UsageError: when there is no such file.
        DataError: when it is not TOML, or does not name one.
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
        return replace(_parsed(path, shipped.read_bytes()), is_shipped=True)
    return _parsed(path, _bytes(path))


def _bytes(path: str) -> bytes:
    try:
        data = read_plain(Path(path), _LIMIT + 1)
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else str(error)
        raise UsageError(GameSentence.BOARD_NOT_READ, path=path, why=why) from None
    if len(data) > _LIMIT:
        raise DataError(GameSentence.BOARD_TOO_LONG, path=path, most=_LIMIT)
    return data


def _parsed(path: str, data: bytes) -> BoardFile:
    try:
        text = data.decode()
        parsed = tomllib.loads(text)
    except UnicodeDecodeError as error:
        line = 1 + data[: error.start].count(b"\n")
        raise DataError(GameSentence.BOARD_NOT_UTF8, path=path, line=line) from None
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"at line (\d+)", str(error))
        line = int(found[1]) if found else 1 + text.count("\n")
        raise DataError(GameSentence.BOARD_NOT_TOML, path=path, line=line, why=error) from None
    except RecursionError:
        raise DataError(GameSentence.BOARD_NESTS_TOO_DEEPLY, path=path) from None
    return BoardFile(path, text, parsed, blake2b(data, digest_size=8).hexdigest())
