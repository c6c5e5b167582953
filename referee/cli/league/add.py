"""`referee league add`: add a bot to a league, or bring a benched bot back."""

from __future__ import annotations

import re
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from referee.cli import output
from referee.cli.command import PATH, command, json_option
from referee.cli.option.league_file import TEXT, LeagueFile, league_file, league_of
from referee.cli.sentence import CommandSentence
from referee.error import UsageError
from referee.identifier import BotName, OwnerName

if TYPE_CHECKING:
    from referee.league.ledger.ledger_queries import ListedBot
    from referee.league.running.league_state import Joining
    from referee.league.running.roster import Roster


@command(
    "add",
    examples=(
        "referee league add late-comer --command greedy",
        'referee league add mine --command "python my_bot.py" autumn.toml',
        "referee league add visitor --tokens tokens.txt",
        "referee league add hosted --address https://bot.example:7000 --token-env TIANMING_HOSTED",
        "referee league add late-comer",
        "referee league add late-comer --owner ada",
    ),
    exclusive=(("line", "address", "tokens"),),
)
@click.argument("bot", metavar="BOT", help="the bot's name")
@league_file
@click.option(
    "--command",
    "line",
    type=TEXT,
    metavar="COMMAND",
    help="an installed bot, or a command line",
)
@click.option(
    "--address",
    type=TEXT,
    metavar="ADDRESS",
    help="where the bot listens: http://host:port, https://host:port or unix:/path",
)
@click.option(
    "--tokens",
    type=PATH,
    metavar="FILE",
    help="token file with the bot's token: the bot connects by itself",
)
@click.option(
    "--token-env",
    metavar="NAME",
    help="variable with the token that a bot with an address expects; it begins with TIANMING_",
)
@click.option(
    "--owner", type=TEXT, metavar="OWNER", help="the bot's owner, an [[owner]] of the league file"
)
@json_option(help="print what was done as JSON")
def add(
    bot: BotName,
    source: LeagueFile,
    line: str | None,
    address: str | None,
    tokens: Path | None,
    token_env: str | None,
    owner: OwnerName | None,
    as_json: bool,
) -> int:
    """Add a bot to a league, or bring a benched bot back."""
    from referee.cli.option.ledger import check_free, check_not_renamed, listed
    from referee.launch.command import commands
    from referee.league.ledger import Ledger
    from referee.league.ledger.journal_event import BotListed
    from referee.league.ledger.renaming import present_bots
    from referee.league.running.league_state import joining_of
    from referee.league.running.roster import Roster, listing_of
    from referee.server.identity import check_bot_name

    check_bot_name(bot)
    _check_address(address, token_env)
    token = None if tokens is None else _token(tokens, bot)
    settings = league_of(source)
    if line is not None and settings.executor.kind != "dask":
        commands([line], settings.folder)
    is_new_way = any(way is not None for way in (line, token, address))
    with Ledger.of(settings, begin=True) as ledger:
        check_not_renamed(ledger, bot)
        in_file = present_bots(settings.bots, ledger.renamed())
        if (is_new_way or owner) and any(one.name == bot for one in in_file):
            raise UsageError(CommandSentence.BOT_IN_FILE, bot=bot, file=source.file)
        roster = Roster(ledger)
        roster.read_file(settings.bots, settings.owners)
        found = listed(ledger, bot)
        if found is None:
            check_free(ledger, bot)
        belongs = _owner(bot, owner, found, roster)
        event = BotListed(bot, line, token, address, token_env, belongs)
        if not is_new_way:
            if found is None:
                raise UsageError(CommandSentence.BOT_NOT_IN_LEAGUE, bot=bot, league=settings.name)
            event = replace(listing_of(found), owner=belongs)
        roster.check_quota(event)
        ledger.write(event)
        joining = joining_of(settings, ledger, bot)
    if as_json:
        output.print_json({"league": settings.name, "bot": bot, "state": "plays"} | asdict(joining))
    else:
        print(_sentence(bot, settings.name, joining))
    return 0


def _owner(
    bot: BotName, owner: OwnerName | None, found: ListedBot | None, roster: Roster
) -> OwnerName:
    """Return the present name of a bot's owner; empty if it has none.

    `owner` is the one that the command names, and `found` the entry of a bot that is known.

    Raises:
        UsageError: if no such owner is listed, or the bot belongs to another.
    """
    from referee.league.configuration.owner_check import unlisted

    before = OwnerName("") if found is None else found.owner
    if owner is None:
        return before
    now = roster.present_name(owner)
    if error := unlisted(bot, now, roster.owners):
        raise error
    if before not in ("", now):
        raise UsageError(CommandSentence.BOT_HAS_OWNER, bot=bot, owner=before, other=now)
    return now


def _sentence(bot: BotName, league: str, joining: Joining) -> str:
    """Return a sentence on when the bot plays."""
    if joining.open_matches:
        matches = output.counted(joining.open_matches, "open match", "open matches")
        return f"{bot} plays in {league}; it has {matches}."
    if joining.round is None:
        return f"{bot} is in {league}, but no round is left for it: {joining.obstacle}."
    return f"{bot} plays in {league} from round {joining.round} on."


def _check_address(address: str | None, token_env: str | None) -> None:
    """Raise `UsageError` if the address or the name of the variable is malformed."""
    from referee.server.address import check_bot_address

    if address is not None:
        check_bot_address(address)
    elif token_env is not None:
        raise UsageError(CommandSentence.NEEDS_ADDRESS)
    if token_env is not None and not re.fullmatch("TIANMING_[A-Z0-9_]+", token_env):
        raise UsageError(CommandSentence.NO_TOKEN_VARIABLE, name=token_env)


def _token(path: Path, bot: BotName) -> str:
    """Return a bot's token as the ledger keeps it.

    Raises:
        UsageError: if the file cannot be read, or has no token for the bot.
    """
    from referee.server.token_file import read_tokens, token_text

    tokens = read_tokens(path)
    if bot not in tokens:
        raise UsageError(CommandSentence.NO_TOKEN, tokens=path, bot=bot)
    return token_text(tokens[bot])
