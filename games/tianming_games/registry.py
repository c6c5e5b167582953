"""The registry of installed games: entry points of the group `tianming.games`.

A game may come from any distribution. If such a game is broken or has the name of another one, only
this game is unavailable, and the error names its distribution.
"""

from functools import cache
from importlib.metadata import EntryPoint, entry_points
from types import TracebackType
from typing import Any, Final

from tianming_games.game import Game
from tianming_games.ground.error import TianmingError, UsageError
from tianming_games.ground.sentence import GameSentence
from tianming_games.ground.text import did_you_mean

GROUP = "tianming.games"

_NEEDED: Final = ("title", "facts", "rules_version", "wire_version", "package")
"""The attributes of every game, beside its name."""

_OWN: Final = "tianming-games"
"""The distribution of this module, whose games keep their names."""


@cache
def names() -> tuple[str, ...]:
    """Return the names of all installed games, sorted; some may be broken."""
    return tuple(sorted(_points()))


def playable() -> tuple[str, ...]:
    """Return the names of the installed games that can be loaded, sorted."""
    return tuple(name for name in names() if _fault_of(name) is None)


def faults() -> list[UsageError]:
    """Return what is wrong with installed games, each with the distribution to mend or remove."""
    broken = [fault for name in names() if (fault := _fault_of(name)) is not None]
    hidden = [
        _same_name(points[0], other)
        for points in _points().values()
        if distribution(points[0]) == _OWN
        for other in points[1:]
    ]
    return broken + hidden


@cache
def load(name: str) -> Game[Any]:
    """Return the game of a name.

    Raises:
        UsageError: when no installed game has this name, or when the game is broken.
    """
    points = _points().get(name)
    if points is None:
        hint = did_you_mean(name, names())
        raise UsageError(GameSentence.NO_SUCH_GAME, name=name, hint=hint)
    point, *others = points
    if others and distribution(point) != _OWN:
        raise _same_name(point, others[0])
    try:
        game = point.load()
    except Exception as error:
        raise UsageError(
            GameSentence.GAME_NOT_LOADED,
            game=name,
            distribution=distribution(point),
            place=point.value,
            why=_why(error),
        ) from error
    own_name = getattr(game, "name", None)
    if not isinstance(game, Game) or own_name != name:
        is_game = isinstance(game, Game)
        found = f"the game {own_name!r}" if is_game else f"an object of {type(game).__name__}"
        raise UsageError(
            GameSentence.NO_GAME_THERE,
            game=name,
            distribution=distribution(point),
            place=point.value,
            found=found,
        )
    lacking = [name for name in _NEEDED if not hasattr(game, name)]
    if lacking:
        raise UsageError(
            GameSentence.GAME_LACKS,
            game=name,
            distribution=distribution(point),
            place=point.value,
            what=" and ".join(lacking),
        )
    return game


def distribution_of(name: str) -> str:
    """Return the name of the distribution that an installed game comes from."""
    return distribution(_points()[name][0])


def is_own(name: str) -> bool:
    """Return whether a game is one of this distribution."""
    return distribution_of(name) == _OWN


def failure_of(error: BaseException) -> TianmingError | None:
    """Return the error of a game from another distribution, if the exception comes from its code.

    The innermost of its functions in the traceback decides; None if there is none.
    """
    packages = {
        point.module.partition(".")[0]: point
        for points in _points().values()
        for point in points
        if point.dist is not None and point.dist.name != _OWN
    }
    for module, place in reversed(list(_calls(error.__traceback__))):
        point = packages.get(module.partition(".")[0])
        if point is not None:
            return TianmingError(
                GameSentence.GAME_FAILED,
                game=point.name,
                distribution=distribution(point),
                why=_why(error),
                place=place,
            )
    return None


def distribution(point: EntryPoint) -> str:
    """Return the name of the distribution of an entry point."""
    return point.dist.name if point.dist is not None else "unknown"


def _calls(trace: TracebackType | None) -> list[tuple[str, str]]:
    """Return the module and the place of each function in a traceback, the outermost first."""
    calls = []
    while trace is not None:
        frame = trace.tb_frame
        module = str(frame.f_globals.get("__name__", ""))
        calls.append((module, f"{frame.f_code.co_filename}:{trace.tb_lineno}"))
        trace = trace.tb_next
    return calls


def _points() -> dict[str, list[EntryPoint]]:
    """Return the entry points of each name; those of this distribution come first."""
    found: dict[str, list[EntryPoint]] = {}
    for point in entry_points(group=GROUP):
        found.setdefault(point.name, []).append(point)
    for points in found.values():
        points.sort(key=lambda point: (distribution(point) != _OWN, distribution(point)))
    return found


def _same_name(one: EntryPoint, other: EntryPoint) -> UsageError:
    return UsageError(
        GameSentence.SAME_NAME,
        game=one.name,
        one=distribution(one),
        other=distribution(other),
    )


def _fault_of(name: str) -> UsageError | None:
    try:
        load(name)
    except UsageError as error:
        return error
    return None


def _why(error: BaseException) -> str:
    """Return the kind and the text of an exception, on one line."""
    text = " ".join(str(error).split())
    return f"{type(error).__name__}: {text}" if text else type(error).__name__
