"""Scenes as pictures."""

from tests.games.picture import elements
from tianming_games.scene import TONE, Board, Circle, Piece, Text
from tianming_games.scene_svg import to_svg

BOARD = Board(
    "a table",
    100,
    50,
    (Circle(50, 25, 20, stroke="ink"),),
    {"stone": (Circle(0, 0, 5, fill=TONE), Text(0, 4, 12, fill="paper"))},
    {"ground": ("#eee", "#111"), "paper": ("#fff", "#000"), "ink": ("#222", "#ddd")},
)
STONE = Piece("stone", 10, 20, "a stone", text="7", scale=2, rotate=90)


def test_a_piece_is_drawn_with_its_symbol_its_tone_and_its_text() -> None:
    group, title, circle, text = elements(to_svg(BOARD, {"a": STONE}))[-4:]
    assert group.attributes["transform"] == "translate(10 20) rotate(90) scale(2)"
    assert group.attributes["color"] == "#222"
    assert title.text == "a stone"
    assert circle.attributes["fill"] == "currentColor"
    assert (text.attributes["fill"], text.text) == ("#fff", "7")


def test_the_dark_picture_has_the_dark_colours() -> None:
    dark = to_svg(BOARD, {"a": STONE}, "dark")
    assert "#ddd" in dark
    assert "#222" not in dark


def test_a_hostile_text_cannot_leave_its_place() -> None:
    bad = "</text><script>alert('\x1b\u202e')</script>&"
    found = elements(to_svg(BOARD, {"a": Piece("stone", 0, 0, bad, text=bad)}))
    assert {one.tag for one in found} == {"svg", "title", "rect", "circle", "g", "text"}
    assert found[-1].text.startswith("</text><script>")
    assert "\u202e" not in found[-1].text
