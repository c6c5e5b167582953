"""A match that is played is drawn on one screen."""

import pytest

from referee.match.match import Match
from referee.match.question import Question
from referee.terminal.match_screen import draw
from tests.match.driver import Driver
from tests.terminal.plays import NAMES, PLAYS
from tianming_games.chance import Chance
from tianming_games.registry import load

DRAWN = [name for name in NAMES if name.endswith("-default") or "board=" in name]
"""One play of every game, and one with a board of a file; the replay shows every option set."""


def rows(match: Match, width: int = 80, height: int = 24) -> list[str]:
    """The rows of the screen."""
    return draw(match, width, height).plain.split("\n")


@pytest.mark.parametrize("name", DRAWN)
def test_no_screen_of_any_game_scrolls(name: str) -> None:
    """Each has as many rows as the terminal, and no row is too long."""
    game, options, seats = PLAYS[NAMES.index(name)]
    driver = Driver(load(game), seats, options)
    chooser = Chance(bytes(32), "answers")
    waiting = [one for one in driver.start() if isinstance(one, Question)]
    drawn = 0
    while waiting:
        question = waiting.pop(0)
        option = chooser.below(len(question.options))
        said = driver.answer(question, option)
        waiting += [one for one in said if isinstance(one, Question)]
        if question.number % 10 == 0:
            screen = rows(driver.match)
            assert len(screen) == 24
            assert max(map(len, screen)) <= 80
            assert any(
                f"`referee games rules {game}` explains the notation." in row for row in screen
            )
            drawn += 1
    assert drawn


class TestToy:
    """What the screen of a short match says."""

    def test_it_has_points_events_and_who_is_asked(self) -> None:
        driver = Driver()
        driver.start()
        screen = rows(driver.match)
        assert screen[0].startswith("bot0 0  bot1 0  bot2 0")
        assert screen[-1] == "asked: bot1"
        assert f"bot0: {driver.match.history[-1].notation}" in screen

    def test_a_remark_stands_in_the_last_row(self) -> None:
        driver = Driver()
        driver.start()
        assert draw(driver.match, 20, 24, "bot1: it crashed\nagain").plain.endswith(
            "\nbot1: it crashed ag…"
        )

    def test_after_the_end_nobody_is_asked(self) -> None:
        driver = Driver()
        driver.play_out(driver.start(), Chance(bytes(32), "answers"))
        assert rows(driver.match)[-1] == ""

    def test_a_tiny_terminal_gets_what_fits(self) -> None:
        driver = Driver()
        driver.start()
        screen = rows(driver.match, width=20, height=5)
        assert len(screen) == 5
        assert max(map(len, screen)) <= 20
