"""Gymnasium's own check accepts every game, and bots play the other seats."""

from collections.abc import Iterable

import numpy as np
import pytest

from referee.game_check.promise_walk import GameCase
from tests.adapters.sample import every, sampled
from tests.errors import raises
from tests.tool import TOOLS
from tianming_adapters.opponent import policy_of
from tianming_bots.greedy import POLICIES
from tianming_games.action import Action, IllegalAction
from tianming_games.ground.error import UsageError
from tianming_games.ground.sentence import GameSentence
from tianming_games.state import State

if TOOLS["pettingzoo"].missing is None:
    import gymnasium
    from gymnasium.utils.env_checker import check_env

    from tianming_adapters.gymnasium import SeatEnv

pytestmark = pytest.mark.needs("pettingzoo")


def hold(cases: Iterable[GameCase], opponents: str = "random") -> None:
    """Let the check play; it samples ids without a mask, so illegal ones are replaced."""
    for case in cases:
        env = gymnasium.make(
            "tianming_adapters.gymnasium:Tianming-v0",
            game=case.game.name,
            seats=case.seats,
            options=case.options,
            seat=case.seats - 1,
            opponents=opponents,
            replaces_illegal=True,
        )
        check_env(env.unwrapped)


def test_its_check_accepts_a_sample_of_the_games(fresh_seed: int) -> None:
    hold(sampled(fresh_seed))


def test_its_check_accepts_greedy_opponents(fresh_seed: int) -> None:
    hold(sampled(fresh_seed)[:1], opponents="greedy")


@pytest.mark.full
@pytest.mark.parametrize("opponents", ["random", "greedy"])
def test_its_check_accepts_all_games_seats_and_options(opponents: str) -> None:
    hold(every(), opponents)


def test_opponents_with_a_name_play_the_policy_of_that_bot(fresh_seed: int) -> None:
    case = sampled(fresh_seed)[0]
    words = (case.game.name, case.seats, case.options)
    named = SeatEnv(*words, opponents="greedy")
    policy = SeatEnv(*words, opponents=POLICIES[case.game.name].act)
    observed, _ = named.reset(seed=fresh_seed)
    policy.reset(seed=fresh_seed)
    is_over = False
    while not is_over:
        number = int(np.flatnonzero(observed["action_mask"])[-1])
        observed, _, is_over, _, _ = named.step(number)
        policy.step(number)
        assert named.match.state.canonical_bytes() == policy.match.state.canonical_bytes()


def test_opponents_that_are_not_installed_or_have_no_policy_are_named() -> None:
    with raises(UsageError, GameSentence.NO_SUCH_OPPONENT, hint="did you mean greedy?"):
        SeatEnv("ming", 3, opponents="gredy")
    with raises(UsageError, GameSentence.NO_POLICY, name="search", game="ming"):
        SeatEnv("ming", 3, opponents="search")
    with raises(UsageError, GameSentence.NO_POLICY, name="greedy", game="pig"):
        policy_of("pig", "greedy")


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
