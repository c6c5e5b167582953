"""`referee join`: become an owner in a season."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from referee.cli import output
from referee.cli.command import command, json_option
from referee.cli.option.season import asked
from referee.error import UsageError

if TYPE_CHECKING:
    from pathlib import Path

    from referee.entry_client.entry_client import EntryClient
    from referee.entry_client.joined_season import JoinedSeason, JoinedSeasons


@command(
    "join",
    examples=(
        "referee join league.example.org:50061 mZ3kT8vQ --name Ada",
        "referee join league.example.org:50061 mZ3kT8vQ --json",
    ),
)
@click.argument("address", metavar="ADDRESS", help="address of the season, as host:port")
@click.argument("invitation", metavar="INVITATION", help="code that the organiser gave you")
@click.option(
    "--name",
    default="",
    metavar="OWNER",
    help="name of you or your team (default: the name in the invitation)",
)
@json_option(help="print the result as JSON")
def join(address: str, invitation: str, name: str, as_json: bool) -> int:
    """Become an owner in a season.

    The owner's token is stored in a file that only you may read. Later commands use the season that
    you joined last, unless --season names another one.
    """
    from referee.entry_client.joined_season import (
        JoinedSeason,
        changed_seasons,
        plain_address,
        seasons_path,
    )

    path, place = seasons_path(), plain_address(address)

    async def calls(client: EntryClient) -> tuple[JoinedSeason, str]:
        demands = await client.describe()
        await _check_new(path, joined, place)
        owner, token = await client.join(invitation, name)
        season = JoinedSeason(place, token, owner, demands.league)
        joined.add(season)
        return season, demands.game

    with changed_seasons(path) as joined:
        season, game = asked(JoinedSeason(place, ""), calls)
    if as_json:
        output.print_json(
            {
                "address": season.address,
                "owner": season.owner,
                "league": season.league,
                "game": game,
                "file": str(path),
            }
        )
        return 0
    print(output.printable(f"You are {season.owner} in the season {season.league} of {game}."))
    print(f"Your token is in {path}, which only you may read.")
    print("Submit a bot with `referee submit FOLDER`.")
    return 0


async def _check_new(path: Path, joined: JoinedSeasons, address: str) -> None:
    """Raise `UsageError` if the user has a valid token of the season already."""
    from referee.entry_client.entry_client import EntryClient
    from referee.entry_client.sentence import EntryClientSentence

    known = joined.seasons.get(address)
    if known is None:
        return
    async with EntryClient(address, known.token) as client:
        try:
            await client.entries()
        except UsageError:
            return
    raise UsageError(
        EntryClientSentence.JOINED_ALREADY, address=address, owner=known.owner, path=path
    )
