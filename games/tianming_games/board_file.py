"""Read a board file: cache it, compute its digest, and report errors with their line.

A game does no other input, and reads its board before a play begins.
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
"""Maximum bytes of a board file."""


@dataclass(frozen=True)
class BoardFile:
    """A parsed TOML file.

    `source` is its name in errors, `data` the parsed `text`, `digest` 16 hexadecimal digits.
    `is_shipped` tells that the file is part of the game, so that it needs no check.
    """

    source: str
    text: str
    data: dict[str, Any]
    digest: str
    is_shipped: bool = False

    def line(self, *words: str) -> int:
        """Return the first line that contains all the words, from 1; 1 if none does."""
        for number, line in enumerate(self.text.splitlines(), 1):
            if all(word in line for word in words):
                return number
        return 1

    def refusal(self, sentence: str, *words: str) -> DataError:
        """Return an error that names the file and the first line with all the words."""
        line = self.line(*words)
        return DataError(GameSentence.WRONG_BOARD, path=self.source, line=line, why=sentence)


def load(package: str, name: str) -> BoardFile:
    """Return a board by the name of a file of the package, or by a path.

    `name` may end in `#` and the digest that the file must have, as in a record.

    Raises:
        UsageError: when the file cannot be read, or has another digest.
        DataError: when the file is not TOML, or too long.
    """
    path, _, pinned = name.partition("#")
    board = _read(package, path)
    if pinned and pinned != board.digest:
        raise UsageError(GameSentence.OTHER_BOARD, path=path, digest=board.digest, pinned=pinned)
    return board


def game_of(path: str) -> str:
    """Return the name of the game in a board file.

    Raises:
        UsageError: when the file cannot be read.
        DataError: when the file is not TOML, or does not name a game.
    """
    board = _parsed(path, _bytes(path))
    head = board.data.get("board")
    game = head.get("game") if isinstance(head, dict) else None
    if not isinstance(game, str):
        raise board.refusal("a board says `game = ...` in its section [board].", "[board]")
    return game


@cache
def _read(package: str, path: str) -> BoardFile:
    shipped = f"{path}.toml"
    if any(file.name == shipped for file in files(package).iterdir()):
        data = files(package).joinpath(shipped).read_bytes()
        return replace(_parsed(path, data), is_shipped=True)
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
        text = data.decode("utf-8-sig")
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
