"""The draws follow from the seed as the section "Draws" of docs/rules/ming.md says."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.proto.stream import below, stream

VECTORS = Path(__file__).parents[3] / "proto/vectors/draws.json"

SPACES = 6
KINDS = 6
CARDS_OF_A_KIND = 9


def cases() -> list[Any]:
    """The vectors of this game."""
    return [one for one in json.loads(VECTORS.read_text()) if one["game"] == "ming"]


def draw_card(words: Iterator[int], stack: list[int]) -> int:
    """One card, which leaves the stack."""
    place = below(words, len(stack))
    return stack.pop(place)


@pytest.mark.parametrize("case", cases(), ids=lambda case: f"{case['seats']} seats")
def test_every_draw_follows_from_the_seed_as_the_page_says(case: dict[str, Any]) -> None:
    """When the stack is empty the discards are a new one, which the vectors list."""
    seed, draws = bytes.fromhex(case["seed"]), case["draws"]
    stack = [kind for kind in range(1, KINDS + 1) for _ in range(CARDS_OF_A_KIND)]
    for index, draw in enumerate(draws):
        assert draw["index"] == index
        if not stack:
            stack = in_order(draw["stack"])
        assert stack == in_order(draw["stack"])
        words = stream(seed, f"draw {index}")
        values = [draw_card(words, stack) for _ in range(1 if index else SPACES)]
        assert draw["values"] == values
        word = "turn up" if index else "display"
        assert draw["notation"] == f"{word} {','.join(map(str, values))}"


def test_the_vectors_continue_after_the_stack_was_empty() -> None:
    turned_up = max(len(case["draws"][1:]) for case in cases())
    assert turned_up > KINDS * CARDS_OF_A_KIND - SPACES


def in_order(counts: list[int]) -> list[int]:
    """Cards in the order of their numbers, from their numbers by card."""
    return [card for card, count in enumerate(counts) for _ in range(count)]
