"""`referee league add`: a bot joins the league, or comes back from the bench."""

import argparse
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
        "--tokens",
        metavar="FILE",
        type=Path,
        help="token file with the bot's token: the bot connects by itself",
    )


def run(args: argparse.Namespace) -> int:
    """List it; it plays from the next round on, or again in this one."""
    from referee.cli.league.ledger import listed, open_ledger
    from referee.launch.command import commands
    from referee.league.configuration.check import name_refusal
    from referee.league.ledger.event import BotListed
    from referee.league.running.roster import Roster
    from referee.server.identity import check_name

    check_name(args.bot)
    token = None if args.tokens is None else _token(args.tokens, args.bot)
    settings = file.league_of(args)
    if args.command is not None and settings.executor.kind != "dask":
        commands([args.command], settings.folder)
    is_new_way = args.command is not None or token is not None
    if is_new_way and any(bot.name == args.bot for bot in settings.bots):
        raise UsageError(
            f"{args.bot} is in {args.file}: change its command or token there. Without "
            "--command and --tokens, `add` brings a benched bot back."
        )
    with open_ledger(settings, begin=True) as ledger:
        Roster(ledger).read_file(settings.bots)
        bot = listed(ledger, args.bot)
        refusal = name_refusal(args.bot, {one.name.casefold() for one in ledger.bots()})
        if bot is None and refusal:
            raise UsageError(f"{refusal}.")
        event = BotListed(args.bot, args.command, token)
        if not is_new_way:
            if bot is None:
                raise UsageError(
                    f"{args.bot} is not in the league {settings.name} yet: "
                    "add --command or --tokens."
                )
            event = BotListed(bot.name, bot.command, bot.token)
        ledger.write(event)
    print(f"{args.bot} plays in {settings.name}.")
    return 0


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
        "referee league add late-comer",
    ),
    configure=configure,
    run=run,
)
