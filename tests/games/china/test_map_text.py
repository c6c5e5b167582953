"""A board drawn for people."""

import re
from collections.abc import Iterator

import pytest

from referee.error import UsageError
from tests.errors import raises
from tests.games.picture import elements
from tianming_games.china import GAME
from tianming_games.china.map_file import load_map
from tianming_games.dragon import GAME as DRAGON
from tianming_games.ground.sentence import GameSentence


@pytest.mark.parametrize("side", ["3-4", "4-5"])
def test_the_text_shows_every_space_road_and_alliance(side: str) -> None:
    text = GAME.draw_board(side)[0]
    picture, _, legend = text.partition("regions\n")
    drawn = load_map(side)
    for letter, size in zip("yzqwlhcsu", drawn.sizes, strict=True):
        for number in range(1, size + 1):
            assert picture.count(f"{letter}{number}") == 1
    for one, other in drawn.roads:
        assert f"   {drawn.space_word(one)} - {drawn.space_word(other)}\n" in legend
    assert " 3 Wei - Ch'in\n" in legend
    assert "15 Qi - Yen\n" in legend
    assert text == "\n".join(line.rstrip() for line in text.splitlines()) + "\n"


@pytest.mark.parametrize("side", ["3-4", "4-5"])
def test_the_picture_has_every_space_road_and_alliance(side: str) -> None:
    found = elements(GAME.draw_board(side)[1])
    drawn = load_map(side)
    assert found[0].tag == "svg"
    words = [one.text for one in found if one.tag == "text"]
    assert set(drawn.names) <= set(words)
    numbers = [word for word in words if word.isdigit()]
    assert len(numbers) == len(drawn.land_of) + len(drawn.alliances)
    lines = [one.attributes.get("d", "").count("M") for one in found]
    assert {len(drawn.roads), len(drawn.alliances)} <= set(lines)


OPERANDS = {"M": 2, "L": 2, "Q": 4, "A": 7}
"""Numbers that a command of a path takes; the last two are where it ends."""


def ends(path: str) -> Iterator[complex]:
    """Yield where each line and curve of a path ends."""
    at = 0j
    for command, operands in re.findall(r"([A-Za-z])([^A-Za-z]*)", path):
        values = [float(value) for value in re.findall(r"-?[\d.]+", operands)]
        kind, is_relative = command.upper(), command.islower()
        start = at if is_relative else 0j
        if kind in OPERANDS:
            size = OPERANDS[kind]
            for last in range(size, len(values) + 1, size):
                at = (at if is_relative else 0j) + complex(*values[last - 2 : last])
                yield at
            continue
        if kind == "H":
            at = complex(start.real + values[0], at.imag)
        elif kind == "V":
            at = complex(at.real, start.imag + values[0])
        else:
            assert kind == "Z", f"the test does not know the command {command}"
        yield at


def test_all_of_the_picture_lies_within_its_frame() -> None:
    found = elements(GAME.draw_board("3-4")[1])
    width, height = (float(found[0].attributes[side]) for side in ("width", "height"))
    corners = [end for one in found if one.tag == "path" for end in ends(one.attributes["d"])]
    assert len(corners) > 100
    for corner in corners:
        assert 0 < corner.real < width
        assert 0 < corner.imag < height


def test_a_game_without_a_board_file_draws_none() -> None:
    with raises(UsageError, GameSentence.NO_BOARD_FILE, game="dragon"):
        DRAGON.draw_board("3-4")
