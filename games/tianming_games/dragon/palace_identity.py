"""Match the palaces of a scene with the palaces of the previous scene.

A position lists palaces by index. When a palace disappears, the indexes of the palaces behind it
change. Their pieces keep their ids, so a page moves them instead of replacing them.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tianming_games.scene import Scene

_PART: Final = re.compile(r"(floor|roof|person)-(\d+)-(\d+)(.*)", re.ASCII)
"""The id of a piece of a palace: the kind of piece, the seat, the palace, and the rest."""

_TOO_HIGH: Final = 10
"""The additional cost of a palace that disappears with more than one floor."""


@dataclass(slots=True)
class _Drawn:
    """A palace in a scene: the number in its ids, its x coordinate, its floors and its persons."""

    number: int
    x: float
    floors: int
    persons: Counter[str]


def with_kept_palaces(before: Scene, scene: Scene) -> Scene:
    """Return the scene, in which each palace has its ids from the previous scene."""
    olds, news = _palaces(before), _palaces(scene)
    numbers = {
        (seat, new.number): number
        for seat, row in news.items()
        for new, number in zip(row, _numbers(olds.get(seat, []), row), strict=True)
    }
    if all(number == kept for (_, number), kept in numbers.items()):
        return scene
    return {_renamed(name, numbers): piece for name, piece in scene.items()}


def _palaces(scene: Scene) -> dict[int, list[_Drawn]]:
    """Return the palaces by seat, from left to right."""
    found: dict[tuple[int, int], _Drawn] = {}
    for name, piece in scene.items():
        part = _PART.fullmatch(name)
        if part is None:
            continue
        seat, number = int(part[2]), int(part[3])
        drawn = found.setdefault((seat, number), _Drawn(number, piece.x, 0, Counter()))
        drawn.floors += part[1] == "floor"
        if part[1] == "person":
            drawn.persons[piece.symbol] += 1
    rows: dict[int, list[_Drawn]] = {}
    for (seat, _), drawn in found.items():
        rows.setdefault(seat, []).append(drawn)
    return {seat: sorted(row, key=lambda one: one.x) for seat, row in rows.items()}


def _numbers(before: Sequence[_Drawn], after: Sequence[_Drawn]) -> list[int]:
    """Return the number of each palace of a seat: its previous one, or a free one if it is new."""
    kept = [one.number for one in _kept(before, after)]
    free = (number for number in range(len(before) + len(after)) if number not in kept)
    return kept + [next(free) for _ in after[len(kept) :]]


def _kept(before: Sequence[_Drawn], after: Sequence[_Drawn]) -> Sequence[_Drawn]:
    """Return the previous palaces that still exist, in order; new palaces come after them."""
    if len(after) >= len(before):
        return before
    # By number of matched palaces of `after`: the least cost, and the indexes of their matches.
    best: list[tuple[int, tuple[int, ...]]] = [(0, ())]
    for index, old in enumerate(before):
        gone = [(cost + _loss(old), kept) for cost, kept in best]
        stays = [
            (cost + _change(old, new), (*kept, index))
            for (cost, kept), new in zip(best, after, strict=False)
        ]
        best = [gone[0], *map(min, gone[1:], stays), *stays[len(gone) - 1 :]]
    return [before[index] for index in best[-1][1]]


def _change(before: _Drawn, after: _Drawn) -> int:
    """Return how much a palace would have changed."""
    moved = (before.persons - after.persons) + (after.persons - before.persons)
    return abs(before.floors - after.floors) + moved.total()


def _loss(gone: _Drawn) -> int:
    """Return the cost of the disappearance of a palace. Palaces lose their floors one by one."""
    return (_TOO_HIGH if gone.floors > 1 else 0) + gone.persons.total()


def _renamed(name: str, numbers: dict[tuple[int, int], int]) -> str:
    part = _PART.fullmatch(name)
    if part is None:
        return name
    return f"{part[1]}-{part[2]}-{numbers[int(part[2]), int(part[3])]}{part[4]}"
