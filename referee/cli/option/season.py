"""The season that an author's command works on, and a client of it."""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, TypeVar

import click
from click.shell_completion import CompletionItem

from referee.cli import interruption
from referee.error import TianmingError

if TYPE_CHECKING:
    from referee.entry_client.entry_client import EntryClient
    from referee.entry_client.joined_season import JoinedSeason

T = TypeVar("T")


def _addresses(_: click.Context, __: click.Parameter, start: str) -> list[CompletionItem]:
    """Complete the address of a season that the user has joined."""
    from referee.entry_client.joined_season import read_seasons, seasons_path

    try:
        joined = read_seasons(seasons_path()).seasons
    except TianmingError:
        return []
    return [
        CompletionItem(one.address, help=one.league)
        for one in joined.values()
        if one.address.startswith(start)
    ]


season_option = click.option(
    "--season",
    "address",
    metavar="ADDRESS",
    shell_complete=_addresses,
    help="address of the season (default: that of TIANMING_ENTRY_ADDRESS, or the last one joined)",
)
"""The option `--season`."""


def chosen_season(address: str | None) -> JoinedSeason:
    """Return the season that a command works on, by the value of its option."""
    from referee.entry_client.joined_season import season_of

    return season_of(address, os.environ)


def asked(season: JoinedSeason, work: Callable[[EntryClient], Awaitable[T]]) -> T:
    """Return the result of work with a client of a season."""
    from referee.entry_client.entry_client import EntryClient

    async def run() -> T:
        async with EntryClient(season.address, season.token) as client:
            return await work(client)

    return interruption.run(run())
