"""Target for board files: any file is drawn, or refused with its name and line."""

import re
import tempfile
from collections.abc import Iterator
from functools import partial
from importlib.resources import files
from pathlib import Path

from referee.error import TianmingError
from tests.fuzz.feed import refusal_of
from tianming_games.registry import load

_SHIPPED = (("china", "3-4"), ("china", "4-5"), ("ming", "ming"))


def target(data: bytes) -> None:
    """Write bytes to a file, and draw it as the board of each game that has boards."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "board.toml"
        path.write_bytes(data)
        for game in ("china", "ming"):
            refused = refusal_of(partial(_draw, game, str(path)), TianmingError)
            assert refused is None or _names_lines(str(refused), str(path))


def _names_lines(refused: str, path: str) -> bool:
    """Return whether a refusal names a line of the file for each error."""
    first, *rest = refused.splitlines()
    errors = [line.strip() for line in rest] if first.endswith(" errors:") else [first]
    return all(re.match(rf"{re.escape(path)}:\d+: ", error) for error in errors)


def _draw(game: str, path: str) -> None:
    text, svg = load(game).draw_board(path)
    assert text
    assert svg.startswith("<svg")


def seeds() -> Iterator[bytes]:
    """Yield the shipped boards, whole and cut in half, and invalid files."""
    for game, name in _SHIPPED:
        data = (files(f"tianming_games.{game}") / f"{name}.toml").read_bytes()
        yield data
        yield data[: len(data) // 2]
    yield b'[board]\ngame = "china"\n'
    yield b"\xff\xfe"
    yield b"[" * 2000
