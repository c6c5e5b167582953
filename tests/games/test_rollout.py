"""Rollouts, deals and draws with the random numbers of a caller."""

from random import Random

import pytest

from referee.game_check.random_play import random_steps
from tianming_games.action import Action
from tianming_games.registry import load, names
from tianming_games.rollout import determinize, draw, rollout
from tianming_games.state import CHANCE, State

SEATS = 3


def at_decision(name: str, random: Random) -> State:
    """Return a state of a game in which the first decision is due."""
    state: State = load(name).begin(SEATS)
    while state.current_player == CHANCE:
        draw(state, random)
    return state


@pytest.mark.parametrize("name", names())
class TestRollout:
    """A rollout plays by the rules, with the random numbers of the caller and no others."""

    def test_it_plays_to_the_end_and_returns_the_points(self, name: str, fresh_seed: int) -> None:
        state = load(name).begin(SEATS)
        points = rollout(state, Random(fresh_seed))
        assert state.is_terminal()
        assert points == state.returns()

    def test_the_same_seed_gives_the_same_play(self, name: str, fresh_seed: int) -> None:
        one, other = load(name).begin(SEATS), load(name).begin(SEATS)
        rollout(one, Random(fresh_seed))
        rollout(other, Random(fresh_seed))
        assert one.canonical_bytes() == other.canonical_bytes()

    def test_it_stops_before_the_decision_after_the_limit(self, name: str, fresh_seed: int) -> None:
        state = at_decision(name, Random(fresh_seed))
        before = state.canonical_bytes()
        rollout(state, Random(fresh_seed), limit=0)
        assert state.canonical_bytes() == before
        rollout(state, Random(fresh_seed), limit=1)
        assert state.canonical_bytes() != before
        assert not state.is_terminal()

    def test_a_policy_makes_every_choice(self, name: str, fresh_seed: int) -> None:
        asked = []

        def first(state: State, seat: int) -> Action:
            asked.append(seat)
            return state.legal_actions(seat)[0]

        state = at_decision(name, Random(fresh_seed))
        rollout(state, Random(fresh_seed), first, limit=5)
        assert len(asked) == 5

    def test_a_deal_keeps_what_the_seat_knows_and_the_state(
        self, name: str, fresh_seed: int
    ) -> None:
        random = Random(fresh_seed)
        for state, _, _ in random_steps(load(name), SEATS, {}, fresh_seed):
            seat, before = random.randrange(SEATS), state.canonical_bytes()
            other = determinize(state, seat, random)
            assert other.observation(seat) == state.observation(seat)
            assert state.canonical_bytes() == before
