"""One policy: a bot with a question and a search with a state choose alike."""

from random import Random

import pytest

from referee.game_check.random_play import random_steps
from tests.games.asked import ask
from tests.games.variants import variants
from tests.golden.write import seat_numbers
from tianming_bots.greedy import POLICIES
from tianming_games.registry import load

POSITIONS = 400
"""Positions of each game, at least."""


@pytest.mark.parametrize("name", sorted(POLICIES))
def test_a_policy_chooses_from_a_question_as_from_the_state(name: str, fresh_seed: int) -> None:
    game, policy, dice, checked = load(name), POLICIES[name], Random(fresh_seed), 0
    while checked < POSITIONS:
        options = dice.choice(variants(name))
        seats = dice.choice(seat_numbers(game, options))
        for state, _, _ in random_steps(game, seats, options, dice.randrange(1 << 30)):
            for seat in state.to_act():
                question = ask(game, state, seat, options)
                assert policy.choose(question.state(dice), seat) == policy.choose(state, seat)
                checked += 1


@pytest.mark.parametrize("name", sorted(POLICIES))
def test_a_finished_game_is_worth_its_points(name: str, fresh_seed: int) -> None:
    game = load(name)
    *_, (state, _, _) = random_steps(game, game.facts.most_seats, {}, fresh_seed)
    if state.is_terminal():
        assert POLICIES[name].values(state) == state.returns()


@pytest.mark.parametrize("name", sorted(POLICIES))
def test_time_goes_forward_in_a_game(name: str, fresh_seed: int) -> None:
    game, policy = load(name), POLICIES[name]
    times = [policy.clock(state) for state, _, _ in random_steps(game, 3, {}, fresh_seed)]
    assert times == sorted(times)
    assert times[-1] > times[0] + policy.horizon
