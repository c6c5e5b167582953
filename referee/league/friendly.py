"""The names of friendlies: matches on request, which are not rated."""

from typing import Final

from referee.identifier import MatchId

FOLDER: Final = "friendlies"
"""The folder of the records of friendlies, inside the folder of the records."""


def friendly_match(league: str, number: int) -> MatchId:
    """Return the name of a friendly; `number` counts the friendlies that owners asked for."""
    return MatchId(f"{league}-f{number:05}")
