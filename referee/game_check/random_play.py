"""Random plays of any game, in which every step follows from a seed."""

from collections.abc import Iterator
from hashlib import blake2b
from typing import Any

from tianming_games.action import Action
from tianming_games.chance import Chance
from tianming_games.game import Game
from tianming_games.state import CHANCE, State


def seed_bytes(seed: int) -> bytes:
    """Return the seed of a match from a small number."""
    return seed.to_bytes(32, "little")


def random_steps(
    game: Game[Any], seats: int, options: dict[str, str], seed: int
) -> Iterator[tuple[State, int, Action | tuple[int, ...]]]:
    """Yield each state of a random play, with the acting seat and the next step.

    After the last step, the step is empty.
    """
    state = game.begin(seats, options)
    chooser = Chance(seed_bytes(seed), "choices")
    draws = 0
    while not state.is_terminal():
        if state.current_player == CHANCE:
            values = state.sample_draw(Chance(seed_bytes(seed), f"draw {draws}"))
            draws += 1
            yield state, CHANCE, values
            state.apply_draw(values)
        else:
            seat = state.to_act()[0]
            legal = state.legal_actions(seat)
            action = legal[chooser.below(len(legal))]
            yield state, seat, action
            state.apply_action(seat, action)
    yield state, state.current_player, ()


def apply(state: State, seat: int, step: Action | tuple[int, ...]) -> None:
    """Apply a step of `random_steps`."""
    if isinstance(step, Action):
        state.apply_action(seat, step)
    else:
        state.apply_draw(step)


def digest(game: Game[Any], seats: int, options: dict[str, str], seed: int) -> str:
    """Return a digest over all states of a random play."""
    total = blake2b(digest_size=16)
    for state, _, _ in random_steps(game, seats, options, seed):
        total.update(state.canonical_bytes())
    return total.hexdigest()
