"""Find the line of each value in a TOML file.

Python's TOML parser does not keep lines. So the file is parsed again, statement by statement. A
statement ends with the first line at which the parser accepts it.
"""

import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from typing import Any

from referee.error import UsageError
from referee.league.configuration.sentence import LeagueFileSentence
from tianming_games.ground.plain_file import KeyPath

_MOST_DOTS = 30
"""The most dots in a line outside of quotes: Python's TOML parser needs quadratic time."""

_MOST_AGAIN = 1 << 21
"""The most characters that are parsed again because statements span several lines."""

_QUOTED = re.compile(r"\"[^\"\n]*\"|'[^'\n]*'|#.*")


class CostlyStatement(ValueError):
    """A statement takes too long to parse. `line` is its line, `why` the reason."""

    def __init__(self, line: int, why: UsageError) -> None:
        self.line = line
        self.why = why
        super().__init__(line, why)


def check_cost(text: str) -> None:
    """Raise `CostlyStatement` for a key with so many parts that parsing takes too long."""
    for number, line in enumerate(text.splitlines(), 1):
        if line.count(".") > _MOST_DOTS and _QUOTED.sub("", line).count(".") > _MOST_DOTS:
            why = UsageError(LeagueFileSentence.TOO_MANY_DOTS, most=_MOST_DOTS)
            raise CostlyStatement(number, why)


def lines(text: str) -> dict[KeyPath, int]:
    """Return the line, from 1, of every value and table of a valid TOML file.

    Raises:
        CostlyStatement: when statements span too many lines.
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
    """Return the line of a value or, if it is missing, of the innermost table that exists."""
    while place not in found:
        place = place[:-1]
    return found[place]


def _statements(text: str) -> Iterator[tuple[int, str]]:
    """Yield each statement with the number of its first line."""
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
    """Return the place of a table from its header; each header of a list adds an entry."""
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
    """Yield every place in a value, its own first."""
    yield place
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _places(inner, (*place, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _places(inner, (*place, index))
