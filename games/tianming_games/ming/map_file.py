"""A board file made a map: read, checked, and kept."""

from functools import cache

from tianming_games.board_file import load
from tianming_games.ming.map import Map
from tianming_games.ming.parsed_board import parse_board

PACKAGE = "tianming_games.ming"
"""The package that holds the shipped boards."""


@cache
def load_map(name: str) -> Map:
    """The map of a shipped board (`ming`) or of a file, by its path.

    Raises:
        UsageError: when there is no such file, or it is not the pinned one.
        DataError: when it breaks a constraint; the text names file, line and constraint.
    """
    file = load(PACKAGE, name)
    if not file.is_shipped:
        from tianming_games.board_schema import check_types
        from tianming_games.ming.board_model import BoardModel

        check_types(file, BoardModel)
    return parse_board(file)
