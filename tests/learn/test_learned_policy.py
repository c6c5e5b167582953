"""A policy plays only with the rules, seats and options that it was trained with."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.errors import raises
from tianming_games.ground.error import DataError, UsageError
from tianming_games.ground.sentence import GameSentence
from tianming_games.registry import load
from tianming_learn import policy_file
from tianming_learn.learned_policy import LearnedPolicy
from tianming_learn.network import Network
from tianming_learn.new_policy import new_policy
from tianming_learn.own_view import own_order
from tianming_learn.sentence import LearnSentence

GAME = load("ming")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The file of a policy for three seats."""
    path = tmp_path / "policy"
    new_policy(GAME, 3, {}, 1).save(path)
    return path


def change(path: Path, metadata: Mapping[str, str], arrays: Mapping[str, Any]) -> None:
    """Write a file again with other values; None leaves a tensor out."""
    old_metadata, old_arrays = policy_file.read(path)
    changed = {**old_arrays, **arrays}
    kept = {name: array for name, array in changed.items() if array is not None}
    policy_file.write(path, {**old_metadata, **metadata}, kept)


def test_a_policy_that_was_saved_is_the_same_policy(path: Path) -> None:
    policy, again = new_policy(GAME, 3, {}, 1), LearnedPolicy.load(path)
    assert (again.game, again.seats, again.options) == (policy.game, policy.seats, policy.options)
    rows = np.random.default_rng(1).random((4, 412), np.float32)
    wanted = policy.network.outputs(rows)
    assert again.network.outputs(rows).tolist() == wanted.tolist()
    assert again.network.order.tolist() == policy.network.order.tolist()


@pytest.mark.parametrize(
    ("key", "text"),
    [
        ("tensor", "ming with rules version 1 and 3 seats (412 numbers, 3e7b8bc7)"),
        ("seats", "4"),
        ("game", "dragon"),
        ("catalogue", "0123456789abcdef"),
    ],
)
def test_a_policy_for_other_rules_is_refused(path: Path, key: str, text: str) -> None:
    change(path, {key: text}, {})
    with raises(DataError, LearnSentence.OTHER_RULES, path=path):
        LearnedPolicy.load(path)


@pytest.mark.parametrize(
    ("metadata", "why"),
    [
        ({"format": "tianming-policy-2"}, "format"),
        ({"seats": "three"}, "number of seats"),
        ({"seats": "9"}, "is for 2 to 4 seats"),
        ({"options": "yes"}, "no options"),
        ({"options": '{"wall": 1}'}, "no options"),
        ({"options": '{"wall": "yes"}'}, "has no option 'wall'"),
    ],
)
def test_metadata_that_make_no_sense_are_named(
    path: Path, metadata: dict[str, str], why: str
) -> None:
    change(path, metadata, {})
    with raises(DataError, LearnSentence.NO_POLICY, path=path) as caught:
        LearnedPolicy.load(path)
    assert why in str(caught.value)


def test_a_policy_for_a_game_that_is_not_installed_names_the_game(path: Path) -> None:
    change(path, {"game": "chess"}, {})
    with raises(UsageError, GameSentence.NO_SUCH_GAME, name="chess"):
        LearnedPolicy.load(path)


@pytest.mark.parametrize(
    ("arrays", "why"),
    [
        ({"2.bias": None}, "layer 2 has no weight and bias"),
        ({"2.bias": np.zeros(5, np.float32)}, "layer 2 has weights"),
        ({"2.weight": np.zeros((256, 255), np.float32)}, "layer 2 has weights"),
        ({"2.bias": np.zeros(256, np.int32)}, "layer 2 has no weight and bias of F32"),
        ({"4.weight": None, "4.bias": None}, "256 outputs, not 234"),
        ({"hidden": np.zeros(1, np.float32)}, "a tensor 'hidden'"),
        ({"order": np.zeros((2, 412), np.int32)}, "'order'"),
        ({"order": np.full((3, 412), 412, np.int32)}, "'order'"),
        ({"order": np.full((3, 412), -1, np.int32)}, "'order'"),
    ],
)
def test_a_network_of_another_shape_is_refused(
    path: Path, arrays: dict[str, Any], why: str
) -> None:
    change(path, {}, arrays)
    with raises(DataError, LearnSentence.NO_POLICY, path=path) as caught:
        LearnedPolicy.load(path)
    assert why in str(caught.value)


def test_order_and_value_may_be_left_out(path: Path) -> None:
    _, arrays = policy_file.read(path)
    last = {f"4.{part}": arrays[f"4.{part}"][:-1] for part in ("weight", "bias")}
    change(path, {}, {"order": None, **last})
    network = LearnedPolicy.load(path).network
    assert network.order.tolist() == [list(range(412))] * 3
    assert network.outputs(np.zeros((1, 412), np.float32)).shape == (1, 234)


@pytest.mark.parametrize(("name", "seats"), [("dragon", 4), ("china", 5), ("ming", 2)])
def test_a_network_reads_its_own_seat_first_and_every_number_once(name: str, seats: int) -> None:
    layout = load(name).tensor_layout(seats)
    order = own_order(layout)
    places = {field.name: layout.starts[at] for at, field in enumerate(layout.fields)}
    for seat in range(seats):
        assert sorted(order[seat]) == list(range(layout.length))
        for other in range(seats):
            read = order[seat, places[f"player {other}"]]
            assert read == places[f"player {(seat + other) % seats}"]
        assert order[seat, :seats].tolist() == list(range(seats))


def test_outputs_are_those_of_the_layers_by_hand() -> None:
    layers = [
        (np.array([[1, -1], [2, 0]], np.float32), np.array([0, -3], np.float32)),
        (np.array([[1, 1]], np.float32), np.array([0.5], np.float32)),
    ]
    network = Network(layers, np.array([[1, 0]], np.int32))
    inputs = network.inputs(np.array([[1, 4]], np.float32), np.array([0]))
    assert inputs.tolist() == [[4, 1]]
    assert network.outputs(inputs).tolist() == [[3 + 5 + 0.5]]
