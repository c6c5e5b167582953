"""`referee league owner`: rename the owner of bots."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from referee.cli import output
from referee.cli.command import command, group, json_option
from referee.cli.option.league_file import TEXT, LeagueFile, league_file, league_of
from referee.cli.sentence import CommandSentence
from referee.error import UsageError
from referee.identifier import OwnerName

if TYPE_CHECKING:
    from collections.abc import Collection

owner = group(
    "owner",
    "Rename the owner of bots.",
    {"Commands": {"rename": "referee.cli.league.owner:rename"}},
    examples=("referee league owner rename ada lovelace",),
)


@command(
    "rename",
    examples=(
        "referee league owner rename ada lovelace",
        'referee league owner rename "Team 1" "Deep Blue" autumn.toml',
    ),
)
@click.argument("old", metavar="OLD", type=TEXT, help="the owner's present name")
@click.argument("new", metavar="NEW", type=TEXT, help="the owner's new name")
@league_file
@json_option(help="print what was done as JSON")
def rename(old: str, new: str, source: LeagueFile, as_json: bool) -> int:
    """Give an owner another name; its bots keep their results."""
    from referee.league.ledger import Ledger
    from referee.league.ledger.journal_event import OwnerRenamed
    from referee.league.running.roster import Roster
    from referee.server.identity import NAME

    if not NAME.fullmatch(new):
        raise UsageError(CommandSentence.NO_OWNER_NAME, name=new[:60])
    settings = league_of(source)
    with Ledger.of(settings, begin=True) as ledger:
        roster = Roster(ledger)
        roster.read_file(settings.bots, settings.owners, to_play=False)
        names = {one.name for one in roster.owners} | set(roster.owner_of.values())
        names |= {one.name for one in settings.owners if roster.present_name(one.name) != old}
        _check_names(old, new, names, settings.name)
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
