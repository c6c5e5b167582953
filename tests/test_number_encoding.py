"""Kept encodings of numbers are those of the encoder, and so is the rest."""

import pytest

from referee.number_encoding import NumberEncoding
from tianming_games.ground.encoding import head, number


@pytest.mark.parametrize("value", [0, 1, 127, 128, 1023, 1024, 1025, 1 << 14, 1 << 40])
def test_a_number_is_encoded_as_a_field_and_as_a_head(value: int) -> None:
    numbers, heads = NumberEncoding(number, 3), NumberEncoding(head, 15)
    for _ in range(2):
        assert numbers.of(value) == number(3, value)
        assert heads.of(value) == head(15, value)
