"""`referee board`: a map drawn."""

import argparse
import sys
from pathlib import Path

from referee.cli.command import Command


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument(
        "board", metavar="FILE", help="a TOML file, or GAME/NAME for a built-in board"
    )
    parser.add_argument(
        "--svg", type=Path, metavar="FILE", help="write SVG instead of text; - for standard output"
    )


def run(args: argparse.Namespace) -> int:
    """Check the board and draw it."""
    from referee.error import StorageError

    text, svg = _draw(args.board)
    if args.svg is None:
        print(text, end="")
    elif str(args.svg) == "-":
        sys.stdout.write(svg)
    else:
        try:
            args.svg.write_text(svg, encoding="utf-8")
        except OSError as error:
            raise StorageError(f"{args.svg} cannot be written: {error.strerror}.") from None
        print(f"{args.board} is sound; drawn to {args.svg}")
    return 0


def _draw(board: str) -> tuple[str, str]:
    """The board as text and as SVG, by the game that its file or its name says."""
    from tianming_games.board_file import game_of
    from tianming_games.registry import load, names

    game, separator, name = board.partition("/")
    if separator and game in names() and not Path(board).exists():
        return load(game).draw_board(name)
    return load(game_of(board)).draw_board(board)


COMMAND = Command(
    name="board",
    help="check a board and draw it, as text or as SVG",
    examples=(
        "referee board china/3-4",
        "referee board my-map.toml --svg my-map.svg",
    ),
    configure=configure,
    run=run,
)
