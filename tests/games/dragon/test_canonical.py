"""The canonical bytes: everything that tells two states apart is in it."""

from collections.abc import Callable
from typing import Any

import pytest

from referee.game_check.random_play import random_steps
from tianming_games.dragon import GAME
from tianming_games.dragon.great_wall import WALL
from tianming_games.dragon.province import Palace
from tianming_games.dragon.state import DragonState
from tianming_games.dragon.super_event.corner import CORNER

OPTIONS = {"great_wall": "yes", "super_event": "sunrise"}


def midway() -> DragonState:
    """A state in which much has happened."""
    for state, seat, _ in random_steps(GAME, 3, OPTIONS, 3):
        assert isinstance(state, DragonState)
        if state.month == 8 and seat >= 0:
            return state.clone()
    raise AssertionError("the game ended early")


def province(**change: Any) -> Callable[[DragonState], None]:
    """A change of what the second player owns."""

    def do(state: DragonState) -> None:
        state.provinces[1] = state.provinces[1].but(**change)

    return do


def attribute(name: str, value: object) -> Callable[[DragonState], None]:
    """A change of one attribute of the state."""
    return lambda state: setattr(state, name, value)


def tile_added(state: DragonState) -> None:
    """One tile more on the display."""
    state.display[0] += 1


def task_gone(state: DragonState) -> None:
    """Nothing to decide."""
    state.task = None


CHANGES: dict[str, Callable[[DragonState], None]] = {
    "palaces": province(palaces=(Palace(3),)),
    "persons": province(palaces=(Palace(3, (14,)),)),
    "hand": province(hand=()),
    "yuan": province(yuan=99),
    "rice": province(rice=99),
    "fireworks": province(fireworks=99),
    "dragons": province(dragons=99),
    "track": province(track=99),
    "arrival": province(arrival=99),
    "score": province(score=99),
    "month": attribute("month", 9),
    "phases": attribute("phases", 99),
    "removed": attribute("removed", 99),
    "arrivals": attribute("arrivals", 99),
    "events": attribute("events", ()),
    "groups": attribute("groups", ((0, 1), (2, 3), (4, 5))),
    "dragons on groups": attribute("dragons", (9, 9, 9)),
    "drafts": attribute("drafts", ()),
    "unsupplied": attribute("unsupplied", (3,)),
    "display": tile_added,
    "task": task_gone,
    "agenda": attribute("agenda", []),
    "wall": lambda state: WALL.put(state, WALL.of(state).with_tile(0, 0)),
    "corner": lambda state: CORNER.put(state, CORNER.of(state)._replace(corner=1)),
    "sunrise": lambda state: CORNER.put(state, CORNER.of(state)._replace(risen=(8,))),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_a_change_of_anything_changes_the_canonical_bytes(
    change: Callable[[DragonState], None],
) -> None:
    state = midway()
    changed = state.clone()
    change(changed)
    assert changed.canonical_bytes() != state.canonical_bytes()
    assert midway().canonical_bytes() == state.canonical_bytes()
