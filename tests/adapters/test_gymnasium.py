"""Gymnasium's own check accepts every game, and bots play the other seats."""

from collections.abc import Iterable

import numpy as np
import pytest

from referee.game_check.promise_walk import GameCase
from tests.adapters.sample import every, sampled
from tests.tool import TOOLS
from tianming_games.action import Action, IllegalAction
from tianming_games.state import State

if TOOLS["pettingzoo"].missing is None:
    import gymnasium
    from gymnasium.utils.env_checker import check_env

    from tianming_adapters.gymnasium import SeatEnv

pytestmark = pytest.mark.needs("pettingzoo")


def hold(cases: Iterable[GameCase]) -> None:
    """Let the check play; it samples ids without a mask, so illegal ones are replaced."""
    for case in cases:
        env = gymnasium.make(
            "tianming_adapters.gymnasium:Tianming-v0",
            game=case.game.name,
            seats=case.seats,
            options=case.options,
            seat=case.seats - 1,
            replaces_illegal=True,
        )
        check_env(env.unwrapped)


def test_its_check_accepts_a_sample_of_the_games(fresh_seed: int) -> None:
    hold(sampled(fresh_seed))


@pytest.mark.full
def test_its_check_accepts_all_games_seats_and_options() -> None:
    hold(every())


def test_opponents_play_the_other_seats(fresh_seed: int) -> None:
    asked = []

    def last_option(state: State, seat: int) -> Action:
        asked.append(seat)
        return state.legal_actions(seat)[-1]

    env = SeatEnv("dragon", 3, seat=1, opponents=last_option)
    env.action_space.seed(fresh_seed)
    env.reset(seed=fresh_seed)
    assert asked == [0, 0, 0]  # a draft, and two palaces
    is_over, reward = False, 0.0
    while not is_over:
        _, reward, is_over, _, _ = env.step(env.action_space.sample())
    assert set(asked) == {0, 2}
    assert reward == env.match.rewards()[1]


def test_an_illegal_id_is_refused_or_replaced_as_asked(fresh_seed: int) -> None:
    env = SeatEnv("ming", 2)
    env.reset(seed=fresh_seed)
    number = int(np.flatnonzero(env.action_masks() == 0)[0])
    with pytest.raises(IllegalAction) as refusal:
        env.step(number)
    env = SeatEnv("ming", 2, replaces_illegal=True)
    env.reset(seed=fresh_seed)
    *_, info = env.step(number)
    assert info == {"illegal": str(refusal.value)}
