"""A board drawn for people."""

from xml.etree import ElementTree

import pytest

from referee.error import UsageError
from referee.games.china import GAME
from referee.games.china.map_file import load_map
from referee.games.dragon import GAME as DRAGON

SVG = "{http://www.w3.org/2000/svg}"


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
    root = ElementTree.fromstring(GAME.draw_board(side)[1])
    drawn = load_map(side)
    assert root.tag == f"{SVG}svg"
    assert len(root.findall(f"{SVG}polygon")) == 9
    assert len(root.findall(f"{SVG}rect")) == 53 + 1
    assert len(root.findall(f"{SVG}circle")) == 9 + 15
    assert len(root.findall(f"{SVG}line")) == len(drawn.roads) + 15
    words = [text.text for text in root.findall(f"{SVG}text")]
    assert set(drawn.names) <= set(words)


def test_all_of_the_picture_lies_within_its_frame() -> None:
    root = ElementTree.fromstring(GAME.draw_board("3-4")[1])
    width, height = float(root.attrib["width"]), float(root.attrib["height"])
    for box in root.findall(f"{SVG}rect")[1:]:
        assert 0 < float(box.attrib["x"]) < width - 22
        assert 0 < float(box.attrib["y"]) < height - 22


def test_a_game_without_a_board_file_draws_none() -> None:
    with pytest.raises(UsageError, match=r"dragon has no board file\."):
        DRAGON.draw_board("3-4")
