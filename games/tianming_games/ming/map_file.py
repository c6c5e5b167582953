"""Load the map of a board file: read it, check it, and cache it."""

from functools import cache

from tianming_games.board_file import load
from tianming_games.ming.map import Map
from tianming_games.ming.parsed_board import parse_board

PACKAGE = "tianming_games.ming"
"""The package that contains the shipped boards."""


@cache
def load_map(name: str) -> Map:
    """Return the map of a shipped board (`ming`), or of a board file by its path.

    Raises:
        UsageError: if the file cannot be read, or is not the pinned one.
        DataError: if the file breaks a constraint; the text names file, line and constraint.
    """
    file = load(PACKAGE, name)
    if not file.is_shipped:
        from tianming_games.board_schema import check_types
        from tianming_games.ming.board_model import BoardModel

        check_types(file, BoardModel)
    return parse_board(file)
