"""A policy file keeps its numbers, and no other bytes are taken for one."""

import contextlib
import json
import pickle
import random
from pathlib import Path

import numpy as np
import pytest

from tests.errors import raises
from tianming_games.ground.error import DataError, UsageError
from tianming_learn import policy_file
from tianming_learn.sentence import LearnSentence

ARRAYS = {
    "0.weight": np.arange(6, dtype=np.float32).reshape(2, 3),
    "0.bias": np.array([1.5, -2], np.float32),
    "order": np.array([[2, 0, 1]], np.int32),
}
METADATA = {"format": "one", "game": "dragon"}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "policy"
    policy_file.write(path, METADATA, ARRAYS)
    return path


def made(header: object, numbers: bytes = b"") -> bytes:
    """Return a file with a header."""
    text = json.dumps(header).encode()
    return len(text).to_bytes(8, "little") + text + numbers


def entry(**changed: object) -> dict[str, object]:
    """Return a header with one tensor of two numbers, and changes of its entry."""
    return {"0.bias": {"dtype": "F32", "shape": [2], "data_offsets": [0, 8], **changed}}


def test_a_file_has_the_metadata_and_numbers_that_were_written(path: Path) -> None:
    metadata, arrays = policy_file.read(path)
    assert metadata == METADATA
    assert {name: array.tolist() for name, array in arrays.items()} == {
        name: array.tolist() for name, array in ARRAYS.items()
    }


def test_a_file_that_is_cut_off_anywhere_is_refused(path: Path) -> None:
    data = path.read_bytes()
    for length in range(len(data)):
        path.write_bytes(data[:length])
        with raises(DataError, LearnSentence.NO_POLICY, path=path):
            policy_file.read(path)


def test_a_damaged_file_is_read_or_refused_and_raises_nothing_else(
    path: Path, fresh_seed: int
) -> None:
    data, dice = path.read_bytes(), random.Random(fresh_seed)
    for _ in range(500):
        damaged = bytearray(data)
        for _ in range(dice.randint(1, 4)):
            damaged[dice.randrange(len(data))] = dice.randrange(256)
        path.write_bytes(damaged)
        with contextlib.suppress(DataError):
            policy_file.read(path)


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "header too small"),
        (pickle.dumps({"a": 1}), "header"),
        (b"PK\3\4" + bytes(100), "header"),
        (made({"__metadata__": {"game": 3}}), "header"),
        (made(entry(shape=[1 << 40]), bytes(8)), "shape"),
        (made(entry(dtype="BF16", shape=[4]), bytes(8)), "the type BF16"),
        (made(entry(dtype="F64", shape=[1]), bytes(8)), "the type F64"),
        (made(entry(), b"\xff" * 8), "not finite"),
    ],
)
def test_bytes_that_are_no_policy_are_refused_with_the_reason(
    data: bytes, why: str, tmp_path: Path
) -> None:
    path = tmp_path / "policy"
    path.write_bytes(data)
    with pytest.raises(DataError, match=why):
        policy_file.read(path)


def test_an_error_names_the_file_and_says_why(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("no policy at all")
    with raises(DataError, LearnSentence.NO_POLICY, path=path):
        policy_file.read(path)
    with raises(UsageError, LearnSentence.POLICY_NOT_READ, path=tmp_path, why="Is a directory"):
        policy_file.read(tmp_path)
    lost = tmp_path / "lost" / "policy"
    with raises(UsageError, LearnSentence.POLICY_NOT_READ, why="No such file or directory"):
        policy_file.read(lost)
    with raises(UsageError, LearnSentence.POLICY_NOT_WRITTEN, path=lost):
        policy_file.write(lost, METADATA, ARRAYS)


def test_a_file_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "large"
    with path.open("wb") as file:
        file.truncate(policy_file.MOST_BYTES + 1)
    with raises(DataError, LearnSentence.NO_POLICY):
        policy_file.read(path)
