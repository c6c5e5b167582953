"""The parts of boards: what a wide page puts side by side, and a narrow one below each other."""

from itertools import combinations

import pytest

from tianming_games.registry import load
from tianming_games.scene import Board, BoardPart, Scene, Text, board_json

Box = tuple[float, float, float, float]

WIDE_PAGE, NARROW_PAGE = 800, 336
"""Widths of a board in pixels, on a page of 1280 by 800 and on one of 360."""

HEIGHT = 615
"""Height that a page of 1280 by 800 has for a board, in pixels."""

TABLES = [("china", 3), ("china", 5), ("dragon", 2), ("dragon", 4), ("dragon", 5), ("ming", 4)]


def table(name: str, seats: int) -> tuple[Board, Scene]:
    """The board of a game and its pieces at the start."""
    game = load(name)
    shown = game.presentation(seats, {})
    assert shown.board is not None
    return shown.board, shown.scene(game.begin(seats).observation(None))


def type_sizes(board: Board, scene: Scene, part: BoardPart) -> list[float]:
    """The sizes of the type in a part, on its fixed shapes and on its pieces."""
    pieces = [piece for piece in scene.values() if part.contains(piece.x, piece.y)]
    shapes = [(shape, piece.scale) for piece in pieces for shape in board.symbols[piece.symbol]]
    all_shapes = [*((shape, 1.0) for shape in part.drawing), *shapes]
    return [shape.font_size * scale for shape, scale in all_shapes if isinstance(shape, Text)]


def tall(part: BoardPart) -> Box:
    """The place of a part on a tall board."""
    x, y, scale = part.tall
    return x, y, part.width * scale, part.height * scale


def overlap(one: Box, other: Box) -> bool:
    """Whether two boxes have an area in common."""
    return all(
        one[side] + one[side + 2] > other[side] + 0.01
        and other[side] + other[side + 2] > one[side] + 0.01
        for side in range(2)
    )


@pytest.mark.parametrize(("name", "seats"), TABLES)
class TestParts:
    def test_they_do_not_overlap_on_a_wide_board(self, name: str, seats: int) -> None:
        boxes = [(one.x, one.y, one.width, one.height) for one in table(name, seats)[0].parts]
        assert [pair for pair in combinations(boxes, 2) if overlap(*pair)] == []

    def test_each_has_its_place_on_a_tall_board(self, name: str, seats: int) -> None:
        board, _ = table(name, seats)
        boxes = [tall(one) for one in board.parts]
        assert max(y + height for _, y, _, height in boxes) <= board.tall[1] + 30
        panels = boxes[-seats:]
        assert [pair for pair in combinations(panels, 2) if overlap(*pair)] == []

    def test_each_piece_is_in_one(self, name: str, seats: int) -> None:
        board, scene = table(name, seats)
        outside = [
            piece.words
            for piece in scene.values()
            if not any(part.contains(piece.x, piece.y) for part in board.parts)
        ]
        assert outside == []

    def test_type_can_be_read_on_both_pages(self, name: str, seats: int) -> None:
        """At 12 px on a page of 1280 by 800 and at 10 px on one of 360, in every part."""
        board, scene = table(name, seats)
        wide = min(WIDE_PAGE / board.width, HEIGHT / board.height)
        narrow = NARROW_PAGE / board.tall[0]
        for part in board.parts:
            sizes = type_sizes(board, scene, part)
            assert [size for size in sizes if size * wide < 12] == []
            assert [size for size in sizes if size * narrow * part.tall[2] < 10] == []


def test_a_board_tells_its_parts_in_json() -> None:
    part = BoardPart(10, 0, 20, 30, (0, 40, 1.5), (Text(1, 2, 20, "Yen"),))
    board = Board("a map", 30, 30, (), {}, {}, (part,), (30, 85))
    told = board_json(board)
    assert told["tall"] == [30, 85]
    assert told["parts"] == [
        {
            "box": [10, 0, 20, 30],
            "tall": [0, 40, 1.5],
            "drawing": [{"tag": "text", "x": 1, "y": 2, "font_size": 20, "text": "Yen"}],
        }
    ]
    assert part.contains(10, 30)
    assert not part.contains(9, 30)
