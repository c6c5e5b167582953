"""`referee league new`: a league's file to begin with."""

import argparse
import os
import re
from pathlib import Path

from referee.cli.command import Command
from referee.error import StorageError, UsageError


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument(
        "file",
        metavar="FILE",
        nargs="?",
        type=Path,
        default=Path("league.toml"),
        help="the file to write (default: league.toml)",
    )


def _private(path: str, flags: int) -> int:
    """Open a file that only its owner may read: the seed in it tells every draw to come."""
    return os.open(path, flags, 0o600)


def _name(path: Path) -> str:
    """What a league is called after its file; nothing after `league.toml`."""
    name = re.sub(r"[^A-Za-z0-9_-]+", "-", path.stem)[:40].strip("-_")
    return "" if name == "league" else name


def run(args: argparse.Namespace) -> int:
    """Write the file, unless there is one."""
    from referee.league.configuration.template import sample

    path: Path = args.file
    try:
        with open(path, "x", encoding="utf-8", opener=_private) as file:
            file.write(sample(_name(path)))
    except FileExistsError:
        raise UsageError(f"{path} already exists: name another file, or remove it.") from None
    except OSError as error:
        raise StorageError(f"{path} cannot be written: {error.strerror}.") from None
    print(f"Wrote {path}. Enter your bots there, then run `referee league check {path}`.")
    return 0


COMMAND = Command(
    name="new",
    help="write a commented league file with every key",
    examples=("referee league new", "referee league new autumn.toml"),
    configure=configure,
    run=run,
)
