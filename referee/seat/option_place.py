"""Where the options lie on the board: what a page lights up.

An option is tried on a copy of the state that agrees with what the seat knows. Its places are those
of the pieces that it moves there. So few games have to tell them, and they hold nothing hidden.
"""

from collections.abc import Iterable, Mapping
from typing import Final

from referee.seat.asked_question import AskedQuestion
from tianming_games.action import Action
from tianming_games.scene import Piece, Scene

Point = tuple[float, float]

_LEAST: Final = 40
"""A piece that moves by less, in units of the board, only makes room."""

_MOST: Final = 4
"""An option with more places is about the whole board, so it lights up none."""


def places(asked: AskedQuestion) -> list[tuple[Point, ...]]:
    """Return the places of each option, in their order; none for one that moves nothing."""
    actions = asked.state.legal_actions(asked.seat)
    if asked.presentation.board is None:
        return [()] * len(actions)
    before = asked.presentation.scene(asked.observation)
    name = asked.names[asked.seat]
    found = [_places(asked, before, action, name) for action in actions]
    shared = set(found[0]).intersection(*found[1:]) if len(found) > 1 else set()
    return [_few(point for point in points if point not in shared) for points in found]


def _places(asked: AskedQuestion, before: Scene, action: Action, name: str) -> list[Point]:
    taken = asked.presentation.taken(asked.observation, action)
    if taken:
        return [(before[piece].x, before[piece].y) for piece in taken]
    return _told(before, _after(asked, before, action), name)


def _after(asked: AskedQuestion, before: Scene, action: Action) -> Scene:
    state = asked.state.clone()
    state.apply_action(asked.seat, action)
    scene = asked.presentation.scene(state.observation(asked.seat))
    return asked.presentation.follow(before, scene)


def _told(before: Scene, after: Scene, name: str) -> list[Point]:
    """Return the places of what an option takes; else of what it puts down or gives up."""
    gone = {piece: one for piece, one in before.items() if piece not in after}
    came = {piece: one for piece, one in after.items() if _has_moved(before.get(piece), one)}
    taken = [one for one in gone.values() if name not in one.words]
    for told in (taken, _named(came, name), _named(gone, name), came.values()):
        if told:
            return sorted({(one.x, one.y) for one in told})
    return []


def _named(pieces: Mapping[str, Piece], name: str) -> list[Piece]:
    return [one for one in pieces.values() if name in one.words]


def _has_moved(before: Piece | None, after: Piece) -> bool:
    return before is None or max(abs(after.x - before.x), abs(after.y - before.y)) >= _LEAST


def _few(points: Iterable[Point]) -> tuple[Point, ...]:
    found = tuple(points)
    return found if len(found) <= _MOST else ()
