"""The draws follow from the seed as the section "Draws" of docs/rules/dragon.md says."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.proto.stream import below, shuffle, stream

VECTORS = Path(__file__).parents[3] / "proto/vectors/draws.json"

EVENTS = [
    "peace",
    "imperial-tribute",
    "drought",
    "dragon-festival",
    "mongol-invasion",
    "contagion",
]
CARDS = [
    "taxes",
    "build",
    "harvest",
    "fireworks-display",
    "military-parade",
    "research",
    "privilege",
    "building-the-wall",
]
SUPER_EVENTS = [
    "lanternfest",
    "buddha",
    "earthquake",
    "flood",
    "solar-eclipse",
    "volcanic-eruption",
    "tornado",
    "sunrise",
    "assassination-attempt",
    "charter",
]

Drawn = tuple[str, list[int]]
"""The notation of a draw, and its values."""


def cases() -> list[Any]:
    """The vectors of this game."""
    vectors = json.loads(VECTORS.read_text())
    return [one for one in vectors if one["game"] == "dragon"]


def events(seed: bytes) -> Drawn:
    """Two months of peace, and ten tiles of which no two neighbours are alike."""
    tiles = shuffle(stream(seed, "draw 0"), [1, 1, 2, 2, 3, 3, 4, 4, 5, 5])
    year = [0, 0]
    held: list[int] = []
    for tile in tiles:
        if tile != year[-1]:
            year += [tile, *held]
            held = []
        elif len(year) < 11:
            held = [tile]
        else:
            year[9], year[10] = year[10], year[9]
            year.append(tile)
    return "events " + ",".join(EVENTS[event] for event in year), tiles


def super_event(seed: bytes) -> Drawn:
    """One of ten."""
    drawn = below(stream(seed, "draw 1"), 10)
    return f"super-event {SUPER_EVENTS[drawn]}", [drawn]


def deal(seed: bytes, index: int, cards: int) -> Drawn:
    """The action cards of a month."""
    order = shuffle(stream(seed, f"draw {index}"), list(range(cards)))
    return "deal " + ",".join(CARDS[card] for card in order), order


def expected(seed: bytes, options: dict[str, str]) -> list[Drawn]:
    """All draws of a match."""
    drawn = [events(seed)]
    if options.get("super_event") == "random":
        drawn.append(super_event(seed))
    cards = 8 if options.get("great_wall") == "yes" else 7
    first = len(drawn)
    return drawn + [deal(seed, first + month, cards) for month in range(12)]


@pytest.mark.parametrize("case", cases(), ids=lambda case: f"{case['seats']} seats")
def test_every_draw_follows_from_the_seed_as_the_page_says(case: dict[str, Any]) -> None:
    drawn = expected(bytes.fromhex(case["seed"]), case["options"])
    assert [(draw["notation"], draw["values"]) for draw in case["draws"]] == drawn
    assert [draw["index"] for draw in case["draws"]] == list(range(len(drawn)))
