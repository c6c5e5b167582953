"""Numbers in words."""

import pytest

from tianming_games.ground.text import counted, duration


@pytest.mark.parametrize(
    ("time", "said"),
    [
        (0, "0 µs"),
        (0.00012345, "123 µs"),
        (0.000999499, "999 µs"),
        (0.0009996, "1 ms"),
        (0.012345, "12.3 ms"),
        (12.34, "12.3 s"),
        (1234.4, "1234 s"),
    ],
)
def test_a_time_has_the_unit_that_fits_and_three_digits_or_all_its_seconds(
    time: float, said: str
) -> None:
    """No exponent, ever."""
    assert duration(time) == said


def test_one_thing_is_no_plural() -> None:
    """And thousands are told apart."""
    assert counted(1, "match", "matches") == "1 match"
    assert counted(1200, "set") == "1,200 sets"
