"""`referee league bench`: a bot begins no more matches."""

import argparse

from referee.cli.command import Command
from referee.cli.league import file


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument("bot", metavar="BOT", help="the bot's name")
    file.configure(parser)
    file.configure_reason(parser)


def run(args: argparse.Namespace) -> int:
    """Bench it; what it is playing goes on, what it has not begun counts for nobody."""
    from referee.cli.league.ledger import known_bot, open_ledger
    from referee.league.ledger.event import BotBenched
    from referee.league.running.roster import Roster

    settings = file.league_of(args)
    with open_ledger(settings) as ledger:
        Roster(ledger).read_file(settings.bots)
        bot = known_bot(ledger, args.bot)
        if bot.benched is None:
            ledger.write(BotBenched(bot.name, args.reason))
    print(f"{args.bot} is benched in {settings.name}. To undo: `referee league add {args.bot}`.")
    return 0


COMMAND = Command(
    name="bench",
    help="stop a bot from starting further matches",
    examples=(
        "referee league bench random-3",
        'referee league bench random-3 autumn.toml --reason "Its owner asked for it."',
    ),
    configure=configure,
    run=run,
)
