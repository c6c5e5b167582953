"""`referee league owners`: list the owners, and rename, re-token or remove one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from referee.cli import output
from referee.cli.command import command, json_option
from referee.cli.option.league_file import (
    TEXT,
    LeagueFile,
    league_file,
    league_of,
    reason_option,
)
from referee.cli.sentence import CommandSentence
from referee.error import UsageError
from referee.identifier import OwnerName

if TYPE_CHECKING:
    from collections.abc import Collection

    from referee.entry.entry_book import EntryBook
    from referee.league.configuration.settings import LeagueSettings


@command(
    "owners",
    examples=(
        "referee league owners",
        "referee league owners --new-token ada",
        'referee league owners --remove ben --reason "Two owners, one person."',
        "referee league owners --rename eve lovelace autumn.toml",
    ),
    exclusive=(("renamed", "lost", "removed"),),
)
@league_file
@click.option(
    "--new-token",
    "lost",
    type=TEXT,
    metavar="OWNER",
    help="print a new token for an owner who lost it, or who comes back; the old one ends",
)
@click.option(
    "--remove",
    "removed",
    type=TEXT,
    metavar="OWNER",
    help="end the token, withdraw all bots, and refuse what waits; results stay",
)
@reason_option
@click.option(
    "--rename",
    "renamed",
    nargs=2,
    type=TEXT,
    metavar="OLD NEW",
    help="give an [[owner]] of the league file another name; its bots keep their results",
)
@json_option(help="print the list, or what was done, as JSON")
def owners(
    source: LeagueFile,
    lost: str | None,
    removed: str | None,
    reason: str,
    renamed: tuple[str, str] | None,
    as_json: bool,
) -> int:
    """List the owners of bots, or change one.

    Owners are in the league file, or joined with an invitation (`referee league invite`).
    """
    if renamed is not None:
        return _rename(*renamed, source, as_json)
    settings = league_of(source, to_play=False)
    if lost is not None:
        _replace_token(settings, OwnerName(lost), as_json)
    elif removed is not None:
        _remove(settings, OwnerName(removed), reason, as_json)
    else:
        _list(settings, as_json)
    return 0


def _list(settings: LeagueSettings, as_json: bool) -> None:
    from referee.cli.option.entries import entry_book

    book = entry_book(settings)
    rows: list[dict[str, object]] = [
        {
            "owner": one.name,
            "state": "in the file",
            "bots": sum(bot.owner == one.name for bot in settings.bots),
            "submissions": 0,
            "joined": None,
            "seen": None,
        }
        for one in settings.owners
    ]
    rows += [_row(book, owner) for owner in book.owners]
    if as_json:
        output.print_json({"league": settings.name, "owners": rows})
    else:
        output.print_table(rows)
        output.print_aside(f"{settings.name} has {output.counted(len(rows), 'owner')}.")


def _row(book: EntryBook, owner: OwnerName) -> dict[str, object]:
    """Return the line of an owner who joined; `seen` is when they last did something."""
    from referee.cli.option.entries import time_text

    joined, mine = book.owners[owner], book.of_owner(owner)
    asked = (one.at for one in book.challenges.values() if one.owner == owner)
    bots = (one for one in book.entries.values() if one.owner == owner)
    return {
        "owner": owner,
        "state": "joined" if joined.token else "removed",
        "bots": sum(not one.is_withdrawn for one in bots),
        "submissions": len(mine),
        "joined": time_text(joined.at),
        "seen": time_text(max((joined.at, *(one.taken.at for one in mine), *asked))),
    }


def _replace_token(settings: LeagueSettings, owner: OwnerName, as_json: bool) -> None:
    from time import time

    from referee.cli.option.entries import entry_store
    from referee.entry.organiser_act import replace_token
    from referee.server.identity import new_token

    token = new_token()
    with entry_store(settings) as store:
        store.record(lambda book: replace_token(book, owner, token, int(time())))
    if as_json:
        output.print_json({"league": settings.name, "owner": owner, "token": token})
    else:
        print(token)


def _remove(settings: LeagueSettings, owner: OwnerName, why: str, as_json: bool) -> None:
    from time import time

    from referee.cli.option.entries import entry_store
    from referee.entry.entry_event import EntryEvent, EntryWithdrawn, SubmissionRefused
    from referee.entry.organiser_act import remove_owner

    events: list[EntryEvent] = []

    def decide(book: EntryBook) -> list[EntryEvent]:
        events[:] = remove_owner(book, owner, why, int(time()))
        return events

    with entry_store(settings) as store:
        store.record(decide)
    bots = sorted(one.bot for one in events if isinstance(one, EntryWithdrawn))
    numbers = [one.number for one in events if isinstance(one, SubmissionRefused)]
    if as_json:
        done = {"league": settings.name, "owner": owner, "withdrawn": bots, "refused": numbers}
        output.print_json(done)
        return
    withdrawn = output.counted(len(bots), "bot is", "bots are")
    refused = output.counted(len(numbers), "submission is", "submissions are")
    print(f"{owner} is removed from {settings.name}: {withdrawn} withdrawn, {refused} refused.")
    print(f'To bring the owner back: `referee league owners --new-token "{owner}"`.')


def _rename(old: str, new: str, source: LeagueFile, as_json: bool) -> int:
    from referee.cli.option.entries import entry_book
    from referee.entry.entry_store import checked_owner
    from referee.league.ledger import Ledger
    from referee.league.ledger.journal_event import OwnerRenamed
    from referee.league.running.roster import Roster

    checked_owner(new)
    settings = league_of(source)
    entered = entry_book(settings).owners
    if old in entered:
        raise UsageError(CommandSentence.OWNER_ENTERED, owner=old)
    with Ledger.of(settings, begin=True) as ledger:
        roster = Roster(ledger)
        roster.read_file(settings.bots, settings.owners, to_play=False)
        names = {one.name for one in roster.owners} | set(roster.owner_of.values())
        names |= {one.name for one in settings.owners if roster.present_name(one.name) != old}
        _check_names(old, new, names | set(entered), settings.name)
        bots = sorted(bot for bot, one in roster.owner_of.items() if one == old)
        ledger.write(OwnerRenamed(OwnerName(old), OwnerName(new)))
    if as_json:
        done = {"league": settings.name, "owner": new, "former": old, "bots": bots}
        output.print_json(done)
        return 0
    print(f"{old} is now {new} in {settings.name}, with {output.counted(len(bots), 'bot')}.")
    if any(one.name == old for one in settings.owners):
        print(f"{source} may say {old} or {new}: both name this owner.")
    return 0


def _check_names(old: str, new: str, names: Collection[OwnerName], league: str) -> None:
    """Raise `UsageError` if no owner has the old name, or another has the new one."""
    from tianming_games.ground.text import did_you_mean

    if old not in names:
        hint = did_you_mean(old, sorted(names)) if names else "no bot has an owner."
        raise UsageError(CommandSentence.NO_SUCH_OWNER, owner=old, league=league, hint=hint)
    others = {one.casefold() for one in names if one != old}
    if new == old or new.casefold() in others:
        raise UsageError(CommandSentence.OWNER_NAME_TAKEN, owner=new)
