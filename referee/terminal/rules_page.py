"""The pages on the rules of the games, for a terminal.

They are pages of the documentation. A wheel contains them in the folder of this module.
"""

import re
from functools import cache
from io import StringIO
from pathlib import Path

from rich.console import Console
from rich.markdown import Markdown

from referee.error import UsageError
from referee.terminal.sentence import TerminalSentence
from tianming_games.ground.text import did_you_mean

_FOLDERS = (Path(__file__).parent / "rules", Path(__file__).parents[2] / "docs" / "rules")
"""The folders of the pages: in a wheel, and in a clone."""

_IMAGE = re.compile(r"^!\[.*\]\(.*\)\n", re.MULTILINE)
_LINK = re.compile(r"\[([^\]]+)\]\((?!https?:)[^)]+\)")
"""A link to another page of the documentation, which does not work in a terminal."""

WIDEST = 100
"""Maximum of columns of a page, because longer lines are hard to read."""


@cache
def pages() -> dict[str, Path]:
    """Return the file of each page, by name of the game."""
    return {path.stem: path for folder in _FOLDERS for path in sorted(folder.glob("*.md"))}


def page(game: str) -> str:
    """Return the page of a game in Markdown.

    Raises:
        UsageError: if there is none.
    """
    path = pages().get(game)
    if path is None:
        hint = did_you_mean(game, pages())
        raise UsageError(TerminalSentence.NO_RULES_PAGE, game=game, hint=hint)
    return path.read_text(encoding="utf-8")


def title(game: str) -> str:
    """Return the heading of a game's page."""
    return page(game).partition("\n")[0].lstrip("# ")


def render(text: str, width: int, *, styled: bool) -> str:
    """Return a page as text for a terminal.

    Args:
        text: the page in Markdown.
        width: columns of the terminal.
        styled: whether to use bold type and, unless `NO_COLOR` is set, colors.
    """
    target = StringIO()
    console = Console(
        file=target, width=min(width, WIDEST), force_terminal=styled, legacy_windows=False
    )
    shown = _LINK.sub(r"\1", _IMAGE.sub("", text))
    console.print(Markdown(shown, hyperlinks=False))
    return "".join(f"{line.rstrip()}\n" for line in target.getvalue().splitlines())
