"""Cards: pictures of boards for previews of links, on a machine without fonts."""

import struct
from xml.etree import ElementTree

import pytest

from referee.web.card import HEIGHT, WIDTH, card
from referee.web.lettering import in_strokes
from tianming_games.registry import load
from tianming_games.scene_svg import to_svg

TEXT = "{http://www.w3.org/2000/svg}text"


def board(game: str, *names: str) -> str:
    """The picture of a game at its beginning."""
    rules = load(game)
    words = rules.presentation(len(names), rules.checked(len(names), {}), names)
    assert words.board is not None
    scene = words.scene(rules.begin(len(names)).observation(None))
    return to_svg(words.board, scene)


def size(png: bytes) -> tuple[int, int]:
    """The width and the height of a PNG."""
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", png[16:24])
    return width, height


@pytest.mark.parametrize("game", ["china", "dragon", "ming"])
def test_every_text_of_a_board_is_drawn_in_our_letters(game: str) -> None:
    svg = board(game, "greedy", "Latecomer 2000", "José Núñez")
    strokes, needs_fonts = in_strokes(svg)
    assert not needs_fonts
    assert svg.count("<text") > 20
    assert not list(ElementTree.fromstring(strokes).iter(TEXT))  # noqa: S314


def test_each_character_of_the_keyboard_has_a_letter() -> None:
    keys = "".join(map(chr, range(32, 127)))
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg"><text x="1" y="2" font-size="9" fill="red"/></svg>'
    )
    picture = ElementTree.fromstring(svg)  # noqa: S314
    missing = []
    for key in keys:
        picture[0].text = key
        if in_strokes(ElementTree.tostring(picture, encoding="unicode"))[1]:
            missing.append(key)
    assert missing == []


def test_a_text_in_another_script_stays_a_text_for_the_fonts_of_the_machine() -> None:
    strokes, needs_fonts = in_strokes(board("dragon", "小明", "greedy"))
    assert needs_fonts
    texts = [one.text for one in ElementTree.fromstring(strokes).iter(TEXT)]  # noqa: S314
    assert set(texts) == {"小明"}


@pytest.mark.parametrize("game", ["china", "dragon", "ming"])
def test_a_card_has_the_size_of_previews(game: str) -> None:
    assert size(card(board(game, "one", "two", "three"))) == (WIDTH, HEIGHT)


def test_names_are_seen_in_a_card() -> None:
    """Without letters, two cards with other names would be equal."""
    assert card(board("dragon", "one", "two")) != card(board("dragon", "six", "two"))
