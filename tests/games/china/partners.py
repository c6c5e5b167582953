"""Two bots that help each other in China, and honest bots.

They read the state directly, so that hundreds of matches take seconds. A selfish bot places its
pieces where it has houses and others have few. A partner does the same, and counts the houses of
its partner as its own: the first of a region scores all its houses, and the second those of the
first.
"""

from collections.abc import Sequence
from enum import Enum
from random import Random
from typing import Any

from referee.game_check.random_play import seed_bytes
from tianming_games.action import Action
from tianming_games.chance import Chance
from tianming_games.china.notation import Verb
from tianming_games.registry import load
from tianming_games.state import CHANCE


class Kind(Enum):
    """How a bot plays."""

    RANDOM = "random"
    SELFISH = "selfish"
    PARTNER = "partner"


def places(kinds: Sequence[Kind], seed: int) -> list[int]:
    """Play a match between bots of these kinds, and return the places by seat."""
    state, dice, draws = load("china").begin(len(kinds)), Random(seed), 0
    partners = [seat for seat, kind in enumerate(kinds) if kind is Kind.PARTNER]
    while not state.is_terminal():
        if state.current_player == CHANCE:
            chance = Chance(seed_bytes(seed), f"draw {draws}")
            state.apply_draw(state.sample_draw(chance))
            draws += 1
            continue
        seat = state.to_act()[0]
        legal = state.legal_actions(seat)
        if kinds[seat] is not Kind.RANDOM:
            ours = partners if seat in partners else [seat]
            values = [_value(state, one, ours) for one in legal]
            best = max(values)
            legal = [one for one, value in zip(legal, values, strict=True) if value == best]
        state.apply_action(seat, dice.choice(legal))
    return list(state.places())


def _value(state: Any, action: Action, ours: Sequence[int]) -> int:
    """Return how well an action serves some seats."""
    match action.verb:
        case Verb.PLAY:
            region = state.regions[action.operands[0]]
            own: int = sum(region.houses[seat] for seat in ours)
            others: int = sum(region.houses) - own
            return 10 + 2 * own - 3 * others
        case Verb.HOUSE:
            return 2
        case Verb.STOP:
            return 0
        case _:
            return 1
