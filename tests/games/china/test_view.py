"""The board of a position, as text."""

from tests.games.china.position import ALEX, BARBARA, dealt, new_table, settle


def test_the_board_shows_houses_fortifications_and_emissaries() -> None:
    state = new_table(fortifications="yes")
    settle(state, "lu", "0 .^ 1 .", "2")
    assert "lu orange    [0 .^ 1 .] emissaries 2:1 of 1\n" in state.to_text(ALEX)


def test_the_board_of_a_seat_shows_its_own_hand() -> None:
    state = dealt("red green purple")
    assert "hand red green purple" in state.to_text(ALEX)
    assert "hand red green purple" not in state.to_text(BARBARA)
    assert "hand red green purple" in state.to_text()


def test_the_board_shows_what_lies_open() -> None:
    state = new_table()
    assert state.to_text(ALEX).startswith("turn 1, seat 0\ndisplay    ")
    assert "pile       first, 36 cards; discards red:0" in state.to_text(ALEX)
