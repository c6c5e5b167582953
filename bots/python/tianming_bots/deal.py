"""Build a state from a question."""

from typing import Any

import tianming
from tianming_games.chance import Chance
from tianming_games.registry import load


def state_of(question: tianming.Question) -> Any:
    """Return a state that agrees with all that the seat may know; the rest is dealt at random.

    Raises:
        UsageError: if the rules of the game, or a file of its options, are missing here.
        PositionError: if the position contradicts itself.
    """
    match = question.match
    setup = b"" if match.serialized_setup is None else match.serialized_setup.value
    chance = Chance(match.random.randbytes(32), "deal")
    return load(question.game).from_position(
        match.options, setup, question.message.position.value, chance
    )
