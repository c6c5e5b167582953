"""A board drawn for people."""

from xml.parsers import expat

import pytest

from referee.error import UsageError
from tests.errors import raises
from tianming_games.china import GAME
from tianming_games.china.map_file import load_map
from tianming_games.dragon import GAME as DRAGON
from tianming_games.ground.sentence import GameSentence

Element = tuple[str, dict[str, str]]


def elements(svg: str) -> tuple[list[Element], list[str]]:
    """Every element of a picture with its attributes, and all its words."""
    found: list[Element] = []
    words: list[str] = []
    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartElementHandler = lambda tag, attributes: found.append((tag, attributes))
    parser.CharacterDataHandler = words.append
    parser.Parse(svg, True)
    return found, words


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
def test_the_picture_is_svg_with_every_part(side: str) -> None:
    found, words = elements(GAME.draw_board(side)[1])
    drawn = load_map(side)
    tags = [tag for tag, _ in found]
    assert tags[0] == "svg"
    assert tags.count("polygon") == 9
    assert tags.count("rect") == 53 + 1
    assert tags.count("circle") == 9 + 15
    assert tags.count("line") == len(drawn.roads) + 15
    assert set(drawn.names) <= {word.strip() for word in words}


def test_all_of_the_picture_lies_within_its_frame() -> None:
    found, _ = elements(GAME.draw_board("3-4")[1])
    width, height = float(found[0][1]["width"]), float(found[0][1]["height"])
    for tag, box in found[2:]:
        if tag == "rect":
            assert 0 < float(box["x"]) < width - 22
            assert 0 < float(box["y"]) < height - 22


def test_a_game_without_a_board_file_draws_none() -> None:
    with raises(UsageError, GameSentence.NO_BOARD_FILE, game="dragon"):
        DRAGON.draw_board("3-4")
