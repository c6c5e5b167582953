"""The league a command is about: its file, and what goes before it."""

import argparse
import os
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from referee.league.configuration.settings import LeagueSettings


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that every command on a league has."""
    parser.add_argument(
        "file",
        metavar="FILE",
        nargs="?",
        type=Path,
        default=Path("league.toml"),
        help="the league file (default: league.toml)",
    )
    configure_overrides(parser)


def configure_overrides(parser: argparse.ArgumentParser) -> None:
    """Add the flag that goes before keys of the league's file."""
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help="override a key of the league file, e.g. limits.matches=4; may be repeated",
    )


def text(word: str) -> str:
    """A word that the ledger keeps or looks for, as an argument of a command.

    Raises:
        ArgumentTypeError: when it cannot be written as UTF-8.
    """
    from tianming_games.ground.text import is_text

    if not is_text(word):
        raise argparse.ArgumentTypeError(f"{word!r} is no text: the ledger keeps it in UTF-8")
    return word


def configure_reason(parser: argparse.ArgumentParser) -> None:
    """Add the reason of an order."""
    parser.add_argument(
        "--reason",
        type=text,
        default="by the organiser",
        help="the reason, for the ledger and the owner",
    )


def league_of(args: argparse.Namespace, to_play: bool = True) -> "LeagueSettings":
    """The league of the file, under the environment, under the flags.

    A command that neither plays nor lists bots asks for none of what that takes.

    Raises:
        UsageError: with everything that is wrong.
    """
    from referee.league.configuration.league_file import read_league
    from referee.league.configuration.override import given

    return read_league(args.file, given(args.set), os.environ, to_play)
