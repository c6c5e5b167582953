"""The search bot: it finds, it counts, it is never late, and it plays any game."""

import math
import time
from argparse import ArgumentTypeError
from itertools import islice
from random import Random

import pytest

from referee.game_check.random_play import random_steps
from tests.games.asked import ask
from tests.patience import PATIENCE
from tianming_bots.greedy import POLICIES
from tianming_bots.search.__main__ import SearchBot, seconds
from tianming_bots.search.simulation import Simulation, random_policy
from tianming_bots.search.thinking_time import SimulationCount, ThinkingTime
from tianming_bots.search.tree import Search
from tianming_games.chance import Chance
from tianming_games.registry import load, names


@pytest.mark.parametrize("name", names())
def test_it_reports_its_simulations_and_an_expected_line(name: str, fresh_seed: int) -> None:
    game, bot = load(name), SearchBot(0.1)
    for state, _, _ in islice(random_steps(game, 3, {}, fresh_seed), 20, 60, 20):
        for seat in state.to_act():
            choice = bot.choose(ask(game, state, seat, {}))
            thought = choice.thought
            assert thought is not None
            assert thought.depth == len(thought.principal_line)
            chosen = state.legal_actions(seat)[choice.option]
            assert thought.principal_line[0] == game.write(chosen)
            if len(state.legal_actions(seat)) > 1:
                assert thought.nodes > 0
                assert thought.value is not None
                assert 0 <= thought.value <= 1


@pytest.mark.parametrize("name", names())
def test_it_plays_a_game_without_a_policy_at_random(name: str, fresh_seed: int) -> None:
    game, dice = load(name), Random(fresh_seed)
    state = next(s for s, _, _ in random_steps(game, 3, {}, fresh_seed) if s.to_act())
    seat = state.to_act()[0]
    found = Search(state, seat, random_policy(game, dice), dice).run(ThinkingTime(0.1))
    assert found.nodes > 0
    assert 0 <= found.option < len(state.legal_actions(seat))


@pytest.mark.parametrize("name", sorted(POLICIES))
def test_it_does_not_change_the_state(name: str, fresh_seed: int) -> None:
    dice = Random(fresh_seed)
    state = next(s for s, _, _ in random_steps(load(name), 3, {}, fresh_seed) if s.to_act())
    before = state.canonical_bytes()
    Search(state, state.to_act()[0], POLICIES[name], dice).run(ThinkingTime(0.01))
    assert state.canonical_bytes() == before


@pytest.mark.parametrize("name", sorted(POLICIES))
def test_a_fixed_number_of_simulations_finds_the_same_again(name: str, fresh_seed: int) -> None:
    state = next(s for s, _, _ in random_steps(load(name), 3, {}, fresh_seed) if s.to_act())
    seat, policy = state.to_act()[0], POLICIES[name]
    first, second = (
        Search(state.clone(), seat, policy, Random(fresh_seed)).run(SimulationCount(30))
        for _ in range(2)
    )
    assert first == second
    assert first.nodes == 30


def test_simulations_in_china_differ_only_by_the_deal(fresh_seed: int) -> None:
    state = next(s for s, _, _ in random_steps(load("china"), 4, {}, fresh_seed) if s.to_act())
    ends = set()
    for dice in (Random(1), Random(2)):
        played = state.clone()
        simulation = Simulation(POLICIES["china"], dice)
        simulation.play(played, Chance(bytes(32), "draws"), math.inf, lambda: False)
        ends.add(played.canonical_bytes())
    assert len(ends) == 1


def test_without_time_it_takes_what_looks_best_at_first_sight() -> None:
    game, bot = load("dragon"), SearchBot(10.0)
    state = next(s for s, _, _ in random_steps(game, 4, {}, 1) if s.to_act())
    seat = state.to_act()[0]
    question = ask(game, state, seat, {})
    question.arrival = time.monotonic() - question.budget
    assert bot.choose(question).option == POLICIES["dragon"].choose(state, seat)


def test_it_stops_at_half_of_the_budget_however_much_time_it_may_use() -> None:
    game, bot = load("china"), SearchBot(10 * PATIENCE)
    state = next(s for s, _, _ in random_steps(game, 4, {}, 1) if s.to_act())
    began = time.monotonic()
    bot.choose(ask(game, state, state.to_act()[0], {}, budget=0.1))
    assert time.monotonic() - began < PATIENCE


@pytest.mark.parametrize(
    ("text", "found"), [("50ms", 0.05), ("250us", 0.00025), ("0.5s", 0.5), ("2", 2.0)]
)
def test_a_time_has_a_unit_or_is_in_seconds(text: str, found: float) -> None:
    assert seconds(text) == pytest.approx(found)


@pytest.mark.parametrize("text", ["soon", "", "-1ms", "0", "nan", "inf", "5 min"])
def test_another_time_is_refused(text: str) -> None:
    with pytest.raises(ArgumentTypeError, match="give one such as 50ms"):
        seconds(text)
