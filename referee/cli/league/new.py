"""`referee league new`: a league's file to begin with."""

import os
import re
from pathlib import Path

import click

from referee.cli.command import PATH, command
from referee.error import StorageError, UsageError


@command("new", examples=("referee league new", "referee league new autumn.toml"))
@click.argument(
    "path",
    metavar="[FILE]",
    type=PATH,
    default=Path("league.toml"),
    help="the file to write (default: league.toml)",
)
def new(path: Path) -> int:
    """Write a commented league file with every key."""
    from referee.league.configuration.template import sample

    try:
        with open(path, "x", encoding="utf-8", opener=_private) as file:
            file.write(sample(_name(path)))
    except FileExistsError:
        raise UsageError(f"{path} already exists: name another file, or remove it.") from None
    except OSError as error:
        raise StorageError(f"{path} cannot be written: {error.strerror}.") from None
    print(f"Wrote {path}. Enter your bots there, then run `referee league check {path}`.")
    return 0


def _private(path: str, flags: int) -> int:
    """Open a file that only its owner may read: the seed in it tells every draw to come."""
    return os.open(path, flags, 0o600)


def _name(path: Path) -> str:
    """What a league is called after its file; nothing after `league.toml`."""
    name = re.sub(r"[^A-Za-z0-9_-]+", "-", path.stem)[:40].strip("-_")
    return "" if name == "league" else name
