"""The pages on the rules of the games, for a terminal.

They are pages of the documentation. A wheel contains them in the folder of this module. A game of
another distribution brings its own page. Rich is imported only to render one.
"""

import re
from functools import cache
from io import StringIO
from pathlib import Path

from referee.error import UsageError
from referee.terminal.sentence import TerminalSentence
from tianming_games.ground.text import did_you_mean
from tianming_games.registry import distribution_of, load, names, playable

_FOLDERS = (Path(__file__).parent / "rules", Path(__file__).parents[2] / "docs" / "rules")
"""The folders of the pages: in a wheel, and in a clone."""

_IMAGE = re.compile(r"^!\[.*\]\(.*\)\n", re.MULTILINE)
_LINK = re.compile(r"\[([^\]]+)\]\((?!https?:)[^)]+\)")
"""A link to another page of the documentation, which does not work in a terminal."""

WIDEST = 100
"""Maximum of columns of a page, because longer lines are hard to read."""


@cache
def pages() -> dict[str, str]:
    """Return each page in Markdown, by name of the game."""
    own = {path.stem: path for folder in _FOLDERS for path in sorted(folder.glob("*.md"))}
    found = {name: path.read_text(encoding="utf-8") for name, path in own.items()}
    for name in playable():
        if name not in found and (text := _brought_by(name)):
            found[name] = text
    return found


def page(game: str) -> str:
    """Return the page of a game in Markdown.

    Raises:
        UsageError: if there is none, or the game is broken.
    """
    text = pages().get(game)
    if text is not None:
        return text
    if game in names():
        raise _unreadable(game)
    hint = did_you_mean(game, pages())
    raise UsageError(TerminalSentence.NO_RULES_PAGE, game=game, hint=hint)


def _unreadable(game: str) -> UsageError:
    """Return why a game of another distribution has no page."""
    origin = distribution_of(game)
    try:
        load(game).rules_page()
    except Exception as error:
        why = f"{type(error).__name__}: {error}"
        sentence = TerminalSentence.PAGE_NOT_READ
        return UsageError(sentence, game=game, distribution=origin, why=why)
    return UsageError(TerminalSentence.GAME_WITHOUT_PAGE, game=game, distribution=origin)


def _brought_by(game: str) -> str:
    """Return the page that a game of another distribution brings; empty if it brings none."""
    try:
        return load(game).rules_page()
    except Exception:
        return ""


def plain(game: str) -> str:
    """Return a page in Markdown without pictures and links; empty if there is no page."""
    return _plain(pages().get(game, ""))


def notation_hint(game: str) -> str:
    """Return the sentence that says what explains the notation of a game; empty without a page."""
    return f"`referee games rules {game}` explains the notation." if game in pages() else ""


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
    from rich.console import Console
    from rich.markdown import Markdown

    target = StringIO()
    console = Console(
        file=target, width=min(width, WIDEST), force_terminal=styled, legacy_windows=False
    )
    console.print(Markdown(_plain(text), hyperlinks=False))
    return "".join(f"{line.rstrip()}\n" for line in target.getvalue().splitlines())


def _plain(text: str) -> str:
    return _LINK.sub(r"\1", _IMAGE.sub("", text))
