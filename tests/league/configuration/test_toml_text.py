"""Tables written as TOML are read back the same."""

import tomllib
from random import Random
from typing import Any

from referee.league.configuration.toml_text import toml_text

_WORDS = ("a", "b-c", "with space", "ü", "x.y", '"quoted"', "", "back\\slash", "\x7f\x00\n", "1")


def test_any_tables_are_read_back_the_same(fresh_seed: int) -> None:
    dice = Random(fresh_seed)
    for _ in range(200):
        data = _tables(dice, 3)
        assert tomllib.loads(toml_text(data)) == data


def _tables(dice: Random, depth: int) -> dict[str, Any]:
    return {word: _value(dice, depth) for word in dice.sample(_WORDS, dice.randrange(5))}


def _value(dice: Random, depth: int) -> Any:
    kind = dice.randrange(7 if depth else 4)
    if kind == 0:
        return dice.choice(_WORDS)
    if kind == 1:
        return dice.randrange(-100, 100)
    if kind == 2:
        return dice.choice((0.5, -1e30, 1e-7, 3.0))
    if kind == 3:
        return dice.random() < 0.5
    if kind == 4:
        return [_value(dice, 0) for _ in range(dice.randrange(4))]
    if kind == 5:
        return [_tables(dice, depth - 1) for _ in range(dice.randrange(3))]
    return _tables(dice, depth - 1)
