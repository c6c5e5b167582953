"""Tests of the rules: `python -m unittest`."""

import importlib
import unittest

from referee.game_check.report import lines
from referee.game_check.suite import check_game
from tianming_games.small import SmallGame, SmallState

GAME: SmallGame = importlib.import_module("{{word}}").GAME


def played(*moves: str) -> SmallState:
    """Return the state after some moves."""
    state = GAME.begin(2)
    for move in moves:
        state.apply_action(state.current_player, GAME.read(move))
    return state


class TestRules(unittest.TestCase):
    """One test for each rule."""

    def test_three_marks_in_a_row_win(self) -> None:
        state = played("place 0", "place 3", "place 1", "place 4", "place 2")
        assert state.is_terminal()
        assert state.places() == [1, 2]

    def test_a_cell_takes_one_mark(self) -> None:
        state = played("place 4")
        assert state.violation(1, GAME.read("place 4")) == '"place 4" is not possible now.'


class TestPromises(unittest.TestCase):
    """The game keeps what every game promises."""

    def test_all_promises_are_kept(self) -> None:
        findings = check_game(GAME, plays=4, seed=1)
        assert findings.is_sound, "\n".join(lines(GAME.name, findings))
