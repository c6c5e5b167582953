"""`referee games board`: a map is checked and drawn."""

import os
import re
from pathlib import Path

import pytest

from tests.cli.shell import referee
from tianming_games.china import __file__ as china

SHIPPED = Path(china).parent / "3-4.toml"


@pytest.mark.parametrize("board", ["china/3-4", "china/4-5", "ming/ming"])
def test_a_shipped_board_is_drawn_as_text_and_as_a_picture(board: str, tmp_path: Path) -> None:
    """The same map, for a terminal and for a page."""
    assert len(referee("games", "board", board).stdout.splitlines()) > 10
    picture = tmp_path / "map.svg"
    assert referee("games", "board", board, "--svg", picture).returncode == 0
    assert picture.read_text().startswith("<svg ")
    assert picture.read_text().rstrip().endswith("</svg>")


def test_a_file_of_ones_own_is_drawn_by_the_game_it_names(tmp_path: Path) -> None:
    """Type in a board, and look at it."""
    own = tmp_path / "mine.toml"
    own.write_text(SHIPPED.read_text())
    assert referee("games", "board", own).stdout == referee("games", "board", "china/3-4").stdout


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[board\n", r"mine\.toml:1: this is not TOML"),
        ("\n[board]\nname = 'x'\n", r"mine\.toml:2: a board says `game = \.\.\.`"),
        ("[board]\ngame = 'chess'\n", "there is no game 'chess'"),
        ("a = " + "[" * 100_000, r"mine\.toml:1: "),
    ],
)
def test_a_file_that_is_no_board_is_refused_with_its_line(
    text: str, sentence: str, tmp_path: Path
) -> None:
    """What is wrong, and where."""
    own = tmp_path / "mine.toml"
    own.write_text(text)
    done = referee("games", "board", own)
    assert done.returncode in (2, 65)
    assert re.search(sentence, done.stderr)
    assert "Traceback" not in done.stderr


def test_a_board_that_breaks_a_rule_is_refused_with_its_line(tmp_path: Path) -> None:
    """The checks of the game's own page."""
    own = tmp_path / "mine.toml"
    own.write_text(SHIPPED.read_text().replace("house_count = 7", "house_count = 3", 1))
    done = referee("games", "board", own)
    assert done.returncode == 65
    assert re.search(r"mine\.toml:\d+: ", done.stderr)


def test_a_board_that_is_not_there_is_named() -> None:
    """Its path, and what to give instead."""
    done = referee("games", "board", "nowhere.toml")
    assert done.returncode == 2
    assert "the board 'nowhere.toml' cannot be read: No such file" in done.stderr


def test_a_special_file_is_refused_without_waiting(tmp_path: Path) -> None:
    pipe = tmp_path / "board.toml"
    os.mkfifo(pipe)
    done = referee("games", "board", pipe)
    assert done.returncode == 2
    assert "cannot be read: it is no plain file" in done.stderr
