"""`referee league add`: a bot joins the league, or comes back from the bench."""

import argparse

from referee.cli.command import Command
from referee.cli.league import file
from referee.error import UsageError


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument("bot", metavar="BOT", help="the bot's name")
    file.configure(parser)
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--command", metavar="COMMAND", help="an installed bot, or a command line")
    how.add_argument(
        "--token", metavar="HASH", help="SHA-256 of the token of a bot that connects from elsewhere"
    )


def run(args: argparse.Namespace) -> int:
    """List it; it plays from the next round on, or again in this one."""
    from referee.cli.league.ledger import listed, open_ledger
    from referee.launch.command import commands
    from referee.league.ledger.event import BotListed
    from referee.league.run.roster import Roster
    from referee.server.identity import Identities, check_name

    check_name(args.bot)
    if args.command is not None:
        commands([args.command])
    if args.token is not None:
        Identities().add_hash(args.bot, args.token)
    settings = file.league_of(args)
    with open_ledger(settings, begin=True) as ledger:
        Roster(settings, ledger).read_file()
        bot = listed(ledger, args.bot)
        if bot is None and args.command is None and args.token is None:
            raise UsageError(
                f"{args.bot} is not in the league {settings.name} yet: say how it is reached, "
                "with --command or --token."
            )
        if bot is not None and args.command is None and args.token is None:
            event = BotListed(bot.name, bot.command, bot.token)
        else:
            event = BotListed(args.bot, args.command, args.token)
        ledger.write(event)
    print(f"{args.bot} plays in {settings.name}.")
    return 0


COMMAND = Command(
    name="add",
    help="have a bot join a league, or come back from its bench",
    examples=(
        "referee league add late-comer --command greedy",
        'referee league add mine --command "python my_bot.py" autumn.toml',
        "referee league add late-comer",
    ),
    configure=configure,
    run=run,
)
