"""The draws follow from the seed as the section "Draws" of docs/rules/china.md says."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.proto.stream import shuffle, stream

VECTORS = Path(__file__).parents[3] / "proto/vectors/draws.json"

DECK = [13, 11, 12, 11, 10]
"""Cards of a whole deck: red, yellow, green, orange, purple."""

REMOVED = {3: 2, 4: 1, 5: 0}
"""Cards of each colour that are removed, by the number of players."""


def cases() -> list[Any]:
    """The vectors of this game."""
    return [one for one in json.loads(VECTORS.read_text()) if one["game"] == "china"]


def in_order(counts: list[int]) -> list[int]:
    """Cards in the order of their numbers."""
    return [color for color, count in enumerate(counts) for _ in range(count)]


@pytest.mark.parametrize("case", cases(), ids=lambda case: f"{case['seats']} seats")
def test_both_shuffles_follow_from_the_seed_as_the_page_says(case: dict[str, Any]) -> None:
    """Of the discards only the order is to be drawn, so their colours are taken as they are."""
    seed, (first, second) = bytes.fromhex(case["seed"]), case["draws"]
    deck = in_order([count - REMOVED[case["seats"]] for count in DECK])
    assert first["values"] == shuffle(stream(seed, "draw 0"), deck)
    discards = sorted(second["values"])
    assert second["values"] == shuffle(stream(seed, "draw 1"), discards)
    assert first["notation"] == f"shuffle {len(deck)} cards"
    assert second["notation"] == f"reshuffle {len(discards)} cards"
