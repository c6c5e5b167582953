"""The games that are installed: entry points of the group `tianming.games`."""

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
    """Names of all installed games, sorted."""
    return tuple(sorted({point.name for point in entry_points(group=GROUP)}))


@cache
def load(name: str) -> Game[Any]:
    """The game of that name.

    Raises:
        UsageError: when no installed game has it.
    """
    for point in entry_points(group=GROUP):
        if point.name == name:
            game: Game[Any] = point.load()
            return game
    hint = did_you_mean(name, names())
    raise UsageError(GameSentence.NO_SUCH_GAME, name=name, hint=hint)
