"""OpenSpiel's own tests accept every game, and its search bots play them."""

import random
import subprocess
import sys
from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

from referee.game_check.promise_walk import GameCase
from tests.adapters.sample import every, sampled
from tests.errors import raises
from tests.patience import PATIENCE
from tests.tool import TOOLS
from tianming_games import registry
from tianming_games.action import IllegalAction
from tianming_games.agenda import AgendaState
from tianming_games.ground.error import UsageError
from tianming_games.ground.sentence import GameSentence

if TOOLS["openspiel"].missing is None:
    import pyspiel
    from open_spiel.python.algorithms import ismcts, mcts
    from open_spiel.python.observation import make_observation

    import tianming_adapters.openspiel

    assert tianming_adapters.openspiel

pytestmark = pytest.mark.needs("openspiel")


def loaded(case: GameCase) -> Any:
    """Return OpenSpiel's game of a case."""
    options = "+".join(f"{name}:{value}" for name, value in case.options.items())
    params = {"players": case.seats, "options": options}
    return pyspiel.load_game(f"tianming_{case.game.name}", params)


def after_draws(state: Any, choose: random.Random) -> Any:
    """Return the state after the draws that are due."""
    while state.is_chance_node():
        values, weights = zip(*state.chance_outcomes(), strict=True)
        assert sum(weights) == pytest.approx(1)
        state.apply_action(choose.choices(values, weights)[0])
    return state


def hold(cases: Iterable[GameCase], matches: int) -> None:
    for case in cases:
        pyspiel.random_sim_test(loaded(case), num_sims=matches, serialize=True, verbose=False)


def test_its_simulation_accepts_a_sample_of_the_games(fresh_seed: int) -> None:
    hold(sampled(fresh_seed), matches=1)


@pytest.mark.full
def test_its_simulation_accepts_all_games_seats_and_options() -> None:
    hold(every(), matches=1)


def test_states_follow_the_rules_of_the_same_actions(fresh_seed: int) -> None:
    choose = random.Random(fresh_seed)
    for case in sampled(fresh_seed):
        game = loaded(case)
        state, own = game.new_initial_state(), case.begin()
        observation, layout = make_observation(game), game.match.layout
        drawn: list[int] = []
        while not state.is_terminal():
            if state.is_chance_node():
                values, weights = zip(*state.chance_outcomes(), strict=True)
                drawn.append(choose.choices(values, weights)[0])
                state.apply_action(drawn[-1])
                if own.draw_violation(tuple(drawn)) is None:
                    own.apply_draw(tuple(drawn))
                    drawn = []
                continue
            seat = state.current_player()
            assert seat == own.to_act()[0]
            number = choose.choice(state.legal_actions())
            action = game.match.catalogue.actions[number]
            assert state.action_to_string(number) == case.game.write(action)
            observation.set_from(state, seat)
            assert observation.tensor.tobytes() == layout.encode(own.observation(seat))
            state.apply_action(number)
            own.apply_action(seat, action)
        assert own.is_terminal()
        assert np.argmax(state.returns()) == own.places().index(1)


def test_a_resampled_state_looks_the_same_to_its_seat(fresh_seed: int) -> None:
    choose = random.Random(fresh_seed)
    state = after_draws(pyspiel.load_game("tianming_china").new_initial_state(), choose)
    twins = [state.resample_from_infostate(0, choose.random) for _ in range(5)]
    assert {twin.observation_string(0) for twin in twins} == {state.observation_string(0)}
    assert len({twin.observation_string(1) for twin in twins}) > 1


@pytest.mark.parametrize("name", ["china", "dragon", "ming"])
def test_its_search_bots_play(name: str, fresh_seed: int) -> None:
    game = pyspiel.load_game(f"tianming_{name}")
    numbers = np.random.RandomState(fresh_seed)
    evaluator = mcts.RandomRolloutEvaluator(1, numbers)
    bots = [mcts.MCTSBot(game, 2.0, 3, evaluator, random_state=numbers)]
    if registry.load(name).facts.hidden:  # the other bot refuses games without hidden information
        bots.append(
            ismcts.ISMCTSBot(
                game=game, evaluator=evaluator, uct_c=2.0, max_simulations=3, random_state=numbers
            )
        )
    for bot in bots:
        state = after_draws(game.new_initial_state(), random.Random(fresh_seed))
        assert bot.step(state) in state.legal_actions()


def test_an_illegal_id_is_refused_with_the_sentence_of_the_rule(fresh_seed: int) -> None:
    game = pyspiel.load_game("tianming_ming")
    state = after_draws(game.new_initial_state(), random.Random(fresh_seed))
    wrong = next(number for number in range(99) if number not in state.legal_actions())
    with pytest.raises(IllegalAction, match="not what is being decided"):
        state.apply_action(wrong)


def test_a_program_that_used_it_ends_without_a_crash() -> None:
    program = (
        "import pyspiel, tianming_adapters.openspiel as t; pyspiel.load_game('tianming_dragon')"
    )
    subprocess.run([sys.executable, "-c", program], check=True, timeout=PATIENCE)


def test_a_game_that_does_not_say_what_it_draws_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    state = pyspiel.load_game("tianming_dragon").new_initial_state()
    monkeypatch.setattr(AgendaState, "draw_urn", lambda _: None)
    with raises(UsageError, GameSentence.NO_URN, game="dragon"):
        state.chance_outcomes()
