"""`referee board`: a map drawn."""

import sys
from pathlib import Path

import click

from referee.cli.command import PATH, command


@command(
    "board",
    examples=(
        "referee board china/3-4",
        "referee board my-map.toml --svg my-map.svg",
    ),
)
@click.argument("board", metavar="FILE", help="a TOML file, or GAME/NAME for a built-in board")
@click.option(
    "--svg", type=PATH, metavar="FILE", help="write SVG instead of text; - for standard output"
)
def board(board: str, svg: Path | None) -> int:
    """Check a board and draw it, as text or as SVG."""
    from referee.error import StorageError
    from referee.sentence.terminal import TerminalSentence

    text, drawing = _draw(board)
    if svg is None:
        print(text, end="")
    elif str(svg) == "-":
        sys.stdout.write(drawing)
    else:
        try:
            svg.write_text(drawing, encoding="utf-8")
        except OSError as error:
            raise StorageError(
                TerminalSentence.DRAWING_NOT_WRITTEN, path=svg, why=error.strerror
            ) from None
        print(f"{board} is sound; drawn to {svg}")
    return 0


def _draw(board: str) -> tuple[str, str]:
    """The board as text and as SVG, by the game that its file or its name says."""
    from tianming_games.board_file import game_of
    from tianming_games.registry import load, names

    game, separator, name = board.partition("/")
    if separator and game in names() and not Path(board).exists():
        return load(game).draw_board(name)
    return load(game_of(board)).draw_board(board)
