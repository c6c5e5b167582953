"""The registry of installed games: entry points of the group `tianming.games`."""

from functools import cache
from importlib.metadata import entry_points
from typing import Any

from tianming_games.game import Game
from tianming_games.ground.error import UsageError
from tianming_games.ground.sentence import GameSentence
from tianming_games.ground.text import did_you_mean

GROUP = "tianming.games"


@cache
def names() -> tuple[str, ...]:
    """Return the names of all installed games, sorted."""
    return tuple(sorted({point.name for point in entry_points(group=GROUP)}))


@cache
def load(name: str) -> Game[Any]:
    """Return the game of a name.

    Raises:
        UsageError: when no installed game has this name.
    """
    for point in entry_points(group=GROUP):
        if point.name == name:
            game: Game[Any] = point.load()
            return game
    hint = did_you_mean(name, names())
    raise UsageError(GameSentence.NO_SUCH_GAME, name=name, hint=hint)
