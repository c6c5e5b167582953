"""Parse a board file into typed values, without a check against the rules."""

from dataclasses import dataclass
from typing import Any

from tianming_games.board_file import BoardFile


@dataclass(frozen=True, slots=True)
class Area:
    """A region of a board file."""

    word: str
    name: str
    colour: str
    size: int


@dataclass(frozen=True, slots=True)
class House:
    """A house space of a board file."""

    word: str
    land: str
    spot: tuple[int, int]


@dataclass(frozen=True, slots=True)
class ParsedBoard:
    """The typed values of a board file, not yet checked against the rules.

    `roads` are pairs of house spaces and `alliances` pairs of regions, by their ids. `numbers` are
    those of the alliances.
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


def parse_board(file: BoardFile) -> ParsedBoard:
    """Parse a board file whose keys and types have been checked."""
    data = file.data
    head, cards, alliances = data["board"], data["cards"], data["alliances"]
    return ParsedBoard(
        file=file,
        seats=(head["min_players"], head["max_players"]),
        least_row=head["min_road_row"],
        cards=cards["counts"],
        removed=cards["removed_per_colour"],
        areas=tuple(_area(entry) for entry in data["regions"]),
        houses=tuple(
            House(entry["id"], entry["region"], tuple(entry["xy"])) for entry in data["houses"]
        ),
        roads=tuple((one, other) for one, other in data["roads"]["edges"]),
        numbers=tuple(entry["number"] for entry in alliances),
        alliances=tuple((one, other) for one, other in (entry["regions"] for entry in alliances)),
    )


def _area(entry: dict[str, Any]) -> Area:
    return Area(entry["id"], entry["name"], entry["colour"], entry["house_count"])
