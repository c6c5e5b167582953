"""The drawing of a board with rows and columns of cells."""

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from tianming_games.action import Action
from tianming_games.presentation import PlainPresentation
from tianming_games.scene import SEAT_TONES, TONE, Board, Piece, Rect, Scene, Text
from tianming_games.seat_mark import SEAT_MARKS

_SIDE: Final = 60
"""Width and height of a cell."""


class Cell(NamedTuple):
    """A cell of a board.

    Attributes:
        text: a few characters; empty for an empty cell.
        seat: the seat whose colour it has; None for no seat.
    """

    text: str = ""
    seat: int | None = None


Rows = Sequence[Sequence[Cell]]


def grid_text(rows: Rows) -> str:
    """Return the cells as lines of text."""
    width = max((len(cell.text) for row in rows for cell in row), default=0)
    lines = [" ".join([(cell.text or ".").rjust(width) for cell in row]) for row in rows]
    return "".join([f"{line}\n" for line in lines])


class GridPresentation(PlainPresentation):
    """A drawing of the cells, and sentences in notation."""

    def __init__(
        self,
        names: Sequence[str],
        write: Callable[[Action], str],
        title: str,
        cells: Callable[[Any], Rows],
        first: Rows,
    ) -> None:
        """Create the presentation of a match.

        Args:
            names: the names of the seats.
            write: returns the notation of an action.
            title: title of the board.
            cells: returns the cells of an observation.
            first: the cells at the beginning of the match; later ones are as many.
        """
        super().__init__(names, write)
        self._cells = cells
        self.board = _board(title, first)

    def scene(self, seen: Any) -> Scene:
        return {
            f"cell-{row}-{column}": Piece(
                "cell",
                _SIDE * (column + 1),
                _SIDE * (row + 1),
                f"{cell.text} in row {row + 1}, column {column + 1}",
                "ink" if cell.seat is None else SEAT_TONES[cell.seat],
                cell.text,
            )
            for row, cells in enumerate(self._cells(seen))
            for column, cell in enumerate(cells)
            if cell.text
        }


def _board(title: str, rows: Rows) -> Board:
    half = _SIDE / 2
    places = [(row, column) for row, cells in enumerate(rows) for column in range(len(cells))]
    squares = [
        Rect(_SIDE * column + half, _SIDE * row + half, _SIDE, _SIDE, fill="ground", stroke="line")
        for row, column in places
    ]
    symbols = dict(zip(SEAT_TONES, SEAT_MARKS, strict=True))
    width = _SIDE * (1 + max(len(cells) for cells in rows))
    cell = (Text(0, half / 3, half, fill=TONE, font_weight="bold"),)
    return Board(title, width, _SIDE * (1 + len(rows)), tuple(squares), {**symbols, "cell": cell})
