"""Write `docs/tensors.md`: the ids of all actions and the numbers of all tensors, from the code."""

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

from tianming_games import registry
from tianming_games.game import Game

PAGE = Path(__file__).parents[2] / "docs" / "tensors.md"

_HEAD = """\
# Ids of actions and numbers of tensors

[Learners and adapters](adapters.md) explains both. They hold for a version of the rules, and a
tensor of another version is refused. This page is generated: `python -m tests.games.tensor_page`.
"""

_FULLEST: dict[str, dict[str, str]] = {
    "china": {"fortifications": "yes"},
    "dragon": {"great_wall": "yes", "super_event": "random"},
    "ming": {},
}
"""The games, each with options that have all fields."""


def page() -> str:
    """Return the page."""
    return "\n".join([_HEAD, *(_game(registry.load(name)) for name in _FULLEST)])


def _game(game: Game[Any]) -> str:
    return "\n".join(
        [
            f"## {game.title}, rules version {game.rules_version}",
            "",
            *_actions(game),
            "",
            *_fields(game),
            "",
        ]
    )


def _actions(game: Game[Any]) -> Iterator[str]:
    catalogue = game.catalogue()
    yield f"{len(catalogue):,} actions; digest `{catalogue.digest()}`."
    yield ""
    yield "| ids | first | last |"
    yield "|--:|---|---|"
    numbered = enumerate(catalogue.actions)
    for _, group in groupby(numbered, key=lambda one: one[1].verb):
        rows = list(group)
        (first, one), (last, other) = rows[0], rows[-1]
        ids = f"{first}" if first == last else f"{first} to {last}"
        yield f"| {ids} | `{game.write(one)}` | `{game.write(other)}` |"


def _fields(game: Game[Any]) -> Iterator[str]:
    seats = game.facts.least_seats
    layout = game.tensor_layout(seats, _FULLEST[game.name])
    options = " ".join(f"{name}={value}" for name, value in _FULLEST[game.name].items())
    yield f"Numbers for {seats} seats{f' with `{options}`' if options else ''}: {layout.length}."
    yield ""
    yield "| numbers | field | from 0 to | meaning |"
    yield "|--:|---|--:|---|"
    for start, field in zip(layout.starts, layout.fields, strict=False):
        last = start + len(field) - 1
        span = f"{start}" if last == start else f"{start} to {last}"
        bounds = ", ".join(f"{high:.4g}" for high in dict.fromkeys(field.highs))
        yield f"| {span} | {field.name} | {bounds} | {field.about} |"


if __name__ == "__main__":
    PAGE.write_text(page())
