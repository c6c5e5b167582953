"""Scenes as values, as JSON, and their deltas."""

import pytest

from tianming_games.scene import (
    TONE,
    Board,
    Circle,
    Piece,
    Text,
    board_json,
    box,
    delta,
    delta_json,
    gathered,
    painted,
    piece_json,
)

STONE = Piece("stone", 10, 20.04, "a stone")


class TestJson:
    def test_fields_that_have_their_default_are_left_out(self) -> None:
        assert piece_json(STONE) == {"symbol": "stone", "x": 10, "y": 20.04, "words": "a stone"}

    def test_a_number_has_at_most_two_decimals(self) -> None:
        piece = Piece("stone", 1 / 3, 2.0, "a stone", start=(0.25, 7.0))
        assert piece_json(piece) | {"start": None} == {
            "symbol": "stone",
            "x": 0.33,
            "y": 2,
            "words": "a stone",
            "start": None,
        }
        assert piece_json(piece)["start"] == [0.25, 7]

    def test_a_board_has_its_shapes_with_their_tags(self) -> None:
        symbols = {"stone": (Circle(0, 0, 5, fill=TONE), Text(0, 4, 12, fill="paper"))}
        board = Board("a table", 100, 50, (), symbols, {"ink": ("#000", "#fff")})
        assert board_json(board) == {
            "title": "a table",
            "width": 100,
            "height": 50,
            "drawing": [],
            "symbols": {
                "stone": [
                    {"tag": "circle", "cx": 0, "cy": 0, "r": 5, "fill": "currentColor"},
                    {"tag": "text", "x": 0, "y": 4, "font_size": 12, "fill": "paper"},
                ]
            },
            "palette": {"ink": ["#000", "#fff"]},
        }


class TestDelta:
    def test_equal_scenes_have_nothing_between_them(self) -> None:
        assert delta_json(delta({"a": STONE}, {"a": STONE})) == {"set": {}, "gone": []}

    def test_it_has_the_fields_that_changed_and_null_for_a_default(self) -> None:
        marked = Piece("stone", 10, 20.04, "a stone", text="7")
        moved = Piece("stone", 30, 20.04, "a stone")
        change = delta_json(delta({"a": marked, "b": STONE}, {"a": moved, "c": STONE}))
        assert change == {
            "set": {"a": {"x": 30, "text": None}, "c": piece_json(STONE)},
            "gone": ["b"],
        }


def test_two_pieces_with_one_id_are_a_mistake() -> None:
    assert gathered([("a", STONE)], [("b", STONE)]) == {"a": STONE, "b": STONE}
    with pytest.raises(ValueError, match="two pieces have the id 'a'"):
        gathered([("a", STONE)], [("a", STONE)])


def test_pieces_are_painted_by_height_then_by_id() -> None:
    high = Piece("stone", 0, 0, "a stone", z=1)
    assert [name for name, _ in painted({"a": high, "c": STONE, "b": STONE})] == ["b", "c", "a"]


def test_a_box_lies_around_its_point() -> None:
    assert box(10, 20, 8, 6) == "M6 17h8v6h-8z"
    assert box(10, 20, 8, 6, 1).startswith("M7 17h6a1 1 0 0 1 1 1v4")
