"""Load the map of a board file: read it, check it, and cache it."""

from functools import cache
from itertools import accumulate

from tianming_games.board_file import load
from tianming_games.china.board_check import CHECKS
from tianming_games.china.box import COLOUR_WORDS, LAND_WORDS
from tianming_games.china.map import Map
from tianming_games.china.parsed_board import ParsedBoard, parse_board

PACKAGE = "tianming_games.china"
"""The package that contains the shipped boards."""


def _map(drawn: ParsedBoard) -> Map:
    """Return the map of a checked board."""
    sizes = tuple(area.size for area in drawn.areas)
    first = dict(zip(LAND_WORDS, accumulate(sizes, initial=0), strict=False))
    spots = {house.word: house.spot for house in drawn.houses}
    index = {
        f"{word}-{number + 1}": first[word] + number
        for word, size in zip(LAND_WORDS, sizes, strict=True)
        for number in range(size)
    }
    return Map(
        name=drawn.file.source,
        digest=drawn.file.digest,
        least_seats=drawn.seats[0],
        most_seats=drawn.seats[1],
        names=tuple(area.name for area in drawn.areas),
        colours=tuple(COLOUR_WORDS.index(area.colour) for area in drawn.areas),
        sizes=sizes,
        spots=tuple(spots[word] for word in index),
        roads=tuple(sorted(_ordered(index[one], index[other]) for one, other in drawn.roads)),
        alliances=tuple(
            (LAND_WORDS.index(one), LAND_WORDS.index(other)) for one, other in drawn.alliances
        ),
        cards=tuple(drawn.cards[colour] for colour in COLOUR_WORDS),
        removed={int(seats): count for seats, count in drawn.removed.items()},
    )


def _ordered(one: int, other: int) -> tuple[int, int]:
    return min(one, other), max(one, other)


@cache
def load_map(name: str) -> Map:
    """Return the map of a shipped board (`3-4`, `4-5`), or of a board file by its path.

    Raises:
        UsageError: if the file cannot be read, or is not the pinned one.
        DataError: if the file breaks a constraint; the text names file, line and constraint.
    """
    file = load(PACKAGE, name)
    if not file.is_shipped:
        from tianming_games.board_schema import check_types
        from tianming_games.china.board_model import BoardModel

        check_types(file, BoardModel)
    drawn = parse_board(file)
    for check in CHECKS:
        check(drawn)
    return _map(drawn)
