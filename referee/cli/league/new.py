"""`referee league new`: write a commented league file."""

import os
import re
import sys
from pathlib import Path
from typing import Final

import click

from referee.cli import output
from referee.cli.command import PATH, WordChoice, command, json_option
from referee.cli.sentence import CommandSentence
from referee.error import StorageError, UsageError

_LIVE, _ALL, _END = "live", "all", "end"

_SPECTATORS: Final = {
    _LIVE: "each match in play; of matches with the same draws, only the last one",
    _ALL: "each match in play; each has draws of its own, so ratings need more matches",
    _END: "games that hide something only when they are over",
}
"""What spectators may see, by the words of the option."""


@command("new", examples=("referee league new", "referee league new autumn.toml"))
@click.argument(
    "path",
    metavar="[FILE]",
    type=PATH,
    default=Path("league.toml"),
    help="the file to write (default: league.toml)",
)
@click.option(
    "--spectators",
    type=WordChoice(tuple(_SPECTATORS)),
    help="what the pages show of matches in play; in a terminal, you are asked (default: live)",
)
@json_option(help="print the name of the file as JSON")
def new(path: Path, spectators: str | None, as_json: bool) -> int:
    """Write a commented league file with every key.

    Spectators see with `live`: each match in play, but of matches with the same draws only the
    last one. With `all`: each match in play, and each has draws of its own. With `end`: games that
    hide something only when they are over. Nobody sees what a seat hides before the end.
    """
    from referee.league.configuration.template import sample

    if path.exists():
        raise UsageError(CommandSentence.EXISTS_ALREADY, path=path)
    chosen = spectators or (_LIVE if as_json else _asked())
    text = sample(_name(path), same_draws=chosen != _ALL, live=chosen != _END)
    try:
        with open(path, "x", encoding="utf-8", opener=_private) as file:
            file.write(text)
    except FileExistsError:
        raise UsageError(CommandSentence.EXISTS_ALREADY, path=path) from None
    except OSError as error:
        raise StorageError(CommandSentence.NOT_WRITTEN, path=path, why=error.strerror) from None
    if as_json:
        output.print_json({"file": str(path)})
        return 0
    print(f"Wrote {path}. Enter your bots there, then run `referee league check {path}`.")
    return 0


def _asked() -> str:
    """Return what spectators may see: the answer of a person, or the default without one."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return _LIVE
    print("What may spectators see?")
    for word, about in _SPECTATORS.items():
        print(f"  {word:4}  {about}")
    try:
        choice: str = click.prompt("Choose", type=WordChoice(tuple(_SPECTATORS)), default=_LIVE)
    except click.Abort:
        raise KeyboardInterrupt from None
    return choice


def _private(path: str, flags: int) -> int:
    """Open a file that only its owner may read, because its seed determines all future draws."""
    return os.open(path, flags, 0o600)


def _name(path: Path) -> str:
    """Return the name of a league from its file name; empty for `league.toml`."""
    name = re.sub(r"[^A-Za-z0-9_-]+", "-", path.stem)[:40].strip("-_")
    return "" if name == "league" else name
