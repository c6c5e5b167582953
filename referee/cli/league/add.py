"""`referee league add`: a bot joins the league, or comes back from the bench."""

import argparse
import re
from pathlib import Path

from referee.cli.command import Command
from referee.cli.league import file
from referee.error import UsageError


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument("bot", metavar="BOT", help="the bot's name")
    file.configure(parser)
    how = parser.add_mutually_exclusive_group()
    how.add_argument(
        "--command", type=file.text, metavar="COMMAND", help="an installed bot, or a command line"
    )
    how.add_argument(
        "--address",
        type=file.text,
        metavar="ADDRESS",
        help="where the bot listens: http://host:port, https://host:port or unix:/path",
    )
    how.add_argument(
        "--tokens",
        metavar="FILE",
        type=Path,
        help="token file with the bot's token: the bot connects by itself",
    )
    parser.add_argument(
        "--token-env",
        metavar="NAME",
        help="variable with the token that a bot with an address expects; it begins with TIANMING_",
    )


def run(args: argparse.Namespace) -> int:
    """List it; it plays from the next round on, or again in this one."""
    from referee.cli.league.ledger import listed, open_ledger
    from referee.launch.command import commands
    from referee.league.configuration.check import name_refusal
    from referee.league.ledger.event import BotListed
    from referee.league.running.roster import Roster, listing_of
    from referee.server.identity import check_name

    check_name(args.bot)
    _check_address(args)
    token = None if args.tokens is None else _token(args.tokens, args.bot)
    settings = file.league_of(args)
    if args.command is not None and settings.executor.kind != "dask":
        commands([args.command], settings.folder)
    is_new_way = any(way is not None for way in (args.command, token, args.address))
    if is_new_way and any(bot.name == args.bot for bot in settings.bots):
        raise UsageError(
            f"{args.bot} is in {args.file}: change how it is reached there. Without "
            "--command, --tokens and --address, `add` brings a benched bot back."
        )
    with open_ledger(settings, begin=True) as ledger:
        Roster(ledger).read_file(settings.bots)
        bot = listed(ledger, args.bot)
        refusal = name_refusal(args.bot, {one.name.casefold() for one in ledger.bots()})
        if bot is None and refusal:
            raise UsageError(f"{refusal}.")
        event = BotListed(args.bot, args.command, token, args.address, args.token_env)
        if not is_new_way:
            if bot is None:
                raise UsageError(
                    f"{args.bot} is not in the league {settings.name} yet: "
                    "add --command, --tokens or --address."
                )
            event = listing_of(bot)
        ledger.write(event)
    print(f"{args.bot} plays in {settings.name}.")
    return 0


def _check_address(args: argparse.Namespace) -> None:
    """Raise `UsageError` for an address or a variable that cannot be."""
    from referee.server.address import check_bot_address

    if args.address is not None:
        check_bot_address(args.address)
    elif args.token_env is not None:
        raise UsageError("--token-env needs --address.")
    if args.token_env is not None and not re.fullmatch("TIANMING_[A-Z0-9_]+", args.token_env):
        raise UsageError(
            f"--token-env is {args.token_env!r}: give the name of a variable that begins with "
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


COMMAND = Command(
    name="add",
    help="add a bot to a league, or bring a benched bot back",
    examples=(
        "referee league add late-comer --command greedy",
        'referee league add mine --command "python my_bot.py" autumn.toml',
        "referee league add visitor --tokens tokens.txt",
        "referee league add hosted --address https://bot.example:7000 --token-env TIANMING_HOSTED",
        "referee league add late-comer",
    ),
    configure=configure,
    run=run,
)
