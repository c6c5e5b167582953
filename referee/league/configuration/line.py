"""Lines: where in a TOML file each of its values stands.

Python's reader of TOML keeps no lines, so the file is read a second time, statement by
statement: a statement ends where the reader is content with it.
"""

import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from typing import Any

from referee.error import UsageError
from referee.sentence.league_file import LeagueFileSentence
from tianming_games.ground.plain_file import KeyPath

_MOST_DOTS = 30
"""Dots of a line outside of quotes, at most: Python's reader of TOML needs the square of them."""

_MOST_AGAIN = 1 << 21
"""Maximum number of characters that are read again if a statement spans lines."""

_QUOTED = re.compile(r"\"[^\"\n]*\"|'[^'\n]*'|#.*")


class CostlyStatement(ValueError):
    """A statement that takes too long to read: its line, and why."""

    def __init__(self, line: int, why: UsageError) -> None:
        self.line = line
        self.why = why
        super().__init__(line, why)


def check_cost(text: str) -> None:
    """Raise `CostlyStatement` for a key of so many parts that it takes too long to read."""
    for number, line in enumerate(text.splitlines(), 1):
        if line.count(".") > _MOST_DOTS and _QUOTED.sub("", line).count(".") > _MOST_DOTS:
            why = UsageError(LeagueFileSentence.TOO_MANY_DOTS, most=_MOST_DOTS)
            raise CostlyStatement(number, why)


def lines(text: str) -> dict[KeyPath, int]:
    """The line, from 1, of every value and table of a sound file.

    Raises:
        CostlyStatement: for statements over many lines.
    """
    found: dict[KeyPath, int] = {(): 1}
    table: KeyPath = ()
    tables: Counter[KeyPath] = Counter()
    for number, statement in _statements(text):
        content = tomllib.loads(statement)
        head = statement.lstrip()
        if head.startswith("["):
            table = _table(content, head.startswith("[["), tables)
            for place in (table[:-1], table):
                found.setdefault(place, number)
            continue
        for place in _places(content, table):
            found.setdefault(place, number)
    return found


def line_of(found: dict[KeyPath, int], place: KeyPath) -> int:
    """The line of a value, or of the nearest table that would hold it."""
    while place not in found:
        place = place[:-1]
    return found[place]


def _statements(text: str) -> Iterator[tuple[int, str]]:
    """Each statement with the number of its first line."""
    pending, first, again = "", 0, 0
    for number, line in enumerate(text.splitlines(keepends=True), 1):
        if not pending and (not line.strip() or line.lstrip().startswith("#")):
            continue
        first = first if pending else number
        pending += line
        try:
            tomllib.loads(pending)
        except tomllib.TOMLDecodeError:
            again += len(pending)
            if again > _MOST_AGAIN:
                why = UsageError(LeagueFileSentence.TOO_MANY_LINES)
                raise CostlyStatement(first, why) from None
            continue
        yield first, pending
        pending = ""


def _table(content: dict[str, Any], is_list: bool, tables: Counter[KeyPath]) -> KeyPath:
    """The place of a table from its header; a new one of a list each time."""
    place: KeyPath = ()
    value: Any = content
    while isinstance(value, dict) and value:
        ((key, value),) = value.items()
        place = (*place, key)
        if isinstance(value, list):
            value = value[0]
        elif tables[place]:
            place = (*place, tables[place] - 1)
    if is_list:
        tables[place] += 1
        place = (*place, tables[place] - 1)
    return place


def _places(value: Any, place: KeyPath) -> Iterator[KeyPath]:
    """Every place in a value, itself first."""
    yield place
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _places(inner, (*place, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _places(inner, (*place, index))
