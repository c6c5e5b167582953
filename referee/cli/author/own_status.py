"""`referee mine status`: show the bots of an owner, and what became of their submissions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from typing import TYPE_CHECKING

from referee.cli import output
from referee.cli.command import command, json_option
from referee.cli.option.season import asked, chosen_season, season_option

if TYPE_CHECKING:
    from referee.entry_client.entry_client import EntryClient
    from referee.entry_client.joined_season import JoinedSeason
    from referee.entry_client.own_season import OwnEntry, OwnSubmission, SeasonDemands

_LISTED = 5
"""Submissions and announcements that are shown."""
_MOST_TEXT = 1000
"""Characters of an announcement that are shown, as the contract allows."""
_MOST_LINES = 20
"""Lines of the reason for a refusal that are shown."""

_Facts = tuple["SeasonDemands", "tuple[str, list[OwnEntry]]", "list[OwnSubmission]"]


@command("status", examples=("referee mine", "referee mine status --json"))
@season_option
@json_option(help="print everything as JSON")
def status(address: str | None, as_json: bool) -> int:
    """Show your bots, their places and versions, and your last submissions."""
    season = chosen_season(address)
    demands, (owner, entries), submissions = asked(season, _facts)
    season = replace(season, owner=owner or season.owner)
    if as_json:
        output.print_json(
            {
                "address": season.address,
                "owner": season.owner,
                **asdict(demands),
                "entries": [asdict(one) for one in entries],
                "submissions": [asdict(one) for one in submissions],
            }
        )
        return 0
    print(output.printable(_heading(season, demands)))
    for one in demands.announcements[:_LISTED]:
        print(output.printable(f"{one.made}: {one.text[:_MOST_TEXT]}"))
    if entries:
        print()
        output.print_table([_row(one) for one in entries], words=("bot", "version", "state"))
    for line in _notes(entries):
        print(output.printable(line))
    _print_submissions(submissions)
    return 0


async def _facts(client: EntryClient) -> _Facts:
    return await client.describe(), await client.owner_and_entries(), await client.submissions()


def _heading(season: JoinedSeason, demands: SeasonDemands) -> str:
    owner = f"{season.owner} in " if season.owner else ""
    frozen = " It is frozen: it takes no submissions." if demands.frozen else ""
    offer = f" It builds {', '.join(demands.toolchains)}." if demands.toolchains else ""
    place = f"{demands.league}, a season of {demands.game} at {season.address}."
    return f"{owner}{place}{offer}{frozen}"


def _row(entry: OwnEntry) -> dict[str, object]:
    return {
        "bot": entry.bot,
        "version": "own machine" if entry.connected else entry.playing,
        "place": entry.place,
        "matches": entry.matches,
        "state": _state(entry),
    }


def _state(entry: OwnEntry) -> str:
    if entry.withdrawn:
        return "withdrawn"
    if entry.benched:
        return "benched"
    if entry.playing is None and not entry.connected:
        return "no version yet"
    return "plays, also friendlies" if entry.friendlies else "plays"


def _notes(entries: Sequence[OwnEntry]) -> Iterator[str]:
    """Yield why bots are benched or were rolled back."""
    for entry in entries:
        if entry.benched:
            yield f"{entry.bot} is benched: {entry.benched}"
        if entry.rolled_back:
            yield f"{entry.bot} was rolled back: {entry.rolled_back}"


def _print_submissions(submissions: Sequence[OwnSubmission]) -> None:
    """Print the last submissions, and why the newest one was refused, if it was."""
    if not submissions:
        print("\nYou have submitted no bot yet: `referee submit FOLDER`.")
        return
    print()
    output.print_table(
        [
            {"submission": one.number, "bot": one.bot, "taken": one.taken, "state": one.state}
            for one in submissions[:_LISTED]
        ]
    )
    newest = submissions[0]
    if newest.state == "refused":
        lines = f"Submission {newest.number} is refused: {newest.why}".splitlines()
        print("\n".join(map(output.printable, lines[:_MOST_LINES])))
        if len(lines) > _MOST_LINES:
            print("The rest of the reason is in `referee mine --json`.")
