"""Decisions that list their legal actions directly list those that their rule allows."""

from typing import Any

import pytest

from tests.games.variants import label, variants
from tests.golden.write import seat_numbers
from tianming_games.agenda import AgendaState
from tianming_games.chance import Chance
from tianming_games.decision import Decision
from tianming_games.registry import load
from tianming_games.state import CHANCE

CASES = [
    pytest.param(game, options, id=f"{game}-{label(options)}")
    for game in ("china", "dragon", "ming")
    for options in variants(game)
]


@pytest.mark.parametrize(("game", "options"), CASES)
def test_the_options_are_the_candidates_without_a_violation(
    game: str, options: dict[str, str], fresh_seed: int
) -> None:
    rules = load(game)
    for seats in seat_numbers(rules, options):
        chance = Chance(fresh_seed.to_bytes(32, "little"), f"{seats} seats")
        state: Any = rules.begin(seats, options)
        assert isinstance(state, AgendaState)
        while not state.is_terminal():
            if state.current_player == CHANCE:
                state.apply_draw(state.sample_draw(chance))
                continue
            for seat in state.to_act():
                task = state._task_of(seat)
                kind: Any = task.kind
                assert list(state.legal_actions(seat)) == list(Decision.legal(kind, state, task))
            legal = state.legal_actions(seat)
            state.apply_action(seat, legal[chance.below(len(legal))])
