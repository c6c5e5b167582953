"""`referee league new`: write a commented league file."""

import os
import re
from pathlib import Path

import click

from referee.cli import output
from referee.cli.command import PATH, command, json_option
from referee.cli.sentence import CommandSentence
from referee.error import StorageError, UsageError


@command("new", examples=("referee league new", "referee league new autumn.toml"))
@click.argument(
    "path",
    metavar="[FILE]",
    type=PATH,
    default=Path("league.toml"),
    help="the file to write (default: league.toml)",
)
@json_option(help="print the name of the file as JSON")
def new(path: Path, as_json: bool) -> int:
    """Write a commented league file with every key."""
    from referee.league.configuration.template import sample

    try:
        with open(path, "x", encoding="utf-8", opener=_private) as file:
            file.write(sample(_name(path)))
    except FileExistsError:
        raise UsageError(CommandSentence.EXISTS_ALREADY, path=path) from None
    except OSError as error:
        raise StorageError(CommandSentence.NOT_WRITTEN, path=path, why=error.strerror) from None
    if as_json:
        output.print_json({"file": str(path)})
        return 0
    print(f"Wrote {path}. Enter your bots there, then run `referee league check {path}`.")
    return 0


def _private(path: str, flags: int) -> int:
    """Open a file that only its owner may read, because its seed determines all future draws."""
    return os.open(path, flags, 0o600)


def _name(path: Path) -> str:
    """Return the name of a league from its file name; empty for `league.toml`."""
    name = re.sub(r"[^A-Za-z0-9_-]+", "-", path.stem)[:40].strip("-_")
    return "" if name == "league" else name
