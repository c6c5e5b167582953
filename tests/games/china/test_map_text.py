"""A board drawn for people."""

import re

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


def test_all_of_the_picture_lies_within_its_frame() -> None:
    found = elements(GAME.draw_board("3-4")[1])
    width, height = (float(found[0].attributes[side]) for side in ("width", "height"))
    paths = [one.attributes["d"] for one in found if one.tag == "path"]
    corners = [corner for path in paths for corner in re.findall(r"[ML]([\d.]+) ([\d.]+)", path)]
    assert len(corners) > 100
    for x, y in corners:
        assert 20 < float(x) < width - 20
        assert 20 < float(y) < height - 20


def test_a_game_without_a_board_file_draws_none() -> None:
    with raises(UsageError, GameSentence.NO_BOARD_FILE, game="dragon"):
        DRAGON.draw_board("3-4")
