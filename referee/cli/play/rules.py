"""`referee games rules`: explain the rules of a game in plain words."""

from __future__ import annotations

import shutil
import sys

import click

from referee.cli.command import command


@command("rules", examples=("referee games rules", "referee games rules dragon"))
@click.argument("game", metavar="[GAME]", required=False, help="a game; without it, list the pages")
def rules(game: str | None) -> int:
    """Explain the rules of a game in plain words.

    A page explains the game to somebody who does not own it, then how the referee plays it. In a
    terminal it is shown page by page: q ends it, / searches.
    """
    from referee.terminal.rules_page import page, pages, render, title

    if game is None:
        width = max(map(len, pages()))
        for name in pages():
            print(f"{name.ljust(width)} {title(name)}")
        return 0
    is_terminal = sys.stdout.isatty()
    text = render(page(game), shutil.get_terminal_size().columns, styled=is_terminal)
    if is_terminal:
        click.echo_via_pager(text)
    else:
        print(text, end="")
    return 0
