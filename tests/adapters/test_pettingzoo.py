"""PettingZoo's own suite accepts every game, one agent after the other and all at once."""

import random
from collections.abc import Iterable

import numpy as np
import pytest

from referee.game_check.promise_walk import GameCase
from referee.game_check.random_play import seed_bytes
from tests.adapters.sample import every, sampled
from tests.tool import TOOLS
from tianming_games.action import IllegalAction
from tianming_games.chance import Chance
from tianming_games.registry import load
from tianming_games.state import CHANCE

if TOOLS["pettingzoo"].missing is None:
    from pettingzoo.test import (
        api_test,
        parallel_api_test,
        parallel_seed_test,
        render_test,
        seed_test,
    )

    from tianming_adapters.pettingzoo import TogetherEnv, TurnEnv

pytestmark = [
    pytest.mark.needs("pettingzoo"),
    # The suite warns of a Dict, which its own games with masks have too.
    pytest.mark.filterwarnings("ignore:Observation (space for each|is not a NumPy)"),
]


def hold(cases: Iterable[GameCase], cycles: int) -> None:
    for case in cases:
        words = (case.game.name, case.seats, case.options)
        api_test(TurnEnv(*words), num_cycles=cycles)
        seed_test(lambda words=words: TurnEnv(*words), num_cycles=cycles)
        parallel_api_test(TogetherEnv(*words), num_cycles=cycles)
        parallel_seed_test(lambda words=words: TogetherEnv(*words), num_cycles=cycles)
        render_test(
            lambda words=words, **mode: TurnEnv(*words, **mode),
            {"svg": lambda picture: picture.startswith("<svg")},
        )


def test_its_suite_accepts_a_sample_of_the_games(fresh_seed: int) -> None:
    hold(sampled(fresh_seed), cycles=60)


@pytest.mark.full
def test_its_suite_accepts_all_games_seats_and_options() -> None:
    hold(every(), cycles=300)


def test_a_match_ends_with_rewards_by_place(fresh_seed: int) -> None:
    env = TurnEnv("ming", 4)
    env.reset(seed=fresh_seed)
    for agent in env.possible_agents:
        env.action_space(agent).seed(fresh_seed)
    for agent in env.agent_iter():
        observed, _, is_over, is_cut, _ = env.last()
        if is_over:
            break
        assert observed["action_mask"].any()
        assert not is_cut
        env.step(env.action_space(agent).sample(observed["action_mask"]))
    places = env.match.state.places()
    rewards = [env.rewards[agent] for agent in env.possible_agents]
    assert sum(rewards) == 0
    assert max(rewards) == rewards[places.index(1)] <= 1
    assert sorted(zip(rewards, places, strict=True)) == sorted(
        zip(rewards, places, strict=True), key=lambda pair: -pair[1]
    )


def test_a_seed_draws_what_a_recorded_match_with_this_seed_draws(fresh_seed: int) -> None:
    env = TurnEnv("dragon", 3)
    env.match.begin(seed_bytes(fresh_seed))
    state, draws = load("dragon").begin(3), 0
    while state.current_player == CHANCE:
        state.apply_draw(state.sample_draw(Chance(seed_bytes(fresh_seed), f"draw {draws}")))
        draws += 1
    assert env.match.state.canonical_bytes() == state.canonical_bytes()


def test_an_illegal_id_is_refused_and_changes_nothing(fresh_seed: int) -> None:
    env = TurnEnv("china", 3)
    env.reset(seed=fresh_seed)
    mask = env.observe(env.agent_selection)["action_mask"]
    before = env.match.state.canonical_bytes()
    number = random.Random(fresh_seed).choice(np.flatnonzero(mask == 0).tolist())
    with pytest.raises(IllegalAction) as refusal:
        env.step(number)
    assert str(refusal.value) == env.match.state.violation(0, env.match.catalogue.actions[number])
    assert env.match.state.canonical_bytes() == before


def test_seats_that_choose_at_once_all_act_in_one_step(fresh_seed: int) -> None:
    env, most = TogetherEnv("ming", 4), 0
    observed, _ = env.reset(seed=fresh_seed)
    for agent in env.possible_agents:
        env.action_space(agent).seed(fresh_seed)
    while env.agents:
        acting = [not observed[agent]["action_mask"][env.wait] for agent in env.agents]
        most = max(most, sum(acting))
        observed, *_ = env.step({agent: env.action_space(agent).sample() for agent in env.agents})
    assert most > 1
