"""The league of a command: its file, and the keys that the user overrides."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from referee.cli.command import PATH, collected

if TYPE_CHECKING:
    from referee.league.configuration.settings import LeagueSettings


@dataclass(frozen=True, slots=True)
class LeagueFile:
    """The file of a league, and `KEY=VALUE` for each key that the user overrides."""

    file: Path
    overrides: tuple[str, ...]

    def __str__(self) -> str:
        return str(self.file)


class LedgerText(click.ParamType[str]):
    """A word for the ledger, which must be valid UTF-8."""

    name = "text"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> str:
        """Return the word unchanged, or fail if it is not valid UTF-8."""
        from tianming_games.ground.text import is_text

        word = str(value)
        if not is_text(word):
            self.fail(f"{word!r} is no text: the ledger keeps it in UTF-8", param, ctx)
        return word


TEXT = LedgerText()

set_option = click.option(
    "--set",
    "overrides",
    multiple=True,
    metavar="KEY=VALUE",
    help="override a key of the league file, e.g. limits.matches=4; may be repeated",
)
"""The option that overrides keys of the league file."""

file_argument = click.argument(
    "file",
    metavar="[FILE]",
    type=PATH,
    default=Path("league.toml"),
    help="the league file (default: league.toml)",
)

league_file = collected("source", LeagueFile, (file_argument, set_option))
"""Adds the argument and the option of every league command, collected as `source`."""

reason_option = click.option(
    "--reason",
    type=TEXT,
    default="by the organiser",
    metavar="TEXT",
    help="the reason, for the ledger and the owner",
)
"""Adds the option for the reason of an admin command."""


def league_of(source: LeagueFile, to_play: bool = True) -> LeagueSettings:
    """Return the league of the file; the environment overrides the file, and flags override both.

    Set `to_play` to False for commands that neither play nor list bots; they need fewer settings.

    Raises:
        UsageError: if anything is wrong; it lists all problems.
    """
    from referee.league.configuration.league_file import read_league
    from referee.league.configuration.override import given

    return read_league(source.file, given(source.overrides), os.environ, to_play)
