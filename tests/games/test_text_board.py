"""A board in words: its lines have tones, and names where they are given."""

import pytest

from tests.games.variants import VARIANTS
from tianming_games.registry import load
from tianming_games.text_board import LONGEST_NAME, plain, seat_labels, seat_name

NAMES = ("Ada", "a-bot-with-a-very-long-name", "Bob", "Cid")


@pytest.mark.parametrize("game", sorted(VARIANTS))
class TestEveryGame:
    """What a program that shows boards relies on."""

    def test_the_lines_are_the_text_of_the_board(self, game: str) -> None:
        state = load(game).begin(3)
        assert plain(state.board_lines(0)) == state.to_text(0)
        assert plain(state.board_lines()) == state.to_text()

    def test_names_stand_in_place_of_the_numbers_of_seats(self, game: str) -> None:
        text = plain(load(game).begin(3).board_lines(None, NAMES[:3]))
        assert "seat" not in text
        assert "2 Bob" in text
        assert "1 a-bot-with-a-ve…" in text


def test_the_map_of_china_shows_houses_by_seat_and_free_spaces_by_name() -> None:
    """So a reader finds what the notation names."""
    state = load("china").begin(3)
    state.regions[3] = state.regions[3].with_house(2, 1).with_fort(4)
    text = plain(state.map_lines())
    assert "1⌂" in text
    assert "w5^" in text
    assert "w3" not in text


def test_a_game_without_a_map_has_no_lines_for_it() -> None:
    """In the Year of the Dragon is played without one."""
    assert load("dragon").begin(3).map_lines() == []


def test_labels_are_equally_wide_and_names_are_cut() -> None:
    """Columns of all seats' lines begin at the same place."""
    labels = seat_labels(4, NAMES)
    assert len({len(label.text) for label in labels}) == 1
    assert len(seat_name(1, NAMES)) == LONGEST_NAME
