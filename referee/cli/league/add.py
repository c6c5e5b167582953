"""`referee league add`: a bot joins the league, or comes back from the bench."""

import re
from pathlib import Path

import click

from referee.cli.command import PATH, command
from referee.cli.league.file import TEXT, LeagueFile, league_file, league_of
from referee.error import UsageError


@command(
    "add",
    examples=(
        "referee league add late-comer --command greedy",
        'referee league add mine --command "python my_bot.py" autumn.toml',
        "referee league add visitor --tokens tokens.txt",
        "referee league add hosted --address https://bot.example:7000 --token-env TIANMING_HOSTED",
        "referee league add late-comer",
    ),
    exclusive=("line", "address", "tokens"),
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
def add(
    bot: str,
    source: LeagueFile,
    line: str | None,
    address: str | None,
    tokens: Path | None,
    token_env: str | None,
) -> int:
    """Add a bot to a league, or bring a benched bot back."""
    from referee.cli.league.ledger import listed, open_ledger
    from referee.launch.command import commands
    from referee.league.configuration.check import name_refusal
    from referee.league.ledger.event import BotListed
    from referee.league.running.roster import Roster, listing_of
    from referee.server.identity import check_name

    check_name(bot)
    _check_address(address, token_env)
    token = None if tokens is None else _token(tokens, bot)
    settings = league_of(source)
    if line is not None and settings.executor.kind != "dask":
        commands([line], settings.folder)
    is_new_way = any(way is not None for way in (line, token, address))
    if is_new_way and any(one.name == bot for one in settings.bots):
        raise UsageError(
            f"{bot} is in {source}: change how it is reached there. Without "
            "--command, --tokens and --address, `add` brings a benched bot back."
        )
    with open_ledger(settings, begin=True) as ledger:
        Roster(ledger).read_file(settings.bots)
        found = listed(ledger, bot)
        refusal = name_refusal(bot, {one.name.casefold() for one in ledger.bots()})
        if found is None and refusal:
            raise UsageError(f"{refusal}.")
        event = BotListed(bot, line, token, address, token_env)
        if not is_new_way:
            if found is None:
                raise UsageError(
                    f"{bot} is not in the league {settings.name} yet: "
                    "add --command, --tokens or --address."
                )
            event = listing_of(found)
        ledger.write(event)
    print(f"{bot} plays in {settings.name}.")
    return 0


def _check_address(address: str | None, token_env: str | None) -> None:
    """Raise `UsageError` for an address or a variable that cannot be."""
    from referee.server.address import check_bot_address

    if address is not None:
        check_bot_address(address)
    elif token_env is not None:
        raise UsageError("--token-env needs --address.")
    if token_env is not None and not re.fullmatch("TIANMING_[A-Z0-9_]+", token_env):
        raise UsageError(
            f"--token-env is {token_env!r}: give the name of a variable that begins with "
            "TIANMING_, which no bot is started with."
        )


def _token(path: Path, bot: str) -> str:
    """The hash of a bot's token.

    Raises:
        UsageError: when the file cannot be read, or has none for it.
    """
    from referee.server.token_file import read_tokens

    tokens = read_tokens(path)
    if bot not in tokens:
        raise UsageError(
            f"{path} has no token for {bot}: make one with `referee token {bot} --tokens {path}`."
        )
    return tokens[bot].hashed
