"""Text that has to fit into a place."""

import pytest

from tianming_games.text_fit import fitted, width


@pytest.mark.parametrize(
    "text", ["alpha", "WWWWWWWWWWWWWWWWWWWW", "天命天命天命天命天命", "🐉" * 40]
)
def test_a_text_is_cut_where_the_room_ends(text: str) -> None:
    cut = fitted(text, 120, 19)
    assert width(cut, 19) <= 120
    assert cut == text or (cut.endswith("…") and text.startswith(cut[:-1]))
    assert len(cut) > 3


def test_a_text_that_fits_stays_as_it_is() -> None:
    assert fitted("alpha", 100, 19) == "alpha"


def test_marks_that_stand_on_other_characters_take_no_room() -> None:
    assert width("e\u0301\u200d", 10) == width("e", 10)
