"""`referee games board`: check a board and draw it."""

from pathlib import Path

import click

from referee.cli import output
from referee.cli.command import PATH, command, json_option
from referee.cli.sentence import CommandSentence


@command(
    "board",
    examples=(
        "referee games board china/3-4",
        "referee games board my-map.toml --svg my-map.svg",
    ),
)
@click.argument("board", metavar="FILE", help="a TOML file, or GAME/NAME for a built-in board")
@click.option(
    "--svg", type=PATH, metavar="FILE", help="write SVG instead of text; - for standard output"
)
@json_option(help="print the board as text in JSON, and the file of its drawing")
def board(board: str, svg: Path | None, as_json: bool) -> int:
    """Check a board and draw it, as text or as SVG."""
    from referee.error import UsageError

    text, drawing = _draw(board)
    if str(svg) == "-" and as_json:
        raise UsageError(CommandSentence.EXCLUSIVE_OPTIONS, option="--svg -", other="--json")
    if svg is not None:
        output.write_picture(svg, drawing)
    if str(svg) == "-":
        return 0
    if as_json:
        output.print_json({"board": board, "text": text, "svg": svg and str(svg)})
    elif svg is None:
        print(text, end="")
    else:
        print(f"{board} is sound; drawn to {svg}")
    return 0


def _draw(board: str) -> tuple[str, str]:
    """Return a board as text and as SVG; its name or its file determines the game."""
    from tianming_games.board_file import game_of
    from tianming_games.registry import load, names

    game, separator, name = board.partition("/")
    if separator and game in names() and not Path(board).exists():
        return load(game).draw_board(name)
    return load(game_of(board)).draw_board(board)
