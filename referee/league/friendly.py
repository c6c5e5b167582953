"""The names of friendlies: matches on request, which are not rated."""

from referee.identifier import MatchId


def friendly_match(league: str, number: int) -> MatchId:
    """Return the name of a friendly; `number` counts the friendlies that owners asked for."""
    return MatchId(f"{league}-f{number:05}")
