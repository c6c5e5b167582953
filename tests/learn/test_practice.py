"""The matches that a network learns from: legal, complete, and the same for the same seed."""

from functools import cache
from random import Random

import numpy as np
import pytest

from referee.game_check.random_play import random_steps
from tianming_bots.greedy import POLICIES
from tianming_games.registry import load
from tianming_learn.new_policy import new_policy
from tianming_learn.practice import Experience, PracticeTask, joined, practise, rival

NETWORK = new_policy(load("ming"), 2, {}, 1).network


@cache
def played(seed: int = 1, *, is_taught: bool = False) -> Experience:
    """Return the experience of matches with a network that has learnt nothing."""
    return practise(task(seed, is_taught=is_taught), NETWORK)


def task(seed: int = 1, *, is_taught: bool = False) -> PracticeTask:
    """Return the task of playing four matches."""
    return PracticeTask("ming", 2, {}, 4, seed, is_taught)


def test_the_same_seed_gives_the_same_matches_and_another_one_gives_others() -> None:
    one, other = played(), played(2)
    again = practise(task(), NETWORK)
    for name in Experience.__dataclass_fields__:
        assert getattr(one, name).tobytes() == getattr(again, name).tobytes()
    assert one.ids.tobytes() != other.ids.tobytes()


@pytest.mark.parametrize("is_taught", [False, True])
def test_every_choice_was_legal_and_one_of_several(is_taught: bool, fresh_seed: int) -> None:
    seen = played(fresh_seed, is_taught=is_taught)
    masks = np.unpackbits(seen.masks, axis=1, count=len(load("ming").catalogue()))
    assert masks[np.arange(len(seen.ids)), seen.ids].all()
    assert (masks.sum(1) > 1).all()


def test_chances_are_those_of_the_softmax_of_legal_ids(fresh_seed: int) -> None:
    seen = played(fresh_seed)
    numbers = NETWORK.outputs(seen.inputs)[:, :-1].astype(np.float64)
    masks = np.unpackbits(seen.masks, axis=1, count=numbers.shape[1])
    weights = np.exp(numbers) * masks
    wanted = weights[np.arange(len(seen.ids)), seen.ids] / weights.sum(1)
    assert np.exp(seen.chances) == pytest.approx(wanted, rel=1e-3)


def test_one_match_of_four_is_against_the_rival_and_none_while_it_teaches() -> None:
    assert len(played().wins) == 1
    assert set(played().wins) <= {0.0, 0.5, 1.0}
    assert len(played(is_taught=True).wins) == 0


def test_the_targets_of_a_match_end_at_its_rewards() -> None:
    """The last decision of a seat is worth the reward by place: 1, 0 or -1 for two seats."""
    seen = played()
    ends = np.isclose(np.abs(seen.targets), 1, atol=1e-5) | np.isclose(seen.targets, 0, atol=1e-5)
    own_matches, rival_matches = 3, 1
    assert ends.sum() >= 2 * own_matches + rival_matches


def test_the_rival_is_the_greedy_policy_of_the_game(fresh_seed: int) -> None:
    game, dice = load("ming"), Random(fresh_seed)
    state = next(s for s, _, _ in random_steps(game, 2, {}, fresh_seed) if s.to_act())
    choose = rival(game, {}, dice)
    seat = state.to_act()[0]
    wanted = POLICIES["ming"].act(state, seat)
    assert game.catalogue().actions[choose(state, seat)] == wanted


def test_joined_experience_has_all_rows() -> None:
    one, two = played(), played(2)
    whole = joined([one, two])
    assert len(whole.ids) == len(one.ids) + len(two.ids)
    assert len(whole.wins) == len(one.wins) + len(two.wins)
