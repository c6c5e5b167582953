"""Observations are tensors of fixed length: finite, in bounds, and without hidden information."""

import random

import numpy as np
import pytest

from referee.game_check.promise_walk import GameCase
from referee.game_check.random_play import random_steps, seed_bytes
from tests.errors import raises
from tests.games.tensor_page import PAGE, page
from tests.games.test_catalogue import GAMES, cases
from tests.match.toy import TOY
from tianming_games import registry
from tianming_games.chance import Chance
from tianming_games.ground.error import DataError, UsageError
from tianming_games.ground.sentence import GameSentence
from tianming_games.state import CHANCE
from tianming_games.tensor import TensorLayout


def layout_of(case: GameCase) -> TensorLayout:
    return case.game.tensor_layout(case.seats, case.options)


def hold(case: GameCase, seed: int, twins: int) -> None:
    """Check the tensors of a random play, and those of twins in some of its states."""
    layout, chance = layout_of(case), Chance(seed_bytes(seed), "twins")
    highs = np.array(layout.highs, np.float32)
    row = bytearray(layout.length * 4)
    writer, numbers = layout.writer(memoryview(row)), np.frombuffer(row, np.float32)
    for at, (state, seat, _) in enumerate(random_steps(case.game, case.seats, case.options, seed)):
        writer.write(state.observation(max(seat, 0)))
        assert np.isfinite(numbers).all()
        assert (numbers >= 0).all()
        assert (numbers <= highs).all()
        if seat != CHANCE and at % twins == 0:
            for other in range(case.seats):
                tensor = layout.encode(state.observation(other))
                twin = state.resample(other, chance)
                assert layout.encode(twin.observation(other)) == tensor
            writer.write(state.observation(other))
            assert bytes(row) == tensor


@pytest.mark.parametrize("name", GAMES)
def test_tensors_are_in_bounds_and_equal_for_twins(name: str, fresh_seed: int) -> None:
    for case in random.Random(fresh_seed).sample(list(cases(name)), 3):
        hold(case, fresh_seed, twins=10)


@pytest.mark.full
@pytest.mark.parametrize("name", GAMES)
def test_all_tensors_are_in_bounds_and_equal_for_twins(name: str, fresh_seed: int) -> None:
    for case in cases(name):
        for seed in range(fresh_seed, fresh_seed + 3):
            hold(case, seed, twins=3)


@pytest.mark.parametrize("name", GAMES)
def test_a_tensor_shows_what_the_options_and_the_seat_change(name: str, fresh_seed: int) -> None:
    case = random.Random(fresh_seed).choice(list(cases(name)))
    layout, seen = layout_of(case), set()
    for state, seat, _ in random_steps(case.game, case.seats, case.options, fresh_seed):
        if seat >= 0:
            seen |= {(one, layout.encode(state.observation(one))) for one in range(case.seats)}
    tensors = [tensor for _, tensor in seen]
    assert len(set(tensors)) == len(seen) > 50


def test_the_public_tensor_has_no_seat() -> None:
    case = GameCase(registry.load("china"), 3, {})
    layout = layout_of(case)
    tensor = np.frombuffer(layout.encode(case.begin().observation(None)), np.float32)
    assert layout.fields[0].name == "seat"
    assert not tensor[: len(layout.fields[0])].any()


def test_a_tensor_of_other_rules_is_refused_by_name() -> None:
    dragon = registry.load("dragon")
    layout = dragon.tensor_layout(3)
    layout.verify(layout.tag)
    older = TensorLayout("dragon", 1, 3, dragon.tensor_fields(3, dragon.defaults), list)
    with raises(DataError, GameSentence.OTHER_TENSOR, found=older.tag, wanted=layout.tag) as error:
        layout.verify(older.tag)
    assert "dragon with rules version 1 and 3 seats" in str(error.value)
    for other in (dragon.tensor_layout(4), dragon.tensor_layout(3, {"great_wall": "yes"})):
        with raises(DataError, GameSentence.OTHER_TENSOR):
            layout.verify(other.tag)


def test_a_game_without_fields_says_what_it_needs() -> None:
    with raises(UsageError, GameSentence.NO_TENSORS, game="toy"):
        TOY.tensor_layout(2)


def test_the_page_lists_all_ids_and_fields() -> None:
    assert PAGE.read_text() == page()
