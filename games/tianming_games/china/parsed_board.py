"""A board file, parsed: every value has its type, and nothing is checked against the rules."""

from dataclasses import dataclass
from typing import Any, TypeVar

from tianming_games.board_file import BoardFile

T = TypeVar("T")

_KINDS = {int: "a whole number", str: "a text", list: "a list", dict: "a table"}


@dataclass(frozen=True, slots=True)
class Area:
    """A region as the file has it."""

    word: str
    name: str
    colour: str
    size: int


@dataclass(frozen=True, slots=True)
class House:
    """A house space as the file has it."""

    word: str
    land: str
    spot: tuple[int, int]


@dataclass(frozen=True, slots=True)
class ParsedBoard:
    """The values of a board file, each of its type, not yet checked against the rules.

    `roads` and `alliances` are pairs of words; `numbers` are those of the alliances.
    """

    file: BoardFile
    seats: tuple[int, int]
    least_row: int
    cards: dict[str, int]
    removed: dict[str, int]
    areas: tuple[Area, ...]
    houses: tuple[House, ...]
    roads: tuple[tuple[str, str], ...]
    numbers: tuple[int, ...]
    alliances: tuple[tuple[str, str], ...]


def _get(file: BoardFile, table: dict[str, Any], key: str, kind: type[T]) -> T:
    """A value of the kind, or a refusal that names the key."""
    value = table.get(key)
    if not isinstance(value, kind) or isinstance(value, bool):
        words = (key,) if value is None else (f"{key} =", f"{value}")
        raise file.refusal(f"{key} must be given, as {_KINDS[kind]}.", *words)
    return value


def _tables(file: BoardFile, key: str) -> list[dict[str, Any]]:
    """The entries of `[[key]]`."""
    entries = _get(file, file.data, key, list)
    for entry in entries:
        if not isinstance(entry, dict):
            raise file.refusal(f"{key} must be a list of tables.", key)
    return entries


def _pair(file: BoardFile, value: object, kind: type[T], what: str) -> tuple[T, T]:
    """Two values of the kind."""
    if not isinstance(value, list) or len(value) != 2 or not all(type(v) is kind for v in value):
        words = [str(v) for v in value] if isinstance(value, list) else [what]
        raise file.refusal(f"{what} must be a pair, each of it {_KINDS[kind]}.", *words)
    return value[0], value[1]


def _counts(file: BoardFile, table: dict[str, Any], key: str) -> dict[str, int]:
    """A table of whole numbers from 0."""
    counts = _get(file, table, key, dict)
    for name, count in counts.items():
        if type(count) is not int or count < 0:
            raise file.refusal(f"{key} of {name} must be a whole number from 0.", f"{key} =", name)
    return counts


def _area(file: BoardFile, entry: dict[str, Any]) -> Area:
    return Area(
        _get(file, entry, "id", str),
        _get(file, entry, "name", str),
        _get(file, entry, "colour", str),
        _get(file, entry, "house_count", int),
    )


def _house(file: BoardFile, entry: dict[str, Any]) -> House:
    word = _get(file, entry, "id", str)
    spot = _pair(file, entry.get("xy"), int, f"xy of {word}")
    return House(word, _get(file, entry, "region", str), spot)


def parse_board(file: BoardFile) -> ParsedBoard:
    """Parse a board file.

    Raises:
        DataError: where a value is missing or of another type.
    """
    head = _get(file, file.data, "board", dict)
    if file.data.get("format") != 1:
        raise file.refusal("the format of board files is 1.", "format =")
    if head.get("game") != "china":
        raise file.refusal('this is no board of China: game = "china" says so.', "game =")
    cards = _get(file, file.data, "cards", dict)
    roads = _get(file, _get(file, file.data, "roads", dict), "edges", list)
    alliances = _tables(file, "alliances")
    return ParsedBoard(
        file=file,
        seats=(_get(file, head, "min_players", int), _get(file, head, "max_players", int)),
        least_row=_get(file, head, "min_road_row", int),
        cards=_counts(file, cards, "counts"),
        removed=_counts(file, cards, "removed_per_colour"),
        areas=tuple(_area(file, entry) for entry in _tables(file, "regions")),
        houses=tuple(_house(file, entry) for entry in _tables(file, "houses")),
        roads=tuple(_pair(file, road, str, "edges") for road in roads),
        numbers=tuple(_get(file, entry, "number", int) for entry in alliances),
        alliances=tuple(_pair(file, entry.get("regions"), str, "regions") for entry in alliances),
    )
